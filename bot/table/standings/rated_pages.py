"""The pages of rankings, profiles and histories: numbers in, words and controls out. Names are as their owners typed
them; where they stood and what they scored was computed elsewhere."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from babel.dates import format_date

from bot.drawing import palette
from bot.games.registry import GAMES
from bot.table.controls import Control, Verb
from bot.table.game.pages import game_name
from bot.table.locale import Locale, plain
from bot.table.page import Button, Page, Style

SERVER, GLOBAL = "server", "global"
KINDS = ("all", "season", "month", "week")
_SEPARATOR = "|"
_PERIOD = re.compile(
    r"all|season|month|week|(season|month) [12]\d{3}-(0[1-9]|1[0-2])|week [12]\d{3}-(0[1-9]|[1-4]\d|5[0-3])"
)


@dataclass(frozen=True, slots=True)
class BoardAddress:
    """What a leaderboard is of: the parts of its buttons' argument."""

    game: str
    scope: str
    period: str  # a kind alone means the one that is running
    category: str = ""  # of a board of teams: which size and mode; all of them

    @property
    def kind(self) -> str:
        return self.period.split(" ")[0]

    def argument(self) -> str:
        return _SEPARATOR.join((self.game, self.scope, self.period, *((self.category,) if self.category else ())))


@dataclass(frozen=True, slots=True)
class Whose:
    """Whose profile or history, of what."""

    game: str
    scope: str
    user_id: int

    def argument(self) -> str:
        return _SEPARATOR.join((self.game, self.scope, str(self.user_id)))


def read_board_address(argument: str) -> BoardAddress | None:
    """A button's argument, if it is one of ours."""
    parts = argument.split(_SEPARATOR)
    if len(parts) not in (3, 4) or parts[1] not in (SERVER, GLOBAL) or not _PERIOD.fullmatch(parts[2]):
        return None
    return BoardAddress(*parts)


def read_whose(argument: str) -> Whose | None:
    parts = argument.split(_SEPARATOR)
    if len(parts) != 3 or parts[1] not in (SERVER, GLOBAL) or not parts[2].isdecimal():
        return None
    return Whose(parts[0], parts[1], int(parts[2]))


@dataclass(frozen=True, slots=True)
class WinRecord:
    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses


@dataclass(frozen=True, slots=True)
class Rated:
    """A line of a board: where somebody stands, and how surely."""

    rank: int
    name: str
    points: int
    rating: int
    uncertainty: int
    is_provisional: bool
    record: WinRecord
    is_own: bool = False
    has_left: bool = False


@dataclass(frozen=True, slots=True)
class BoardView:
    address: BoardAddress
    number: int
    pages: int
    people: int
    lines: tuple[Rated, ...]
    own: Rated | None
    earlier: str | None = None
    later: str | None = None
    is_in_server: bool = True


def board_page(view: BoardView, locale: Locale) -> Page:
    return Page(
        title=board_title(view, locale),
        body="\n".join(_board_lines(view, locale)),
        rows=tuple(row for row in _board_rows(view, locale) if row),
        footer=_board_footer(view, locale),
        accent=palette.ACCENT_GOLD,
    )


def board_title(view: BoardView, locale: Locale) -> str:
    return locale.text("standings.title", game=game_name(locale, view.address.game))


def board_subtitle(address: BoardAddress, locale: Locale) -> str:
    scope = locale.text(f"standings.scope.{address.scope}")
    return f"{scope} · {period_name(address.period, locale)}"


def period_name(period: str, locale: Locale) -> str:
    """`month 2026-07` as people call it."""
    kind, _, name = period.partition(" ")
    if not name:
        return locale.text(f"standings.period.{kind}")
    year, number = map(int, name.split("-"))
    if kind == "week":
        return locale.text("standings.week", number=number, year=year)
    month = format_date(datetime(year, number, 1, tzinfo=UTC), "LLLL yyyy", locale=locale.language)
    return locale.text(f"standings.{kind}", month=month)


