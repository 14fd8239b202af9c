"""A game's shuffles stored as permutations. Decks normally follow from secret and cuts; erasing a player removes their
cut, and these orders replace it: the game can be replayed, but no longer verified."""

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
class RecordedShuffle:
    """Returns every deck in its stored order."""

    orders: Orders

    def __call__(self, deck: str, cards: Sequence[T], *, owner: Seat | None) -> tuple[T, ...]:
        return tuple(cards[number] for number in self.orders[_name(deck, owner)])


@dataclass(frozen=True, slots=True)
class _RecordingShuffle:
    """Delegates to another shuffle and stores each permutation."""

    shuffle: Shuffle
    orders: Orders = field(default_factory=dict)

    def __call__(self, deck: str, cards: Sequence[T], *, owner: Seat | None) -> tuple[T, ...]:
        order = self.shuffle(deck, range(len(cards)), owner=owner)
        self.orders[_name(deck, owner)] = list(order)
        return tuple(cards[number] for number in order)


def shuffle_orders(row: GameRow, shuffle: Shuffle) -> Orders:
    """The permutation of every shuffle at the start of a game."""
    recording, game = _RecordingShuffle(shuffle), GAMES[row.game]
    game.rules.start(len(row.seats), row.options, recording)
    return recording.orders
