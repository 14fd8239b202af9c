"""A game's shuffles stored as permutations. Decks normally follow from secret and cuts; erasing a player removes their
cut, and these orders replace it: the game can be replayed, but no longer verified."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from bot.games.core import Seat, Shuffle

T = TypeVar("T")
Orders = dict[str, list[int]]


def _name(deck: str, owner: Seat | None) -> str:
    return f"{deck}|{'' if owner is None else owner}"


@dataclass(frozen=True, slots=True)
class RecordedShuffle:
    """Returns every deck in its stored order; one that was not stored is shuffled by `otherwise`."""

    orders: Orders
    otherwise: Shuffle

    def __call__(self, deck: str, cards: Sequence[T], *, owner: Seat | None) -> tuple[T, ...]:
        order = self.orders.get(_name(deck, owner))
        return self.otherwise(deck, cards, owner=owner) if order is None else tuple(cards[number] for number in order)


@dataclass(frozen=True, slots=True)
class Shuffled:
    """One shuffle and its result, first drawn first."""

    deck: str
    owner: int | None
    result: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class RecordingShuffle:
    """Delegates to another shuffle and keeps each permutation, and each result of two cards or more. Refuses a name
    that was used before: its permutation would be the same."""

    shuffle: Shuffle
    orders: Orders = field(default_factory=dict)
    made: list[Shuffled] = field(default_factory=list)

    def __call__(self, deck: str, cards: Sequence[T], *, owner: Seat | None) -> tuple[T, ...]:
        name = _name(deck, owner)
        if name in self.orders:
            raise ValueError(f"{name} was shuffled before")
        self.orders[name] = list(self.shuffle(deck, range(len(cards)), owner=owner))
        result = tuple(cards[number] for number in self.orders[name])
        if len(cards) > 1:
            self.made.append(Shuffled(deck, owner, result))
        return result
