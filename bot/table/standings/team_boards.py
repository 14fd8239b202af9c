"""Boards and profiles of teams' best scores; fewer cards left is better. The store's rows in, boards and pages out.

Results are comparable within a category: the team's size and its game's modes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from babel.numbers import format_decimal

from bot.drawing import palette
from bot.drawing.picture_cache import PictureCache
from bot.drawing.sketch import Sketch
from bot.games.core import phrase
from bot.games.registry import GAMES
from bot.store.ratings_rows import BoardPage
from bot.store.rows import WITH_COMPUTERS
from bot.store.sqlite.teams import Category, CategoryBest, PersonalScores, Team, TeamGame
from bot.table.controls import Control, Verb
from bot.table.game.pages import game_name, in_rows
from bot.table.illustrations import with_picture
from bot.table.locale import Locale, plain
from bot.table.page import Button, Page
from bot.table.pictures.board import RIGHT, BoardLine, Column, Sprite, medal, star, team
from bot.table.pictures.core import PictureText
from bot.table.standings.addresses import ProfileAddress
from bot.table.standings.boards import (
    BoardEntry,
    BoardFrame,
    BoardView,
    board_pages,
    day,
    entries_sketch,
    neighbour_buttons,
    period_buttons,
    scope_buttons,
)
from bot.table.standings.history_pages import PastGame, past_line, profile_buttons

_BETWEEN = ","  # in a stored mode
_MOST_DRAWN = 12  # categories of a profile; more would be unreadable on a phone
_MAX_LABEL = 80  # Discord's limit


@dataclass(frozen=True, slots=True)
class Member:
    """A person in a team, named as typed."""

    name: str
    has_left: bool = False


People = Mapping[int, Member]  # by user id


def modes_of(game: str) -> tuple[str, ...]:
    """The parts of a game's modes, in the order of the store."""
    return (*GAMES[game].switches, WITH_COMPUTERS)


def category_argument(category: Category, game: str) -> str:
    """As a button carries it: size and bit mask of the modes."""
    modes = modes_of(game)
    return f"{category.size}-{sum(1 << modes.index(mode) for mode in _modes(category))}"


def read_category(argument: str, game: str) -> Category | None:
    """Parse a button's argument; None if it is not one of ours."""
    size, _, mask = argument.partition("-")
    modes = modes_of(game)
    if not (size.isdecimal() and mask.isdecimal()) or int(mask) >> len(modes):
        return None
    return Category(int(size), _BETWEEN.join(mode for at, mode in enumerate(modes) if int(mask) >> at & 1))


def _modes(category: Category) -> list[str]:
    return [mode for mode in category.mode.split(_BETWEEN) if mode]


# Texts


def _title(frame: BoardFrame, locale: Locale) -> str:
    return locale.text("teams.title", game=game_name(locale, frame.address.game))


def _category_name(category: Category, locale: Locale) -> str:
    modes = ", ".join(locale.text(f"team.option.{mode}") for mode in _modes(category)) or locale.text("teams.plain")
    return f"{locale.text('teams.size', count=category.size)} · {modes}"


def _team_name(members: Team, people: People, locale: Locale, *, is_markdown: bool) -> str:
    """People by name, escaped for Markdown; computers by their number."""
    names = []
    for member in (people[user_id] for user_id, _ in members if user_id is not None):
        name = plain(member.name) if is_markdown else member.name
        names.append(locale.text("standings.has_left", name=name) if member.has_left else name)
    if computers := len(members) - len(names):
        names.append(locale.text("teams.computers", count=computers))
    return ", ".join(names)


def _score_text(score: int, locale: Locale) -> str:
    return locale.text("teams.left", count=score) if score else locale.text("teams.beaten")


def _score_cell(score: int) -> str | Sprite:
    return str(score) if score else (star, ())


def _average_text(cards_left: int, games: int, locale: Locale) -> str:
    return format_decimal(round(cards_left / games, 1), format="0.#", locale=locale.language)


def _score_column(code: str, right: int, locale: Locale) -> Column:
    return Column(locale.text(code), right, 78, size=36, colour=palette.GOLD_LIGHT)


def _rows(frame: BoardFrame, locale: Locale) -> tuple[tuple[Button, ...], ...]:
    """The periods; then pages, neighbouring periods and the scope in one row: a message has but five rows."""
    last = (*board_pages(frame, locale), *neighbour_buttons(frame, locale), *scope_buttons(frame, locale))
    return (period_buttons(frame, locale), *((last,) if last else ()))


# All categories


def overview_board(frame: BoardFrame, lines: Sequence[CategoryBest], people: People, locale: Locale) -> BoardView:
    categories = [_category_button(frame, line.category, locale) for line in lines]
    return BoardView(
        frame=frame,
        title=_title(frame, locale),
        columns=(_score_column("teams.best", 584, locale), Column(locale.text("teams.yours"), RIGHT, 78)),
        entries=tuple(_leading(line, people, locale) for line in lines),
        empty=locale.text("teams.empty"),
        absent="" if any(line.own for line in lines) else locale.text("teams.not_on_it"),
        footer=locale.text("teams.footer", page=frame.number + 1, pages=frame.pages) if lines else "",
        rows=(*in_rows(categories), *_rows(frame, locale)),
    )


def _category_button(frame: BoardFrame, category: Category, locale: Locale) -> Button:
    there = replace(frame.address, category=category_argument(category, frame.address.game))
    return Button(_category_name(category, locale)[:_MAX_LABEL], Control(Verb.BOARD, 0, 7, there.argument()))


