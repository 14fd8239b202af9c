"""Data types of The Game: the full `State` and the `View` one viewer gets of it. No rules; those are in `rules`."""

from dataclasses import dataclass, field
from enum import StrEnum
from functools import reduce

from bot.games.core import Outcome, Seat, Viewer
from bot.games.the_game.position import BASES, Pile, Place, Position, Tops, burning


@dataclass(frozen=True, slots=True)
class Claim:
    """Take the first turn of the game (TG3)."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take back the last staged card (TG12)."""


@dataclass(frozen=True, slots=True)
class EndTurn:
    """Reveal the staged cards, draw, pass the turn (TG6, TG12)."""


class Plea(StrEnum):
    """The two requests a signal can make (TG9)."""

    KEEP_OFF = "!"
    NO_BIG_JUMP = "~"


@dataclass(frozen=True, slots=True)
class Signal:
    """Send a request about a pile to the other players (TG9)."""

    plea: Plea
    pile: Pile


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Withdraw one's own signal about a pile (TG9)."""

    pile: Pile


Action = Place | TakeBack | EndTurn | Claim | Signal | Withdraw


@dataclass(frozen=True, slots=True)
class Sent:
    """An active signal; a seat has at most one per pile."""

    seat: Seat
    signal: Signal


@dataclass(frozen=True, slots=True)
class Mode:
    """TG10, TG11."""

    is_expert: bool = False
    has_fewer: bool = False
    is_on_fire: bool = False

    def minimum(self, draw_size: int) -> int:
        """TG4, TG7, TG10: cards to place in a turn that starts with this draw pile size."""
        if draw_size == 0:
            return 1
        return 3 if self.is_expert else 2

    def hand_size(self, seats: int) -> int:
        """TG2, TG10."""
        return {1: 8, 2: 7}.get(seats, 6) - self.has_fewer

    def position(self, hand: tuple[int, ...], tops: Tops, staged: tuple[Place, ...]) -> Position:
        """TG11: every fire burning as a turn starts was lit in the turn before, so all are due."""
        due = burning(tops) if self.is_on_fire else frozenset()
        return reduce(Position.after, staged, Position(hand, tops, due))


@dataclass(frozen=True, slots=True)
class Turn:
    """A completed turn; public."""

    seat: Seat
    places: tuple[Place, ...]
    drawn: int
    is_claimed: bool  # whether it began with a claim (TG3)
    # The tops before it. For display only, and unknown in states that older code stored, so that it does not tell
    # states apart.
    before: Tops | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class State:
    """The full state. Hands and tops are as the turn began: staged cards (TG12) are applied when it ends. Hands are
    sorted; the draw pile's first is drawn first."""

    mode: Mode
    hands: tuple[tuple[int, ...], ...]
    draw: tuple[int, ...]
    lot: Seat | None  # who starts if no one claims the first turn (TG3); None if fixed by option
    turn: Seat | None = None  # None until the first turn is claimed
    tops: Tops = BASES
    staged: tuple[Place, ...] = ()
    signals: tuple[Sent, ...] = ()  # by seat, then by pile
    last: Turn | None = None
    turns: int = 0
    outcome: Outcome | None = None
    fresh: tuple[tuple[int, ...], ...] = field(default=(), compare=False)  # by seat, drawn last; as `Turn.before`

    @property
    def minimum(self) -> int:
        return self.mode.minimum(len(self.draw))

    @property
    def is_last_hand(self) -> bool:
        """Whether only one player still holds cards and none can be drawn."""
        return not self.draw and sum(map(bool, self.hands)) == 1

    @property
    def position(self) -> Position:
        """The position of the player on turn, staged cards applied."""
        if self.turn is None:
            raise ValueError("nobody is on turn")
        return self.mode.position(self.hands[self.turn], self.tops, self.staged)


@dataclass(frozen=True, slots=True)
class View:
    """What one viewer may see. Placed cards are public, though tables show only tops (TG5)."""

    viewer: Viewer
    mode: Mode
    hand_sizes: tuple[int, ...]
    hands: tuple[tuple[int, ...] | None, ...]  # the viewer's own; all once the game is over
    draw_size: int
    played: frozenset[int]
    lot: Seat | None
    turn: Seat | None
    tops: Tops
    staged: tuple[Place, ...]  # empty unless the viewer is on turn
    signals: tuple[Sent, ...]
    last: Turn | None
    turns: int
    outcome: Outcome | None
    is_over: bool  # by the rules or by the referee
    fresh: tuple[int, ...] = ()  # of the viewer's hand, those drawn last

    @property
    def is_on_turn(self) -> bool:
        return self.turn is not None and self.viewer == self.turn and not self.is_over

    @property
    def minimum(self) -> int:
        return self.mode.minimum(self.draw_size)

    @property
    def is_last_hand(self) -> bool:
        """Whether only one player still holds cards and none can be drawn."""
        return not self.draw_size and sum(map(bool, self.hand_sizes)) == 1

    @property
    def cards_left(self) -> int:
        """TG8: the current score."""
        return sum(self.hand_sizes) + self.draw_size

    @property
    def position(self) -> Position:
        """The viewer's position, staged cards applied. The viewer must have a seat."""
        if self.viewer is None:
            raise ValueError("a spectator has no hand")
        return self.mode.position(self.hands[self.viewer] or (), self.tops, self.staged)

    @property
    def draws_at_end(self) -> int:
        """Cards drawn if the turn ended now (TG6)."""
        return min(len(self.staged), self.draw_size)
