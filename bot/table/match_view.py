"""What a page is made of: an observation and what everybody knows about the game. Never a state."""

from dataclasses import dataclass
from typing import Any

from bot.games.core import AnyGame, Seat, Viewer


@dataclass(frozen=True, slots=True)
class Best:
    """The best a server's teams of one size and mode have reached."""

    game_id: int
    score: int


@dataclass(frozen=True, slots=True)
class Abandoned:
    """Who ended their team's game early, and how (TG12): resigned, left, timeout."""

    by: Seat
    how: str


@dataclass(frozen=True, slots=True)
class MatchView:
    """One viewer's sight of one game."""

    game_id: int
    revision: int
    game: AnyGame
    view: Any
    viewer: Viewer
    names: tuple[str, ...]  # by seat, as typed by their owners
    levels: tuple[str | None, ...]
    to_act: frozenset[Seat]
    deadline: int | None  # seconds since 1970
    is_rated: bool
    clock: str
    commitment: str
    reason: str | None  # once over
    winners: tuple[int, ...]
    turns: int = 0  # completed
    draw_offer: Seat | None = None
    is_reviewable: bool = False
    left: int | None = None  # cards a team had left, once its game is over and counts
    best: Best | None = None
    abandoned: Abandoned | None = None
    rating_changes: tuple[int, ...] = ()  # by seat; empty unless it is over and counted
    is_too_short: bool = False  # rated and over, but too soon to count

    @property
    def is_over(self) -> bool:
        return self.reason is not None

    @property
    def is_undecided(self) -> bool:
        """Whether several may act, and one of them has to be the one (TG3)."""
        return len(self.to_act) > 1

    def name(self, seat: Seat) -> str:
        return self.names[seat]

    @property
    def is_my_turn(self) -> bool:
        return self.viewer is not None and self.viewer in self.to_act
