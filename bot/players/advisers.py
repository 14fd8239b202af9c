"""Game → what a computer would advise, for hints and reviews. A game without a line here has neither."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from bot.games.core import Phrase
from bot.games.le_duel.game import LeDuel
from bot.players.le_duel import advice


class Suggestion(Protocol):
    """A turn as records write it, the chance to win with it, and what speaks for it."""

    @property
    def turn(self) -> str: ...

    @property
    def chance(self) -> float: ...

    @property
    def reason(self) -> Phrase: ...


@dataclass(frozen=True, slots=True)
class Adviser:
    """Sees what the player sees, never more."""

    win_probability: Callable[[Any], float]
    ranked_turns: Callable[[Any, int], Sequence[Suggestion]]
    rated_turn: Callable[[Any, str], float]


ADVISERS: dict[str, Adviser] = {
    LeDuel.key: Adviser(advice.win_probability, advice.ranked_turns, advice.rated_turn),
}
