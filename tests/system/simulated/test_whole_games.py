"""Whole games from challenge to result, in every way of playing."""

import pytest

from tests.support.play import (
    TurnPlayer,
    chosen_turn,
    play_in_dm,
    play_in_ephemeral,
    play_out,
    play_typed,
    reckless_turn,
)
from tests.support.tiers import has_long_version, sized
from tests.support.world import World, buttons, text_of

CHOOSE = sized(reckless_turn, chosen_turn)


@has_long_version
@pytest.mark.parametrize("play", [play_typed, play_in_dm])
async def test_a_whole_duel(world: World, play: TurnPlayer) -> None:
    await world.duel()
    match = await play_out(world, play, choose=CHOOSE)
    await world.assert_sound()
    winner = ("Alice", "Bob")[match.row.winners[0]]
    assert f"**{winner}** wins" in text_of(world.table())
    assert len(world.tables()) == 1
    verbs = {custom_id.split(":")[1] for custom_id in buttons(world.table())}
    assert {"rematch", "verify", "rules"} <= verbs
    assert not {"hand", "resign"} & verbs


async def test_a_duel_with_its_pictures(world: World, real_pictures: None) -> None:
    """One drawn picture a message."""
    match = await world.duel()
    await play_typed(world, match)
    for message, name in ((world.table(), "table.png"), (world.panel(world.alice), "hand.png")):
        (picture,) = message.attachments
        assert picture.filename == name
        assert message.embeds[0].image.url == f"attachment://{name}" or name in (message.embeds[0].image.url or "")
        assert (await picture.read()).startswith(b"\x89PNG\r\n")
        assert picture.description


@has_long_version
async def test_a_whole_duel_with_dms_closed(world: World) -> None:
    world.close_dms(world.alice, world.bob)
    await world.duel()
    await play_out(world, play_in_ephemeral, choose=CHOOSE)
    await world.assert_sound()
    assert not any(person.user.dm_channel.history() for person in world.people)


@has_long_version
async def test_each_player_plays_in_their_own_way(world: World) -> None:
    """Alice types, Bob plays through My hand."""
    world.close_dms(world.bob)
    match = await world.duel()
    while not match.is_over:
        await (play_typed if match.to_act == {0} else play_in_ephemeral)(world, match, CHOOSE)
        match = await world.match()
    await world.assert_sound()


@has_long_version
@pytest.mark.parametrize("play", [play_typed, play_in_dm])
async def test_a_whole_duel_against_the_computer(world: World, play: TurnPlayer) -> None:
    await world.alice.slash(world.channel, "challenge", level="greedy")
    match = await play_out(world, play, choose=CHOOSE)
    assert match.is_against_computer
    await world.assert_sound()
