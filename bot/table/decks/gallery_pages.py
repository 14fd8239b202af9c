"""The pages of `/cards`: the cards of a game by kind, slot, cost and word, and one card by itself."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from bot.drawing import palette
from bot.games.core import CardFace, Collection, GameError
from bot.table.controls import Control, Verb
from bot.table.decks.card_words import searchable, told
from bot.table.game.choices import letters, read_letters
from bot.table.game.pages import game_name
from bot.table.locale import Locale, as_code
from bot.table.page import Button, Menu, Page, Row

CARDS_A_PAGE = 8
LONGEST_WORD = 20
_ANY = 0  # the place of a filter's first entry, which leaves nothing out


class Look(StrEnum):
    """What a control of the gallery does."""

    PAGE = "page"
    KIND = "kind"
    SLOT = "slot"
    COST = "cost"
    CARD = "card"
    WORD = "word"


@dataclass(frozen=True, slots=True)
class Filter:
    """Places in the menus of the gallery, and a word."""

    kind: int = _ANY
    slot: int = _ANY
    cost: int = _ANY
    word: str = ""

    def __str__(self) -> str:
        return f"{letters(self.kind)}.{letters(self.slot)}.{letters(self.cost)}/{self.word}"


def gallery_control(game: str, look: Look, number: int, wanted: Filter) -> Control:
    return Control(Verb.CARDS, number, 0, f"{game}/{look}/{wanted}")


def read_gallery(argument: str) -> tuple[str, Look, Filter]:
    """Game, what to do, and the filter. Raises `GameError`."""
    parts = argument.split("/", 3)
    if len(parts) != 4 or parts[1] not in set(Look):
        raise GameError("unknown_button")
    places = tuple(map(read_letters, parts[2].split(".")))
    if len(places) != 3:
        raise GameError("unknown_button")
    return parts[0], Look(parts[1]), Filter(*places, word=as_word(parts[3]))


def as_word(typed: str) -> str:
    """As much of it as a custom id has room for, without what one may not hold."""
    kept = "".join(sign if sign.isprintable() and sign != ":" else " " for sign in typed)
    return " ".join(kept.split())[:LONGEST_WORD].strip()


@dataclass(frozen=True, slots=True)
class Gallery:
    """The cards of a game, and what of them is wanted."""

    game: str
    collection: Collection
    wanted: Filter

    @property
    def costs(self) -> list[int | None]:
        """Every cost there is; None for cards without a number."""
        found = {face.cost for face in self.collection.cards().values()}
        return [*sorted(cost for cost in found if cost is not None), *((None,) if None in found else ())]

    def cards(self, locale: Locale) -> list[CardFace]:
        return [face for face in self.collection.cards().values() if self._is_wanted(face, locale)]

    def _is_wanted(self, face: CardFace, locale: Locale) -> bool:
        is_so = (
            _is_among(face.kind, list(self.collection.kinds()), self.wanted.kind),
            _is_among(face.slot, list(self.collection.slots()), self.wanted.slot),
            _is_among(face.cost, self.costs, self.wanted.cost),
        )
        told_of = searchable(" ".join(told(text, locale) for text in (face.name, face.line, face.text)))
        return all(is_so) and searchable(self.wanted.word) in told_of

    def page(self, number: int, locale: Locale) -> tuple[int, list[CardFace]]:
        """The nearest page there is, and its cards."""
        cards = self.cards(locale)
        number = max(0, min(number, (len(cards) - 1) // CARDS_A_PAGE))
        return number, cards[number * CARDS_A_PAGE :][:CARDS_A_PAGE]

    def control(self, look: Look, number: int, wanted: Filter | None = None) -> Control:
        return gallery_control(self.game, look, number, self.wanted if wanted is None else wanted)


def _is_among(value: object, values: Sequence[object], place: int) -> bool:
    return place == _ANY or (place <= len(values) and values[place - 1] == value)


def gallery_page(gallery: Gallery, number: int, locale: Locale) -> Page:
    number, cards = gallery.page(number, locale)
    count = len(gallery.cards(locale))
    lines = [f"**{told(face.name, locale)}** — {_told_of(face, locale)}" for face in cards]
    word = gallery.wanted.word
    head = locale.text("cards.with_word" if word else "cards.count", word=as_code(word), count=count)
    return Page(
        title=locale.text("cards.title", game=game_name(locale, gallery.game)),
        body="\n".join((head, "", *lines)),
        rows=tuple(_rows(gallery, number, cards, locale)),
        footer=locale.text("cards.footer", page=number + 1, pages=max(1, -(-count // CARDS_A_PAGE))),
    )


def _told_of(face: CardFace, locale: Locale) -> str:
    return " — ".join(filter(None, (told(face.line, locale), told(face.text, locale))))


def _rows(gallery: Gallery, number: int, cards: Sequence[CardFace], locale: Locale) -> Iterator[Row]:
    wanted, collection = gallery.wanted, gallery.collection
    kinds = [told(name, locale) for name in collection.kinds().values()]
    slots = [told(name, locale) for name in collection.slots().values()]
    costs = [
        locale.text("cards.no_cost") if cost is None else locale.text("cards.cost", cost=cost) for cost in gallery.costs
    ]
    yield (_menu(gallery, Look.KIND, "cards.every_kind", kinds, wanted.kind, locale),)
    yield (_menu(gallery, Look.SLOT, "cards.every_slot", slots, wanted.slot, locale),)
    yield (_menu(gallery, Look.COST, "cards.every_cost", costs, wanted.cost, locale),)
    if cards:
        names = tuple(told(face.name, locale) for face in cards)
        yield (Menu(locale.text("cards.open"), gallery.control(Look.CARD, number), names),)
    is_last = not gallery.page(number + 1, locale)[0] > number
    back = gallery.control(Look.PAGE, max(0, number - 1))
    clear = Button(locale.text("cards.button_all"), gallery.control(Look.PAGE, 0, Filter()))
    yield (
        Button(locale.text("button.previous"), back, is_enabled=number > 0),
        Button(locale.text("button.next"), gallery.control(Look.PAGE, number + 1), is_enabled=not is_last),
        Button(locale.text("cards.button_word"), gallery.control(Look.WORD, 0)),
        *((clear,) if wanted != Filter() else ()),
    )


def _menu(gallery: Gallery, look: Look, every: str, values: Sequence[str], place: int, locale: Locale) -> Menu:
    """Its placeholder says what is chosen."""
    options = (locale.text(every), *values)
    return Menu(options[place] if place < len(options) else options[_ANY], gallery.control(look, 0), options)


def refined(wanted: Filter, look: Look, place: int) -> Filter:
    """The filter after a choice in one of its menus."""
    match look:
        case Look.KIND:
            return replace(wanted, kind=place)
        case Look.SLOT:
            return replace(wanted, slot=place)
        case Look.COST:
            return replace(wanted, cost=place)
    return wanted


def card_page(gallery: Gallery, face: CardFace, number: int, locale: Locale) -> Page:
    """`number` is the page of the gallery to go back to."""
    lines = (told(face.line, locale), told(face.text, locale), _starters(gallery, face, locale))
    return Page(
        title=told(face.name, locale),
        body="\n\n".join(filter(None, lines)),
        rows=((Button(locale.text("cards.button_gallery"), gallery.control(Look.PAGE, number)),),),
        accent=palette.ACCENT_GOLD,
    )


def _starters(gallery: Gallery, face: CardFace, locale: Locale) -> str:
    found = [
        f"{told(starter.name, locale)} ×{starter.deck[face.id]}"
        for starter in gallery.collection.starters().values()
        if starter.deck.get(face.id)
    ]
    return locale.text("cards.in_starters", starters=", ".join(found)) if found else locale.text("cards.in_no_starter")


def named_card(collection: Collection, typed: str) -> CardFace | None:
    """The card of this id or name, in any language."""
    wanted = searchable(typed)
    for face in collection.cards().values():
        if wanted in (face.id, *map(searchable, face.name.texts.values())):
            return face
    return None
