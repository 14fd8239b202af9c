"""Decks: what is allowed (DU2), and what a player may type for one."""

import json
import re
from collections import Counter
from collections.abc import Mapping

from bot.games.core import Deck, GameError, Json, Localized, Options, RuleError
from bot.games.duel.cards import DECK_SIZE, FORMATS, MOST_OF_A_CARD, Card, CardSet
from bot.games.duel.deck_lines import is_line, read_line
from bot.games.duel.sets import current_set

_LONGEST = 4000  # characters of a typed deck
_ENTRY = re.compile(
    r"(?:(?P<before>[0-9]{1,2}) ?[x×*]? )?(?P<name>.+?)(?: ?[=:x×*] ?(?P<after>[0-9]{1,2}))?", re.IGNORECASE
)


def deck_faults(deck: Deck, cards: Mapping[str, Card], form: str) -> list[GameError]:
    """DU2: everything that keeps the deck from being played."""
    unknown = sorted(card for card in deck if card not in cards)
    faults: list[GameError] = [RuleError("deck_unknown_card", card=card[:40]) for card in unknown]
    if sum(deck.values()) != DECK_SIZE:
        faults.append(RuleError("deck_size", count=sum(deck.values()), size=DECK_SIZE))
    known = {card: number for card, number in sorted(deck.items()) if card in cards}
    if not any(cards[card].is_blood for card in known):
        faults.append(RuleError("deck_without_blood"))
    for card, number in known.items():
        if form == FORMATS[0] and number > (most := most_of(cards[card])):
            faults.append(RuleError("deck_too_many", card=Localized(cards[card].names), most=most))
    return faults


def most_of(card: Card) -> int:
    """DU2: how many of a card a deck of format standard may hold."""
    if card.is_unique:
        return 1
    return DECK_SIZE if card.is_blood else MOST_OF_A_CARD


def check_deck(raw: Json, form: str, card_set: CardSet) -> dict[str, int]:
    """The deck as a mapping by id, in order of ids; raises `RuleError`."""
    if not _is_deck(raw):
        raise RuleError("bad_option", option="decks")
    deck = dict(sorted(raw.items()))
    for fault in deck_faults(deck, card_set.cards, form):
        raise fault
    return deck


def _is_deck(raw: Json) -> bool:
    return isinstance(raw, Mapping) and all(
        isinstance(card, str) and type(number) is int and number > 0 for card, number in raw.items()
    )


def usual_deck(card_set: CardSet) -> Deck:
    return next(iter(card_set.starters.values())).deck


def read_deck(text: str, options: Options) -> Json:
    """What `readable_deck` reads, if it may be played; nothing: the usual."""
    card_set, form = current_set(), options.get("format") or FORMATS[0]
    deck = readable_deck(text, card_set) if text.strip() else usual_deck(card_set)
    return check_deck(deck, form, card_set)


def readable_deck(text: str, card_set: CardSet) -> Deck:
    """From a starter's name, an exported line, or cards with their numbers (`3 slash, 2 Estoc`, a line each, or JSON),
    legal or not."""
    for key, starter in card_set.starters.items():
        if plain(text) in (key, *map(plain, starter.names.values())):
            return starter.deck
    return read_line(text) if is_line(text) else _typed(text, card_set)


def _typed(text: str, card_set: CardSet) -> Deck:
    if len(text) > _LONGEST:
        raise RuleError("deck_unreadable")
    if text.lstrip().startswith("{"):
        try:
            deck: Deck = json.loads(text)
        except (ValueError, RecursionError):
            raise RuleError("deck_unreadable") from None
        if not _is_deck(deck):
            raise RuleError("deck_unreadable")
        return deck
    ids = names_of(card_set.cards)
    counted: Counter[str] = Counter()
    for line in re.split(r"[,;\n]", text):
        if entry := line.partition("#")[0].strip():
            found = _ENTRY.fullmatch(entry)
            name = plain(found["name"]) if found else entry
            if found is None or name not in ids:
                raise RuleError("deck_unknown_card", card=name[:40])
            counted[ids[name]] += int(found["before"] or found["after"] or 1)
    return counted


def names_of(cards: Mapping[str, Card]) -> dict[str, str]:
    """Every way to name a card, in small letters and with plain apostrophes: its id and its names."""
    return {plain(name): key for key, card in cards.items() for name in (key, *card.names.values())}


def plain(name: str) -> str:
    return name.replace("’", "'").strip().casefold()
