"""The pages of teams' best scores: all sizes and modes, one of them, and one person's. Scores in, words and controls
out; fewer cards left is better. Names are as their owners typed them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from babel.numbers import format_decimal

from bot.drawing import palette
from bot.games.registry import GAMES
from bot.store.rows import WITH_COMPUTERS
from bot.table.controls import Control, Verb
from bot.table.game.pages import game_name, in_rows
from bot.table.locale import Locale, plain
from bot.table.page import Button, Page
from bot.table.standings.rated_pages import (
    BoardAddress,
    PastGame,
    Whose,
    board_subtitle,
    neighbours,
    other_scope,
    past_line,
    periods,
    profile_rows,
    turning,
)


@dataclass(frozen=True, slots=True)
class Category:
    """What results are comparable by: how many played, and which of their game's modes were on."""

    size: int
    modes: tuple[str, ...] = ()

    def argument(self, game: str) -> str:
        """As a button carries it."""
        modes = modes_of(game)
        return f"{self.size}-{sum(1 << modes.index(mode) for mode in self.modes)}"


def modes_of(game: str) -> tuple[str, ...]:
    """What a mode can be made of, in the order it is stored in."""
    return (*GAMES[game].switches, WITH_COMPUTERS)


def read_category(argument: str, game: str) -> Category | None:
    """What a button's argument names, if it is one of ours."""
    size, _, mask = argument.partition("-")
    modes = modes_of(game)
    if not (size.isdecimal() and mask.isdecimal()) or int(mask) >> len(modes):
        return None
    return Category(int(size), tuple(mode for number, mode in enumerate(modes) if int(mask) >> number & 1))


@dataclass(frozen=True, slots=True)
class Mate:
    name: str
    has_left: bool = False


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A game that counts, and how good it was among its like."""

    rank: int
    team: tuple[Mate, ...]
    score: int
    game_id: int
    ended_at: int  # seconds since 1970
    is_own: bool


@dataclass(frozen=True, slots=True)
class Personal:
    """What somebody has behind them in one category."""

    category: Category
    games: int
    beaten: int
    cards_left: int
    best: int
    best_game: int


@dataclass(frozen=True, slots=True)
class Leading:
    """A category's best game, how many were as good, and the reader's own best."""

    category: Category
    best: TeamLine
    equals: int
    own: Personal | None


@dataclass(frozen=True, slots=True)
class Frame:
    """What every board has around it."""

    address: BoardAddress
    number: int
    pages: int
    earlier: str | None = None
    later: str | None = None
    is_in_server: bool = True


@dataclass(frozen=True, slots=True)
class OverviewView:
    frame: Frame
    lines: tuple[Leading, ...]


@dataclass(frozen=True, slots=True)
class CategoryView:
    frame: Frame
    category: Category
    games: int
    lines: tuple[TeamLine, ...]
    own: TeamLine | None

    @property
    def apart(self) -> TeamLine | None:
        """The reader's own line, where it is not on this page."""
        is_here = self.own is not None and any(line.game_id == self.own.game_id for line in self.lines)
        return None if is_here else self.own


@dataclass(frozen=True, slots=True)
class TeamProfileView:
    whose: Whose
    name: str
    is_self: bool
    bests: tuple[Personal, ...]
    last: tuple[PastGame, ...] = ()
    is_in_server: bool = True


# Words that pages and pictures share


def title(address: BoardAddress, locale: Locale) -> str:
    return locale.text("teams.title", game=game_name(locale, address.game))


def category_name(category: Category, locale: Locale) -> str:
    modes = ", ".join(locale.text(f"team.option.{mode}") for mode in category.modes) or locale.text("teams.plain")
    return f"{locale.text('teams.size', count=category.size)} · {modes}"


def team_name(team: tuple[Mate, ...], locale: Locale) -> str:
    """Who it was, for a picture; a page has to make them plain first."""
    return ", ".join(locale.text("standings.has_left", name=one.name) if one.has_left else one.name for one in team)


def score_text(score: int, locale: Locale) -> str:
    return locale.text("teams.left", count=score) if score else locale.text("teams.beaten")


def average_text(cards_left: int, games: int, locale: Locale) -> str:
    return format_decimal(round(cards_left / games, 1), format="0.#", locale=locale.language)


def personal_note(one: Personal, locale: Locale) -> str:
    """How often, how well, and how well on average."""
    average = average_text(one.cards_left, one.games, locale)
    games = locale.text("history.games", count=one.games)
    return locale.text("teams.personal_note", games=games, beaten=one.beaten, average=average)


# All sizes and modes


def overview_page(view: OverviewView, locale: Locale) -> Page:
    frame = view.frame
    footer = locale.text("teams.footer", page=frame.number + 1, pages=frame.pages) if view.lines else ""
    return Page(
        title=title(frame.address, locale),
        body="\n".join(_overview_lines(view, locale)),
        rows=tuple(_overview_rows(view, locale)),
        footer=footer,
        accent=palette.ACCENT_GOLD,
    )


