"""Which message shows which game, and which revision of it."""

import sqlite3
from dataclasses import dataclass

from bot.store.rows import MessageRow
from bot.store.sqlite.database import Database, Row

TABLE = "table"
PING = "ping"
DRAW = "draw"
UNKNOWN_REVISION = -1  # before the first: of what has to be drawn anew


def panel(seat: int) -> str:
    return f"panel{seat}"


@dataclass(frozen=True, slots=True)
class Messages:
    database: Database

    async def of(self, game_id: int) -> dict[str, MessageRow]:
        rows = await self.database.rows("SELECT * FROM shown WHERE game_id = ?", (game_id,))
        return {row["role"]: _shown(row) for row in rows}

    async def put(self, row: MessageRow, owner: int | None = None, *, is_all: bool = True) -> bool:
        """A panel has an owner. Answers whether it was noted: not if it is no longer theirs, because they had their
        data deleted while it was on its way. A table is `all` unless something else of its game is still to be shown:
        then the game stays behind."""
        return await self.database.run(lambda connection: _put(connection, row, owner, is_all=is_all))

    async def settle(self, game_id: int) -> None:
        """The rest has been shown too."""
        await self.database.run(lambda connection: _settle(connection, game_id))

    async def outdate(self, game_id: int) -> None:
        """The table, whichever message it is by now, shows less than there is."""
        await self.database.run(lambda connection: _outdate(connection, game_id))

    async def forget(self, game_id: int, role: str) -> None:
        await self.database.run(lambda connection: _forget(connection, game_id, role))

    async def behind(self) -> list[int]:
        """Games that show less than there is to see: what a boot redraws."""
        sql = "SELECT id FROM games WHERE table_revision < public_revision ORDER BY id"
        return [row["id"] for row in await self.database.rows(sql)]


def _put(connection: sqlite3.Connection, row: MessageRow, owner: int | None, *, is_all: bool) -> bool:
    seat = "SELECT 1 FROM seats WHERE game_id = ? AND 'panel' || seat = ? AND user_id = ?"
    if owner is not None and not connection.execute(seat, (row.game_id, row.role, owner)).fetchall():
        return False
    connection.execute(
        """INSERT INTO shown (game_id, role, channel_id, message_id, revision, posted_at)
           VALUES (?, ?, ?, ?, ?, ?)
           ON CONFLICT (game_id, role) DO UPDATE SET channel_id = excluded.channel_id,
               message_id = excluded.message_id, revision = excluded.revision,
               posted_at = excluded.posted_at""",
        (row.game_id, row.role, row.channel_id, row.message_id, row.revision, row.posted_at),
    )
    if is_all:
        _note(connection, row.game_id, row.role, row.revision)
    return True


def _settle(connection: sqlite3.Connection, game_id: int) -> None:
    sql = "SELECT revision FROM shown WHERE game_id = ? AND role = ?"
    for row in connection.execute(sql, (game_id, TABLE)).fetchall():
        _note(connection, game_id, TABLE, row["revision"])


def _outdate(connection: sqlite3.Connection, game_id: int) -> None:
    sql = "UPDATE shown SET revision = ? WHERE game_id = ? AND role = ?"
    connection.execute(sql, (UNKNOWN_REVISION, game_id, TABLE))
    _note(connection, game_id, TABLE, UNKNOWN_REVISION)


def _forget(connection: sqlite3.Connection, game_id: int, role: str) -> None:
    connection.execute("DELETE FROM shown WHERE game_id = ? AND role = ?", (game_id, role))
    _note(connection, game_id, role, UNKNOWN_REVISION)


def _note(connection: sqlite3.Connection, game_id: int, role: str, revision: int) -> None:
    """What the table shows is written beside the game too: comparing every game with its messages would take ever
    longer."""
    if role == TABLE:
        connection.execute("UPDATE games SET table_revision = ? WHERE id = ?", (revision, game_id))


def _shown(row: Row) -> MessageRow:
    return MessageRow(
        row["game_id"], row["role"], row["channel_id"], row["message_id"], row["revision"], row["posted_at"]
    )
