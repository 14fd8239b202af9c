"""DUEL's open cards as pictures: one card large, decks, and everybody's wounds."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from bot.drawing.sketch import Sketch
from bot.games.core import Deck, Phrase, Seat, phrase
from bot.games.duel.cards import Card
from bot.games.duel.screen import WOUNDS
from bot.games.duel.sets import current_set
from bot.games.duel.state import View
from bot.table.pictures.core import PictureText
from bot.table.pictures.duel import alt, card, scenes, sheet
from bot.table.pictures.duel.faces import face_of
from bot.table.pictures.duel.sheet import SheetList, SheetRow, SheetScene

_MOST_ROWS = 50  # two decks of unlike cards


class DuelCards:
    def card(self, card: str, words: PictureText) -> Sketch:
        return _large(current_set().cards[card], words)

    def opened(self, view: View, action: str, words: PictureText) -> Sketch | None:
        """With what it costs now."""
        found = scenes.cards_of(view).get(action)
        if found is None or view.viewer is None:
            return None
        return _large(found, words, scenes.cost_now(view, view.viewer, found))

    def decks(self, decks: Sequence[tuple[str, Deck]], words: PictureText) -> Sketch | None:
        lists = tuple(_deck(title, deck, words) for title, deck in decks)
        return _sheet(lists, words)

    def aside(self, view: View, name: str, words: PictureText) -> Sketch | None:
        if name != WOUNDS:
            return None
        lists = tuple(_wounds(view, Seat(seat), words) for seat in range(len(view.sides)))
        return _sheet(lists, words)


def _large(one: Card, words: PictureText, cost: int | None = None) -> Sketch:
    shown = scenes.shown(one, words)
    if cost is not None:
        shown = replace(shown, face=face_of(one, words.locale.language, cost=cost))
    return Sketch(card.paint, card.CardScene(shown), alt.card(one))


def _deck(title: str, deck: Deck, words: PictureText) -> SheetList:
    """In the order of the set; cards that it no longer has cannot be drawn."""
    known = [(one, deck[one.id]) for one in current_set().cards.values() if deck.get(one.id)]
    rows = tuple(SheetRow(f"{number}×", face_of(one, words.locale.language)) for one, number in known)
    size = words.label("duel.picture.cards", count=sum(deck.values()))
    return SheetList(title, size, rows, words.label("duel.picture.no_cards"))


def _wounds(view: View, seat: Seat, words: PictureText) -> SheetList:
    """The newest first; equal ones in a row are one line."""
    side, cards = scenes.side_scene(view, words, seat), scenes.cards_of(view)
    rows = (
        SheetRow(f"{len(tuple(some))}×", face_of(cards[one], words.locale.language))
        for one, some in groupby(reversed(view.sides[seat].wounds))
    )
    return SheetList(side.name, side.wounded, tuple(rows), words.label("duel.picture.no_wounds"))


def _sheet(lists: tuple[SheetList, ...], words: PictureText) -> Sketch | None:
    if sum(len(one.rows) for one in lists) > _MOST_ROWS:
        return None
    ways = (tuple(_told(lists, is_short=is_short)) for is_short in (False, True))
    return Sketch(sheet.paint, SheetScene(lists), alt.within_limit(ways, words))


def _told(lists: Iterable[SheetList], *, is_short: bool) -> Iterator[Phrase]:
    for one in lists:
        if is_short or not one.rows:
            yield phrase("duel.picture.alt_list_short", title=one.title, note=one.note)
        else:
            cards = tuple(f"{row.count} {row.face.name}" for row in one.rows)
            yield phrase("duel.picture.alt_list", title=one.title, note=one.note, cards=cards)
