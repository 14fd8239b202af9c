"""Game → what a computer would advise. A game without a line here has no hints, one without a judge has no reviews."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from bot.games.core import Phrase
from bot.games.le_duel.game import LeDuel
from bot.games.the_game.game import TheGame
from bot.players.le_duel import advice as le_duel
from bot.players.the_game import advice as the_game


class Suggestion(Protocol):
    """A turn as records write it, the chance to win with it where that can be told, and what speaks for it."""

    @property
    def turn(self) -> str: ...

    @property
    def chance(self) -> float | None: ...

    @property
    def reason(self) -> Phrase: ...


@dataclass(frozen=True, slots=True)
class Judge:
    """How likely somebody is to win: as things stand, and with a turn. Sees what they see, never more."""

    win_probability: Callable[[Any], float]
    rated_turn: Callable[[Any, str], float]


@dataclass(frozen=True, slots=True)
class Adviser:
    """Sees what the player sees, never more. `ranked_turns` answers at least one turn and at most as many as asked for,
    the best first."""

    ranked_turns: Callable[[Any, int], Sequence[Suggestion]]
    judge: Judge | None = None


ADVISERS: dict[str, Adviser] = {
    LeDuel.key: Adviser(le_duel.ranked_turns, Judge(le_duel.win_probability, le_duel.rated_turn)),
    TheGame.key: Adviser(the_game.ranked_turns),
}


def judge_of(game: str) -> Judge | None:
    adviser = ADVISERS.get(game)
    return None if adviser is None else adviser.judge