def _overview_lines(view: OverviewView, locale: Locale) -> Iterator[str]:
    yield f"*{board_subtitle(view.frame.address, locale)}*"
    yield ""
    if not view.lines:
        yield locale.text("teams.empty")
        return
    for line in view.lines:
        yield from _leading(line, locale)
    if not any(line.own for line in view.lines):
        yield ""
        yield locale.text("teams.not_on_it")


def _leading(line: Leading, locale: Locale) -> Iterator[str]:
    yield locale.text(
        "teams.leading",
        category=category_name(line.category, locale),
        score=score_text(line.best.score, locale),
        team=_plain_team(line.best.team, locale),
        number=line.best.game_id,
        equals=locale.text("teams.equals", count=line.equals - 1) if line.equals > 1 else "",
    )
    if line.own is not None:
        is_best = line.own.best == line.best.score
        code = "teams.own_is_best" if is_best else "teams.own"
        yield locale.text(code, score=score_text(line.own.best, locale), number=line.own.best_game)


def _plain_team(team: tuple[Mate, ...], locale: Locale) -> str:
    return team_name(tuple(replace(mate, name=plain(mate.name)) for mate in team), locale)


def _overview_rows(view: OverviewView, locale: Locale) -> Iterator[tuple[Button, ...]]:
    frame = view.frame
    yield from in_rows([_to_category(frame.address, line.category, locale) for line in view.lines])
    yield from _frame_rows(frame, locale)


def _to_category(address: BoardAddress, category: Category, locale: Locale) -> Button:
    there = replace(address, category=category.argument(address.game))
    return Button(category_name(category, locale)[:80], Control(Verb.BOARD, 0, 7, there.argument()))


def _frame_rows(frame: Frame, locale: Locale) -> Iterator[tuple[Button, ...]]:
    """The periods; then turning pages, neighbouring periods and the other scope in one row, for there are but five."""
    address = frame.address
    yield periods(address, frame.later, locale)
    pages = turning(Verb.BOARD, address.argument(), frame.number, frame.pages, locale) if frame.pages > 1 else ()
    scope = (other_scope(address, locale),) if frame.is_in_server else ()
    if row := (*pages, *neighbours(address, frame.earlier, frame.later, locale), *scope):
        yield row


# One size and mode


def category_page(view: CategoryView, locale: Locale) -> Page:
    frame = view.frame
    games = locale.text("history.games", count=view.games)
    back = Control(Verb.BOARD, 0, 8, replace(frame.address, category="").argument())
    return Page(
        title=title(frame.address, locale),
        body="\n".join(_category_lines(view, locale)),
        rows=((Button(locale.text("teams.all"), back),), *_frame_rows(frame, locale)),
        footer=locale.text("teams.category_footer", page=frame.number + 1, pages=max(1, frame.pages), games=games),
        accent=palette.ACCENT_GOLD,
    )


def _category_lines(view: CategoryView, locale: Locale) -> Iterator[str]:
    yield f"**{category_name(view.category, locale)}**"
    yield f"*{board_subtitle(view.frame.address, locale)}*"
    yield ""
    if not view.lines:
        yield locale.text("teams.empty")
        return
    for line in view.lines:
        yield _team_line(line, locale)
    if view.own is None:
        yield ""
        yield locale.text("teams.not_on_it")
    elif view.apart is not None:
        yield "…"
        yield _team_line(view.apart, locale)


def _team_line(line: TeamLine, locale: Locale) -> str:
    team = _plain_team(line.team, locale)
    return locale.text(
        "teams.line",
        rank=line.rank,
        team=f"**{team}**" if line.is_own else team,
        score=score_text(line.score, locale),
        number=line.game_id,
        time=f"<t:{line.ended_at}:d>",
    )


# One person


def team_profile_page(view: TeamProfileView, locale: Locale) -> Page:
    return Page(
        title=locale.text("profile.title", name=plain(view.name), game=game_name(locale, view.whose.game)),
        body="\n".join(_profile_lines(view, locale)),
        rows=tuple(profile_rows(view.whose, locale, is_in_server=view.is_in_server)),
        accent=palette.ACCENT_GOLD,
    )


def _profile_lines(view: TeamProfileView, locale: Locale) -> Iterator[str]:
    yield f"*{locale.text(f'standings.scope.{view.whose.scope}')}*"
    yield summary(view, locale)
    if view.bests:
        yield ""
    for one in view.bests:
        yield locale.text(
            "teams.personal",
            category=category_name(one.category, locale),
            score=score_text(one.best, locale),
            number=one.best_game,
            note=personal_note(one, locale),
        )
    if view.last:
        yield ""
        yield locale.text("profile.last")
        yield from (past_line(game, locale) for game in view.last)


def summary(view: TeamProfileView, locale: Locale) -> str:
    """Everything together, or an invitation."""
    games = sum(one.games for one in view.bests)
    if not games:
        return locale.text("teams.no_games_self" if view.is_self else "teams.no_games")
    average = average_text(sum(one.cards_left for one in view.bests), games, locale)
    return locale.text("teams.summary", count=games, beaten=sum(one.beaten for one in view.bests), average=average)
