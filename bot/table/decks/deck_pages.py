"""The private pages of `/deck`: one's decks and the starters, a deck, its editor, and the question before deletion."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.drawing import palette
from bot.games.core import AnyGame, CardFace, Collection, Deck
from bot.store.rows import DeckRow
from bot.table.controls import Control
from bot.table.decks.addresses import COPIES, OFF, ON, Editing, Op, deck_control
from bot.table.decks.card_words import by_kind, size_of, told, verdict
from bot.table.game.pages import game_name, in_rows
from bot.table.limits import OPTIONS, listed
from bot.table.locale import Locale, as_code, plain
from bot.table.page import Button, Menu, Page, Row, Style

_ROOM = 3000  # characters of a list of decks


@dataclass(frozen=True, slots=True)
class Shelf:
    """What pages about a person's decks of a game need to know."""

    game: AnyGame
    collection: Collection
    newest: int  # the id of the newest of all the person's decks
    notice: str = ""  # above the page

    def lines(self, *lines: str) -> str:
        return "\n".join((*((self.notice, "") if self.notice else ()), *lines))


# One's decks and the starters


def decks_page(shelf: Shelf, decks: Sequence[DeckRow], most: int, locale: Locale) -> Page:
    starters = shelf.collection.starters().values()
    mine = [_deck_line(deck, shelf, locale) for deck in decks] or [locale.text("deck.none")]
    return Page(
        title=locale.text("deck.list_title", game=game_name(locale, shelf.game.key)),
        body=shelf.lines(
            locale.text("deck.mine", number=len(decks), most=most),
            listed(mine, locale, room=_ROOM),
            "",
            locale.text("deck.starters"),
            ", ".join(told(starter.name, locale) for starter in starters),
            "",
            locale.text("deck.how_to_play"),
        ),
        rows=tuple(_list_rows(shelf, decks, locale)),
    )


def _deck_line(deck: DeckRow, shelf: Shelf, locale: Locale) -> str:
    is_legal = not shelf.collection.faults(deck.cards, {})
    line = "deck.line" if is_legal else "deck.line_unfinished"
    name = f"⭐ {plain(deck.name)}" if deck.is_usual else plain(deck.name)
    return locale.text(line, name=name, count=size_of(deck.cards))


def _list_rows(shelf: Shelf, decks: Sequence[DeckRow], locale: Locale) -> Iterator[Row]:
    key = shelf.game.key
    for first in range(0, len(decks), OPTIONS):
        names = tuple(deck.name for deck in decks[first : first + OPTIONS])
        yield (Menu(locale.text("deck.open"), deck_control(key, Op.OPEN, detail=first), names),)
    if starters := tuple(told(starter.name, locale) for starter in shelf.collection.starters().values()):
        yield (Menu(locale.text("deck.open_starter"), deck_control(key, Op.STARTERS), starters[:OPTIONS]),)
    new = deck_control(key, Op.NEW, revision=shelf.newest)
    bring = deck_control(key, Op.IMPORT, revision=shelf.newest)
    yield (
        Button(locale.text("deck.button_new"), new, Style.PRIMARY),
        Button(locale.text("deck.button_import"), bring),
    )


# A deck


def deck_page(shelf: Shelf, deck: DeckRow, locale: Locale) -> Page:
    return Page(
        title=plain(deck.name),
        body=shelf.lines(
            *_content(deck.cards, shelf, locale),
            *((locale.text("deck.is_usual"),) if deck.is_usual else ()),
            "",
            verdict(deck.cards, shelf.game, shelf.collection, locale),
        ),
        rows=_deck_rows(shelf, deck, locale),
    )


def starter_page(shelf: Shelf, starter_id: str, locale: Locale) -> Page:
    starter, key = shelf.collection.starters()[starter_id], shelf.game.key
    copy = deck_control(key, Op.NEW, revision=shelf.newest, detail=starter_id)
    return Page(
        title=told(starter.name, locale),
        body=shelf.lines(locale.text("deck.is_starter"), "", *_content(starter.deck, shelf, locale)),
        rows=(
            (
                Button(locale.text("deck.button_make_mine"), copy, Style.PRIMARY),
                Button(locale.text("deck.button_export"), deck_control(key, Op.EXPORT, detail=starter_id)),
                _back_to_list(shelf, locale),
            ),
        ),
    )


def _content(deck: Deck, shelf: Shelf, locale: Locale) -> Iterator[str]:
    yield locale.text("deck.count", count=size_of(deck))
    yield from by_kind(deck, shelf.collection, locale)


def _deck_rows(shelf: Shelf, deck: DeckRow, locale: Locale) -> tuple[Row, ...]:
    def button(code: str, op: Op, style: Style = Style.SECONDARY, detail: object = "") -> Button:
        return Button(locale.text(code), _control(shelf, op, deck, detail), style)

    usual = (
        button("deck.button_not_usual", Op.USUAL, detail=OFF)
        if deck.is_usual
        else button("deck.button_usual", Op.USUAL, Style.SUCCESS, ON)
    )
    return (
        (
            button("deck.button_edit", Op.EDIT, Style.PRIMARY),
            usual,
            button("deck.button_rename", Op.RENAME),
            button("deck.button_copy", Op.COPY, detail=shelf.newest),
        ),
        (
            button("deck.button_export", Op.EXPORT),
            button("deck.button_delete", Op.DELETE, Style.DANGER),
            _back_to_list(shelf, locale),
        ),
    )


