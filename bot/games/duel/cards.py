"""What a card is, and a set of cards with its starter decks (DU2). `loader` reads them from a file."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.games.core import Deck
from bot.games.duel.language import Instruction, Move, Pile, Who, names_opponent

BLOOD, EQUIPMENT, STRATEGY = "blood", "equipment", "strategy"
ONE_HAND, TWO_HANDS, FAMILIAR = "one_hand", "two_hands", "familiar"
HEARD_ON_TABLE = ("turn_start", "turn_end", "card_played", "card_wounded")
HEARD_ANYWHERE = ("this_wounded", "this_thrown")
DECK_SIZE = 25
FORMATS = ("standard", "free")
MOST_OF_A_CARD = 3  # in format standard


@dataclass(frozen=True, slots=True)
class When:
    """DU22, DU24: an effect that happens by itself, at most `most` times a turn."""

    event: str
    effect: tuple[Instruction, ...]
    who: Who = Who.PLAYER
    type: str | None = None
    most: int = 1


@dataclass(frozen=True, slots=True)
class Instead:
    """DU25: one's card goes to the discard instead of the wounds; `source` is a pile it must come from."""

    source: Pile | None = None
    most: int = 1


@dataclass(frozen=True, slots=True)
class Modify:
    draw: int = 0
    limit: int = 0
    cost: Mapping[str, int] = field(default_factory=dict)  # by type of card; bare numbers only (DU13)


@dataclass(frozen=True, slots=True)
class Card:
    id: str
    names: Mapping[str, str]  # by language
    type: str
    cost: int | tuple[Move, ...] = 0
    effect: tuple[Instruction, ...] = ()
    is_reflex: bool = False
    is_unique: bool = False
    slot: str | None = None
    hp: int = 0
    aim: str = "attack"
    when: tuple[When, ...] = ()
    instead: tuple[Instead, ...] = ()
    modify: Modify | None = None

    @property
    def is_blood(self) -> bool:
        return self.type == BLOOD

    @property
    def names_opponent(self) -> bool:
        return names_opponent(self.effect)

    @property
    def aims_like(self) -> str:
        """DU40: equipment aims like an attack unless it says otherwise."""
        return self.aim if self.type == EQUIPMENT else self.type

    def is_a(self, kind: str) -> bool:
        """Whether it is of this type or slot."""
        return kind in (self.type, self.slot)


@dataclass(frozen=True, slots=True)
class Starter:
    names: Mapping[str, str]
    deck: Deck


@dataclass(frozen=True, slots=True)
class CardSet:
    name: str
    version: int
    cards: Mapping[str, Card]
    starters: Mapping[str, Starter]
