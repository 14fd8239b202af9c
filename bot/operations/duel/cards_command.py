"""`python -m bot cards`: checks a card file of DUEL and prints every card in both languages; or writes a sheet to print
(`--html`), or the list of docs/duel.md (`--markdown`)."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from bot.games.duel.cards import BLOOD, Card, CardSet
from bot.games.duel.language import TYPES
from bot.games.duel.loader import CardFileError
from bot.games.duel.sets import current_set, load_file
from bot.games.duel.texts import card_text, type_line
from bot.games.duel.words import LANGUAGES, WORDS
from bot.operations.duel.card_sheet import sheet

_ORDER = (BLOOD, *(kind for kind in TYPES if kind != BLOOD))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", nargs="?", type=Path, help="a card file (the bot's own)")
    parser.add_argument("--html", metavar="FILE", type=Path, help="where to write a sheet of cards and decks to print")
    parser.add_argument("--markdown", action="store_true", help="print the list as Markdown")


def run(arguments: argparse.Namespace) -> int:
    cards = current_set() if arguments.file is None else _given(arguments.file)
    if arguments.html is not None:
        _write(arguments.html, sheet(cards))
        print(f"{_count(cards)}, written to {arguments.html}")
        return 0
    for line in markdown(cards) if arguments.markdown else plain(cards):
        print(line)
    return 0


def _given(path: Path) -> CardSet:
    try:
        return load_file(path)
    except CardFileError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise argparse.ArgumentTypeError(f"cannot write {path}: {error.strerror}") from None


def _count(cards: CardSet) -> str:
    found = f"{len(cards.cards)} cards and {len(cards.starters)} decks are right"
    return f"set {cards.name}, version {cards.version}: {found}"


def plain(cards: CardSet) -> Iterator[str]:
    for card in cards.cards.values():
        yield f"{card.id}"
        yield from (f"  {_told(card, language)}" for language in LANGUAGES)
    for key, starter in cards.starters.items():
        yield f"{key}: {' · '.join(starter.names[language] for language in LANGUAGES)}"
        yield "  " + ", ".join(f"{number} {card}" for card, number in starter.deck.items())
    yield _count(cards)


def _told(card: Card, language: str) -> str:
    parts = (card.names[language], type_line(card, language), card_text(card, language))
    return " — ".join(part for part in parts if part)


def markdown(cards: CardSet) -> Iterator[str]:
    """By kind: name and kind in both languages, and both texts."""
    for kind in _ORDER:
        yield f"### {' · '.join(WORDS[language].types[kind] for language in LANGUAGES)}"
        yield ""
        for card in cards.cards.values():
            if card.type == kind:
                yield from _item(card)
        yield ""
    yield "### Starter decks · Paquets de départ"
    yield ""
    for starter in cards.starters.values():
        deck = ", ".join(f"{number} {cards.cards[card].names['en']}" for card, number in starter.deck.items())
        yield f"- **{starter.names['en']}** · **{starter.names['fr']}**: {deck}."


def _item(card: Card) -> Iterator[str]:
    """The second language is a line of the same item."""
    first, *others = (f"**{card.names[one]}**" + _told(card, one).removeprefix(card.names[one]) for one in LANGUAGES)
    yield f"- {first} `{card.id}`\\"
    yield from (f"  {said}" for said in others)
