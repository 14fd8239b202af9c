"""The cards that decks are built from, as people read them, and what `bot.games.core.Collection` asks about decks."""

from collections.abc import Mapping, Sequence
from functools import cache

from bot.games.core import CardFace, Deck, GameError, Localized, Options, RuleError, StarterDeck
from bot.games.duel.cards import FORMATS, Card
from bot.games.duel.deck_lines import write_line
from bot.games.duel.decks import deck_faults, most_of, readable_deck
from bot.games.duel.sets import current_set
from bot.games.duel.texts import card_text, type_line
from bot.games.duel.words import LANGUAGES, WORDS


def version() -> int:
    return current_set().version


@cache
def cards() -> Mapping[str, CardFace]:
    order = list(kinds())
    ordered = sorted(current_set().cards.values(), key=lambda card: order.index(card.type))
    return {card.id: _face(card) for card in ordered}


def _face(card: Card) -> CardFace:
    return CardFace(
        id=card.id,
        name=Localized(card.names),
        kind=card.type,
        slot=card.slot,
        cost=card.cost if isinstance(card.cost, int) and not card.is_blood else None,
        line=Localized({language: type_line(card, language) for language in LANGUAGES}),
        text=Localized({language: card_text(card, language) for language in LANGUAGES}),
        most=most_of(card),
    )


@cache
def kinds() -> Mapping[str, Localized]:
    """In the order in which the set introduces them."""
    used = dict.fromkeys(card.type for card in current_set().cards.values())
    return {kind: Localized({language: WORDS[language].types[kind] for language in LANGUAGES}) for kind in used}


@cache
def slots() -> Mapping[str, Localized]:
    used = dict.fromkeys(card.slot for card in current_set().cards.values() if card.slot is not None)
    return {slot: Localized({language: WORDS[language].slots[slot] for language in LANGUAGES}) for slot in used}


@cache
def starters() -> Mapping[str, StarterDeck]:
    found = current_set().starters
    return {key: StarterDeck(Localized(starter.names), starter.deck) for key, starter in found.items()}


def faults(deck: Deck, options: Options) -> Sequence[GameError]:
    return deck_faults(deck, current_set().cards, options.get("format") or FORMATS[0])


def export(deck: Deck) -> str:
    return write_line(_known(deck))


def read(text: str) -> Deck:
    return dict(sorted(_known(readable_deck(text, current_set())).items()))


def _known(deck: Deck) -> Deck:
    for card in deck:
        if card not in current_set().cards:
            raise RuleError("deck_unknown_card", card=card[:40])
    return deck