def _leading(line: CategoryBest, people: People, locale: Locale) -> BoardEntry:
    """A category's best game and the reader's own best."""
    best, category = line.best, _category_name(line.category, locale)
    equals = locale.text("teams.equals", count=line.equals - 1) if line.equals > 1 else ""
    score, own = _score_text(best.score, locale), "–" if line.own is None else str(line.own.best)
    is_best = line.own is not None and line.own.best == best.score
    note = _team_name(best.team, people, locale, is_markdown=False) + equals
    text = locale.text(
        "teams.leading",
        category=category,
        score=score,
        team=_team_name(best.team, people, locale, is_markdown=True),
        number=best.game_id,
        equals=equals,
    )
    if line.own is not None:
        code = "teams.own_is_best" if is_best else "teams.own"
        own_score = _score_text(line.own.best, locale)
        text += "\n" + locale.text(code, score=own_score, number=line.own.best_game)
    cells = (_score_cell(best.score), own)
    return BoardEntry(
        text=text,
        line=BoardLine((team, (line.category.size,)), category, cells, note, is_own=is_best),
        alt=phrase("teams.alt_leading", category=category, score=score, team=note, own=own),
    )


# One category


def category_board(
    frame: BoardFrame, category: Category, found: BoardPage[TeamGame], asker: int, people: People, locale: Locale
) -> BoardView:
    own = found.own
    is_apart = own is not None and all(game.game_id != own.game_id for game in found.lines)
    games = locale.text("history.games", count=found.total)
    back = Control(Verb.BOARD, 0, 8, replace(frame.address, category="").argument())
    return BoardView(
        frame=frame,
        title=_title(frame, locale),
        columns=(_score_column("teams.score", RIGHT, locale),),
        entries=tuple(_ranked(game, asker, people, locale) for game in found.lines),
        empty=locale.text("teams.empty"),
        absent=locale.text("teams.not_on_it") if own is None else "",
        footer=locale.text("teams.category_footer", page=frame.number + 1, pages=max(1, frame.pages), games=games),
        rows=((Button(locale.text("teams.all"), back),), *_rows(frame, locale)),
        heading=_category_name(category, locale),
        apart=_ranked(own, asker, people, locale) if own is not None and is_apart else None,
    )


def _ranked(game: TeamGame, asker: int, people: People, locale: Locale) -> BoardEntry:
    is_own = any(user_id == asker for user_id, _ in game.team)
    name, escaped = (_team_name(game.team, people, locale, is_markdown=is_markdown) for is_markdown in (False, True))
    score, ended_at = _score_text(game.score, locale), game.ended_at // 1000
    note = locale.text("teams.when", number=game.game_id, day=day(ended_at, locale))
    return BoardEntry(
        text=locale.text(
            "teams.line",
            rank=game.rank,
            team=f"**{escaped}**" if is_own else escaped,
            score=score,
            number=game.game_id,
            time=f"<t:{ended_at}:d>",
        ),
        line=BoardLine((medal, (game.rank,)), name, (_score_cell(game.score),), note, is_own=is_own),
        alt=phrase("teams.alt_line", rank=game.rank, team=name, score=score, note=note),
    )


# One person


@dataclass(frozen=True, slots=True)
class TeamProfileView:
    address: ProfileAddress
    name: str
    is_self: bool
    bests: tuple[PersonalScores, ...]
    last: tuple[PastGame, ...] = ()
    is_in_server: bool = True


async def drawn_team_profile(view: TeamProfileView, locale: Locale, pictures: PictureCache) -> Page:
    page = team_profile_page(view, locale)
    if not view.bests:
        return page
    return await with_picture(page, team_profile_sketch(view, locale), PictureText((), locale), pictures, "profile.png")


def team_profile_page(view: TeamProfileView, locale: Locale) -> Page:
    lines = [f"*{locale.text(f'standings.scope.{view.address.scope}')}*", _summary(view, locale)]
    if view.bests:
        lines += ["", *(_personal(one, locale).text for one in view.bests)]
    if view.last:
        lines += ["", locale.text("profile.last"), *(past_line(game, locale) for game in view.last)]
    return Page(
        title=locale.text("profile.title", name=plain(view.name), game=game_name(locale, view.address.game)),
        body="\n".join(lines),
        rows=(profile_buttons(view.address, locale, is_in_server=view.is_in_server),),
        accent=palette.ACCENT_GOLD,
    )


def team_profile_sketch(view: TeamProfileView, locale: Locale) -> Sketch:
    subtitle = f"{game_name(locale, view.address.game)} · {locale.text(f'standings.scope.{view.address.scope}')}"
    entries = tuple(_personal(one, locale) for one in view.bests[:_MOST_DRAWN])
    return entries_sketch(view.name, subtitle, (_score_column("teams.best", RIGHT, locale),), entries)


def _personal(one: PersonalScores, locale: Locale) -> BoardEntry:
    """A person's best in a category; number of games, of wins and the average."""
    category, score = _category_name(one.category, locale), _score_text(one.best, locale)
    average = _average_text(one.cards_left, one.games, locale)
    games = locale.text("history.games", count=one.games)
    note = locale.text("teams.personal_note", games=games, beaten=one.beaten, average=average)
    return BoardEntry(
        text=locale.text("teams.personal", category=category, score=score, number=one.best_game, note=note),
        line=BoardLine((team, (one.category.size,)), category, (_score_cell(one.best),), note),
        alt=phrase("teams.alt_personal", category=category, score=score, note=note),
    )


def _summary(view: TeamProfileView, locale: Locale) -> str:
    """All categories together, or an invitation to play."""
    games = sum(one.games for one in view.bests)
    if not games:
        return locale.text("teams.no_games_self" if view.is_self else "teams.no_games")
    average = _average_text(sum(one.cards_left for one in view.bests), games, locale)
    return locale.text("teams.summary", count=games, beaten=sum(one.beaten for one in view.bests), average=average)
