"""The cards on the table in the second reading of DUEL: each seat's five piles, questions, and the source of shuffles.

Nothing of `bot` may enter: the two readings must stay independent.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from tests.games.duel.second_reading.cards import Card, Cards

HAND_LIMIT, DEALT, DRAWN = 10, 5, 5
MOST_PLAYS, MOST_TRIGGERS = 25, 100  # DU19
SUDDEN_DEATH = 21  # DU36: the round


class Dealer(Protocol):
    """Shuffles. `kind` is `draw` or `seats` at the start, later `again` (a draw pile) or `pick` (at random)."""

    def shuffle(self, kind: str, owner: int | None, cards: Sequence[str]) -> list[str]: ...


@dataclass(eq=False)
class Piece:
    """A card lying in the equipment. Equipped again, it is another piece, with counts of its own (DU24)."""

    card: Card
    number: int  # order of equipping, all seats together
    hits: int = 0  # DU28: this turn's count against a familiar
    acted: Counter[str] = field(default_factory=Counter)  # this turn, by key of its triggers and replacements

    def start_turn(self) -> None:
        self.hits = 0
        self.acted.clear()


@dataclass(eq=False)
class Side:
    """One seat's cards, by id. The draw pile lists the next card first; discard and wounds list their top last."""

    seat: int
    deck: Counter[str]
    bloods: int
    draw: list[str] = field(default_factory=list)
    hand: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    equipment: list[Piece] = field(default_factory=list)
    wounds: list[str] = field(default_factory=list)
    held: list[str] = field(default_factory=list)  # being played or moved: in no pile
    acted: Counter[tuple[str, int]] = field(default_factory=Counter)  # `this_` triggers this turn, by card and index
    is_out: bool = False

    def pile(self, name: str) -> list[str]:
        """The ids in a pile; of the equipment a copy."""
        if name == "equipment":
            return [piece.card.id for piece in self.equipment]
        piles = {"draw": self.draw, "hand": self.hand, "discard": self.discard, "wounds": self.wounds}
        return piles[name]

    def all_cards(self) -> Counter[str]:
        piles = (self.draw, self.hand, self.discard, self.wounds, self.held, self.pile("equipment"))
        return Counter(card_id for pile in piles for card_id in pile)

    @property
    def limit(self) -> int:
        return HAND_LIMIT + sum(piece.card.more_limit for piece in self.equipment)

    @property
    def familiar(self) -> Piece | None:
        return next((piece for piece in self.equipment if piece.card.slot == "familiar"), None)

    def clear(self) -> None:
        """DU41: the cards leave the game."""
        for pile in (self.draw, self.hand, self.discard, self.wounds, self.held):
            pile.clear()
        self.equipment.clear()


def side_of(seat: int, deck: Mapping[str, int], cards: Cards) -> Side:
    bloods = sum(copies for card_id, copies in deck.items() if cards[card_id].type == "blood")
    return Side(seat, Counter(dict(deck)), bloods)


@dataclass(frozen=True)
class Question:
    """What a seat is asked. If one of the seats in `about` goes out, the question is void."""

    kind: str  # act, take, option, target
    seat: int
    about: frozenset[int]
    cards: tuple[str, ...] = ()  # take: the candidates
    number: int = 0  # take: how many; option: of how many
    is_reflex: bool = False  # act: the reflex phase


@dataclass(frozen=True)
class Source:
    """Where an effect comes from: whose it is, whom it means by opponent, the card, and the piece if it is equipped."""

    player: int
    opponent: int
    card: Card
    piece: Piece | None = None

    def seat(self, subject: str) -> int:
        return self.player if subject == "player" else self.opponent


def contains(cards: Iterable[str], some: Iterable[str]) -> bool:
    """Whether `some` can be taken from `cards`, copies counted."""
    return Counter(some) <= Counter(cards)


def fits(card: Card, wanted: str) -> bool:
    """Whether a card passes a filter that is a type or a slot."""
    return not wanted or wanted in (card.type, card.slot)
