"""The card language of DUEL, read from TOML: the second reading's own parser.

Nothing of `bot` may enter: the two readings must stay independent.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

SUBJECTS = ("player", "opponent")
TYPES = ("attack", "defence", "strategy", "equipment", "blood")
SLOTS = ("one_hand", "two_hands", "armour", "boots", "familiar", "stance", "ring", "cloak", "head")
PILES = ("draw", "hand", "discard", "equipment", "wounds")
PUBLIC_PILES = ("equipment", "wounds")
TAKES = {"draws": "draw", "throws": "hand", "recovers": "discard", "strips": "equipment", "heals": "wounds"}
PUTS = {"refills": "draw", "keeps": "hand", "discards": "discard", "equips": "equipment", "wounds": "wounds"}
CHOSEN = ("hand", "equipment")  # piles from which a card is chosen; of the others the top is taken
EQUIPMENT_EVENTS = ("turn_start", "turn_end", "card_played", "card_wounded")
OWN_EVENTS = ("this_wounded", "this_thrown")

_KEYS = {
    *("en", "fr", "type", "cost", "effect", "reflex", "unique", "slot", "hp", "aim", "when", "instead", "modify"),
}
_FILTERS = ("this card", *TYPES, *SLOTS)
_MODES = ("at random", "chosen by player", "chosen by opponent")
_PHRASE = re.compile(
    rf"(?P<subject>{'|'.join(SUBJECTS)}) (?P<take>{'|'.join(TAKES)}) and (?P<put>{'|'.join(PUTS)}) (?P<number>\d+|all)"
    rf"(?: (?P<filter>{'|'.join(_FILTERS)}))?(?: (?P<mode>{'|'.join(_MODES)}))?"
)
_COUNT = re.compile(rf"({'|'.join(SUBJECTS)})\.({'|'.join(PILES)})(?:\.({'|'.join((*TYPES, *SLOTS))}))?")


class CardError(ValueError):
    """A card that is not in the card language: its id and what is wrong."""


@dataclass(frozen=True)
class Move:
    """One phrase: `number` cards, or all of them where it is None, go from pile `take` to pile `put` of the subject."""

    subject: str
    take: str
    put: str
    number: int | None
    filter: str = ""
    mode: str = ""


@dataclass(frozen=True)
class ShuffleDraw:
    """`player shuffles`: the player's draw pile."""


@dataclass(frozen=True)
class Count:
    subject: str
    pile: str
    filter: str = ""


@dataclass(frozen=True)
class If:
    left: Count
    sign: str
    right: Count | int
    then: tuple["Instruction", ...]
    otherwise: tuple["Instruction", ...]


@dataclass(frozen=True)
class Choose:
    branches: tuple[tuple["Instruction", ...], ...]
    who: str


@dataclass(frozen=True)
class Times:
    count: Count
    body: tuple["Instruction", ...]


Instruction = Move | ShuffleDraw | If | Choose | Times
Effect = tuple[Instruction, ...]


@dataclass(frozen=True)
class When:
    event: str
    effect: Effect
    who: str = "player"
    type: str = ""
    max: int = 1


@dataclass(frozen=True)
class Instead:
    source: str = ""
    max: int = 1


@dataclass(frozen=True)
class Card:
    id: str
    type: str
    cost: int | tuple[Move, ...] = 0
    effect: Effect = ()
    is_reflex: bool = False
    is_unique: bool = False
    slot: str = ""
    hp: int = 0
    aim: str = "attack"
    when: tuple[When, ...] = ()
    instead: tuple[Instead, ...] = ()
    more_draw: int = 0
    more_limit: int = 0
    more_cost: Mapping[str, int] = field(default_factory=dict)

    @property
    def is_plain_blood(self) -> bool:
        return self.type == "blood" and not self.is_unique and not self.when


Cards = Mapping[str, Card]


def load_cards(*paths: Path) -> dict[str, Card]:
    """Every card of these files."""
    cards: dict[str, Card] = {}
    for path in paths:
        cards |= read_cards(path.read_text(encoding="utf-8"))
    return cards


