"""A game's shuffles as they were dealt. A deck follows from the secret and the cuts; once a player has had their data
deleted there is no cut any more, and these orders take its place: the game can be replayed, but not verified."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from bot.games.core import Seat, Shuffle
from bot.games.registry import GAMES
from bot.store.rows import GameRow

T = TypeVar("T")
Orders = dict[str, list[int]]


def _name(deck: str, owner: Seat | None) -> str:
    return f"{deck}|{'' if owner is None else owner}"


@dataclass(frozen=True, slots=True)
class DealtShuffle:
    """Puts every deck in the order it was dealt in."""

    orders: Orders

    def __call__(self, deck: str, cards: Sequence[T], *, owner: Seat | None) -> tuple[T, ...]:
        return tuple(cards[number] for number in self.orders[_name(deck, owner)])


@dataclass(frozen=True, slots=True)
class _Noting:
    """Shuffles as another does, and remembers where each card went."""

    shuffle: Shuffle
    orders: Orders = field(default_factory=dict)

    def __call__(self, deck: str, cards: Sequence[T], *, owner: Seat | None) -> tuple[T, ...]:
        order = self.shuffle(deck, range(len(cards)), owner=owner)
        self.orders[_name(deck, owner)] = list(order)
        return tuple(cards[number] for number in order)


def orders_of(row: GameRow, shuffle: Shuffle) -> Orders:
    """Every shuffle a game began with."""
    noting, game = _Noting(shuffle), GAMES[row.game]
    game.start(len(row.seats), row.options, noting)
    game.decks(len(row.seats), noting)
    return noting.orders