def _board_lines(view: BoardView, locale: Locale) -> Iterator[str]:
    yield f"*{board_subtitle(view.address, locale)}*"
    yield ""
    if not view.people:
        yield locale.text("standings.empty")
        return
    for line in view.lines:
        yield _board_line(line, locale)
    if view.own is None:
        yield ""
        yield locale.text("standings.not_on_it")
    elif not any(line.is_own for line in view.lines):
        yield "…"
        yield _board_line(view.own, locale)


def _board_line(line: Rated, locale: Locale) -> str:
    name = f"**{plain(line.name)}**" if line.is_own else plain(line.name)
    if line.has_left:
        name = locale.text("standings.has_left", name=name)
    return locale.text(
        "standings.line",
        rank=line.rank,
        name=name,
        points=points_text(line.points),
        rating=rating_text(line, locale),
        record=record_text(line.record),
    )


def points_text(points: int) -> str:
    """What somebody's rating surely reaches; below nothing with a minus, not a hyphen."""
    return str(points).replace("-", "−")


def rating_text(line: Rated, locale: Locale) -> str:
    code = "standings.provisional_rating" if line.is_provisional else "standings.rating"
    return locale.text(code, rating=line.rating, uncertainty=line.uncertainty)


def record_text(record: WinRecord) -> str:
    """Wins, losses, and draws if there were any."""
    text = f"{record.wins}–{record.losses}"
    return f"{text}–{record.draws}" if record.draws else text


def _board_footer(view: BoardView, locale: Locale) -> str:
    if not view.people:
        return ""
    people = locale.text("standings.people", count=view.people)
    return locale.text("standings.footer", page=view.number + 1, pages=view.pages, people=people)


def _board_rows(view: BoardView, locale: Locale) -> Iterator[tuple[Button, ...]]:
    address = view.address
    if view.pages > 1:
        yield turning(Verb.BOARD, address.argument(), view.number, view.pages, locale)
    yield tuple(neighbours(address, view.earlier, view.later, locale))
    yield periods(address, view.later, locale)
    if view.is_in_server:
        yield (other_scope(address, locale),)


def neighbours(address: BoardAddress, earlier: str | None, later: str | None, locale: Locale) -> Iterator[Button]:
    """To the periods of the same kind before and after."""
    for code, period, number in (("standings.earlier", earlier, 3), ("standings.later", later, 4)):
        if period is not None:
            control = Control(Verb.BOARD, 0, number, replace(address, period=period).argument())
            yield Button(locale.text(code), control)


def periods(address: BoardAddress, later: str | None, locale: Locale) -> tuple[Button, ...]:
    """To every kind of period; the one that is shown cannot be pressed."""
    return tuple(
        Button(
            locale.text(f"standings.period.{kind}"),
            Control(Verb.BOARD, 0, 5, replace(address, period=kind).argument()),
            is_enabled=address.period != kind and not (kind == address.kind and later is None),
        )
        for kind in KINDS
    )


def other_scope(address: BoardAddress, locale: Locale) -> Button:
    """From a server to everywhere, and back."""
    other = GLOBAL if address.scope == SERVER else SERVER
    there = replace(address, scope=other, period=address.kind)
    return Button(locale.text(f"standings.to.{other}"), Control(Verb.BOARD, 0, 6, there.argument()))


def turning(verb: Verb, argument: str, number: int, pages: int, locale: Locale) -> tuple[Button, Button]:
    back = Control(verb, max(0, number - 1), 1, argument)
    on = Control(verb, number + 1, 2, argument)
    return (
        Button(locale.text("button.previous"), back, is_enabled=number > 0),
        Button(locale.text("button.next"), on, is_enabled=number + 1 < pages),
    )


@dataclass(frozen=True, slots=True)
class Feat:
    """Something to be remembered for, and the game it happened in."""

    value: int
    game_id: int