def read_cards(text: str) -> dict[str, Card]:
    """Every card of this TOML text, by id."""
    return {card_id: read_card(card_id, raw) for card_id, raw in tomllib.loads(text).get("card", {}).items()}


def read_card(card_id: str, raw: Mapping[str, Any]) -> Card:
    try:
        card = _card(card_id, raw)
        _check(card, raw)
    except (CardError, KeyError, TypeError) as error:
        raise CardError(f"card {card_id}: {error}") from error
    return card


def read_decks(text: str) -> dict[str, dict[str, int]]:
    """The decks a card file offers, by name."""
    return {name: dict(raw["cards"]) for name, raw in tomllib.loads(text).get("deck", {}).items()}


def deck_fault(deck: Mapping[str, int], cards: Cards, deck_format: str) -> str | None:
    """DU2: what is wrong with a deck, or None."""
    unknown = sorted(set(deck) - set(cards))
    if unknown:
        return f"unknown cards {unknown}"
    if any(copies < 1 for copies in deck.values()) or sum(deck.values()) != 25:
        return f"{sum(deck.values())} cards instead of 25"
    if not any(cards[card_id].type == "blood" for card_id in deck):
        return "no blood"
    if deck_format == "free":
        return None
    beyond = sorted(card_id for card_id, copies in deck.items() if copies > most_copies(cards[card_id]))
    return f"too many of {beyond}" if beyond else None


def most_copies(card: Card) -> int:
    """DU2, format standard."""
    if card.is_plain_blood:
        return 25
    return 1 if card.is_unique else 3


def names_opponent(effect: Effect) -> bool:
    """Whether an effect names an opponent anywhere: as a subject, a chooser, in a count or in a condition (DU12)."""
    return any(_names_opponent(one) for one in effect)


def _names_opponent(one: Instruction) -> bool:
    match one:
        case Move():
            return one.subject == "opponent" or one.mode == "chosen by opponent"
        case If():
            counts = [one.left, one.right]
            is_counted = any(isinstance(count, Count) and count.subject == "opponent" for count in counts)
            return is_counted or names_opponent(one.then) or names_opponent(one.otherwise)
        case Choose():
            return one.who == "opponent" or any(map(names_opponent, one.branches))
        case Times():
            return one.count.subject == "opponent" or names_opponent(one.body)
        case ShuffleDraw():
            return False


def _card(card_id: str, raw: Mapping[str, Any]) -> Card:
    modify = _keys(raw.get("modify", {}), "draw", "limit", "cost")
    return Card(
        id=card_id,
        type=_one_of(raw["type"], TYPES),
        cost=_cost(raw.get("cost", 0)),
        effect=_effect(raw.get("effect", [])),
        is_reflex=bool(raw.get("reflex", False)),
        is_unique=bool(raw.get("unique", False)),
        slot=_one_of(raw["slot"], SLOTS) if "slot" in raw else "",
        hp=int(raw.get("hp", 0)),
        aim=_one_of(raw.get("aim", "attack"), ("attack", "defence")),
        when=tuple(map(_when, raw.get("when", []))),
        instead=tuple(map(_instead, raw.get("instead", []))),
        more_draw=int(modify.get("draw", 0)),
        more_limit=int(modify.get("limit", 0)),
        more_cost={_one_of(key, TYPES): int(value) for key, value in modify.get("cost", {}).items()},
    )


def _check(card: Card, raw: Mapping[str, Any]) -> None:
    _keys(raw, *_KEYS)
    is_equipment = card.type == "equipment"
    if is_equipment != bool(card.slot):
        raise CardError("a slot is for equipment, and equipment has one")
    if (card.hp > 0) != (card.slot == "familiar"):
        raise CardError("hit points are for familiars, and familiars have them")
    if card.type == "blood" and ("cost" in raw or card.effect):
        raise CardError("blood has neither cost nor effect")
    if not is_equipment and (card.instead or "modify" in raw or "aim" in raw):
        raise CardError("only equipment can have instead, modify and aim")
    if not is_equipment and any(when.event not in OWN_EVENTS for when in card.when):
        raise CardError("only equipment hears of other cards")
    if not card.is_unique and _is_cheap(card) and any(map(_fetches, card.effect)):
        raise CardError("recovers and keeps at a cost of 1 or less, and is not unique")


