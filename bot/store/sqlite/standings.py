"""Reads rankings, profiles and histories: a few index lookups a page, however many games there are. Writes nothing."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.store.ratings_rows import (
    ALL_TIME,
    EVERYWHERE,
    FREE_FOR_ALL,
    Board,
    BoardPage,
    Career,
    HistoryRow,
    Opening,
    Ranked,
    RatingChange,
    Standing,
    Tally,
)
from bot.store.sqlite.database import Database, Row
from bot.store.sqlite.mapping import marks, read
from bot.store.sqlite.messages import TABLE
from bot.store.sqlite.ratings import TIER, read_standing
from bot.store.sqlite.teams import neighbours

PAGE = 10
PLOTTED = 100  # games
FAVOURITES = 2  # openings
_BOARD = "scope = ? AND game = ? AND period = ?"
# The inner query skips rows in a covering index; only the rows of the page are looked up.
_LINES = f"""SELECT standings.* FROM
                 (SELECT user_id AS shown FROM standings WHERE {_BOARD} AND points <= ?
                  ORDER BY points DESC, user_id LIMIT ? OFFSET ?)
             CROSS JOIN standings ON {_BOARD} AND user_id = shown ORDER BY points DESC, user_id"""  # noqa: S608 (ours)


@dataclass(frozen=True, slots=True)
class Point:
    """A rating at a moment."""

    at: int
    mu: float
    sigma: float


@dataclass(frozen=True, slots=True)
class Profile:
    """A person's figures on one ladder, in a server or everywhere."""

    own: Ranked | None
    total: int  # people ranked
    career: Career
    by_seat: tuple[tuple[int, Tally], ...]
    by_turn: tuple[tuple[bool, Tally], ...]  # having started, and not
    openings: tuple[Opening, ...]  # the most frequent
    versus: Tally  # the asker's games against this person, from the asker's side
    plot: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Standings:
    database: Database

    async def page(self, board: Board, number: int, asker: int) -> BoardPage[Ranked]:
        tiers = await self._tiers(board)
        total = sum(people for _, people in tiers)
        return BoardPage(total, await self._lines(board, tiers, number * PAGE), await self._own(board, tiers, asker))

    async def neighbours(self, board: Board, kind: str) -> tuple[str | None, str | None]:
        """The nearest periods with a standing."""
        return await neighbours(self.database, "standings", board, kind)

    async def profile(self, scope: int, ladder: str, user_id: int, asker: int) -> Profile:
        board, whose = (scope, ladder, ALL_TIME), (scope, ladder, user_id)
        tiers = await self._tiers(board)
        career = await self.database.row("SELECT * FROM careers WHERE scope = ? AND game = ? AND user_id = ?", whose)
        sql = "SELECT * FROM tallies WHERE scope = ? AND game = ? AND user_id = ?"
        tallies = await self.database.rows(sql, whose)
        return Profile(
            own=await self._own(board, tiers, user_id),
            total=sum(people for _, people in tiers),
            career=Career() if career is None else read(Career, career),
            by_seat=tuple((seat, _sum(tallies, "seat", seat)) for seat in sorted({row["seat"] for row in tallies})),
            by_turn=tuple((is_first, _sum(tallies, "is_first", is_first)) for is_first in (True, False)),
            openings=await self._openings((scope, ladder.removesuffix(FREE_FOR_ALL), user_id)),
            versus=await self.versus(scope, ladder, asker, user_id),
            plot=await self._plot(scope, ladder, user_id),
        )

    async def history(self, scope: int, user_id: int, number: int) -> tuple[int, tuple[HistoryRow, ...]]:
        """The number of a person's finished games, and a page of them, the newest first."""
        whose, values = _of_person(scope, user_id)
        nth, gain = _columns(scope)
        row = await self.database.row(f"SELECT MAX({nth}) FROM results WHERE {whose}", values)  # noqa: S608 (ours)
        total = 0 if row is None or row[0] is None else row[0]
        last = total - number * PAGE
        sql = f"""SELECT *, {nth} AS place, {gain} AS change FROM results
                  WHERE {whose} AND {nth} BETWEEN ? AND ? ORDER BY {nth} DESC"""  # noqa: S608 (ours)
        rows = await self.database.rows(sql, (*values, last - PAGE + 1, last))
        return total, await self._history_rows(rows)

    async def last(self, scope: int, ladder: str, user_id: int, count: int) -> tuple[HistoryRow, ...]:
        """A person's latest finished games of one ladder, the newest first."""
        whose, values = _of_person(scope, user_id)
        nth, gain = _columns(scope)
        sql = f"""SELECT *, {nth} AS place, {gain} AS change FROM results
                  WHERE {whose} AND ladder = ? ORDER BY {nth} DESC LIMIT ?"""  # noqa: S608 (ours)
        return await self._history_rows(await self.database.rows(sql, (*values, ladder, count)))

    async def changes(self, game_id: int) -> dict[int, RatingChange]:
        """By seat, the change of the server's ratings by a finished game that counted."""
        sql = "SELECT seat, mu_here, sigma_here, gain_here FROM results WHERE game_id = ? AND is_counted = 1"
        return {row["seat"]: RatingChange(*row[1:]) for row in await self.database.rows(sql, (game_id,))}

    async def _openings(self, whose: tuple[int, str, int]) -> tuple[Opening, ...]:
        sql = """SELECT opening, games, wins FROM openings WHERE scope = ? AND game = ? AND user_id = ?
                 ORDER BY games DESC, wins DESC, opening LIMIT ?"""
        return tuple(Opening(*row) for row in await self.database.rows(sql, (*whose, FAVOURITES)))

    async def _tiers(self, board: Board) -> list[tuple[int, int]]:
        sql = f"SELECT tier, people FROM tiers WHERE {_BOARD} AND people > 0 ORDER BY tier DESC"  # noqa: S608
        return [(row["tier"], row["people"]) for row in await self.database.rows(sql, board)]

    async def _lines(self, board: Board, tiers: Sequence[tuple[int, int]], start: int) -> tuple[Ranked, ...]:
        above = 0
        for tier, people in tiers:
            if above + people > start:
                rows = await self.database.rows(_LINES, (*board, _top_of(tier), PAGE, start - above, *board))
                first = await self._rank(board, tiers, rows[0]["points"])
                return _ranked(rows, first, start)
            above += people
        return ()

    async def _own(self, board: Board, tiers: Sequence[tuple[int, int]], user_id: int) -> Ranked | None:
        sql = f"SELECT * FROM standings WHERE {_BOARD} AND user_id = ?"  # noqa: S608
        row = await self.database.row(sql, (*board, user_id))
        if row is None:
            return None
        return Ranked(await self._rank(board, tiers, row["points"]), user_id, read_standing(row))

    async def _rank(self, board: Board, tiers: Sequence[tuple[int, int]], points: int) -> int:
        """One more than the number of people with more points."""
        tier = int(points / TIER)  # towards zero, as SQLite divides
        above = sum(people for other, people in tiers if other > tier)
        sql = f"SELECT COUNT(*) AS people FROM standings WHERE {_BOARD} AND points > ? AND points <= ?"  # noqa: S608
        row = await self.database.row(sql, (*board, points, _top_of(tier)))
        return 1 + above + (0 if row is None else row["people"])

    async def standing(self, scope: int, ladder: str, user_id: int) -> Standing | None:
        """Of all time; None before the first game that counted."""
        sql = f"SELECT * FROM standings WHERE {_BOARD} AND user_id = ?"  # noqa: S608 (ours)
        row = await self.database.row(sql, (scope, ladder, ALL_TIME, user_id))
        return None if row is None else read_standing(row)

    async def versus(self, scope: int, ladder: str, asker: int, user_id: int) -> Tally:
        """The asker's games against this person, from the asker's side."""
        sql = "SELECT * FROM rivalries WHERE scope = ? AND game = ? AND user_id = ? AND rival_id = ?"
        row = await self.database.row(sql, (scope, ladder, asker, user_id))
        return Tally() if row is None else read(Tally, row)

    async def _plot(self, scope: int, ladder: str, user_id: int) -> tuple[Point, ...]:
        whose, values = _of_person(scope, user_id)
        mu, sigma = ("mu", "sigma") if scope == EVERYWHERE else ("mu_here", "sigma_here")
        sql = f"""SELECT ended_at AS at, {mu} AS mu, {sigma} AS sigma FROM results
                  WHERE {whose} AND ladder = ? AND is_counted = 1 ORDER BY finish DESC LIMIT ?"""  # noqa: S608 (ours)
        rows = await self.database.rows(sql, (*values, ladder, PLOTTED))
        return tuple(read(Point, row) for row in reversed(rows))

    async def _history_rows(self, rows: Sequence[Row]) -> tuple[HistoryRow, ...]:
        games = [row["game_id"] for row in rows]
        seats = await self.database.rows(
            f"SELECT game_id, seat, user_id, level FROM seats WHERE game_id IN ({marks(games)}) ORDER BY seat",  # noqa: S608
            games,
        )
        tables = await self.database.rows(
            f"SELECT game_id, channel_id, message_id FROM shown WHERE role = ? AND game_id IN ({marks(games)})",  # noqa: S608
            (TABLE, *games),
        )
        sql = f"""SELECT games.id, reason, seat, text AS how FROM games
                  LEFT JOIN actions ON game_id = games.id AND actions.revision = games.revision AND verb = 'abandoned'
                  WHERE games.id IN ({marks(games)})"""  # noqa: S608 (ours)
        ends = {row["id"]: row for row in await self.database.rows(sql, games)}
        shown = {row["game_id"]: row for row in tables if row["message_id"] is not None}
        return tuple(_history_row(row, ends[row["game_id"]], seats, shown.get(row["game_id"])) for row in rows)


