"""Placement on ascending and descending piles, shared by the games that have them. No other rule of a game."""

from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

JUMP = 10
QUICK = 4  # placements that get buttons of their own


class _Placed(Protocol):
    @property
    def card(self) -> int: ...


P = TypeVar("P", bound=_Placed)


def fits(card: int, top: int, *, is_up: bool) -> bool:
    """LD6, TG4: further along, or exactly ten back."""
    if is_up:
        return card > top or card == top - JUMP
    return card < top or card == top + JUMP


def is_jump(card: int, top: int, *, is_up: bool) -> bool:
    """LD6, TG4: exactly ten back."""
    return card == (top - JUMP if is_up else top + JUMP)


def change(card: int, top: int) -> str:
    """How a card changes the pile it is put on, as people read it: `+4`, `−18`."""
    return f"{card - top:+d}".replace("-", "−")


def cost(card: int, top: int, *, is_up: bool) -> int:
    """How many numbers a pile loses to a card put on it; ten are gained by a jump."""
    return card - top if is_up else top - card


def cheapest(places: Iterable[P], cost_of: Callable[[P], int]) -> tuple[P, ...]:
    """The cheapest placements, each card once."""
    by_card: dict[int, P] = {}
    for place in sorted(places, key=cost_of):
        by_card.setdefault(place.card, place)
    return tuple(by_card.values())[:QUICK]