@dataclass(frozen=True, slots=True)
class Favourite:
    """A way to begin, as it is typed without the cards."""

    opening: str
    games: int
    wins: int


@dataclass(frozen=True, slots=True)
class ProfileView:
    whose: Whose
    name: str
    is_self: bool
    own: Rated | None
    people: int
    by_seat: tuple[tuple[int, WinRecord], ...]
    by_turn: tuple[tuple[bool, WinRecord], ...]
    streak: int
    best_streak: int
    chain: Feat | None
    fastest: Feat | None
    openings: tuple["Favourite", ...]
    versus: WinRecord
    last: tuple["PastGame", ...] = ()
    is_in_server: bool = True


@dataclass(frozen=True, slots=True)
class PastGame:
    """A finished game in somebody's list, with a link to its table where there is one."""

    game_id: int
    game: str
    others: tuple[str, ...]
    score: str
    reason: str  # why it ended
    gain: int | None  # None: it did not count
    turns: int
    ended_at: int  # seconds since 1970
    link: str | None
    is_together: bool = False  # a team's, against the cards
    left: int | None = None  # how many cards a team had left; None: its rules did not end it
    abandoned: tuple[str, str] | None = None  # who ended it early, and how, where that was noted (TG12)


def profile_page(view: ProfileView, locale: Locale) -> Page:
    game = game_name(locale, view.whose.game)
    return Page(
        title=locale.text("profile.title", name=plain(view.name), game=game),
        body="\n".join(_profile_lines(view, locale)),
        rows=tuple(profile_rows(view.whose, locale, is_in_server=view.is_in_server)),
        accent=palette.ACCENT_GOLD,
    )


def _profile_lines(view: ProfileView, locale: Locale) -> Iterator[str]:
    yield f"*{locale.text(f'standings.scope.{view.whose.scope}')}*"
    yield standing_line(view, locale)
    if view.by_seat:
        yield ""
        yield from _record_lines(view, locale)
    if not view.is_self and view.versus.games:
        yield locale.text("profile.versus", record=record_text(view.versus))
    if view.last:
        yield ""
        yield locale.text("profile.last")
        yield from (past_line(game, locale) for game in view.last)
    else:
        code = "profile.no_games_self" if view.is_self else "profile.no_games"
        yield locale.text(code, game=game_name(locale, view.whose.game))


def standing_line(view: ProfileView, locale: Locale) -> str:
    if view.own is None:
        return locale.text("profile.unrated")
    return locale.text(
        "profile.standing",
        rating=rating_text(view.own, locale),
        points=points_text(view.own.points),
        rank=view.own.rank,
        people=view.people,
    )


def _record_lines(view: ProfileView, locale: Locale) -> Iterator[str]:
    whole = [record for _, record in view.by_turn]
    total = WinRecord(*(sum(getattr(one, name) for one in whole) for name in ("wins", "draws", "losses")))
    seats = ", ".join(f"{seat_name(view.whose.game, seat, locale)} {record_text(one)}" for seat, one in view.by_seat)
    turns = {is_first: record_text(record) for is_first, record in view.by_turn}
    yield locale.text("profile.record", record=record_text(total), seats=seats)
    yield locale.text("profile.starting", first=turns[True], second=turns[False])
    if view.streak:
        code = "profile.winning" if view.streak > 0 else "profile.losing"
        yield locale.text(code, count=abs(view.streak), best=view.best_streak)
    if view.chain is not None:
        yield locale.text("profile.chain", count=view.chain.value, number=view.chain.game_id)
    if view.fastest is not None:
        yield locale.text("profile.fastest", count=view.fastest.value, number=view.fastest.game_id)
    if view.openings:
        yield locale.text("profile.openings", openings=" · ".join(_favourites(view, locale)))


def _favourites(view: ProfileView, locale: Locale) -> Iterator[str]:
    for one in view.openings:
        opening = _opening(view.whose.game, one.opening, locale)
        yield locale.text("profile.opening", opening=opening, count=one.games, wins=one.wins)


