"""The input of a game's pages: one viewer's observation and the public facts of the match. No state may enter."""

from dataclasses import dataclass
from typing import Any

from bot.games.core import AnyGame, Deck, Phrase, Seat, Viewer


@dataclass(frozen=True, slots=True)
class Best:
    """The best score in a server for a team size and mode."""

    game_id: int
    score: int


@dataclass(frozen=True, slots=True)
class Abandoned:
    """Which seat ended a team's game early, and how (TG12): resigned, left, timeout."""

    by: Seat
    how: str


@dataclass(frozen=True, slots=True)
class MatchView:
    """One match as one viewer may see it."""

    game_id: int
    revision: int  # for a spectator the newest that changed the public view
    game: AnyGame
    view: Any
    viewer: Viewer
    names: tuple[str, ...]  # by seat, unescaped
    levels: tuple[str | None, ...]
    to_act: frozenset[Seat]
    deadline: int | None  # seconds since 1970
    is_rated: bool
    clock: str
    commitment: str
    cuts: tuple[str, ...]  # by seat, empty where none was typed; no cuts in games of an older scheme
    reason: str | None  # None while the game runs
    winners: tuple[int, ...]
    turns: int = 0  # completed
    draw_offers: tuple[Seat, ...] = ()  # who wants a draw
    is_reviewable: bool = False
    left: int | None = None  # cards left, once a team's game is over and counts
    best: Best | None = None
    abandoned: Abandoned | None = None
    ratings: tuple[str, ...] = ()  # by seat, the new one with its change; empty unless over and counted
    is_too_short: bool = False  # rated, but ended too early to count
    absent: tuple[Seat, ...] = ()  # whose players left, while the others decide whether a computer plays on
    agreed: int = 0  # how many of them agree
    deciding: int = 0
    decks: tuple[Deck, ...] = ()  # by seat, where decks are brought
    has_hint: bool = False  # the viewer may ask for one now
    since: tuple[Phrase, ...] = ()  # what several others did since the viewer's last turn
    is_detailed: bool = False  # the viewer wants the whole text beside a picture

    @property
    def is_over(self) -> bool:
        return self.reason is not None

    @property
    def is_undecided(self) -> bool:
        """Whether several may act, and the first to act takes the turn (TG3)."""
        return len(self.to_act) > 1

    def name(self, seat: Seat) -> str:
        return self.names[seat]

    @property
    def is_my_turn(self) -> bool:
        return self.viewer is not None and self.viewer in self.to_act
