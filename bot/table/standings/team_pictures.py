"""Teams' best scores with their pictures, and the words that say the same."""

from datetime import UTC, datetime

from babel.dates import format_date

from bot.drawing.picture_cache import PictureCache
from bot.drawing.sketch import Sketch
from bot.games.core import Phrase, phrase
from bot.table.game.pages import game_name
from bot.table.illustrations import with_picture
from bot.table.locale import Locale
from bot.table.page import Page
from bot.table.pictures import team_boards
from bot.table.pictures.core import PictureText
from bot.table.pictures.team_boards import TeamRow, TeamScene
from bot.table.standings.rated_pages import board_subtitle
from bot.table.standings.team_pages import (
    CategoryView,
    Leading,
    OverviewView,
    Personal,
    TeamLine,
    TeamProfileView,
    category_name,
    category_page,
    overview_page,
    personal_note,
    score_text,
    team_name,
    team_profile_page,
    title,
)

_NO_OWN = "–"


async def drawn_overview(view: OverviewView, locale: Locale, pictures: PictureCache) -> Page:
    page = overview_page(view, locale)
    if not view.lines:
        return page
    return await with_picture(page, overview_sketch(view, locale), PictureText((), locale), pictures, "leaderboard.png")


async def drawn_category(view: CategoryView, locale: Locale, pictures: PictureCache) -> Page:
    page = category_page(view, locale)
    if not view.lines:
        return page
    return await with_picture(page, category_sketch(view, locale), PictureText((), locale), pictures, "leaderboard.png")


async def drawn_team_profile(view: TeamProfileView, locale: Locale, pictures: PictureCache) -> Page:
    page = team_profile_page(view, locale)
    if not view.bests:
        return page
    return await with_picture(page, profile_sketch(view, locale), PictureText((), locale), pictures, "profile.png")


def overview_sketch(view: OverviewView, locale: Locale) -> Sketch:
    address = view.frame.address
    scene = TeamScene(
        title=title(address, locale),
        subtitle=board_subtitle(address, locale),
        score_label=locale.text("teams.best"),
        own_label=locale.text("teams.yours"),
        rows=tuple(_leading(line, locale) for line in view.lines),
    )
    return Sketch(team_boards.paint, scene, tuple(_leading_alt(line, locale) for line in view.lines))


def _leading(line: Leading, locale: Locale) -> TeamRow:
    team = team_name(line.best.team, locale)
    if line.equals > 1:
        team += locale.text("teams.equals", count=line.equals - 1)
    own = _NO_OWN if line.own is None else str(line.own.best)
    name = category_name(line.category, locale)
    is_own = line.own is not None and line.own.best == line.best.score
    return TeamRow(0, line.category.size, name, team, line.best.score, own, is_own)


def _leading_alt(line: Leading, locale: Locale) -> Phrase:
    row = _leading(line, locale)
    return phrase(
        "teams.alt_leading", category=row.title, score=score_text(row.score, locale), team=row.note, own=row.own
    )


def category_sketch(view: CategoryView, locale: Locale) -> Sketch:
    address = view.frame.address
    shown = view.lines if view.apart is None else (*view.lines, view.apart)
    rows = tuple(_team_row(line, view.category.size, locale) for line in shown)
    scene = TeamScene(
        title=category_name(view.category, locale),
        subtitle=f"{game_name(locale, address.game)} · {board_subtitle(address, locale)}",
        score_label=locale.text("teams.score"),
        own_label="",
        rows=rows[: len(view.lines)],
        apart=None if view.apart is None else rows[-1],
    )
    return Sketch(team_boards.paint, scene, tuple(_team_alt(row, locale) for row in rows))


def _team_row(line: TeamLine, size: int, locale: Locale) -> TeamRow:
    day = format_date(datetime.fromtimestamp(line.ended_at, UTC), "d MMM yyyy", locale=locale.language)
    note = locale.text("teams.when", number=line.game_id, day=day)
    return TeamRow(line.rank, size, team_name(line.team, locale), note, line.score, is_own=line.is_own)


def _team_alt(row: TeamRow, locale: Locale) -> Phrase:
    return phrase("teams.alt_line", rank=row.rank, team=row.title, score=score_text(row.score, locale), note=row.note)


def profile_sketch(view: TeamProfileView, locale: Locale) -> Sketch:
    scope = locale.text(f"standings.scope.{view.whose.scope}")
    rows = tuple(_personal(one, locale) for one in view.bests[: team_boards.MOST_ROWS])
    scene = TeamScene(
        title=view.name,
        subtitle=f"{game_name(locale, view.whose.game)} · {scope}",
        score_label=locale.text("teams.best"),
        own_label="",
        rows=rows,
    )
    alt = tuple(
        phrase("teams.alt_personal", category=row.title, score=score_text(row.score, locale), note=row.note)
        for row in rows
    )
    return Sketch(team_boards.paint, scene, alt)


def _personal(one: Personal, locale: Locale) -> TeamRow:
    name = category_name(one.category, locale)
    return TeamRow(0, one.category.size, name, personal_note(one, locale), one.best)
