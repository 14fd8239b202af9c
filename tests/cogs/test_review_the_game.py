"""`/hint` in The Game, through the real cogs: to whom and when, what it heeds, and what a review can say."""

import re
from pathlib import Path

import pytest
from simcord.env import Env

from tests.support.team import Club, begin
from tests.support.world import button, is_private, press, said


@pytest.fixture
def club(simcord_env: Env, tmp_path: Path, languages: dict[int, str]) -> Club:
    return Club(simcord_env, tmp_path, languages)


async def test_a_hint_is_private_has_a_reason_and_can_be_played_with_one_tap(club: Club) -> None:
    match = await begin(club, await club.team(2))
    hint = await club.alice.slash(club.channel, "hint")
    assert is_private(hint)
    first, why = said(hint).strip().split("\n")[1:3]
    assert re.match(r"I would play \d+ on [▲▼] [ABCD], \d+ on", first)
    assert why.endswith(".")
    assert "chance" not in said(hint)
    shown = [int(card) for card in re.findall(r"(\d+) on", first)]
    assert set(shown) <= set(match.state.hands[0])
    await press(club.alice, hint.response, "act")
    match = await club.match()
    assert match.turns == 1
    assert [place.card for place in match.state.last.places] == shown


async def test_a_hint_before_anybody_has_started_takes_the_first_turn(club: Club) -> None:
    await club.team(3)
    hint = await club.chloe.slash(club.channel, "hint")
    assert re.search(r"I would take the first turn and play \d+ on [▲▼] [ABCD], \d+ on", said(hint))
    await press(club.chloe, hint.response, "act")
    assert (await club.match()).state.last.seat == 2


async def test_a_hint_waits_for_the_turn_and_is_for_players(club: Club) -> None:
    await begin(club, await club.team(2))
    assert "your turn" in said(await club.bob.slash(club.channel, "hint"))
    assert "do not play" in said(await club.emma.slash(club.channel, "hint", game=1))


async def test_with_cards_staged_the_hint_has_no_button(club: Club) -> None:
    match = await club.team(1)
    await club.alice.slash(club.channel, "play", moves=f"{match.state.hands[0][0]}a")
    hint = await club.alice.slash(club.channel, "hint")
    assert "I would play" in said(hint)
    assert button(hint.response, "act") is None


async def test_a_hint_in_french(club: Club) -> None:
    club.languages[club.alice.id] = "fr"
    await club.team(1)
    hint = said(await club.alice.slash(club.channel, "hint"))
    assert re.search(r"Je jouerais le \d+ sur [▲▼] [ABCD], le \d+ sur", hint)
    assert "chances" not in hint


async def test_a_review_compares_the_room_used_up(club: Club) -> None:
    """Nobody can tell a team's chances; what each turn passed over can be counted."""
    match = await club.team(1)
    await club.alice.slash(club.channel, "play", moves=f"{match.state.hands[0][-1]}a {match.state.hands[0][0]}c end")
    match = await club.match()
    await club.bot.referee.resign(1, club.alice.id, "resigned in a test")
    shown = await club.alice.slash(club.channel, "review", game=1)
    (before, after) = (int(number) for number in re.findall(r"passed over \*\*(\d+)\*\*", said(shown)))
    assert before > after
    assert re.search(r"Turn 1, Alice: \d+ on ▲ A, \d+ on ▼ C passed over \d+ cards\.\n↳ ", said(shown))
    opened = await press(club.alice, shown.response, "replay")
    assert "Turn 1" in said(opened)
    await club.alice.slash(club.channel, "table", game=1)
    assert button(club.table(), "review")
