"""The table `decks`: what people bring to games, one row a deck. Every query names the owner, so that no user can reach
another person's. Holds no rules of what a deck may be."""

import json
import sqlite3
from dataclasses import dataclass

from bot.store.rows import DeckRow
from bot.store.sqlite.database import Database, Row


class DeckConflictError(RuntimeError):
    """Another deck has that name, there are as many as there may be, or the caller has seen an older state."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Decks:
    database: Database

    async def of(self, user_id: int, game: str) -> list[DeckRow]:
        """A person's decks of a game, oldest first."""
        sql = "SELECT * FROM decks WHERE user_id = ? AND game = ? ORDER BY id"
        return [_deck(row) for row in await self.database.rows(sql, (user_id, game))]

    async def get(self, user_id: int, deck_id: int) -> DeckRow | None:
        row = await self.database.row("SELECT * FROM decks WHERE id = ? AND user_id = ?", (deck_id, user_id))
        return None if row is None else _deck(row)

    async def newest(self, user_id: int) -> int:
        """The id of the person's newest deck; 0 without one."""
        row = await self.database.row(_NEWEST, (user_id,))
        return 0 if row is None else int(row["newest"])

    async def add(self, row: DeckRow, most: int, newest: int | None) -> int:
        """Insert; return the id. Raises DeckConflictError: with `deck_limit` if the person has `most` decks, with
        `stale` if their newest is another than the one given, with `deck_name_taken`."""
        return await self.database.run(lambda connection: _add(connection, row, most, newest))

    async def change(self, before: DeckRow, after: DeckRow) -> bool:
        """Store name and cards if it is at the revision of `before`; return whether it was. Raises DeckConflictError
        (`deck_name_taken`)."""
        return await self.database.run(lambda connection: _change(connection, before, after))

    async def set_usual(self, row: DeckRow, *, is_usual: bool) -> None:
        """At most one of a game is."""

        def store(connection: sqlite3.Connection) -> None:
            of_game = "UPDATE decks SET is_usual = 0 WHERE user_id = ? AND game = ? AND is_usual = 1"
            if is_usual:
                connection.execute(of_game, (row.user_id, row.game))
            sql = "UPDATE decks SET is_usual = ? WHERE id = ? AND user_id = ?"
            connection.execute(sql, (is_usual, row.id, row.user_id))

        await self.database.run(store)

    async def delete(self, user_id: int, deck_id: int) -> bool:
        """Return whether it was there."""
        return bool(await self.database.write("DELETE FROM decks WHERE id = ? AND user_id = ?", (deck_id, user_id)))


_NEWEST = "SELECT coalesce(max(id), 0) AS newest, count(*) AS count FROM decks WHERE user_id = ?"


def _add(connection: sqlite3.Connection, row: DeckRow, most: int, newest: int | None) -> int:
    (found,) = connection.execute(_NEWEST, (row.user_id,)).fetchall()
    if newest is not None and newest != found["newest"]:
        raise DeckConflictError("stale")
    if found["count"] >= most:
        raise DeckConflictError("deck_limit")
    cursor = connection.execute(
        """INSERT INTO decks (user_id, game, name, name_key, cards, set_version, changed_at)
           VALUES (?, ?, ?, ?, ?, ?, ?)
           ON CONFLICT (user_id, game, name_key) DO NOTHING""",
        (row.user_id, row.game, row.name, row.name_key, json.dumps(row.cards), row.set_version, row.changed_at),
    )
    if not cursor.rowcount:
        raise DeckConflictError("deck_name_taken")
    return cursor.lastrowid or 0


def _change(connection: sqlite3.Connection, before: DeckRow, after: DeckRow) -> bool:
    sql = "SELECT 1 FROM decks WHERE user_id = ? AND game = ? AND name_key = ? AND id <> ?"
    if connection.execute(sql, (before.user_id, before.game, after.name_key, before.id)).fetchall():
        raise DeckConflictError("deck_name_taken")
    sql = """UPDATE decks SET name = ?, name_key = ?, cards = ?, set_version = ?, changed_at = ?,
                 revision = revision + 1 WHERE id = ? AND user_id = ? AND revision = ?"""
    values = (after.name, after.name_key, json.dumps(after.cards), after.set_version, after.changed_at)
    return bool(connection.execute(sql, (*values, before.id, before.user_id, before.revision)).rowcount)


def _deck(row: Row) -> DeckRow:
    return DeckRow(
        id=row["id"],
        user_id=row["user_id"],
        game=row["game"],
        name=row["name"],
        name_key=row["name_key"],
        cards=json.loads(row["cards"]),
        set_version=row["set_version"],
        is_usual=bool(row["is_usual"]),
        revision=row["revision"],
        changed_at=row["changed_at"],
    )
