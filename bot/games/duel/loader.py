"""Reads a card file (TOML) and refuses what is wrong in it, naming the card and the fault. No state, no rules."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from bot.games.core import Json
from bot.games.duel import language
from bot.games.duel.cards import (
    DECK_SIZE,
    EQUIPMENT,
    FAMILIAR,
    HEARD_ANYWHERE,
    HEARD_ON_TABLE,
    MOST_OF_A_CARD,
    Card,
    CardSet,
    Instead,
    Modify,
    Starter,
    When,
)
from bot.games.duel.language import MOST, PILES, SLOTS, THIS, TYPES, Instruction, LanguageError, Move, Pile, Who, walk

FORMAT = 1
LANGUAGES = ("en", "fr")
LONGEST_NAME = 24
_ID = re.compile(r"[a-z]+(?:-[a-z]+)*")
_RESERVED = frozenset({"end", "throw", "take", "option", "target", "player", "familiar"})  # words of the notation
_FILE_KEYS = ("format", "set", "version", "card", "deck")
_CARD_KEYS = (
    "en",
    "fr",
    "type",
    "cost",
    "effect",
    "reflex",
    "unique",
    "slot",
    "hp",
    "aim",
    "when",
    "instead",
    "modify",
)
_OF_EQUIPMENT = ("slot", "hp", "aim", "instead", "modify")
_OF_NO_BLOOD = ("cost", "effect", "reflex")


class CardFileError(OSError):
    """A card file that cannot be used. An OSError, so that operators see it as a file problem."""

    def __init__(self, where: str, fault: str) -> None:
        super().__init__(f"{where}: {fault}")
        self.where = where  # `card slash`, `deck blade` or `file`
        self.fault = fault


class _Fault(Exception):  # noqa: N818 (turned into a CardFileError that names the card)
    pass


def read_set(text: str) -> CardSet:
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CardFileError("file", f"no TOML: {error}") from None
    _check_file(raw)
    cards = {key: _named(f"card {key}", _card, key, value) for key, value in raw["card"].items()}
    _check_names(cards)
    starters = {key: _named(f"deck {key}", _starter, value, cards) for key, value in raw["deck"].items()}
    return CardSet(raw["set"], raw["version"], cards, starters)


def _named(where: str, read: Any, *arguments: Any) -> Any:
    try:
        return read(*arguments)
    except (_Fault, LanguageError) as fault:
        raise CardFileError(where, str(fault)) from None


def _check_file(raw: dict[str, Any]) -> None:
    wrong = [*language.unknown_keys(raw, _FILE_KEYS), *(key for key in _FILE_KEYS if key not in raw)]
    if wrong:
        raise CardFileError("file", f"unknown or missing: {', '.join(wrong)}")
    if raw["format"] != FORMAT or type(raw["version"]) is not int or raw["version"] < 1:
        raise CardFileError("file", f"format is {FORMAT} and version a number from 1")
    if not isinstance(raw["set"], str) or not _ID.fullmatch(raw["set"]):
        raise CardFileError("file", "set is a word in small letters")
    for table in ("card", "deck"):
        if not isinstance(raw[table], dict) or not raw[table]:
            raise CardFileError("file", f"there is no {table}")


def _check_names(cards: Mapping[str, Card]) -> None:
    """What players may type means one card."""
    taken: dict[str, str] = {}
    for key, card in cards.items():
        for name in {key, *map(str.casefold, card.names.values())}:
            if taken.setdefault(name, key) != key:
                raise CardFileError(f"card {key}", f"the name {name} is also that of {taken[name]}")


def _refuse_if(is_wrong: object, fault: str) -> None:
    if is_wrong:
        raise _Fault(fault)


def _number(value: Json, name: str, lowest: int, highest: int = MOST) -> int:
    _refuse_if(
        type(value) is not int or not lowest <= value <= highest, f"{name} is a number from {lowest} to {highest}"
    )
    return int(value)


def _flag(raw: Mapping[str, Json], name: str) -> bool:
    value = raw.get(name, False)
    _refuse_if(not isinstance(value, bool), f"{name} is true or false")
    return bool(value)


def _names(raw: Mapping[str, Json]) -> dict[str, str]:
    for key in LANGUAGES:
        name = raw.get(key)
        is_name = (
            isinstance(name, str) and name == name.strip() and 0 < len(name) <= LONGEST_NAME and name.isprintable()
        )
        _refuse_if(not is_name, f"{key} is a name of at most {LONGEST_NAME} characters")
        _refuse_if(re.search(r"[,;=+@/#*|`]|^\d", str(name)), f"{key} has a sign that the notation uses")
    return {key: raw[key] for key in LANGUAGES}


def _card(key: str, raw: Json) -> Card:
    _refuse_if(not isinstance(raw, dict), "a card is a table")
    _refuse_if(
        not _ID.fullmatch(key) or key in _RESERVED, "an id is of small letters and hyphens, and no word of the notation"
    )
    _refuse_if(unknown := language.unknown_keys(raw, _CARD_KEYS), f"unknown key: {', '.join(unknown)}")
    kind = raw.get("type")
    _refuse_if(kind not in TYPES, f"no such type: {kind}")
    _check_keys(raw, str(kind))
    card = Card(
        id=key,
        names=_names(raw),
        type=str(kind),
        cost=_cost(raw.get("cost", 0)),
        effect=language.read_all(raw.get("effect", [])),
        is_reflex=_flag(raw, "reflex"),
        is_unique=_flag(raw, "unique"),
        slot=raw.get("slot"),
        hp=_number(raw.get("hp", 0), "hp", 0),
        aim=raw.get("aim", "attack"),
        when=tuple(_when(one, str(kind)) for one in _tables(raw, "when")),
        instead=tuple(_instead(one) for one in _tables(raw, "instead")),
        modify=_modify(raw["modify"]) if "modify" in raw else None,
    )
    _check_card(card)
    return card


def _check_keys(raw: Mapping[str, Json], kind: str) -> None:
    for name in _OF_NO_BLOOD if kind == "blood" else ():
        _refuse_if(name in raw, f"blood has no {name}")
    for name in _OF_EQUIPMENT if kind != EQUIPMENT else ():
        _refuse_if(name in raw, f"only equipment has {name}")
    _refuse_if(kind != "blood" and "cost" not in raw, "cost is missing")
    _refuse_if(kind == EQUIPMENT and raw.get("slot") not in SLOTS, f"no such slot: {raw.get('slot')}")
    _refuse_if(("hp" in raw) != (raw.get("slot") == FAMILIAR), "hp goes with the slot familiar")
    _refuse_if("hp" in raw and raw["hp"] == 0, "hp is a number from 1")
    _refuse_if(raw.get("aim", "attack") not in ("attack", "defence"), f"aim is attack or defence, not {raw.get('aim')}")


def _check_card(card: Card) -> None:
    does = (card.effect, card.when, card.instead, card.modify)
    is_idle = not any(does) if card.type == EQUIPMENT else not card.effect and not card.is_blood
    _refuse_if(is_idle, "it has no effect")
    here = [one for when in card.when for one in walk(when.effect)] if card.type == EQUIPMENT else []
    spoken_of = sum(_is_of_itself(one) for one in _instructions(card))
    _refuse_if(spoken_of > sum(map(_is_of_itself, here)), f"{THIS!r} is for equipment's triggers")
    fetches = any(
        isinstance(one, Move) and (one.subject, one.source, one.target) == (Who.PLAYER, Pile.DISCARD, Pile.HAND)
        for one in walk(card.effect)
    )
    _refuse_if(
        fetches and not card.is_unique and _price(card) <= 1,
        "recovers and keeps at cost 1 or less: two of them would fetch each other for ever; it must be unique",
    )


def _instructions(card: Card) -> Iterator[Instruction]:
    yield from walk(card.effect)
    yield from card.cost if isinstance(card.cost, tuple) else ()
    for when in card.when:
        yield from walk(when.effect)


def _is_of_itself(instruction: Instruction) -> bool:
    return isinstance(instruction, Move) and instruction.filter == THIS


def _price(card: Card) -> int:
    """How many cards it costs."""
    return card.cost if isinstance(card.cost, int) else sum(move.number or 0 for move in card.cost)


def _cost(raw: Json) -> int | tuple[Move, ...]:
    """DU13."""
    if not isinstance(raw, list):
        return _number(raw, "cost", 0, DECK_SIZE - 1)
    return tuple(map(_payment, language.read_all(raw)))


def _payment(move: Instruction) -> Move:
    if not isinstance(move, Move) or move.subject is not Who.PLAYER:
        raise _Fault("a cost is a list of moves by the player")
    _refuse_if(move.number is None or move.mode, "a cost says a number, never all, and has no mode")
    return move


def _tables(raw: Mapping[str, Json], name: str) -> list[dict[str, Json]]:
    value = raw.get(name, [])
    is_right = isinstance(value, list) and all(isinstance(one, dict) for one in value) and (value or name not in raw)
    _refuse_if(not is_right, f"{name} is a list of tables")
    return list(value)


def _when(raw: dict[str, Json], kind: str) -> When:
    _refuse_if(
        unknown := language.unknown_keys(raw, ("event", "who", "type", "max", "effect")), f"unknown key: {unknown}"
    )
    event, who = raw.get("event"), raw.get("who", Who.PLAYER)
    _refuse_if(event not in (*HEARD_ON_TABLE, *HEARD_ANYWHERE), f"no such event: {event}")
    _refuse_if(event in HEARD_ON_TABLE and kind != EQUIPMENT, f"only equipment hears {event}")
    _refuse_if(event in HEARD_ANYWHERE and "who" in raw, f"{event} has no who")
    _refuse_if(who not in tuple(Who), f"who is player or opponent, not {who}")
    _refuse_if("type" in raw and event != "card_played", "type goes with card_played")
    _refuse_if("type" in raw and raw["type"] not in TYPES[:-1], f"no such type to play: {raw.get('type')}")
    effect = language.read_all(raw.get("effect", []))
    _refuse_if(not effect, "a trigger has an effect")
    return When(str(event), effect, Who(who), raw.get("type"), _number(raw.get("max", 1), "max", 1))


def _instead(raw: dict[str, Json]) -> Instead:
    _refuse_if(unknown := language.unknown_keys(raw, ("from", "max")), f"unknown key: {unknown}")
    source = raw.get("from")
    _refuse_if("from" in raw and source not in PILES[:-1], f"no pile to be wounded from: {source}")
    return Instead(None if source is None else Pile(source), _number(raw.get("max", 1), "max", 1))


def _modify(raw: Json) -> Modify:
    _refuse_if(not isinstance(raw, dict) or not raw, "modify is a table")
    _refuse_if(unknown := language.unknown_keys(raw, ("draw", "limit", "cost")), f"unknown key: {unknown}")
    for name in ("draw", "limit"):
        _refuse_if(name in raw and not _number(raw[name], name, -9, 9), f"{name} changes nothing")
    cost = raw.get("cost", {})
    is_cost = isinstance(cost, dict) and cost.keys() <= set(TYPES[:-1]) and (cost or "cost" not in raw)
    _refuse_if(not is_cost, "modify.cost is by type of card")
    for value in cost.values():
        _refuse_if(not _number(value, "modify.cost", -9, 9), "modify.cost changes nothing")
    return Modify(raw.get("draw", 0), raw.get("limit", 0), cost)


def _starter(raw: Json, cards: Mapping[str, Card]) -> Starter:
    """DU2, format standard."""
    _refuse_if(not isinstance(raw, dict), "a deck is a table")
    _refuse_if(unknown := language.unknown_keys(raw, (*LANGUAGES, "cards")), f"unknown key: {', '.join(unknown)}")
    deck = raw.get("cards")
    if not isinstance(deck, dict):
        raise _Fault("cards is a table of numbers")
    for card, number in deck.items():
        _refuse_if(card not in cards, f"no such card: {card}")
        _number(number, card, 1)
        limit = 1 if cards[card].is_unique else DECK_SIZE if cards[card].is_blood else MOST_OF_A_CARD
        _refuse_if(number > limit, f"at most {limit} of {card}")
    _refuse_if(sum(deck.values()) != DECK_SIZE, f"{sum(deck.values())} cards, not {DECK_SIZE}")
    _refuse_if(not any(cards[card].is_blood for card in deck), "no blood")
    return Starter(_names(raw), dict(sorted(Counter(deck).items())))