def _is_cheap(card: Card) -> bool:
    if isinstance(card.cost, int):
        return card.cost <= 1
    return sum(move.number or 0 for move in card.cost) <= 1


def _fetches(one: Instruction) -> bool:
    match one:
        case Move():
            return one.subject == "player" and (one.take, one.put) == ("discard", "hand")
        case If():
            return any(map(_fetches, (*one.then, *one.otherwise)))
        case Choose():
            return any(_fetches(inner) for branch in one.branches for inner in branch)
        case Times():
            return any(map(_fetches, one.body))
        case ShuffleDraw():
            return False


def _cost(raw: Any) -> int | tuple[Move, ...]:
    if isinstance(raw, int):
        return raw
    moves = []
    for phrase in raw:
        move = _phrase(phrase)
        if not isinstance(move, Move) or move.subject != "player" or move.number is None or move.mode:
            raise CardError(f"not a cost: {phrase}")
        moves.append(move)
    return tuple(moves)


def _effect(raw: Iterable[Any]) -> Effect:
    if isinstance(raw, str):
        raise CardError("an effect is a list")
    return tuple(map(_instruction, raw))


def _instruction(raw: Any) -> Instruction:
    if isinstance(raw, str):
        return _phrase(raw)
    if "if" in raw:
        _keys(raw, "if", "then", "else")
        return _condition(raw["if"], _effect(raw["then"]), _effect(raw.get("else", [])))
    if "choose" in raw:
        _keys(raw, "choose", "who")
        return Choose(tuple(map(_effect, raw["choose"])), _one_of(raw.get("who", "player"), SUBJECTS))
    _keys(raw, "times", "do")
    return Times(_count(raw["times"]), _effect(raw["do"]))


def _phrase(text: str) -> Move | ShuffleDraw:
    if text == "player shuffles":
        return ShuffleDraw()
    match = _PHRASE.fullmatch(text)
    if match is None:
        raise CardError(f"not a phrase: {text}")
    take, put = TAKES[match["take"]], PUTS[match["put"]]
    number = None if match["number"] == "all" else int(match["number"])
    move = Move(match["subject"], take, put, number, match["filter"] or "", match["mode"] or "")
    if (move.filter or move.mode) and take not in CHOSEN:
        raise CardError(f"nothing is chosen there: {text}")
    return move


def _condition(text: str, then: Effect, otherwise: Effect) -> If:
    left, sign, right = text.split()
    bound = int(right) if right.isdigit() else _count(right)
    return If(_count(left), _one_of(sign, (">=", ">", "<=")), bound, then, otherwise)


def _count(text: str) -> Count:
    match = _COUNT.fullmatch(text)
    if match is None:
        raise CardError(f"not a count: {text}")
    count = Count(match[1], match[2], match[3] or "")
    if count.filter and count.pile not in PUBLIC_PILES:
        raise CardError(f"counts a hidden pile: {text}")
    return count


def _when(raw: Mapping[str, Any]) -> When:
    _keys(raw, "event", "effect", "who", "type", "max")
    event = _one_of(raw["event"], (*EQUIPMENT_EVENTS, *OWN_EVENTS))
    if "type" in raw and event != "card_played":
        raise CardError("a type goes with card_played only")
    return When(
        event=event,
        effect=_effect(raw["effect"]),
        who=_one_of(raw.get("who", "player"), SUBJECTS),
        type=_one_of(raw["type"], TYPES) if "type" in raw else "",
        max=int(raw.get("max", 1)),
    )


def _instead(raw: Mapping[str, Any]) -> Instead:
    _keys(raw, "from", "max")
    return Instead(_one_of(raw["from"], PILES) if "from" in raw else "", int(raw.get("max", 1)))


def _keys(raw: Mapping[str, Any], *known: str) -> Mapping[str, Any]:
    unknown = sorted(set(raw) - set(known))
    if unknown:
        raise CardError(f"unknown keys {unknown}")
    return raw


def _one_of(value: str, known: Iterable[str]) -> str:
    if value not in known:
        raise CardError(f"unknown: {value}")
    return value
