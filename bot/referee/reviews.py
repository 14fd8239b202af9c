"""Analysis of a finished game: each side's chance to win after every turn, and the costliest mistakes.

Every evaluation uses only what that player could see at the time. CPU-bound: keep it off the event loop.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from bot.games.core import AnyGame, Seat, whole_turns_of
from bot.games.registry import GAMES
from bot.players.advisers import ADVISERS, Evaluator, evaluator_of
from bot.players.core import Mistake
from bot.referee.errors import Refusal
from bot.referee.replay_check import states
from bot.store.rows import ActionRow, GameRow

WORST = 3  # mistakes per side
_MIN_COST = 0.03  # a smaller loss of chance is not a mistake


@dataclass(frozen=True, slots=True)
class Review:
    """`chances` are the first seat's, before the first turn and after each."""

    chances: tuple[float, ...]
    mistakes: tuple[Mistake, ...]  # by seat, the costliest first


def review(row: GameRow, actions: Sequence[ActionRow]) -> Review:
    game, evaluator = GAMES[row.game], evaluator_of(row.game)
    if evaluator is None:
        raise Refusal("no_judge")
    positions, last_turn = tuple(turn_starts(game, row, actions)), whole_turns_of(game).last_turn
    chances = tuple(first_seats_chance(game, evaluator, state) for state in positions)
    found = [
        mistake
        for number, (before, after) in enumerate(pairwise(positions), start=1)
        if (mistake := _mistake(game, evaluator, number, before, last_turn(after))) is not None
    ]
    return Review(chances, tuple(mistake for seat in (Seat(0), Seat(1)) for mistake in _worst(found, seat)))


def turn_starts(game: AnyGame, row: GameRow, actions: Sequence[ActionRow]) -> Iterator[Any]:
    """The state at the start of each turn, and the last one; lazily."""
    turns = -1
    for state in states(row, actions):
        if game.rules.turns(state) > turns:
            turns = game.rules.turns(state)
            yield state


def first_seats_chance(game: AnyGame, evaluator: Evaluator, state: Any) -> float:
    """The average of both players' evaluations: each knows cards the other does not."""
    outcome = game.rules.outcome(state)
    if outcome is not None:
        return float(Seat(0) in outcome.winners)
    mine, theirs = (evaluator.win_probability(game.rules.observe(state, seat)) for seat in (Seat(0), Seat(1)))
    return (mine + 1 - theirs) / 2


def _mistake(game: AnyGame, evaluator: Evaluator, number: int, before: Any, played: str) -> Mistake | None:
    (seat,) = game.rules.to_act(before)
    view = game.rules.observe(before, seat)
    (best,) = ADVISERS[game.key].ranked_turns(view, 1)
    assert best.chance is not None  # noqa: S101 (set by every game with an evaluator)
    cost = best.chance - evaluator.rated_turn(view, played)
    if cost < _MIN_COST:
        return None
    return Mistake(number, seat, view, played, best.turn, best.reason, cost)


def _worst(mistakes: Sequence[Mistake], seat: Seat) -> list[Mistake]:
    own = [mistake for mistake in mistakes if mistake.seat == seat]
    return sorted(own, key=lambda mistake: -mistake.cost)[:WORST]
