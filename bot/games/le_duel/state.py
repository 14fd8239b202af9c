"""Data types of Le Duel: the full `State` and the `View` one viewer gets of it. No rules; those are in `rules`."""

from dataclasses import dataclass, field
from functools import reduce

from bot.games.core import Outcome, Seat, Viewer
from bot.games.le_duel.position import DOWN_BASE, HAND_SIZE, OWN_DRAW, UP_BASE, Place, Position, Whose


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take back the last staged card (LD15)."""


@dataclass(frozen=True, slots=True)
class EndTurn:
    """Reveal the staged cards, draw, pass the turn (LD10, LD15)."""


Action = Place | TakeBack | EndTurn


def other(seat: Seat) -> Seat:
    return Seat(1 - seat)


@dataclass(frozen=True, slots=True)
class Side:
    """One player's cards as of the last completed turn. The hand is sorted; the draw pile's first is drawn first."""

    hand: tuple[int, ...]
    draw: tuple[int, ...]
    up: int = UP_BASE
    down: int = DOWN_BASE
    # Drawn last. For display only, and unknown in states that older code stored, so that it does not tell states apart.
    fresh: tuple[int, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Turn:
    """A completed turn; public (LD14)."""

    seat: Seat
    places: tuple[Place, ...]
    drawn: int
    # The tops before it, as its player sees them (`Position.tops`). For display only, as `Side.fresh`.
    before: tuple[int, int, int, int] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class State:
    """The full state. `sides` are as the turn began: staged cards (LD15) are applied when it ends."""

    sides: tuple[Side, Side]
    turn: Seat
    staged: tuple[Place, ...] = ()
    last: Turn | None = None
    turns: int = 0
    outcome: Outcome | None = None

    @property
    def position(self) -> Position:
        """The position of the player on turn, staged cards applied."""
        own, theirs = self.sides[self.turn], self.sides[other(self.turn)]
        return staged_position(own.hand, (own.up, own.down, theirs.up, theirs.down), self.staged)


def staged_position(hand: tuple[int, ...], tops: tuple[int, int, int, int], staged: tuple[Place, ...]) -> Position:
    return reduce(Position.after, staged, Position(hand, tops))


@dataclass(frozen=True, slots=True)
class SideView:
    """The public part of one side: tops, sizes (LD14), and which of its colour's cards have been played."""

    up: int
    down: int
    hand_size: int
    draw_size: int
    played: frozenset[int]
    hand: tuple[int, ...] | None = None  # its own player only; everyone once the game is over
    fresh: tuple[int, ...] = ()  # of the hand, those drawn last; its own player only


@dataclass(frozen=True, slots=True)
class View:
    """What one viewer may see."""

    viewer: Viewer
    sides: tuple[SideView, SideView]
    turn: Seat
    staged: tuple[Place, ...]  # empty unless the viewer is on turn
    last: Turn | None
    turns: int
    outcome: Outcome | None
    is_over: bool  # by the rules or by the referee (LD17)

    @property
    def is_on_turn(self) -> bool:
        return self.viewer == self.turn and not self.is_over

    @property
    def position(self) -> Position:
        """The viewer's position, staged cards applied. The viewer must have a seat."""
        if self.viewer is None:
            raise ValueError("a spectator has no hand")
        own, theirs = self.sides[self.viewer], self.sides[other(self.viewer)]
        return staged_position(own.hand or (), (own.up, own.down, theirs.up, theirs.down), self.staged)

    @property
    def draws_at_end(self) -> int:
        """Cards drawn if the turn ended now (LD10)."""
        own = self.sides[self.turn]
        return cards_drawn(len(self.position.hand), own.draw_size, self.staged)


def cards_drawn(hand_left: int, draw_left: int, places: tuple[Place, ...]) -> int:
    """LD10: two, or back up to six after a card on the opponent's side; limited by the draw pile (LD11)."""
    has_helped = any(place.whose is Whose.THEIRS for place in places)
    return min(draw_left, HAND_SIZE - hand_left if has_helped else OWN_DRAW)
