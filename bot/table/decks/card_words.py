"""Decks and cards in words."""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence

from bot.games.core import AnyGame, CardFace, Collection, Deck, GameError, Localized
from bot.table.limits import listed
from bot.table.locale import Locale
from bot.table.notices import error_text

_FAULTS = 900  # characters
_NAMED = 3  # cards that stand for a deck


def told(text: Localized, locale: Locale) -> str:
    return text.texts[locale.language]


def size_of(deck: Deck) -> int:
    return sum(deck.values())


def card_name(card: str, faces: Mapping[str, CardFace], locale: Locale) -> str:
    """A card that the set no longer has is called by its id."""
    return told(faces[card].name, locale) if card in faces else card


def in_short(deck: Deck, faces: Mapping[str, CardFace], locale: Locale) -> str:
    """`3 Slash, 2 Thrust`, in the order of the set."""
    order = {card: place for place, card in enumerate(faces)}
    cards = sorted(deck, key=lambda card: (order.get(card, len(order)), card))
    return ", ".join(f"{deck[card]} {card_name(card, faces, locale)}" for card in cards)


def deck_name(collection: Collection, line: str, locale: Locale) -> str:
    """A deck in few words: the starter it is, or the cards it has most of. The line is an exported one."""
    try:
        deck = collection.read(line)
    except GameError:  # of a set that is gone
        return "?"
    for starter in collection.starters().values():
        if starter.deck == deck:
            return told(starter.name, locale)
    faces = collection.cards()
    played = {card: number for card, number in deck.items() if card in faces and faces[card].cost is not None}
    most = sorted(played, key=lambda card: (-played[card], list(faces).index(card)))[:_NAMED]
    return locale.text("deck.with_cards", cards=in_short({card: deck[card] for card in most}, faces, locale))


def by_kind(deck: Deck, collection: Collection, locale: Locale) -> Iterator[str]:
    """A line for each kind of card in the deck."""
    faces = collection.cards()
    for kind, name in collection.kinds().items():
        of_kind = {card: number for card, number in deck.items() if card in faces and faces[card].kind == kind}
        if of_kind:
            yield _line(told(name, locale), of_kind, faces, locale)
    if unknown := {card: number for card, number in deck.items() if card not in faces}:
        yield _line("?", unknown, faces, locale)


def _line(kind: str, deck: Deck, faces: Mapping[str, CardFace], locale: Locale) -> str:
    return locale.text("deck.kind", kind=kind, number=size_of(deck), cards=in_short(deck, faces, locale))


def verdict(deck: Deck, game: AnyGame, collection: Collection, locale: Locale) -> str:
    """Whether it may be played, in every format of the game, and otherwise what is wrong."""
    forms = game.options.get("format", (None,))
    faults = {form: collection.faults(deck, {} if form is None else {"format": form}) for form in forms}
    usual, *others = forms
    if not faults[usual]:
        return locale.text("deck.legal")
    lines = [locale.text("deck.not_legal"), _listed(faults[usual], locale)]
    lines += [locale.text(f"deck.legal_in.{form}") for form in others if not faults[form]]
    return "\n".join(lines)


def _listed(faults: Sequence[GameError], locale: Locale) -> str:
    return listed([f"• {error_text(fault, locale)}" for fault in faults], locale, room=_FAULTS)


def searchable(text: str) -> str:
    """Without capitals, accents and typographic apostrophes, as people search."""
    split = unicodedata.normalize("NFKD", text.replace("’", "'"))
    return "".join(sign for sign in split if not unicodedata.combining(sign)).casefold().strip()
