"""What a game of Le Duel is (`State`) and what somebody may see of it (`View`). Data only; the rules are in `rules`."""

from dataclasses import dataclass
from functools import reduce

from bot.games.core import Outcome, Seat, Viewer
from bot.games.le_duel.position import DOWN_BASE, HAND_SIZE, OWN_DRAW, UP_BASE, Place, Position, Whose


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Takes the last staged card back (LD15)."""


@dataclass(frozen=True, slots=True)
class EndTurn:
    """Makes the staged cards public, draws, passes the turn (LD10, LD15)."""


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


@dataclass(frozen=True, slots=True)
class Turn:
    """A completed turn, which everyone saw (LD14)."""

    seat: Seat
    places: tuple[Place, ...]
    drawn: int


@dataclass(frozen=True, slots=True)
class State:
    """The whole truth. `sides` stand as the turn began: staged cards (LD15) lie beside them until it ends."""

    sides: tuple[Side, Side]
    turn: Seat
    staged: tuple[Place, ...] = ()
    last: Turn | None = None
    turns: int = 0
    outcome: Outcome | None = None

    @property
    def position(self) -> Position:
        """What the player on turn has before them, staged cards included."""
        own, theirs = self.sides[self.turn], self.sides[other(self.turn)]
        return staged_position(own.hand, (own.up, own.down, theirs.up, theirs.down), self.staged)


def staged_position(hand: tuple[int, ...], tops: tuple[int, int, int, int], staged: tuple[Place, ...]) -> Position:
    return reduce(Position.after, staged, Position(hand, tops))


@dataclass(frozen=True, slots=True)
class SideView:
    """What everybody may know of one side: tops, sizes (LD14), and which of its colour's cards have been played."""

    up: int
    down: int
    hand_size: int
    draw_size: int
    played: frozenset[int]
    hand: tuple[int, ...] | None = None  # its own player's eyes only, everyone's once the game is over


@dataclass(frozen=True, slots=True)
class View:
    """What one viewer may see."""

    viewer: Viewer
    sides: tuple[SideView, SideView]
    turn: Seat
    staged: tuple[Place, ...]  # empty for everyone but the player on turn
    last: Turn | None
    turns: int
    outcome: Outcome | None
    is_over: bool  # by the rules, or because the referee ended it (LD17)

    @property
    def is_on_turn(self) -> bool:
        return self.viewer == self.turn and not self.is_over

    @property
    def position(self) -> Position:
        """What the viewer, who must sit at the table, has before them."""
        if self.viewer is None:
            raise ValueError("a spectator has no hand")
        own, theirs = self.sides[self.viewer], self.sides[other(self.viewer)]
        return staged_position(own.hand or (), (own.up, own.down, theirs.up, theirs.down), self.staged)

    @property
    def draws_at_end(self) -> int:
        """How many cards ending the turn now would bring (LD10)."""
        own = self.sides[self.turn]
        return cards_drawn(len(self.position.hand), own.draw_size, self.staged)


def cards_drawn(hand_left: int, draw_left: int, places: tuple[Place, ...]) -> int:
    """LD10: two, or back up to six after a card on the opponent's side; as far as the draw pile reaches (LD11)."""
    has_helped = any(place.whose is Whose.THEIRS for place in places)
    return min(draw_left, HAND_SIZE - hand_left if has_helped else OWN_DRAW)
