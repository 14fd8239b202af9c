"""Writes results, standings and tallies in the transaction that ends a game; `standings` reads them. Computes no
rating."""

import sqlite3
from collections.abc import Sequence
from typing import Any

from bot.store.ratings_rows import (
    ALL_TIME,
    EVERYWHERE,
    Book,
    Career,
    Entry,
    Filing,
    Line,
    Standing,
    Tally,
)
from bot.store.sqlite import lobbies
from bot.store.sqlite.database import Row

TIER = 25  # points, as in the triggers of migration 0002
_STANDING = "INSERT INTO standings VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_CAREER = "INSERT INTO careers VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
_TALLY = "INSERT INTO tallies VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
_RIVALRY = "INSERT INTO rivalries VALUES (?, ?, ?, ?, ?, ?, ?)"
_COUNTS = "wins = excluded.wins, draws = excluded.draws, losses = excluded.losses"


def file_result(connection: sqlite3.Connection, filing: Filing) -> None:
    """Insert each person's result and update all that derives from it, within the transaction that ends the game."""
    entry = filing.entry
    finish = _next_finish(connection)
    connection.execute("UPDATE games SET finish = ? WHERE id = ?", (finish, entry.game_id))
    book = _load(connection, filing)
    lines = filing.keep(entry, book)
    connection.executemany(
        f"INSERT INTO results VALUES ({', '.join('?' * 24)})",  # noqa: S608 (question marks)
        [result_values(entry, line, finish) for line in lines],
    )
    _save(connection, book)
    if filing.team is not None:
        lobbies.add_score(connection, entry.game_id, filing.team)


def _next_finish(connection: sqlite3.Connection) -> int:
    (last,) = connection.execute("SELECT MAX(finish) FROM games WHERE finish IS NOT NULL").fetchall()
    return (last[0] or 0) + 1


def _load(connection: sqlite3.Connection, filing: Filing) -> Book:
    """Load the rows that this game touches."""
    entry, book = filing.entry, Book()
    people = [part.user_id for part in entry.parts]
    boards = {*filing.boards, *((scope, entry.game, ALL_TIME) for scope in entry.scopes)}
    for board in sorted(boards):
        sql = f"SELECT * FROM standings WHERE scope = ? AND game = ? AND period = ? AND user_id IN ({_marks(people)})"  # noqa: S608
        for row in connection.execute(sql, (*board, *people)).fetchall():
            book.standings[board, row["user_id"]] = read_standing(row)
    for person in people:
        _load_person(connection, filing, book, person)
    return book


def _load_person(connection: sqlite3.Connection, filing: Filing, book: Book, person: int) -> None:
    entry = filing.entry
    of_person = "scope IN (?, ?) AND game = ? AND user_id = ?"
    values = (*entry.scopes, entry.game, person)
    for row in connection.execute(f"SELECT * FROM careers WHERE {of_person}", values).fetchall():  # noqa: S608
        book.careers[row["scope"], entry.game, person] = read_career(row)
    for row in connection.execute(f"SELECT * FROM tallies WHERE {of_person}", values).fetchall():  # noqa: S608
        book.tallies[row["scope"], entry.game, person, row["seat"], bool(row["is_first"])] = read_tally(row)
    others = [part.user_id for part in entry.parts if part.user_id != person]
    sql = f"SELECT * FROM rivalries WHERE {of_person} AND rival_id IN ({_marks(others)})"  # noqa: S608
    for row in connection.execute(sql, (*values, *others)).fetchall():
        book.rivalries[row["scope"], entry.game, person, row["rival_id"]] = read_tally(row)
    sql = """SELECT (SELECT MAX(nth) FROM results WHERE user_id = ?),
                    (SELECT MAX(nth_here) FROM results WHERE user_id = ? AND guild_id = ?)"""
    for nth, nth_here in connection.execute(sql, (person, person, entry.guild_id)).fetchall():
        book.played[EVERYWHERE, person], book.played[entry.guild_id, person] = nth or 0, nth_here or 0
    sql = f"""SELECT mine.ended_at, theirs.user_id FROM results AS mine JOIN results AS theirs USING (game_id)
              WHERE mine.user_id = ? AND mine.game = ? AND mine.is_counted = 1 AND mine.ended_at > ?
                  AND theirs.user_id IN ({_marks(others)}) AND theirs.user_id > ?"""  # noqa: S608
    for moment, other in connection.execute(sql, (person, entry.game, filing.since, *others, person)).fetchall():
        book.meetings.setdefault((entry.game, person, other), []).append(moment)


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))


def result_values(entry: Entry, line: Line, finish: int) -> tuple[Any, ...]:
    """A row of `results`, in column order."""
    part = line.part
    facts = (entry.season, entry.turns, part.score, part.is_first, part.chain, entry.is_contest, entry.is_counted)
    where = (entry.game_id, part.seat, part.user_id, finish, entry.game, entry.guild_id, entry.ended_at)
    return (*where, *facts, *derived_values(line), part.opening)


def derived_values(line: Line) -> tuple[Any, ...]:
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


def standing_rows(book: Book) -> list[tuple[Any, ...]]:
    return [
        (*board, person, one.mu, one.sigma, one.points, one.tally.wins, one.tally.draws, one.tally.losses)
        for (board, person), one in book.standings.items()
        if _is_person(person)
    ]


def career_rows(book: Book) -> list[tuple[Any, ...]]:
    return [
        (*owner, one.streak, one.best_streak, one.chain, one.chain_game, one.fastest, one.fastest_game)
        for owner, one in book.careers.items()
        if _is_person(owner[2])
    ]


def tally_rows(book: Book) -> list[tuple[Any, ...]]:
    return [(*owner, one.wins, one.draws, one.losses) for owner, one in book.tallies.items() if _is_person(owner[2])]


def rivalry_rows(book: Book) -> list[tuple[Any, ...]]:
    return [
        (*owner, one.wins, one.draws, one.losses)
        for owner, one in book.rivalries.items()
        if _is_person(owner[2]) and _is_person(owner[3])
    ]


def _save(connection: sqlite3.Connection, book: Book) -> None:
    rating = "mu = excluded.mu, sigma = excluded.sigma, points = excluded.points"
    career = ", ".join(
        f"{name} = excluded.{name}"
        for name in ("streak", "best_streak", "chain", "chain_game", "fastest", "fastest_game")
    )
    for insert, change, rows in (
        (_STANDING, f"{rating}, {_COUNTS}", standing_rows(book)),
        (_CAREER, career, career_rows(book)),
        (_TALLY, _COUNTS, tally_rows(book)),
        (_RIVALRY, _COUNTS, rivalry_rows(book)),
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
