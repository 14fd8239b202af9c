"""Boards of any kind: columns and lines, as text, buttons and picture. No kind of score may enter."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from babel.dates import format_date

from bot.drawing import palette
from bot.drawing.picture_cache import PictureCache
from bot.drawing.sketch import Sketch
from bot.games.core import Phrase
from bot.store.ratings_rows import FREE_FOR_ALL
from bot.table.controls import Control, Verb
from bot.table.game.pages import game_name
from bot.table.illustrations import with_picture
from bot.table.locale import Locale
from bot.table.page import Button, Page
from bot.table.pictures import board as picture
from bot.table.pictures.board import BoardLine, BoardScene, Column
from bot.table.pictures.core import PictureText
from bot.table.standings.addresses import GLOBAL, KINDS, SERVER, BoardAddress, ProfileAddress, has_free_for_alls


@dataclass(frozen=True, slots=True)
class BoardFrame:
    """Which page of a board is shown, and the neighbouring periods."""

    address: BoardAddress
    number: int
    pages: int
    earlier: str | None = None
    later: str | None = None
    is_in_server: bool = True
    is_public: bool = False  # no reader in particular


@dataclass(frozen=True, slots=True)
class BoardEntry:
    """One line of a board: in Markdown, in the picture, and in the picture's alt text."""

    text: str
    line: BoardLine
    alt: Phrase


@dataclass(frozen=True, slots=True)
class BoardView:
    """`heading` names a part of a board, such as a category."""

    frame: BoardFrame
    title: str
    columns: tuple[Column, ...]
    entries: tuple[BoardEntry, ...]
    empty: str  # instead of entries
    absent: str  # below the entries, if the reader has none; else empty
    footer: str
    rows: tuple[tuple[Button, ...], ...]
    heading: str = ""
    apart: BoardEntry | None = None  # the reader's own, from another page


async def drawn_board(board: BoardView, locale: Locale, pictures: PictureCache) -> Page:
    page = board_page(board, locale)
    if not board.entries:
        return page
    return await with_picture(page, board_sketch(board, locale), PictureText((), locale), pictures, "leaderboard.png")


def board_sketch(board: BoardView, locale: Locale) -> Sketch:
    title, subtitle = board.title, board_subtitle(board.frame.address, locale)
    if board.heading:
        title, subtitle = board.heading, f"{game_name(locale, board.frame.address.game)} · {subtitle}"
    entries = board.entries if board.apart is None else (*board.entries, board.apart)
    return entries_sketch(title, subtitle, board.columns, entries, is_apart=board.apart is not None)


def entries_sketch(
    title: str, subtitle: str, columns: tuple[Column, ...], entries: tuple[BoardEntry, ...], *, is_apart: bool = False
) -> Sketch:
    scene = BoardScene(title, subtitle, columns, tuple(entry.line for entry in entries), is_apart)
    return Sketch(picture.paint, scene, tuple(entry.alt for entry in entries))


def board_page(board: BoardView, locale: Locale) -> Page:
    return Page(board.title, "\n".join(_lines(board, locale)), board.rows, board.footer, palette.ACCENT_GOLD)


def _lines(board: BoardView, locale: Locale) -> Iterator[str]:
    if board.heading:
        yield f"**{board.heading}**"
    yield f"*{board_subtitle(board.frame.address, locale)}*"
    yield ""
    if not board.entries:
        yield board.empty
        return
    yield from (entry.text for entry in board.entries)
    if board.absent and not board.frame.is_public:
        yield ""
        yield board.absent
    elif board.apart is not None:
        yield "…"
        yield board.apart.text


def board_subtitle(address: BoardAddress, locale: Locale) -> str:
    scope = locale.text(f"standings.scope.{address.scope}")
    return f"{scope} · {_period_name(address.period, locale)}"


def _period_name(period: str, locale: Locale) -> str:
    """`month 2026-07` in words."""
    kind, _, name = period.partition(" ")
    if not name:
        return locale.text(f"standings.period.{kind}")
    year, number = map(int, name.split("-"))
    if kind == "week":
        return locale.text("standings.week", number=number, year=year)
    month = format_date(datetime(year, number, 1, tzinfo=UTC), "LLLL yyyy", locale=locale.language)
    return locale.text(f"standings.{kind}", month=month)


def day(seconds: float, locale: Locale) -> str:
    """The UTC date, for pictures: Discord's timestamps are rendered in text alone."""
    return format_date(datetime.fromtimestamp(seconds, UTC), "d MMM yyyy", locale=locale.language)


def ladder_name(address: BoardAddress | ProfileAddress, locale: Locale) -> str:
    """The game, and whether its games of more than two are meant."""
    game = game_name(locale, address.game)
    return locale.text("standings.free_for_all", game=game) if address.category == FREE_FOR_ALL else game


# Buttons. `Control.revision` tells apart buttons of one page that lead to the same address: custom ids are unique.


def page_buttons(verb: Verb, argument: str, number: int, pages: int, locale: Locale) -> tuple[Button, ...]:
    """To the pages before and after; none for a single page."""
    if pages <= 1:
        return ()
    back = Control(verb, max(0, number - 1), 1, argument)
    on = Control(verb, number + 1, 2, argument)
    return (
        Button(locale.text("button.previous"), back, is_enabled=number > 0),
        Button(locale.text("button.next"), on, is_enabled=number + 1 < pages),
    )


def board_pages(frame: BoardFrame, locale: Locale) -> tuple[Button, ...]:
    return page_buttons(Verb.BOARD, frame.address.argument(), frame.number, frame.pages, locale)


def neighbour_buttons(frame: BoardFrame, locale: Locale) -> tuple[Button, ...]:
    """To the periods of the same kind before and after."""
    periods = (("standings.earlier", frame.earlier, 3), ("standings.later", frame.later, 4))
    return tuple(
        Button(locale.text(code), Control(Verb.BOARD, 0, number, replace(frame.address, period=period).argument()))
        for code, period, number in periods
        if period is not None
    )


def period_buttons(frame: BoardFrame, locale: Locale) -> tuple[Button, ...]:
    """To every kind of period; the current one is disabled."""
    address = frame.address
    return tuple(
        Button(
            locale.text(f"standings.period.{kind}"),
            Control(Verb.BOARD, 0, 5, replace(address, period=kind).argument()),
            is_enabled=address.period != kind and not (kind == address.kind and frame.later is None),
        )
        for kind in KINDS
    )


def ladder_buttons(address: BoardAddress, locale: Locale) -> tuple[Button, ...]:
    """From games of two to free-for-alls, and back; none for a game without them."""
    if not has_free_for_alls(address.game):
        return ()
    there = replace(address, category="" if address.category else FREE_FOR_ALL)
    return (Button(ladder_label(there.category, locale), Control(Verb.BOARD, 0, 7, there.argument())),)


def ladder_label(category: str, locale: Locale) -> str:
    return locale.text("standings.to_free_for_all" if category else "standings.to_two")


def scope_buttons(frame: BoardFrame, locale: Locale) -> tuple[Button, ...]:
    """From the server to everywhere, and back; none outside a server."""
    if not frame.is_in_server:
        return ()
    address = frame.address
    other = GLOBAL if address.scope == SERVER else SERVER
    there = replace(address, scope=other, period=address.kind)
    return (Button(locale.text(f"standings.to.{other}"), Control(Verb.BOARD, 0, 6, there.argument())),)


def last_row(frame: BoardFrame, locale: Locale) -> tuple[Button, ...]:
    return (*scope_buttons(frame, locale), *ladder_buttons(frame.address, locale))
