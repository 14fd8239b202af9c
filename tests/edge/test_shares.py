"""What is shared is for everybody's eyes: in the server's language, without what only its sharer may or need see."""

from typing import Any

from bot.edge.shares import SHARES
from tests.support.play import play_typed
from tests.support.results import finish
from tests.support.world import World, answers_of, button, press, said, text_of


async def shared(world: World, person: Any, message: Any, verb: str) -> Any:
    """The public message that the Share button brings."""
    result = await press(person, message, verb)
    (posted,) = answers_of(result)
    assert not posted.ephemeral
    assert button(posted, verb) is None
    return posted


async def test_a_board_and_a_profile_are_shared_for_all(world: World) -> None:
    await world.challenge()
    world.languages[world.chloe.id] = "fr"
    for _ in range(2):
        await finish(world, world.alice, world.bob)
    own = (await world.chloe.slash(world.channel, "leaderboard")).response
    board = text_of(await shared(world, world.chloe, own, "share-board"))
    assert "Alice" in board
    assert "shared by Chloé" in board
    assert "You" not in board, "nobody in particular reads it"
    profile = (await world.bob.slash(world.channel, "profile", member=world.alice)).response
    assert "You against them" in text_of(profile)
    posted = await shared(world, world.bob, profile, "share-profile")
    assert "You against them" not in text_of(posted)
    turned = await press(world.chloe, posted, "history")
    assert answers_of(turned)[-1].ephemeral, "the buttons below are for whoever presses"


async def test_a_replay_is_shared_once_the_game_is_over_and_in_its_server(world: World) -> None:
    match = await world.duel(first="challenger")
    await play_typed(world, match)
    hand = " · ".join(map(str, match.state.sides[1].hand))
    forged = await world.forge(world.alice, "arb:share-replay:1:1:", world.table())
    assert "still running" in said(forged)
    assert hand not in said(forged)
    await world.bot.referee.resign(match.id, world.bob.id, "resigned in a test")
    replay = (await world.chloe.slash(world.channel, "replay", game=1)).response
    await press(world.chloe, replay, "replay", "on")
    posted = await shared(world, world.chloe, replay, "share-replay")
    assert "turn 1 of 1" in text_of(posted)
    elsewhere = world.env.create_guild("Elsewhere")
    away = elsewhere.add_member(world.alice.user)
    replay = (await away.slash(elsewhere.create_text_channel("talk"), "replay", game=1)).response
    assert button(replay, "share-replay") is None
    refused = await world.forge(away, "arb:share-replay:1:1:", replay)
    assert answers_of(refused)[-1].ephemeral
    assert "turn 1 of 1" not in said(refused)


async def test_nobody_floods_a_channel(world: World) -> None:
    board = (await world.alice.slash(world.channel, "leaderboard")).response
    for _ in range(SHARES):
        await shared(world, world.alice, board, "share-board")
    assert "within the hour" in said(await press(world.alice, board, "share-board"))
