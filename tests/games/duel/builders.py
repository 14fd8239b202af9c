"""Builds states of DUEL for tests, and plays actions on them. Piles are written as ids, the top one first."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any, TypeVar

import pytest

from bot.games.core import RuleError, Seat
from bot.games.duel import rules
from bot.games.duel.cards import CardSet
from bot.games.duel.loader import read_set
from bot.games.duel.notation import notate, parse_all
from bot.games.duel.sets import FOLDER, current_set
from bot.games.duel.state import Action, Equipped, Phase, Side, State

T = TypeVar("T")
BASE = (FOLDER / "base.toml").read_text(encoding="utf-8")
BLOOD = "quick-blood"

# Cards for what no card of the base set does
EXTRA = """
[card.pickpocket]
en = "Pickpocket"
fr = "Tire-laine"
type = "strategy"
cost = 0
effect = ["opponent throws and discards 1 chosen by player"]

[card.armoury]
en = "Armoury"
fr = "Armurerie"
type = "strategy"
cost = 0
effect = ["player draws and equips 2"]

[card.outfit]
en = "Outfit"
fr = "Attirail"
type = "strategy"
cost = 0
effect = ["player throws and equips 2"]

[card.fumble]
en = "Fumble"
fr = "Maladresse"
type = "strategy"
cost = 0
effect = ["opponent throws and discards 2 at random"]

[card.rust]
en = "Rust"
fr = "Rouille"
type = "attack"
cost = 0
effect = ["opponent strips and wounds all"]

[card.burial]
en = "Burial"
fr = "Enfouir"
type = "defence"
cost = 0
effect = ["player throws and refills 2"]

[card.whim]
en = "Whim"
fr = "Caprice"
type = "strategy"
cost = 0
effect = [{ choose = [["player draws and keeps 1"], []] }]

[card.gambit]
en = "Gambit"
fr = "Gambit"
type = "strategy"
cost = 0
effect = ["opponent throws and discards 1", { choose = [["player draws and keeps 1"], []] }]

[card.price]
en = "Price"
fr = "Prix"
type = "strategy"
cost = ["player throws and discards 1 attack", "player strips and discards 1", "player heals and discards 1"]
effect = ["player draws and keeps 1"]

[card.swap]
en = "Swap"
fr = "Troc"
type = "strategy"
cost = ["player throws and discards 1", "player strips and discards 1"]
effect = ["player shuffles"]

[card.mirror]
en = "Mirror"
fr = "Miroir"
type = "attack"
cost = 0
effect = [{ if = "opponent.hand <= 2", then = ["player draws and keeps 1"], else = ["opponent draws and discards 1"] }]

[card.watch]
en = "Watch"
fr = "Guet"
type = "equipment"
slot = "head"
cost = 0
when = [
    { event = "card_wounded", who = "opponent", effect = ["opponent throws and discards 1"] },
    { event = "turn_start", who = "opponent", effect = ["opponent draws and discards 1"] },
]

[card.storm]
en = "Storm"
fr = "Orage"
type = "attack"
cost = 0
effect = ["opponent draws and wounds 9"]

[card.charm]
en = "Charm"
fr = "Talisman"
type = "equipment"
slot = "ring"
cost = 0
effect = ["opponent draws and discards 1"]
modify = { draw = -5 }
"""


class Dice:
    """A shuffle by name, which notes what was shuffled and refuses a name it has had."""

    def __init__(self, seed: str = "") -> None:
        self.seed = seed
        self.asked: dict[tuple[str, int | None], tuple[Any, ...]] = {}

    def __call__(self, deck: str, cards: Sequence[T], *, owner: Seat | None) -> tuple[T, ...]:
        assert (deck, owner) not in self.asked
        assert len(cards) > 1
        self.asked[deck, owner] = tuple(cards)
        return tuple(random.Random(f"{self.seed} {deck} {owner}").sample(list(cards), len(cards)))


def with_extra_cards(patch: pytest.MonkeyPatch) -> CardSet:
    """The base set and those above, for everything that looks cards up."""
    cards = read_set(BASE.replace("[deck.blade]", EXTRA + "\n[deck.blade]"))
    for module in ("table", "screen", "story"):
        patch.setattr(f"bot.games.duel.{module}.set_of", lambda _version: cards)
    for module in ("rules", "decks"):
        patch.setattr(f"bot.games.duel.{module}.current_set", lambda: cards)
    patch.setattr("bot.games.duel.notation._ids", lambda: {card: card for card in cards.cards})
    return cards


def side(
    hand: str = "", draw: str = "", discard: str = "", equipment: str = "", wounds: str = "", *, blood: int = 3,
    begun: bool = True, first_at: int = 1,
) -> Side:  # fmt: skip
    """Some blood lies at the bottom of the draw pile, so that nobody loses by accident."""
    cards = [*draw.split(), *([BLOOD] * blood)]
    piles = [*hand.split(), *cards, *discard.split(), *equipment.split(), *wounds.split()]
    gear = tuple(Equipped(card, at, (0,) * slots_of(card)) for at, card in enumerate(equipment.split(), start=first_at))
    return Side(
        deck=tuple(sorted(Counter(piles).items())),
        draw=tuple((card, 0) for card in reversed(cards)),
        hand=tuple(sorted(hand.split())),
        discard=tuple((card, 0) for card in reversed(discard.split())),
        equipment=gear,
        wounds=tuple(reversed(wounds.split())),
        has_begun=begun,
    )


def slots_of(card: str) -> int:
    known = current_set().cards.get(card)
    return 2 if known is None else len(known.when) + len(known.instead)


def state(*sides: Side, phase: Phase = Phase.PLAY, turn: int = 0, **values: Any) -> State:
    """Seat 0 starts and is on turn."""
    numbers = [gear.at for one in sides for gear in one.equipment]
    return State(
        version=current_set().version,
        form="standard",
        sides=sides,
        first=Seat(0),
        turn=Seat(turn),
        phase=phase,
        equips=max(numbers, default=0),
        **values,
    )


def do(start: State, *texts: str, dice: Dice | None = None) -> State:
    """Play these actions, each by the seat that must decide."""
    dice = dice or Dice()
    for text in texts:
        (seat,) = rules.to_act(start)
        (action,) = parse_all(text)
        start = rules.apply(start, seat, action, dice)
    return start


def refused(start: State, text: str | Action) -> str:
    (seat,) = rules.to_act(start)
    action = parse_all(text)[0] if isinstance(text, str) else text
    with pytest.raises(RuleError) as caught:
        rules.apply(start, seat, action, Dice())
    return caught.value.code


def awaited(start: State) -> int:
    (seat,) = rules.to_act(start)
    return seat


def legal(start: State) -> list[str]:
    return [notate(action) for action in rules.legal(start, Seat(awaited(start)))]


def hand(start: State, seat: int) -> list[str]:
    return list(start.sides[seat].hand)


def draw(start: State, seat: int) -> list[str]:
    return [card for card, _ in reversed(start.sides[seat].draw)]


def discard(start: State, seat: int) -> list[str]:
    return [card for card, _ in reversed(start.sides[seat].discard)]


def wounds(start: State, seat: int) -> list[str]:
    return list(reversed(start.sides[seat].wounds))


def gear(start: State, seat: int) -> list[str]:
    return [one.card for one in start.sides[seat].equipment]