def _of_person(scope: int, user_id: int) -> tuple[str, tuple[int, ...]]:
    """The condition for a person's results, in a server or everywhere."""
    if scope == EVERYWHERE:
        return "user_id = ?", (user_id,)
    return "user_id = ? AND guild_id = ?", (user_id, scope)


def _columns(scope: int) -> tuple[str, str]:
    """The columns of a result's number among its person's and of its rating change, in a server or everywhere."""
    return ("nth", "gain") if scope == EVERYWHERE else ("nth_here", "gain_here")


def _top_of(tier: int) -> int:
    """The most points in a tier; SQLite divides towards zero."""
    return tier * TIER + TIER - 1 if tier >= 0 else tier * TIER


def _ranked(rows: Sequence[Row], first: int, start: int) -> tuple[Ranked, ...]:
    """Equal points share a rank."""
    lines: list[Ranked] = []
    for number, row in enumerate(rows):
        standing = read_standing(row)
        is_tied = bool(lines) and lines[-1].standing.points == standing.points
        rank = lines[-1].rank if is_tied else first if number == 0 else start + number + 1
        lines.append(Ranked(rank, row["user_id"], standing))
    return tuple(lines)


def _sum(rows: Sequence[Row], column: str, value: int) -> Tally:
    return sum((read(Tally, row) for row in rows if row[column] == value), Tally())


def _history_row(row: Row, end: Row, seats: Sequence[Row], table: Row | None) -> HistoryRow:
    team = [one for one in seats if one["game_id"] == row["game_id"]]
    others = (one for one in team if one["seat"] != row["seat"])
    quitters = ((one["user_id"], one["level"]) for one in team if end["how"] and one["seat"] == end["seat"])
    return read(
        HistoryRow,
        row,
        nth=row["place"],
        reason=end["reason"],
        gain=row["change"],
        others=tuple((one["user_id"], one["level"]) for one in others),
        table=None if table is None else (table["channel_id"], table["message_id"]),
        quitter=next(quitters, None),
        how=end["how"] or None,
    )
