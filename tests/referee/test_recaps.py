"""Since one's last turn: the turns of the others, whichever seats were asked in them."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

from bot.games.core import Screen, Seat, phrase
from bot.games.duel.game import DUEL
from bot.games.duel.language import Pile
from bot.games.duel.state import Asked, Context, Question, State, Step
from bot.referee import recaps
from tests.games.duel.test_rules_whole_games import played

SEATS = 4
turns = DUEL.rules.turns
ONE_TURN = SimpleNamespace(screen=lambda _view: Screen((), last=(phrase("ping.next"),)))


def asking_another_first(states: list[State]) -> Iterator[State]:
    """The same turns, each beginning with a question to the next seat."""
    yield states[0]
    for before, after in pairwise(states):
        if turns(after) > turns(before) and after.outcome is None:
            other = DUEL.next_seat(after) or Seat(0)
            asked = Asked(other, Question.OPTION, 2, after.turn, Pile.HAND)
            yield after._replace(asked=asked, todo=(*after.todo, (Context(after.turn), Step.START)))
        yield after


def missed(states: list[State], seat: Seat) -> int:
    """How many turns of others have ended since this seat's last one did."""
    owners = [before.turn for before, after in pairwise(states) if turns(after) > turns(before)]
    return next((count for count, owner in enumerate(reversed(owners)) if owner == seat), len(owners))


@pytest.mark.parametrize("number", range(3))
def test_one_s_own_turn_ends_what_was_missed_though_another_is_asked_first(
    monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    monkeypatch.setattr(recaps, "states", lambda row, _actions: row)
    monkeypatch.setattr(recaps, "_MOST", 10_000)
    states = [state for state, _ in played(SEATS, number)]
    for seat in map(Seat, range(SEATS)):
        match: Any = SimpleNamespace(game=replace(DUEL, screens=ONE_TURN), row=list(asking_another_first(states)))
        told = len(recaps._since_last_turn(match, seat, ()))
        expected = missed(states, seat)
        assert told == (expected if expected > 1 else 0)
