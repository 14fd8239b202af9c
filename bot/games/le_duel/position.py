"""Placement rules (LD5 to LD9) from the view of the player on turn: a hand and four tops. Contains no hidden
information, so computers may search it."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from bot.games import piles
from bot.games.core import RuleError

LOWEST, HIGHEST = 2, 59
CARDS = tuple(range(LOWEST, HIGHEST + 1))  # LD1
UP_BASE, DOWN_BASE = 1, 60
HAND_SIZE = 6  # LD3
MINIMUM = 2  # LD5
OWN_DRAW = 2  # LD10


class Pile(StrEnum):
    UP = "^"
    DOWN = "v"


class Whose(StrEnum):
    OWN = "A"
    THEIRS = "E"


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """One card on one of the four piles, relative to the player on turn."""

    card: int
    pile: Pile
    whose: Whose

    @property
    def top_index(self) -> int:
        """Index into `Position.tops` of the pile this covers."""
        return (self.whose is Whose.THEIRS) * 2 + (self.pile is Pile.DOWN)


PILES = tuple((pile, whose) for whose in Whose for pile in Pile)
_PLACES = {card: tuple(Place(card, pile, whose) for pile, whose in PILES) for card in CARDS}  # shared: created once


@dataclass(frozen=True, slots=True)
class Position:
    """A hand and the tops: own ascending, own descending, theirs ascending, theirs descending."""

    hand: tuple[int, ...]
    tops: tuple[int, int, int, int]
    has_helped: bool = False  # LD8: one card a turn on the opponent's side

    def after(self, place: Place) -> "Position":
        """The position after a legal placement."""
        at = self.hand.index(place.card)
        own_up, own_down, their_up, their_down = self.tops
        match place.top_index:
            case 0:
                tops = (place.card, own_down, their_up, their_down)
            case 1:
                tops = (own_up, place.card, their_up, their_down)
            case 2:
                tops = (own_up, own_down, place.card, their_down)
            case _:
                tops = (own_up, own_down, their_up, place.card)
        return Position(self.hand[:at] + self.hand[at + 1 :], tops, self.has_helped or place.whose is Whose.THEIRS)


def is_jump(place: Place, top: int) -> bool:
    """LD6: exactly ten back, own side only."""
    return place.whose is Whose.OWN and piles.is_jump(place.card, top, is_up=place.pile is Pile.UP)


def fits_own(card: int, top: int, pile: Pile) -> bool:
    """LD6, LD7."""
    return piles.fits(card, top, is_up=pile is Pile.UP)


def improves(card: int, top: int, pile: Pile) -> bool:
    """LD8. Cards lie strictly between the bases, so a base can never be improved."""
    return card < top if pile is Pile.UP else card > top


_WRONG_DIRECTION = {Pile.UP: "wrong_direction_up", Pile.DOWN: "wrong_direction_down"}
_DOES_NOT_IMPROVE = {Pile.UP: "does_not_improve_up", Pile.DOWN: "does_not_improve_down"}


def refusal(position: Position, place: Place) -> RuleError | None:
    """Why the placement is illegal, or None."""
    top = position.tops[place.top_index]
    if place.card not in position.hand:
        return RuleError("not_in_hand", card=place.card)
    if place.whose is Whose.OWN:
        if fits_own(place.card, top, place.pile):
            return None
        return RuleError(_WRONG_DIRECTION[place.pile], card=place.card, top=top)
    if position.has_helped:
        return RuleError("one_card_on_their_side", card=place.card)
    if improves(place.card, top, place.pile):
        return None
    if top in (UP_BASE, DOWN_BASE):
        return RuleError("base_cannot_be_improved", card=place.card)
    return RuleError(_DOES_NOT_IMPROVE[place.pile], card=place.card, top=top)


def legal_places(position: Position) -> Iterator[Place]:
    """Every legal single placement, by card, own side first."""
    own_up, own_down, their_up, their_down = position.tops
    for card in position.hand:
        on_own_up, on_own_down, on_their_up, on_their_down = _PLACES[card]
        if fits_own(card, own_up, Pile.UP):
            yield on_own_up
        if fits_own(card, own_down, Pile.DOWN):
            yield on_own_down
        if not position.has_helped:
            if card < their_up:
                yield on_their_up
            if card > their_down:
                yield on_their_down


def can_place(position: Position, count: int) -> bool:
    """LD13: whether `count` cards can be placed in sequence; one placement may enable the next."""
    if count == 0:
        return True
    return any(can_place(position.after(place), count - 1) for place in legal_places(position))
