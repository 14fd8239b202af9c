"""Team scores by size and mode: a few index lookups a page, however many games there are."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from operator import attrgetter

from bot.store.ratings_rows import ALL_TIME, EVERYWHERE, Board, BoardPage
from bot.store.rows import WITH_COMPUTERS, BestScore, TeamScore
from bot.store.sqlite.database import Database, Row
from bot.store.sqlite.mapping import marks, read

TEAMS_A_PAGE = 8
_BOARD = "scope = ? AND game = ? AND period = ?"
_CATEGORY = f"{_BOARD} AND size = ? AND mode = ?"
_MONTHS = {"season": 3, "month": 1}
_ALWAYS = (0, 2**62)

Team = tuple[tuple[int | None, str | None], ...]  # person or level, by seat


@dataclass(frozen=True, slots=True)
class Category:
    """Team size and mode: scores are comparable within one."""

    size: int
    mode: str  # as in `team_scores`

    @property
    def order(self) -> tuple[object, ...]:
        """Sort key: small teams first, then those without computers, the plain mode before others."""
        return self.size, WITH_COMPUTERS in self.mode, len(self.mode), self.mode


@dataclass(frozen=True, slots=True)
class TeamGame:
    """A ranked game; equal scores share a rank."""

    rank: int
    game_id: int
    score: int
    ended_at: int
    team: Team


@dataclass(frozen=True, slots=True)
class PersonalScores:
    """A person's totals in one category."""

    category: Category
    games: int
    beaten: int
    cards_left: int  # summed over all games
    best: int
    best_game: int


@dataclass(frozen=True, slots=True)
class CategoryBest:
    """A category's best game, the number of games with that score, and the asker's own totals."""

    category: Category
    best: TeamGame
    equals: int
    own: PersonalScores | None


def add_score(connection: sqlite3.Connection, game_id: int, team: TeamScore) -> None:
    """Insert the score within the transaction that ends the game."""
    connection.execute(
        """INSERT INTO team_scores (game_id, guild_id, game, size, mode, score, ended_at)
           SELECT id, guild_id, game, ?, ?, ?, ended_at FROM games WHERE id = ?""",
        (team.size, team.mode, team.score, game_id),
    )


