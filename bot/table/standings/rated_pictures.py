"""Rankings and profiles with their pictures, and the words that say the same."""

from collections.abc import Sequence
from datetime import UTC, datetime

from babel.dates import format_date

from bot.drawing.picture_cache import PictureCache
from bot.drawing.sketch import Sketch
from bot.games.core import Phrase, phrase
from bot.table.game.pages import game_name
from bot.table.illustrations import with_picture
from bot.table.locale import Locale
from bot.table.page import Page
from bot.table.pictures import standings, standings_plot
from bot.table.pictures.core import PictureText
from bot.table.pictures.standings import BoardRow, BoardScene
from bot.table.pictures.standings_plot import Dot, PlotScene
from bot.table.standings.rated_pages import (
    BoardView,
    ProfileView,
    Rated,
    board_page,
    board_subtitle,
    board_title,
    points_text,
    profile_page,
    record_text,
)

Moment = tuple[int, int, int]  # milliseconds, rating, uncertainty


async def drawn_board(view: BoardView, locale: Locale, pictures: PictureCache) -> Page:
    page = board_page(view, locale)
    return (
        page
        if not view.lines
        else await with_picture(page, board_sketch(view, locale), PictureText((), locale), pictures, "leaderboard.png")
    )


async def drawn_profile(view: ProfileView, plot: Sequence[Moment], locale: Locale, pictures: PictureCache) -> Page:
    page = profile_page(view, locale)
    if view.own is None or not plot:
        return page
    sketch = plot_sketch(view, view.own, plot, locale)
    return await with_picture(page, sketch, PictureText((), locale), pictures, "profile.png")


def board_sketch(view: BoardView, locale: Locale) -> Sketch:
    is_apart = view.own is not None and not any(line.is_own for line in view.lines)
    shown = (*view.lines, view.own) if is_apart and view.own is not None else view.lines
    low = min(line.rating - line.uncertainty for line in shown)
    high = max(line.rating + line.uncertainty for line in shown)
    rows = tuple(_row(line, low, max(high, low + 1), locale) for line in shown)
    scene = BoardScene(
        title=board_title(view, locale),
        subtitle=board_subtitle(view.address, locale),
        points=locale.text("standings.points"),
        record=locale.text("standings.record"),
        rows=rows[:-1] if is_apart else rows,
        own=rows[-1] if is_apart else None,
    )
    return Sketch(standings.paint, scene, tuple(_alt(line) for line in shown))


def _row(line: Rated, low: int, high: int, locale: Locale) -> BoardRow:
    def along(value: int) -> int:
        return round(1000 * (value - low) / (high - low))

    return BoardRow(
        rank=line.rank,
        name=locale.text("standings.has_left", name=line.name) if line.has_left else line.name,
        low=along(line.rating - line.uncertainty),
        middle=along(line.rating),
        high=along(line.rating + line.uncertainty),
        points=points_text(line.points),
        record=record_text(line.record),
        is_own=line.is_own,
        has_left=line.has_left,
    )


def _alt(line: Rated) -> Phrase:
    return phrase(
        "standings.alt_line",
        rank=line.rank,
        name=line.name,
        points=points_text(line.points),
        rating=line.rating,
        uncertainty=line.uncertainty,
        record=record_text(line.record),
    )


def plot_sketch(view: ProfileView, own: Rated, plot: Sequence[Moment], locale: Locale) -> Sketch:
    first, last = plot[0][0], plot[-1][0]
    span = max(1, last - first)
    dots = tuple(
        Dot(round(1000 * (at - first) / span) if last > first else 500, rating, uncertainty)
        for at, rating, uncertainty in plot
    )
    scope = locale.text(f"standings.scope.{view.whose.scope}")
    rank = locale.text("profile.rank", rank=own.rank, people=view.people)
    scene = PlotScene(
        name=view.name,
        rating=f"{own.rating} ± {own.uncertainty}",
        subtitle=f"{game_name(locale, view.whose.game)} · {scope} · {rank}",
        dots=dots,
        first=_day(first, locale),
        last=_day(last, locale),
    )
    alt = phrase(
        "profile.alt",
        name=view.name,
        count=len(dots),
        rating=own.rating,
        uncertainty=own.uncertainty,
        lowest=min(dot.rating for dot in dots),
        highest=max(dot.rating for dot in dots),
        first=scene.first,
        last=scene.last,
    )
    return Sketch(standings_plot.paint, scene, (alt,))


def _day(moment: int, locale: Locale) -> str:
    return format_date(datetime.fromtimestamp(moment / 1000, UTC), "d MMM yyyy", locale=locale.language)
