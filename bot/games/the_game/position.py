"""Placement rules (TG1, TG4, TG8, TG11) from the view of the player on turn: a hand, four tops and the fires that are
due. Contains no hidden information, so computers may search it."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from bot.games.core import RuleError
from bot.games.piles import fits, is_jump

LOWEST, HIGHEST = 2, 99
CARDS = tuple(range(LOWEST, HIGHEST + 1))
UP_BASE, DOWN_BASE = 1, 100
FIRE_CARDS = frozenset({22, 33, 44, 55, 66, 77})

Tops = tuple[int, int, int, int]
BASES: Tops = (UP_BASE, UP_BASE, DOWN_BASE, DOWN_BASE)


class Pile(StrEnum):
    """Two ascending piles, then two descending ones."""

    A = "a"
    B = "b"
    C = "c"
    D = "d"

    @property
    def top_index(self) -> int:
        """Index of its top in `Tops`."""
        return ord(self) - ord("a")

    @property
    def letter(self) -> str:
        """Its display name, in text and pictures."""
        return self.value.upper()

    @property
    def is_up(self) -> bool:
        return self in (Pile.A, Pile.B)


PILES = tuple(Pile)
_GO_UP = tuple(pile.is_up for pile in PILES)


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """One card on one of the four piles."""

    card: int
    pile: Pile


@dataclass(frozen=True, slots=True)
class Position:
    """A hand, the four tops, and the piles whose fire must be covered before this turn ends (TG11)."""

    hand: tuple[int, ...]
    tops: Tops
    due: frozenset[Pile] = frozenset()

    def after(self, place: Place) -> "Position":
        """The position after a legal placement. Any card on a due pile covers its fire."""
        hand = tuple([card for card in self.hand if card != place.card])
        due = self.due - {place.pile} if self.due else self.due
        return Position(hand, covered(self.tops, place), due)


def covered(tops: Tops, place: Place) -> Tops:
    new = [*tops]
    new[place.pile.top_index] = place.card
    return (new[0], new[1], new[2], new[3])


def burning(tops: Tops) -> frozenset[Pile]:
    """TG11: the piles whose top is a fire card."""
    return frozenset(pile for pile, top in zip(PILES, tops, strict=True) if top in FIRE_CARDS)


def is_jump_back(place: Place, tops: Tops) -> bool:
    return is_jump(place.card, tops[place.pile.top_index], is_up=place.pile.is_up)


def refusal(position: Position, place: Place) -> RuleError | None:
    """Why the placement is illegal, or None."""
    top = position.tops[place.pile.top_index]
    if place.card not in position.hand:
        return RuleError("not_in_hand", card=place.card)
    if fits(place.card, top, is_up=place.pile.is_up):
        return None
    return RuleError("wrong_direction_up" if place.pile.is_up else "wrong_direction_down", card=place.card, top=top)


def legal_places(position: Position) -> Iterator[Place]:
    """Every legal single placement, by card, then by pile."""
    piles = list(zip(PILES, position.tops, _GO_UP, strict=True))
    for card in position.hand:
        for pile, top, is_up in piles:
            if fits(card, top, is_up=is_up):
                yield Place(card, pile)


def can_end(position: Position, missing: int) -> bool:
    """TG8, TG11: whether `missing` more cards can be placed in sequence with every due fire covered.

    A due pile keeps its top until it is covered, so leaving out other cards never makes a covering one illegal: if
    any sequence works, one of exactly this length does."""
    return _can_place(position, max(missing, len(position.due)))


def _can_place(position: Position, count: int) -> bool:
    if count == 0:
        return True
    has_to_cover = count == len(position.due)
    return any(
        _can_place(position.after(place), count - 1)
        for place in legal_places(position)
        if not has_to_cover or place.pile in position.due
    )


def can_place_all(position: Position) -> bool:
    """Whether the whole hand can be placed, ignoring fires."""
    layer = {Position(position.hand, position.tops)}
    for _ in position.hand:
        layer = {here.after(place) for here in layer for place in legal_places(here)}
    return bool(layer)
