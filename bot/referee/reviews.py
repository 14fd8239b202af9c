"""Analysis of a finished game: each side's chance to win after every turn, and the costliest mistakes.

Every evaluation uses only what that player could see at the time. CPU-bound: keep it off the event loop.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import exp
from statistics import fmean
from typing import Any

from bot.games.core import AnyGame, Seat, whole_turns_of
from bot.games.registry import GAMES
from bot.players.advisers import ADVISERS, Evaluator, evaluator_of
from bot.players.core import Mistake, Waste
from bot.referee.errors import Refusal
from bot.referee.replay_check import states
from bot.store.rows import PLAY, ActionRow, GameRow

WORST = 3  # mistakes per side
_MIN_COST = 0.03  # a smaller loss of chance is not a mistake
_MIN_ROOM = 3  # cards; a smaller difference is not worth a word


@dataclass(frozen=True, slots=True)
class Review:
    """`chances` are the first seat's, before the first turn and after each."""

    chances: tuple[float, ...]
    mistakes: tuple[Mistake, ...]  # by seat, the costliest first
    accuracies: tuple[int | None, ...]  # percents by seat; None for a seat that played no turn
    turning_point: int  # the turn that changed the chances most; 0 if none was played


def review(row: GameRow, actions: Sequence[ActionRow]) -> Review:
    game, evaluator = GAMES[row.game], evaluator_of(row.game)
    if evaluator is None:
        raise Refusal("no_judge")
    positions, last_turn = tuple(turn_starts(game, row, actions)), whole_turns_of(game).last_turn
    chances = tuple(first_seats_chance(game, evaluator, state) for state in positions)
    judged = [
        _judged(game, evaluator, number, before, last_turn(after))
        for number, (before, after) in enumerate(pairwise(positions), start=1)
    ]
    seats = (Seat(0), Seat(1))
    worst = tuple(mistake for seat in seats for mistake in _worst(judged, seat))
    return Review(chances, worst, tuple(_accuracy(judged, seat) for seat in seats), biggest_swing(chances))


@dataclass(frozen=True, slots=True)
class RoomReview:
    """A team's game, where no chance can be told: the room used up, and what the computer would have used each turn."""

    used: int
    least: int
    worst: tuple[Waste, ...]  # the costliest first


def room_review(row: GameRow, actions: Sequence[ActionRow]) -> RoomReview:
    game, adviser = GAMES[row.game], ADVISERS.get(row.game)
    if adviser is None or adviser.room_used is None:
        raise Refusal("no_judge")
    judged = []
    for number, (before, seat, after) in enumerate(_turns(game, row, actions), start=1):
        played, view = whole_turns_of(game).last_turn(after), game.rules.observe(before, seat)
        (best,) = adviser.ranked_turns(view, 1)
        room = adviser.room_used(view, played), adviser.room_used(view, best.turn)
        judged.append(Waste(number, seat, view, played, best.turn, best.reason, *room))
    costly = sorted((one for one in judged if one.used - one.least >= _MIN_ROOM), key=_room_cost, reverse=True)
    used, least = sum(one.used for one in judged), sum(min(one.used, one.least) for one in judged)
    return RoomReview(used, least, tuple(costly[:WORST]))


def _turns(game: AnyGame, row: GameRow, actions: Sequence[ActionRow]) -> Iterator[tuple[Any, Seat, Any]]:
    """Each turn: the state before it, whose it was, and the state after it."""
    played = [action for action in actions if action.verb == PLAY]  # games of whole turns go on in no other way
    before, *course = states(row, actions)
    for action, state in zip(played, course, strict=True):
        if game.rules.turns(state) > game.rules.turns(before):
            yield before, Seat(action.seat or 0), state
            before = state


def _room_cost(turn: Waste) -> int:
    return turn.used - turn.least


def biggest_swing(chances: Sequence[float]) -> int:
    """The turn that changed the chances most; 0 if none was played."""
    swings = [abs(after - before) for before, after in pairwise(chances)]
    return swings.index(max(swings)) + 1 if swings else 0


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


def _judged(game: AnyGame, evaluator: Evaluator, number: int, before: Any, played: str) -> Mistake:
    """What a turn cost, against the best one found."""
    (seat,) = game.rules.to_act(before)
    view = game.rules.observe(before, seat)
    (best,) = ADVISERS[game.key].ranked_turns(view, 1)
    assert best.chance is not None  # noqa: S101 (set by every game with an evaluator)
    cost = best.chance - evaluator.rated_turn(view, played)
    return Mistake(number, seat, view, played, best.turn, best.reason, cost)


def _accuracy(judged: Sequence[Mistake], seat: Seat) -> int | None:
    """The average over a player's turns, by Lichess's curve: a turn that costs nothing is worth 100, one that costs 20
    points of chance 40."""
    worth = [103.17 * exp(-4.354 * max(0.0, turn.cost)) - 3.17 for turn in judged if turn.seat == seat]
    return round(max(0.0, fmean(worth))) if worth else None


def _worst(judged: Sequence[Mistake], seat: Seat) -> list[Mistake]:
    own = [mistake for mistake in judged if mistake.seat == seat and mistake.cost >= _MIN_COST]
    return sorted(own, key=lambda mistake: -mistake.cost)[:WORST]
