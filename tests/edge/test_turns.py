"""A panel beside its picture: few lines, the notice last, everything else one tap away and for as long as wanted."""

from typing import Any

import pytest

from bot.table.game.pages import BUTTONS_A_ROW
from tests.support.play import chosen_turn, play_typed
from tests.support.world import World, answers_of, argument_of, button, buttons, is_private, press, said

PLAYED = "Last turn"
WHOLE = "0 of 58 placed"


def body(message: Any) -> str:
    (embed,) = message.embeds
    return str(embed.description)


@pytest.mark.parametrize("moves", ["banana", "99^", "end"])
async def test_a_refusal_is_the_last_line_above_the_picture(world: World, moves: str) -> None:
    await world.duel(first="challenger")
    refused = (await world.alice.slash(world.channel, "play", moves=moves)).response
    assert refused is not None
    assert body(refused).splitlines()[-1].startswith("**⚠️ ")
    assert body(refused).splitlines()[0].startswith("▶ **Your turn**")


async def test_beside_a_picture_stand_the_status_and_the_last_turn(world: World) -> None:
    match = await world.duel(first="challenger")
    await play_typed(world, match)
    for message in (world.table(), world.panel(world.bob)):
        assert message.attachments, "the picture says the rest"
        lines = body(message).splitlines()
        assert len(lines) == 2
        assert lines[0].startswith("▶ ")
        assert PLAYED in lines[1]


async def test_details_stay_as_somebody_set_them(world: World) -> None:
    await world.duel(first="challenger")
    assert WHOLE not in body(world.panel(world.alice))
    shown = await press(world.alice, world.panel(world.alice), "details", "on")
    assert WHOLE in body(shown.response)
    assert WHOLE not in body(world.panel(world.bob)), "it is Alice's setting"
    await world.restart()
    again = await world.alice.slash(world.channel, "hand")
    assert WHOLE in body(again.response)
    fewer = await press(world.alice, again.response, "details", "off")
    assert WHOLE not in body(fewer.response)
    assert WHOLE not in body((await world.alice.slash(world.channel, "hand")).response)


async def test_details_of_the_table_are_for_whoever_asks(world: World) -> None:
    match = await world.duel(first="challenger")
    asked = await press(world.chloe, world.table(), "details")
    assert is_private(asked)
    assert WHOLE in body(asked.response)
    for hand in (side.hand for side in match.state.sides):
        assert " · ".join(map(str, hand)) not in said(asked)
    assert WHOLE not in body(world.table())


async def test_an_open_card_has_no_button_that_would_close_it(world: World) -> None:
    await world.duel(first="challenger")
    opened = await press(world.alice, world.panel(world.alice), "pick")
    assert button(opened.response, "details") is None
    assert body(opened.response).splitlines()[-1].startswith("Where does")


async def test_without_a_picture_the_text_is_whole(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.duel(first="challenger")
    monkeypatch.setattr("bot.edge.turns.LATE", -1.0)
    shown = (await world.alice.slash(world.channel, "hand")).response
    assert WHOLE in body(shown)
    assert button(shown, "details") is None


async def test_one_panel_of_a_game_is_alive_for_its_reader(world: World) -> None:
    """A command adds a panel each time; the ones before would keep offering what is past."""
    match = await world.duel(first="challenger")
    first, *_ = chosen_turn(match)
    opened = [await world.alice.slash(world.channel, "play", moves=moves) for moves in (first, "banana", "undo")]
    assert [len(answers_of(one)) for one in opened] == [0, 0, 1]
    await press(world.alice, opened[-1].response, "pick")
    assert len(answers_of(opened[-1])) == 1, "it was used, not replaced"
    await press(world.alice, world.panel(world.alice), "pick")
    assert answers_of(opened[-1]) == []
    assert len(world.alice.user.dm_channel.history()) == 1


def quick_taps(message: Any) -> list[str]:
    """The placements that one tap plays, in the order of their buttons."""
    shown = [argument_of(one) for one, found in buttons(message).items() if ":act:" in one and not found.disabled]
    return [action for action in shown if action[0].isdecimal()]


async def test_a_turn_takes_three_taps(world: World) -> None:
    """The fewest cards (LD5), each in one tap, and the end; for either player."""
    match = await world.duel(first="challenger")
    for turn, person in enumerate((world.alice, world.bob), 1):
        for _ in range(2):
            offered = quick_taps(world.panel(person))
            assert 0 < len(offered) <= BUTTONS_A_ROW
            await press(person, world.panel(person), "act", offered[0])
        await press(person, world.panel(person), "act", "end")
        assert (await world.match(match.id)).turns == turn
