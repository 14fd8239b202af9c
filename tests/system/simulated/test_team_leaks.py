"""No card is shown to a person who must not know it in The Game either, team-mates included (TG2): random teams of two
to five with all output checked (see `tests.support.leaks`). Planted leaks are found here too."""

from dataclasses import replace
from typing import Any

import pytest
from simcord.env import Env

from bot.games.core import Seat, phrase
from bot.games.the_game import rules, screen
from bot.players.advisers import ADVISERS
from bot.players.core import Suggestion
from bot.referee.match import Match
from bot.table.game.stand_in_page import stand_in_page
from tests.support.leaks import LeakDetector, leftover
from tests.support.random_teams import RandomTeams
from tests.support.tiers import has_long_version, one_in, sized
from tests.system.simulated.test_planted_leaks import (
    Plant,
    in_a_public_custom_id,
    in_an_alt_text,
    in_an_error_for_a_spectator,
    too_early,
)

GAMES, AT_ONCE = sized((4, 4), (16, 8))


@pytest.fixture
def detector(simcord_env: Env, monkeypatch: pytest.MonkeyPatch, detector: LeakDetector) -> LeakDetector:
    """With The Game's highest card."""
    detector.highest = 99
    return detector


@has_long_version
@pytest.mark.parametrize("chunk", range(GAMES // AT_ONCE))
async def test_no_card_is_told_to_whom_it_is_hidden_from(
    simcord_env: Env, languages: dict[int, str], detector: LeakDetector, chunk: int
) -> None:
    teams = RandomTeams(simcord_env, languages, detector, games=AT_ONCE, seed=chunk)
    await teams.open()
    await teams.play()
    assert len(detector.games) == AT_ONCE
    assert all(states[-1].is_over for states in detector.games.values())
    assert {len(states[-1].row.seats) for states in detector.games.values()} == {2, 3, 4, 5}
    taken_over = [one for states in detector.games.values() for one in states[-1].row.seats if one.left_by is not None]
    assert taken_over, "computers took seats that people left"
    said = {sent for states in detector.games.values() for one in states for sent in one.state.signals}
    assert len(said) > 5, "they talked"
    assert detector.texts > AT_ONCE * 150
    assert detector.found == []


def in_everybodys_sight(planted: pytest.MonkeyPatch, _detector: LeakDetector) -> None:
    """An observation that ignores its viewer."""
    observe = rules.observe

    def generous(state: Any, viewer: Any, *, is_over: bool = False) -> Any:
        return replace(observe(state, viewer, is_over=is_over), hands=state.hands)

    planted.setattr(rules, "observe", generous)


def in_a_team_mates_panel(planted: pytest.MonkeyPatch, _detector: LeakDetector) -> None:
    """People's panels with shifted seats."""
    view = Match.view

    def mixed(self: Match, seat: Any) -> Any:
        is_person = seat is not None and self.seat(seat).level is None
        return view(self, Seat((seat + 1) % len(self.seats)) if is_person else seat)

    planted.setattr(Match, "view", mixed)


def in_a_signal(planted: pytest.MonkeyPatch, detector: LeakDetector) -> None:
    """TG9: a signal that names its card."""
    lines = screen._lines

    def telling(view: Any) -> Any:
        yield from lines(view)
        for sent in view.signals:
            states = (one[-1].state for one in detector.games.values() if one[-1].state.signals == view.signals)
            for state in states:
                yield phrase("the-game.their_hand", player="?", cards=str(state.hands[sent.seat][-1]))

    planted.setattr(screen, "_lines", telling)


def in_a_hint(planted: pytest.MonkeyPatch, detector: LeakDetector) -> None:
    """An adviser that has seen the others' hands."""

    def peeking(view: Any, _count: int) -> list[Suggestion]:
        states = (one[-1].state for one in detector.games.values())
        state = next(one for one in states if view.hands[view.viewer] in one.hands)
        other = state.hands[(view.viewer + 1) % len(state.hands)]
        card = other[-1] if other else 0
        return [Suggestion("undo", phrase("players.reason.team_jump", pile="a", card=card))]

    planted.setitem(ADVISERS, "the-game", replace(ADVISERS["the-game"], ranked_turns=peeking))


def in_the_question_about_a_seat(planted: pytest.MonkeyPatch, detector: LeakDetector) -> None:
    """What is to be taken over, told before it is."""

    def telling(match_view: Any, locale: Any) -> Any:
        page, state = stand_in_page(match_view, locale), detector.newest(match_view.game_id).state
        hands = (str(card) for seat in match_view.absent for card in state.hands[seat])
        return replace(page, body=f"{page.body} {' '.join(hands)}")

    planted.setattr("bot.edge.stand_ins.stand_in_page", telling)


ONLY_IN_TEAMS = (in_everybodys_sight, in_a_team_mates_panel, in_a_signal, in_a_hint)
LATE = (in_the_question_about_a_seat,)  # after many turns
IN_DUELS_TOO = (in_a_public_custom_id, in_an_alt_text, in_an_error_for_a_spectator, too_early)


@has_long_version
@pytest.mark.parametrize("plant", one_in(6, (*ONLY_IN_TEAMS, *LATE, *IN_DUELS_TOO)))
async def test_a_planted_leak_is_heard(
    simcord_env: Env, languages: dict[int, str], detector: LeakDetector, monkeypatch: pytest.MonkeyPatch, plant: Plant
) -> None:
    plant(monkeypatch, detector)
    teams = RandomTeams(simcord_env, languages, detector, games=12, seed=5)
    await teams.open()
    await teams.play(is_enough=lambda: bool(detector.found))
    assert detector.found


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("▲ A: 22\n▼ C: 77\nDraw pile: 60 · 74 cards left in all", {22, 77}),
        ("▲ A: 22\n▼ C: 77\nDraw pile: 61 · 74 cards left in all", {22, 61, 77}),
        ("Team-mate 3: 7 cards", set()),
        ("Coéquipier 2\u00a0: 7 cartes", set()),
        ("✋ Team\\-mate 2: “Don’t play on pile A.”", set()),
        ("Team-mate 33: 7 cards", {33}),
        ("🔥 **On Fire**: 22, 33, 44, 55, 66 and 77 must be covered in time", set()),
        ("✋ Alice: “Don’t play on pile A.”", set()),
        ("`claim,07A,99C`", {7, 99}),
    ],
)
def test_what_could_be_a_card(text: str, cards: set[int]) -> None:
    assert leftover(text, {7, 60, 74}, set(), 99) == cards
