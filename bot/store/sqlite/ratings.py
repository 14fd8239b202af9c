"""Writes results, standings and tallies in the transaction that ends a game; `standings` reads them. Computes no
rating."""

import sqlite3
from collections.abc import Sequence
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

TIER = 25  # points, as in the triggers of migration 0002
_STANDING = "INSERT INTO standings VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_CAREER = "INSERT INTO careers VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
_TALLY = "INSERT INTO tallies VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
_RIVALRY = "INSERT INTO rivalries VALUES (?, ?, ?, ?, ?, ?, ?)"
_COUNTS = "wins = excluded.wins, draws = excluded.draws, losses = excluded.losses"


def file_result(connection: sqlite3.Connection, filing: Filing) -> None:
    """Insert each person's result and update all that derives from it, within the transaction that ends the game."""
    result = filing.result
    finish = _next_finish(connection)
    connection.execute("UPDATE games SET finish = ? WHERE id = ?", (finish, result.game_id))
    tables = _load(connection, filing)
    lines = filing.compute(result, tables)
    connection.executemany(
        f"INSERT INTO results VALUES ({', '.join('?' * 25)})",  # noqa: S608 (question marks)
        [result_values(result, line, finish) for line in lines],
    )
    _save(connection, tables)
    if filing.team is not None:
        teams.add_score(connection, result.game_id, filing.team)


def _next_finish(connection: sqlite3.Connection) -> int:
    (last,) = connection.execute("SELECT MAX(finish) FROM games WHERE finish IS NOT NULL").fetchall()
    return (last[0] or 0) + 1


def _load(connection: sqlite3.Connection, filing: Filing) -> RatingTables:
    """Load the rows that this game touches."""
    result, tables = filing.result, RatingTables()
    people = [part.user_id for part in result.parts]
    boards = {*filing.boards, *((scope, result.game, ALL_TIME) for scope in result.scopes)}
    for board in sorted(boards):
        sql = f"SELECT * FROM standings WHERE scope = ? AND game = ? AND period = ? AND user_id IN ({_marks(people)})"  # noqa: S608
        for row in connection.execute(sql, (*board, *people)).fetchall():
            tables.standings[board, row["user_id"]] = read_standing(row)
    for person in people:
        _load_person(connection, filing, tables, person)
    return tables


def _load_person(connection: sqlite3.Connection, filing: Filing, tables: RatingTables, person: int) -> None:
    result = filing.result
    of_person = "scope IN (?, ?) AND game = ? AND user_id = ?"
    values = (*result.scopes, result.game, person)
    for row in connection.execute(f"SELECT * FROM careers WHERE {of_person}", values).fetchall():  # noqa: S608
        tables.careers[row["scope"], result.game, person] = read_career(row)
    for row in connection.execute(f"SELECT * FROM tallies WHERE {of_person}", values).fetchall():  # noqa: S608
        tables.tallies[row["scope"], result.game, person, row["seat"], bool(row["is_first"])] = read_tally(row)
    others = [part.user_id for part in result.parts if part.user_id != person]
    sql = f"SELECT * FROM rivalries WHERE {of_person} AND rival_id IN ({_marks(others)})"  # noqa: S608
    for row in connection.execute(sql, (*values, *others)).fetchall():
        tables.rivalries[row["scope"], result.game, person, row["rival_id"]] = read_tally(row)
    sql = """SELECT (SELECT MAX(nth) FROM results WHERE user_id = ?),
                    (SELECT MAX(nth_here) FROM results WHERE user_id = ? AND guild_id = ?)"""
    for nth, nth_here in connection.execute(sql, (person, person, result.guild_id)).fetchall():
        tables.played[EVERYWHERE, person], tables.played[result.guild_id, person] = nth or 0, nth_here or 0
    sql = f"""SELECT mine.ended_at, theirs.user_id FROM results AS mine JOIN results AS theirs USING (game_id)
              WHERE mine.user_id = ? AND mine.game = ? AND mine.is_counted = 1 AND mine.ended_at > ?
                  AND theirs.user_id IN ({_marks(others)}) AND theirs.user_id > ?"""  # noqa: S608
    for moment, other in connection.execute(sql, (person, result.game, filing.since, *others, person)).fetchall():
        tables.meetings.setdefault((result.game, person, other), []).append(moment)


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))


def result_values(result: GameResult, line: ResultRow, finish: int) -> tuple[Any, ...]:
    """A row of `results`, in column order."""
    part = line.part
    facts = (result.season, result.turns, part.score, part.is_first, part.chain, result.is_contest, result.is_counted)
    where = (result.game_id, part.seat, part.user_id, finish, result.game, result.guild_id, result.ended_at)
    return (*where, *facts, *derived_values(line), part.opening, part.rank)


def derived_values(line: ResultRow) -> tuple[Any, ...]:
    """The columns of a result that derive from earlier results."""
    here, everywhere = line.here, line.everywhere
    return (
        *(line.nth, line.nth_here, line.weight),
        *(everywhere.mu, everywhere.sigma, everywhere.gain),
        *(here.mu, here.sigma, here.gain),
    )


def _is_person(person: int) -> bool:
    """Not a person whose data was deleted: they are on no board and in no tally."""
    return person > 0


def standing_rows(tables: RatingTables) -> list[tuple[Any, ...]]:
    return [
        (*board, person, one.mu, one.sigma, one.points, one.tally.wins, one.tally.draws, one.tally.losses)
        for (board, person), one in tables.standings.items()
        if _is_person(person)
    ]


def career_rows(tables: RatingTables) -> list[tuple[Any, ...]]:
    return [
        (*owner, one.streak, one.best_streak, one.chain, one.chain_game, one.fastest, one.fastest_game)
        for owner, one in tables.careers.items()
        if _is_person(owner[2])
    ]


def tally_rows(tables: RatingTables) -> list[tuple[Any, ...]]:
    return [(*owner, one.wins, one.draws, one.losses) for owner, one in tables.tallies.items() if _is_person(owner[2])]


def rivalry_rows(tables: RatingTables) -> list[tuple[Any, ...]]:
    return [
        (*owner, one.wins, one.draws, one.losses)
        for owner, one in tables.rivalries.items()
        if _is_person(owner[2]) and _is_person(owner[3])
    ]


def _save(connection: sqlite3.Connection, tables: RatingTables) -> None:
    rating = "mu = excluded.mu, sigma = excluded.sigma, points = excluded.points"
    career = ", ".join(
        f"{name} = excluded.{name}"
        for name in ("streak", "best_streak", "chain", "chain_game", "fastest", "fastest_game")
    )
    for insert, change, rows in (
        (_STANDING, f"{rating}, {_COUNTS}", standing_rows(tables)),
        (_CAREER, career, career_rows(tables)),
        (_TALLY, _COUNTS, tally_rows(tables)),
        (_RIVALRY, _COUNTS, rivalry_rows(tables)),
    ):
        if rows:
            connection.executemany(f"{insert} ON CONFLICT DO UPDATE SET {change}", rows)


def read_standing(row: Row) -> Standing:
    return Standing(row["mu"], row["sigma"], row["points"], read_tally(row))


def read_tally(row: Row) -> Tally:
    return Tally(row["wins"], row["draws"], row["losses"])


def read_career(row: Row) -> Career:
    return Career(
        row["streak"], row["best_streak"], row["chain"], row["chain_game"], row["fastest"], row["fastest_game"]
    )
