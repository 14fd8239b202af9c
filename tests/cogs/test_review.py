"""`/hint` and `/review` through the real cogs: only to whom, and when, they may be given."""

import re
from typing import Any

from tests.support.play import play_out, play_typed
from tests.support.world import World, button, buttons, press, text_of


def said(result: Any) -> Any:
    """The answer somebody got."""
    assert result.response is not None
    return result.response


async def test_a_hint_can_be_played_with_one_tap(world: World) -> None:
    await world.duel(rated=False)
    match = await world.match()
    person = world.mover(match)
    asked = await press(person, world.panel(person), "hint")
    hint = await person.slash(world.channel, "hint")
    assert text_of(said(asked)) == text_of(said(hint)), "the button on the panel asks the same"
    assert said(hint).ephemeral
    assert "I would play" in text_of(said(hint))
    play = button(said(hint), "act")
    assert play is not None
    await person.click(said(hint), custom_id=play)
    assert (await world.match()).turns == 1


async def test_no_hint_in_a_rated_game_nor_out_of_turn_nor_for_others(world: World) -> None:
    await world.duel()
    match = await world.match()
    assert button(world.panel(world.mover(match)), "hint") is None
    rated = await world.mover(match).slash(world.channel, "hint")
    assert "unrated games only" in said(rated).content
    watching = await world.chloe.slash(world.channel, "hint", game=1)
    assert "do not play" in said(watching).content


async def test_a_hint_waits_for_the_turn(world: World) -> None:
    await world.duel(rated=False)
    match = await world.match()
    waiting = next(person for person in world.people if person is not world.mover(match))
    assert "your turn" in said(await waiting.slash(world.channel, "hint")).content


async def test_a_review_names_the_costliest_turns_in_public_or_in_private(world: World) -> None:
    await world.duel()
    await play_out(world, play_typed)
    shown = await world.alice.slash(world.channel, "review")
    assert not said(shown).ephemeral
    assert "Review of game 1" in text_of(said(shown))
    assert [file.filename for file in said(shown).attachments] == ["review.png"]
    assert "chance to win after each turn" in (said(shown).attachments[0].description or "")
    kept = await world.bob.slash(world.channel, "review", game=1, private=True)
    assert said(kept).ephemeral
    pressed = await world.chloe.click(world.table(), custom_id=button(world.table(), "review"))
    assert said(pressed).ephemeral
    assert text_of(said(pressed)) == text_of(said(shown))
    assert len(re.findall(r"accuracy \d{1,3} %", text_of(said(shown)))) == 2
    turned = re.search(r"\*\*Turning point:\*\* turn (\d+)", text_of(said(shown)))
    assert turned is not None
    to_turn = next(one for one, it in buttons(said(shown)).items() if it.label == f"Turning point: turn {turned[1]}")
    replay = said(await world.chloe.click(said(shown), custom_id=to_turn))
    assert replay.ephemeral, "the review is for all, stepping through the game is for the presser"
    assert f"turn {turned[1]} of" in text_of(replay)
    assert button(replay, "review"), "and back"


async def test_a_running_game_is_not_reviewed(world: World) -> None:
    await world.duel()
    refused = await world.chloe.slash(world.channel, "review", game=1)
    assert said(refused).ephemeral
    assert "once it is over" in said(refused).content


async def test_a_game_without_a_turn_offers_no_review(world: World) -> None:
    await world.duel()
    asked = await world.bob.slash(world.channel, "resign")
    await press(world.bob, asked.response, "resign-sure")
    assert button(world.table(), "rematch") is not None
    assert button(world.table(), "review") is None
    assert "Nobody has played a turn" in said(await world.bob.slash(world.channel, "review")).content


async def test_a_review_in_french(world: World) -> None:
    world.languages.update({world.alice.id: "fr"})
    await world.duel()
    await play_out(world, play_typed)
    shown = await world.alice.slash(world.channel, "review", private=True)
    assert "Analyse de la partie 1" in text_of(said(shown))
    assert not re.search(r"\b(vos|votre|vous)\b", text_of(said(shown)))  # whose turns are judged need not be reading


async def test_a_review_in_public_is_in_the_language_of_the_server(world: World) -> None:
    world.languages.update({world.alice.id: "fr"})
    await world.duel()
    await play_out(world, play_typed)
    shown = await world.alice.slash(world.channel, "review")
    assert not said(shown).ephemeral
    assert "Review of game 1" in text_of(said(shown))
