"""Writes results, standings and tallies in the transaction that ends a game; `standings` reads them. Computes no
rating."""

import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from bot.store.ratings_rows import (
    ALL_TIME,
    EVERYWHERE,
    Career,
    Filing,
    GameResult,
    RatingTables,
    ResultRow,
    Standing,
    Tally,
)
from bot.store.sqlite import teams
from bot.store.sqlite.database import Row
from bot.store.sqlite.mapping import marks, read, upsert

TIER = 25  # points, as in the triggers of migration 0002


def file_result(connection: sqlite3.Connection, filing: Filing) -> None:
    """Insert each person's result and update all that derives from it, within the transaction that ends the game."""
    result = filing.result
    finish = _next_finish(connection)
    connection.execute("UPDATE games SET finish = ? WHERE id = ?", (finish, result.game_id))
    tables = _load(connection, filing)
    lines = filing.compute(result, tables)
    connection.executemany(
        f"INSERT INTO results VALUES ({', '.join('?' * 26)})",  # noqa: S608 (question marks)
        [result_values(result, line, finish) for line in lines],
    )
    for table in TABLES:
        table.save(connection, tables)
    if filing.team is not None:
        teams.add_score(connection, result.game_id, filing.team)


def _next_finish(connection: sqlite3.Connection) -> int:
    (last,) = connection.execute("SELECT MAX(finish) FROM games WHERE finish IS NOT NULL").fetchall()
    return (last[0] or 0) + 1


def _load(connection: sqlite3.Connection, filing: Filing) -> RatingTables:
    """Load the rows that this game touches."""
    result, tables = filing.result, RatingTables()
    people = [part.user_id for part in result.parts]
    boards = {*filing.boards, *((scope, result.ladder, ALL_TIME) for scope in result.scopes)}
    for board in sorted(boards):
        sql = f"SELECT * FROM standings WHERE scope = ? AND game = ? AND period = ? AND user_id IN ({marks(people)})"  # noqa: S608
        for row in connection.execute(sql, (*board, *people)).fetchall():
            tables.standings[board, row["user_id"]] = read_standing(row)
    for person in people:
        _load_person(connection, filing, tables, person)
    return tables


def _load_person(connection: sqlite3.Connection, filing: Filing, tables: RatingTables, person: int) -> None:
    result = filing.result
    of_person = "scope IN (?, ?) AND game = ? AND user_id = ?"
    values = (*result.scopes, result.ladder, person)
    for row in connection.execute(f"SELECT * FROM careers WHERE {of_person}", values).fetchall():  # noqa: S608
        tables.careers[row["scope"], result.ladder, person] = read(Career, row)
    for row in connection.execute(f"SELECT * FROM tallies WHERE {of_person}", values).fetchall():  # noqa: S608
        tables.tallies[row["scope"], result.ladder, person, row["seat"], bool(row["is_first"])] = read(Tally, row)
    others = [part.user_id for part in result.parts if part.user_id != person]
    sql = f"SELECT * FROM rivalries WHERE {of_person} AND rival_id IN ({marks(others)})"  # noqa: S608
    for row in connection.execute(sql, (*values, *others)).fetchall():
        tables.rivalries[row["scope"], result.ladder, person, row["rival_id"]] = read(Tally, row)
    sql = """SELECT (SELECT MAX(nth) FROM results WHERE user_id = ?),
                    (SELECT MAX(nth_here) FROM results WHERE user_id = ? AND guild_id = ?)"""
    for nth, nth_here in connection.execute(sql, (person, person, result.guild_id)).fetchall():
        tables.played[EVERYWHERE, person], tables.played[result.guild_id, person] = nth or 0, nth_here or 0
    sql = f"""SELECT mine.ended_at, theirs.user_id FROM results AS mine JOIN results AS theirs USING (game_id)
              WHERE mine.user_id = ? AND mine.ladder = ? AND mine.is_counted = 1 AND mine.ended_at > ?
                  AND theirs.user_id IN ({marks(others)}) AND theirs.user_id > ?"""  # noqa: S608
    for moment, other in connection.execute(sql, (person, result.ladder, filing.since, *others, person)).fetchall():
        tables.meetings.setdefault((result.ladder, person, other), []).append(moment)


def result_values(result: GameResult, line: ResultRow, finish: int) -> tuple[Any, ...]:
    """A row of `results`, in column order."""
    part = line.part
    facts = (result.season, result.turns, part.score, part.is_first, part.chain, result.is_contest, result.is_counted)
    where = (result.game_id, part.seat, part.user_id, finish, result.game, result.guild_id, result.ended_at)
    return (*where, *facts, *derived_values(line), part.opening, part.rank, result.ladder)


derived_values = attrgetter(  # the columns of a result that derive from earlier results, as `rebuilding` names them
    *("nth", "nth_here", "weight", "everywhere.mu", "everywhere.sigma", "everywhere.gain"),
    *("here.mu", "here.sigma", "here.gain"),
)


def _by_board_and_person(tables: RatingTables) -> dict[tuple[Any, ...], Standing]:
    return {(*board, person): one for (board, person), one in tables.standings.items()}


def _is_person(person: int) -> bool:
    """Not a person whose data was deleted: they are on no board and in no tally."""
    return person > 0


@dataclass(frozen=True, slots=True)
class RatingTable:
    """A table that derives from results: the columns of its key, and the others with the fields they are."""

    name: str
    key: tuple[str, ...]
    fields: tuple[str, ...]  # of the rows of `RatingTables`; a column has the last part of the name
    of: Callable[[RatingTables], Mapping[Any, Any]]
    people: tuple[int, ...] = (2,)  # where in a key they are

    def rows(self, tables: RatingTables) -> list[tuple[Any, ...]]:
        values = attrgetter(*self.fields)
        return [
            (*owner, *values(one))
            for owner, one in self.of(tables).items()
            if all(_is_person(owner[at]) for at in self.people)
        ]

    def save(self, connection: sqlite3.Connection, tables: RatingTables) -> None:
        if rows := self.rows(tables):
            columns = [name.rpartition(".")[-1] for name in self.fields]
            connection.executemany(upsert(self.name, self.key, columns), rows)


_OWNER = ("scope", "game", "user_id")
_COUNTS = ("wins", "draws", "losses")
_CAREER = ("streak", "best_streak", "chain", "chain_game", "fastest", "fastest_game")
_STANDING = ("mu", "sigma", "points", "tally.wins", "tally.draws", "tally.losses")
TABLES = (
    RatingTable("standings", ("scope", "game", "period", "user_id"), _STANDING, _by_board_and_person, people=(3,)),
    RatingTable("careers", _OWNER, _CAREER, attrgetter("careers")),
    RatingTable("tallies", (*_OWNER, "seat", "is_first"), _COUNTS, attrgetter("tallies")),
    RatingTable("rivalries", (*_OWNER, "rival_id"), _COUNTS, attrgetter("rivalries"), people=(2, 3)),
)


def read_standing(row: Row) -> Standing:
    return read(Standing, row, tally=read(Tally, row))