@dataclass(frozen=True, slots=True)
class Teams:
    database: Database

    async def best_scores(self, guild_id: int, game: str, size: int, mode: str, limit: int = 1) -> list[BestScore]:
        """A server's best scores of a team size and mode; of equal scores the earliest first."""
        sql = """SELECT game_id, score, ended_at FROM team_scores
                 WHERE guild_id = ? AND game = ? AND size = ? AND mode = ? ORDER BY score, ended_at LIMIT ?"""
        rows = await self.database.rows(sql, (guild_id, game, size, mode, limit))
        return [read(BestScore, row) for row in rows]

    async def overview(self, board: Board, number: int, asker: int) -> BoardPage[CategoryBest]:
        sql = f"SELECT DISTINCT size, mode FROM team_tallies WHERE {_BOARD}"  # noqa: S608 (ours)
        found = sorted((Category(*row) for row in await self.database.rows(sql, board)), key=attrgetter("order"))
        own = {one.category: one for one in await self.personal(board, asker)}
        lines = []
        for category in found[number * TEAMS_A_PAGE : (number + 1) * TEAMS_A_PAGE]:
            tallies = await self._tallies(board, category)
            (best,) = await self._games(board, category, tallies, 0, 1)
            lines.append(CategoryBest(category, best, tallies[0][1], own.get(category)))
        return BoardPage(len(found), tuple(lines))

    async def ranking(self, board: Board, category: Category, number: int, asker: int) -> BoardPage[TeamGame]:
        tallies = await self._tallies(board, category)
        lines = await self._games(board, category, tallies, number * TEAMS_A_PAGE, TEAMS_A_PAGE)
        sql = f"SELECT best, best_game FROM team_records WHERE {_CATEGORY} AND user_id = ?"  # noqa: S608 (ours)
        row = await self.database.row(sql, (*board, category.size, category.mode, asker))
        own = None if row is None else await self._game(row["best_game"], _rank(tallies, row["best"]))
        return BoardPage(sum(games for _, games in tallies), lines, own)

    async def neighbours(self, board: Board, kind: str) -> tuple[str | None, str | None]:
        """The nearest periods with a score."""
        return await neighbours(self.database, "team_tallies", board, kind)

    async def personal(self, board: Board, user_id: int) -> tuple[PersonalScores, ...]:
        """In the order of an overview."""
        sql = f"SELECT * FROM team_records WHERE {_BOARD} AND user_id = ?"  # noqa: S608 (ours)
        rows = await self.database.rows(sql, (*board, user_id))
        return tuple(sorted(map(_personal, rows), key=attrgetter("category.order")))

    async def scores(self, games: Sequence[int]) -> dict[int, int]:
        """The score of each of the games that has one."""
        sql = f"SELECT game_id, score FROM team_scores WHERE game_id IN ({marks(games)})"  # noqa: S608 (ours)
        rows = await self.database.rows(sql, games)
        return {row["game_id"]: row["score"] for row in rows}

    async def _tallies(self, board: Board, category: Category) -> list[tuple[int, int]]:
        """Score and number of games, the best score first."""
        sql = f"SELECT score, games FROM team_tallies WHERE {_CATEGORY} ORDER BY score"  # noqa: S608 (ours)
        rows = await self.database.rows(sql, (*board, category.size, category.mode))
        return [(row["score"], row["games"]) for row in rows]

    async def _games(
        self, board: Board, category: Category, tallies: Sequence[tuple[int, int]], start: int, count: int
    ) -> tuple[TeamGame, ...]:
        """`count` games from `start` on by score; of equal scores the earliest first."""
        rows: list[Row] = []
        above = 0
        for score, games in tallies:
            skipped = max(0, start - above)
            if skipped < games and len(rows) < count:
                rows += await self._games_of_score(board, category, score, count - len(rows), skipped)
            above += games
        teams = await self._teams([row["game_id"] for row in rows])
        return tuple(_game(row, _rank(tallies, row["score"]), teams) for row in rows)

    async def _games_of_score(
        self, board: Board, category: Category, score: int, count: int, skipped: int
    ) -> list[Row]:
        """Games of one score in the board's period. In a server's season the stored season name must match too: it
        depends on the server's settings at the time."""
        scope, game, period = board
        where, values = ("", ()) if scope == EVERYWHERE else ("guild_id = ? AND ", (scope,))
        begun, over = span(period)
        season = period.removeprefix("season ")
        is_named = scope != EVERYWHERE and season != period
        named = "AND (SELECT season FROM results WHERE results.game_id = team_scores.game_id LIMIT 1) = ?"
        sql = f"""SELECT game_id, score, ended_at FROM team_scores
                  WHERE {where} game = ? AND size = ? AND mode = ? AND score = ? AND ended_at >= ? AND ended_at < ?
                  {named if is_named else ""} ORDER BY ended_at, game_id LIMIT ? OFFSET ?"""  # noqa: S608 (ours)
        asked = (*values, game, category.size, category.mode, score, begun, over, *((season,) if is_named else ()))
        return await self.database.rows(sql, (*asked, count, skipped))

    async def _game(self, game_id: int, rank: int) -> TeamGame:
        sql = "SELECT game_id, score, ended_at FROM team_scores WHERE game_id = ?"
        (row,) = await self.database.rows(sql, (game_id,))
        return _game(row, rank, await self._teams([game_id]))

    async def _teams(self, games: Sequence[int]) -> dict[int, Team]:
        sql = f"SELECT game_id, user_id, level FROM seats WHERE game_id IN ({marks(games)}) ORDER BY game_id, seat"  # noqa: S608
        teams: dict[int, Team] = {}
        for row in await self.database.rows(sql, games):
            teams[row["game_id"]] = (*teams.get(row["game_id"], ()), (row["user_id"], row["level"]))
        return teams


async def neighbours(database: Database, table: str, board: Board, kind: str) -> tuple[str | None, str | None]:
    """The nearest periods of that kind before and after this one with a row."""
    scope, game, period = board
    among = f"FROM {table} WHERE scope = ? AND game = ? AND period > ? AND period < ?"
    before = await database.row(f"SELECT MAX(period) {among}", (scope, game, f"{kind} ", period))
    after = await database.row(f"SELECT MIN(period) {among}", (scope, game, period, f"{kind}!"))
    return None if before is None else before[0], None if after is None else after[0]


def _rank(tallies: Sequence[tuple[int, int]], score: int) -> int:
    """One more than the number of better games."""
    return 1 + sum(games for better, games in tallies if better < score)


def _game(row: Row, rank: int, teams: dict[int, Team]) -> TeamGame:
    return read(TeamGame, row, rank=rank, team=teams[row["game_id"]])


def _personal(row: Row) -> PersonalScores:
    return read(PersonalScores, row, category=read(Category, row))


def span(period: str) -> tuple[int, int]:
    """Begin and end of a period such as `month 2026-07`, in milliseconds."""
    if period == ALL_TIME:
        return _ALWAYS
    kind, _, name = period.partition(" ")
    year, number = map(int, name.split("-"))
    if kind == "week":
        monday = date.fromisocalendar(year, 1, 1) + timedelta(weeks=number - 1)
        return _milliseconds(monday), _milliseconds(monday + timedelta(weeks=1))
    months = year * 12 + number - 1
    return _milliseconds(_first_of(months)), _milliseconds(_first_of(months + _MONTHS[kind]))


def _first_of(months: int) -> date:
    return date(months // 12, months % 12 + 1, 1)


def _milliseconds(day: date) -> int:
    return 1000 * int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp())
