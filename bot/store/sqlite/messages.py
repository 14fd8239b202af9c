"""The table `shown`: which message shows which game at which revision. No message is sent from here."""

import sqlite3
from dataclasses import dataclass

from bot.store.rows import MessageRow
from bot.store.sqlite.database import Database
from bot.store.sqlite.mapping import read, upsert

TABLE = "table"
PING = "ping"
DRAW = "draw"
_PUT = upsert("shown", ("game_id", "role"), ("channel_id", "message_id", "revision", "posted_at"))
UNKNOWN_REVISION = -1  # below every revision: the message has to be redrawn


def panel(seat: int) -> str:
    return f"panel{seat}"


def early(seat: int) -> str:
    """The word to this seat that it is next."""
    return f"next{seat}"


@dataclass(frozen=True, slots=True)
class Messages:
    database: Database

    async def of(self, game_id: int) -> dict[str, MessageRow]:
        rows = await self.database.rows("SELECT * FROM shown WHERE game_id = ?", (game_id,))
        return {row["role"]: read(MessageRow, row) for row in rows}

    async def put(self, row: MessageRow, owner: int | None = None, *, is_complete: bool = True) -> bool:
        """Insert or update; return whether it was stored. A private message has an owner, and is not stored if the
        seat is no longer theirs: their data was deleted while the message was in flight. A table stored with
        `is_complete=False` leaves its game behind: another message of it is still to be shown."""
        return await self.database.run(lambda connection: _put(connection, row, owner, is_complete=is_complete))

    async def mark_complete(self, game_id: int) -> None:
        """Note that all messages of the game show the table's revision."""
        await self.database.run(lambda connection: _mark_complete(connection, game_id))

    async def mark_stale(self, game_id: int) -> None:
        """Note that the table, whichever message it is by now, has to be redrawn."""
        await self.database.run(lambda connection: _mark_stale(connection, game_id))

    async def forget(self, game_id: int, role: str) -> None:
        await self.database.run(lambda connection: _forget(connection, game_id, role))

    async def behind(self) -> list[int]:
        """Games shown at an older revision, which a boot redraws."""
        sql = "SELECT id FROM games WHERE table_revision < public_revision ORDER BY id"
        return [row["id"] for row in await self.database.rows(sql)]


def _put(connection: sqlite3.Connection, row: MessageRow, owner: int | None, *, is_complete: bool) -> bool:
    seat = "SELECT 1 FROM seats WHERE game_id = ? AND ? IN ('panel' || seat, 'next' || seat) AND user_id = ?"
    if owner is not None and not connection.execute(seat, (row.game_id, row.role, owner)).fetchall():
        return False
    connection.execute(_PUT, (row.game_id, row.role, row.channel_id, row.message_id, row.revision, row.posted_at))
    if is_complete:
        _set_table_revision(connection, row.game_id, row.role, row.revision)
    return True


def _mark_complete(connection: sqlite3.Connection, game_id: int) -> None:
    sql = "SELECT revision FROM shown WHERE game_id = ? AND role = ?"
    for row in connection.execute(sql, (game_id, TABLE)).fetchall():
        _set_table_revision(connection, game_id, TABLE, row["revision"])


def _mark_stale(connection: sqlite3.Connection, game_id: int) -> None:
    sql = "UPDATE shown SET revision = ? WHERE game_id = ? AND role = ?"
    connection.execute(sql, (UNKNOWN_REVISION, game_id, TABLE))
    _set_table_revision(connection, game_id, TABLE, UNKNOWN_REVISION)


def _forget(connection: sqlite3.Connection, game_id: int, role: str) -> None:
    connection.execute("DELETE FROM shown WHERE game_id = ? AND role = ?", (game_id, role))
    _set_table_revision(connection, game_id, role, UNKNOWN_REVISION)


def _set_table_revision(connection: sqlite3.Connection, game_id: int, role: str, revision: int) -> None:
    """Copy the table's revision to the game's row: joining every game with its messages would take ever longer."""
    if role == TABLE:
        connection.execute("UPDATE games SET table_revision = ? WHERE id = ?", (revision, game_id))