def _opening(game: str, opening: str, locale: Locale) -> str:
    """In the game's own words; as it is kept where it has none."""
    told = GAMES[game].opening(opening)
    return ", ".join(locale.write(part, str) for part in told) or f"`{opening}`"


def seat_name(game: str, seat: int, locale: Locale) -> str:
    code = f"seat.{game}.{seat}"
    return locale.text(code) if locale.has(code) else locale.text("seat.numbered", number=seat + 1)


def profile_rows(whose: Whose, locale: Locale, *, is_in_server: bool) -> Iterator[tuple[Button, ...]]:
    history = Button(locale.text("profile.history"), Control(Verb.HISTORY, 0, 0, whose.argument()), Style.PRIMARY)
    if not is_in_server:
        yield (history,)
        return
    other = GLOBAL if whose.scope == SERVER else SERVER
    turned = Control(Verb.PROFILE, 0, 0, Whose(whose.game, other, whose.user_id).argument())
    yield (history, Button(locale.text(f"standings.to.{other}"), turned))


@dataclass(frozen=True, slots=True)
class HistoryView:
    whose: Whose
    name: str
    is_self: bool
    number: int
    pages: int
    total: int
    games: tuple[PastGame, ...]


def history_page(view: HistoryView, locale: Locale) -> Page:
    lines = [past_line(game, locale) for game in view.games]
    if not lines:
        lines = [locale.text("history.empty_self" if view.is_self else "history.empty")]
    games = locale.text("history.games", count=view.total)
    profile = Button(locale.text("history.profile"), Control(Verb.PROFILE, 0, 0, view.whose.argument()))
    argument = view.whose.argument()
    turned = turning(Verb.HISTORY, argument, view.number, view.pages, locale) if view.pages > 1 else ()
    return Page(
        title=locale.text("history.title", name=plain(view.name)),
        body="\n".join((f"*{locale.text(f'standings.scope.{view.whose.scope}')}*", "", *lines)),
        rows=((*turned, profile),),
        footer=locale.text("history.footer", page=view.number + 1, pages=view.pages, games=games) if view.games else "",
        accent=palette.ACCENT_SILVER,
    )


def past_line(game: PastGame, locale: Locale) -> str:
    number = f"[#{game.game_id}]({game.link})" if game.link else f"#{game.game_id}"
    gain = "" if game.gain is None else f" ({game.gain:+d})".replace("-", "−")
    return locale.text(
        "history.line",
        number=number,
        score=_team_score(game, locale) if game.is_together else _score(game, locale),
        gain=gain,
        others=_others(game, locale),
        turns=locale.text("history.turns", count=game.turns),
        time=f"<t:{game.ended_at}:d>",
    )


def _score(game: PastGame, locale: Locale) -> str:
    """Won or lost, and how: by the game's own rules, or by what the referee ended it for."""
    plainly = f"history.{game.score}"
    by_rules, by_referee = f"history.{game.game}.{game.score}.{game.reason}", f"history.{game.score}.{game.reason}"
    return locale.text(next((code for code in (by_rules, by_referee) if locale.has(code)), plainly))


def _team_score(game: PastGame, locale: Locale) -> str:
    """How far a team got; where the rules did not end it, what became of it (TG12)."""
    name = game_name(locale, game.game)
    if game.abandoned is not None:
        who, how = game.abandoned
        return locale.text(f"history.abandoned.{how}", game=name, player=plain(who))
    if game.left is None:
        return locale.text(f"history.{game.reason}", game=name)
    if game.left == 0:
        return locale.text("history.beaten", game=name)
    special = f"history.{game.game}.{game.reason}"
    return locale.text(special if locale.has(special) else "history.left", game=name, count=game.left)


def _others(game: PastGame, locale: Locale) -> str:
    others = ", ".join(map(plain, game.others))
    if not game.is_together:
        return others
    return locale.text("history.with", others=others) if others else locale.text("history.alone")
