"""Recomputes all that derives from `results`, and counts the rows that differed. Computes no rating itself."""

import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from bot.store.ratings_rows import Filing, GameResult, PlayerResult, RatingTables, ResultRow
from bot.store.sqlite import ratings
from bot.store.sqlite.database import Database, Row
from bot.store.sqlite.mapping import marks, read

_BATCH = 5000
FROM_VIEWS = ("openings", "team_tallies", "team_records")  # the view due_<table> holds what each should
_DERIVED = ("nth", "nth_here", "weight", "mu", "sigma", "gain", "mu_here", "sigma_here", "gain_here")


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """How many games were read, rows derived, and rows that had to be corrected."""

    games: int
    rows: int
    changed: int


@dataclass(frozen=True, slots=True)
class Rebuilding:
    database: Database

    async def not_filed(self) -> list[int]:
        sql = "SELECT id FROM games WHERE ended_at IS NOT NULL AND finish IS NULL ORDER BY ended_at, id"
        return [row["id"] for row in await self.database.rows(sql)]

    async def file(self, filing: Filing) -> None:
        await self.database.run(lambda connection: ratings.file_result(connection, filing))

    async def rebuild(self, compute: Callable[[GameResult, RatingTables], list[ResultRow]]) -> Rebuilt:
        """Recompute everything in one transaction."""
        return await self.database.run(lambda connection: _rebuild(connection, compute))


def _rebuild(connection: sqlite3.Connection, compute: Callable[[GameResult, RatingTables], list[ResultRow]]) -> Rebuilt:
    tables, games, changed = RatingTables(), 0, 0
    for result, rows in _results(connection):
        games += 1
        changed += _correct(connection, compute(result, tables), rows)
    total = 0
    for table in ratings.TABLES:
        right = table.rows(tables)
        total += len(right)
        changed += _replace(connection, table.name, right)
    for name in FROM_VIEWS:
        right = [tuple(row) for row in connection.execute(f"SELECT * FROM due_{name}").fetchall()]  # noqa: S608 (ours)
        total += len(right)
        changed += _replace(connection, name, right)
    return Rebuilt(games, total, changed)


def _results(connection: sqlite3.Connection) -> Iterator[tuple[GameResult, list[Row]]]:
    """Results in the order they were committed, read in batches."""
    finish = 0
    while True:
        sql = "SELECT * FROM results WHERE finish > ? AND finish <= ? ORDER BY finish, seat"
        rows = connection.execute(sql, (finish, finish + _BATCH)).fetchall()
        for _, lines in groupby(rows, key=lambda row: row["finish"]):
            together = list(lines)
            yield _result(together), together
        finish += _BATCH
        ((last,),) = connection.execute("SELECT MAX(finish) FROM results").fetchall()
        if last is None or finish >= last:
            return


def _result(rows: list[Row]) -> GameResult:
    return read(GameResult, rows[0], parts=tuple(read(PlayerResult, row) for row in rows))


def _correct(connection: sqlite3.Connection, lines: list[ResultRow], rows: list[Row]) -> int:
    """Update the results whose derived columns differ; return how many."""
    wrong = [
        (*ratings.derived_values(line), row["game_id"], row["seat"])
        for line, row in zip(lines, rows, strict=True)
        if ratings.derived_values(line) != tuple(row[name] for name in _DERIVED)
    ]
    if wrong:
        changes = ", ".join(f"{name} = ?" for name in _DERIVED)
        connection.executemany(f"UPDATE results SET {changes} WHERE game_id = ? AND seat = ?", wrong)  # noqa: S608
    return len(wrong)


def _replace(connection: sqlite3.Connection, table: str, rows: list[tuple[Any, ...]]) -> int:
    """Give the table these rows; return how many were wrong, missing or superfluous."""
    stored = {tuple(row) for row in connection.execute(f"SELECT * FROM {table}").fetchall()}  # noqa: S608 (ours)
    right = set(rows)
    if stored == right:
        return 0
    connection.execute(f"DELETE FROM {table}")  # noqa: S608
    if rows:
        connection.executemany(f"INSERT INTO {table} VALUES ({marks(rows[0])})", rows)  # noqa: S608
    return max(len(stored - right), len(right - stored))