def _control(shelf: Shelf, op: Op, deck: DeckRow, detail: object = "") -> Control:
    return deck_control(shelf.game.key, op, deck.id, deck.revision, detail)


def _back_to_list(shelf: Shelf, locale: Locale) -> Button:
    return Button(locale.text("deck.button_list"), deck_control(shelf.game.key, Op.LIST))


def deletion_page(shelf: Shelf, deck: DeckRow, locale: Locale) -> Page:
    sure = _control(shelf, Op.DELETE_SURE, deck)
    return Page(
        title=locale.text("question.title"),
        body=locale.text("deck.sure", name=plain(deck.name)),
        rows=(
            (
                Button(locale.text("deck.button_delete_sure"), sure, Style.DANGER),
                Button(locale.text("deck.button_keep"), _control(shelf, Op.SHOW, deck)),
            ),
        ),
        accent=palette.ACCENT_DANGER,
    )


def export_text(name: str, line: str, locale: Locale) -> str:
    return locale.text("deck.exported", name=plain(name), line=as_code(line))


# The editor


@dataclass(frozen=True, slots=True)
class Section:
    """Cards of one kind, as many as a menu takes."""

    name: str
    cards: tuple[CardFace, ...]


def sections(collection: Collection, locale: Locale) -> list[Section]:
    found = []
    for kind, name in collection.kinds().items():
        cards = [face for face in collection.cards().values() if face.kind == kind]
        parts = range(0, len(cards), OPTIONS)
        for number, first in enumerate(parts, start=1):
            label = told(name, locale) + (f" {number}" if len(parts) > 1 else "")
            found.append(Section(label, tuple(cards[first : first + OPTIONS])))
    return found


def cards_to_add(section: Section) -> tuple[CardFace, ...]:
    return section.cards


def cards_to_take(section: Section, deck: Deck) -> tuple[CardFace, ...]:
    return tuple(face for face in section.cards if deck.get(face.id))


def editor_page(shelf: Shelf, deck: DeckRow, editing: Editing, locale: Locale) -> Page:
    return Page(
        title=locale.text("deck.editor_title", name=plain(deck.name)),
        body=shelf.lines(
            *_content(deck.cards, shelf, locale),
            "",
            verdict(deck.cards, shelf.game, shelf.collection, locale),
        ),
        rows=tuple(_editor_rows(shelf, deck, editing, locale)),
        footer=locale.text("deck.editor_footer"),
    )


def _editor_rows(shelf: Shelf, deck: DeckRow, editing: Editing, locale: Locale) -> Iterator[Row]:
    every, version = sections(shelf.collection, locale), shelf.collection.version()
    at = min(editing.section, len(every) - 1)
    here = Editing(at, editing.copies, version)
    yield from in_rows(
        [
            Button(
                section.name,
                _control(shelf, Op.EDIT, deck, Editing(place, editing.copies, version)),
                Style.PRIMARY if place == at else Style.SECONDARY,
                is_enabled=place != at,
            )
            for place, section in enumerate(every)
        ]
    )
    yield (_cards_menu(shelf, deck, here, Op.ADD, cards_to_add(every[at]), locale),)
    if taken := cards_to_take(every[at], deck.cards):
        yield (_cards_menu(shelf, deck, here, Op.TAKE, taken, locale),)
    yield (*_copies(shelf, deck, here, locale), Button(locale.text("deck.button_done"), _control(shelf, Op.SHOW, deck)))


def _cards_menu(
    shelf: Shelf, deck: DeckRow, editing: Editing, op: Op, faces: tuple[CardFace, ...], locale: Locale
) -> Menu:
    placeholder = "deck.add" if op is Op.ADD else "deck.take"
    section = sections(shelf.collection, locale)[editing.section]
    return Menu(
        placeholder=locale.text(placeholder, kind=section.name, copies=editing.copies),
        control=_control(shelf, op, deck, editing),
        options=tuple(_option(face, deck.cards.get(face.id, 0), locale) for face in faces),
        how_many=range(1, len(faces) + 1),
    )


def _option(face: CardFace, number: int, locale: Locale) -> str:
    """`Slash · Attack · cost 1 · 2 of 3`."""
    here = locale.text("deck.how_many", number=number, most=face.most)
    return " · ".join((told(face.name, locale), told(face.line, locale), here))


def _copies(shelf: Shelf, deck: DeckRow, editing: Editing, locale: Locale) -> Iterator[Button]:
    for copies in COPIES:
        control = _control(shelf, Op.COPIES, deck, Editing(editing.section, copies, editing.version))
        is_now = copies == editing.copies
        style = Style.PRIMARY if is_now else Style.SECONDARY
        yield Button(locale.text("deck.button_copies", copies=copies), control, style, is_enabled=not is_now)
