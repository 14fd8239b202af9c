"""Registry of advisers by game. A game without an adviser has no hints; one without an evaluator, and without a measure
of the room that a turn uses up, has no reviews."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from bot.games.le_duel.game import LE_DUEL
from bot.games.the_game.game import THE_GAME
from bot.players.core import Suggestion
from bot.players.le_duel import advice as le_duel
from bot.players.the_game import advice as the_game


@dataclass(frozen=True, slots=True)
class Evaluator:
    """A player's chance to win: now, and with a given turn. Gets that player's view only."""

    win_probability: Callable[[Any], float]
    rated_turn: Callable[[Any, str], float]


@dataclass(frozen=True, slots=True)
class Adviser:
    """Gets the player's view only. `ranked_turns` returns at least one turn and at most as many as asked for, best
    first."""

    ranked_turns: Callable[[Any, int], Sequence[Suggestion]]
    evaluator: Evaluator | None = None
    # Where no chance can be told: the room that a turn uses up, in cards. Reviews compare it.
    room_used: Callable[[Any, str], int] | None = None


ADVISERS: dict[str, Adviser] = {
    LE_DUEL.key: Adviser(le_duel.ranked_turns, Evaluator(le_duel.win_probability, le_duel.rated_turn)),
    THE_GAME.key: Adviser(the_game.ranked_turns, room_used=the_game.passed_in_turn),
}


def can_review(game: str) -> bool:
    adviser = ADVISERS.get(game)
    return adviser is not None and (adviser.evaluator is not None or adviser.room_used is not None)


def evaluator_of(game: str) -> Evaluator | None:
    adviser = ADVISERS.get(game)
    return None if adviser is None else adviser.evaluator
