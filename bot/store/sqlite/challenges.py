"""The `challenges` table. Holds no rules of who may challenge whom."""

import json
import sqlite3
from dataclasses import dataclass

from bot.store.rows import NOBODY, ChallengeRow
from bot.store.sqlite.database import Database, Row

_ANONYMOUS = f"""challenger_id = {NOBODY}, opponent_id = iif(opponent_id IS NULL, NULL, {NOBODY}), cut = '',
    key = 'deleted:' || id, binding = 'deleted:' || id"""


@dataclass(frozen=True, slots=True)
class Challenges:
    database: Database

    async def add(self, row: ChallengeRow, key: str) -> int | None:
        """Insert; return the id, or None if the idempotency key or an equal open challenge exists."""
        return await self.database.run(lambda connection: _add(connection, row, key))

    async def get(self, challenge_id: int) -> ChallengeRow | None:
        row = await self.database.row("SELECT * FROM challenges WHERE id = ?", (challenge_id,))
        return None if row is None else _challenge(row)

    async def open_rematch_of(self, game_id: int) -> ChallengeRow | None:
        row = await self.database.row(
            "SELECT * FROM challenges WHERE rematch_of = ? AND status = 'open' ORDER BY id DESC", (game_id,)
        )
        return None if row is None else _challenge(row)

    async def close(self, challenge_id: int, status: str) -> bool:
        """Close it if it is open; return whether it was."""
        sql = "UPDATE challenges SET status = ? WHERE id = ? AND status = 'open'"
        return bool(await self.database.write(sql, (status, challenge_id)))

    async def withdraw(self, challenge_id: int) -> bool:
        """Cancel and anonymise it because a player's data is deleted; return whether it was open. The row stays: its
        message may be in flight and must then be shown as closed."""
        sql = f"UPDATE challenges SET status = 'cancelled', {_ANONYMOUS} WHERE id = ? AND status = 'open'"  # noqa: S608 (ours)
        return bool(await self.database.write(sql, (challenge_id,)))

    async def posted(self, challenge_id: int, channel_id: int, message_id: int) -> None:
        sql = "UPDATE challenges SET channel_id = ?, message_id = ? WHERE id = ?"
        await self.database.write(sql, (channel_id, message_id, challenge_id))

    async def shown(self, challenge_id: int, status: str) -> None:
        await self.database.write("UPDATE challenges SET shown_status = ? WHERE id = ?", (status, challenge_id))

    async def unshown(self) -> list[ChallengeRow]:
        """Closed challenges whose message still shows them open. One being posted has no message yet."""
        sql = """SELECT * FROM challenges WHERE status <> shown_status AND message_id IS NOT NULL
                 ORDER BY id LIMIT 100"""
        return [_challenge(row) for row in await self.database.rows(sql)]

    async def closed_unposted(self, now: int) -> list[ChallengeRow]:
        """Closed challenges without a known message, once expired: an interaction token that could post them does not
        outlive them. At most 10, since searching for each message costs a request."""
        sql = """SELECT * FROM challenges WHERE status <> shown_status AND message_id IS NULL AND expires_at <= ?
                 ORDER BY id LIMIT 10"""
        return [_challenge(row) for row in await self.database.rows(sql, (now,))]

    async def skip_showing(self, challenge_id: int) -> None:
        """Mark a closed challenge without a message as shown."""
        sql = "UPDATE challenges SET shown_status = status WHERE id = ? AND message_id IS NULL AND status <> 'open'"
        await self.database.write(sql, (challenge_id,))

    async def open_unposted(self, before: int) -> list[ChallengeRow]:
        """Open challenges created before `before` without a known message."""
        sql = "SELECT * FROM challenges WHERE status = 'open' AND message_id IS NULL AND created_at < ? ORDER BY id"
        return [_challenge(row) for row in await self.database.rows(sql, (before,))]

    async def expired(self, now: int) -> list[int]:
        sql = "SELECT id FROM challenges WHERE status = 'open' AND expires_at <= ? ORDER BY expires_at LIMIT 100"
        return [row["id"] for row in await self.database.rows(sql, (now,))]


def postpone(connection: sqlite3.Connection, milliseconds: int) -> None:
    """Move the expiry of every open challenge."""
    connection.execute("UPDATE challenges SET expires_at = expires_at + ? WHERE status = 'open'", (milliseconds,))


def _add(connection: sqlite3.Connection, row: ChallengeRow, key: str) -> int | None:
    if _has_duplicate(connection, row) or _exists(connection, key):
        return None
    cursor = connection.execute(
        """INSERT INTO challenges (key, guild_id, channel_id, challenger_id, opponent_id, level, game, options,
               clock, rated, cut, binding, secret, commitment, created_at, expires_at, rematch_of)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
        (
            key,
            row.guild_id,
            row.channel_id,
            row.challenger_id,
            row.opponent_id,
            row.level,
            row.game,
            json.dumps(row.options),
            row.clock,
            row.is_rated,
            row.cut,
            row.binding,
            row.secret,
            row.commitment,
            row.created_at,
            row.expires_at,
            row.rematch_of,
        ),
    )
    return cursor.lastrowid


def accept(connection: sqlite3.Connection, challenge_id: int, game_id: int) -> bool:
    """Accept it within the transaction that starts the game; return whether it was open. A challenge to a computer is
    never posted and so counts as shown."""
    sql = """UPDATE challenges SET status = 'accepted', game_id = ?,
                 shown_status = iif(level IS NULL, shown_status, 'accepted')
             WHERE id = ? AND status = 'open'"""
    return bool(connection.execute(sql, (game_id, challenge_id)).rowcount)


def forget(connection: sqlite3.Connection, user_id: int) -> None:
    """Delete a person's challenges within the transaction that erases the person. Those whose message still shows them
    open are anonymised first and no longer match: they stay until shown as closed."""
    theirs = ":user IN (challenger_id, opponent_id)"
    connection.execute(
        f"UPDATE challenges SET {_ANONYMOUS} WHERE {theirs} AND status <> shown_status",  # noqa: S608 (ours)
        {"user": user_id},
    )
    connection.execute(f"DELETE FROM challenges WHERE {theirs}", {"user": user_id})  # noqa: S608


def _has_duplicate(connection: sqlite3.Connection, row: ChallengeRow) -> bool:
    """Whether the same challenger has the same opponent challenged in the same server."""
    if row.level is not None:
        return False
    sql = """SELECT 1 FROM challenges WHERE status = 'open' AND challenger_id = ? AND opponent_id IS ?
             AND level IS NULL AND guild_id = ? AND game = ? AND expires_at > ?"""
    values = (row.challenger_id, row.opponent_id, row.guild_id, row.game, row.created_at)
    return bool(connection.execute(sql, values).fetchall())


def _exists(connection: sqlite3.Connection, key: str) -> bool:
    return bool(connection.execute("SELECT 1 FROM challenges WHERE key = ?", (key,)).fetchall())


def _challenge(row: Row) -> ChallengeRow:
    return ChallengeRow(
        id=row["id"],
        guild_id=row["guild_id"],
        channel_id=row["channel_id"],
        message_id=row["message_id"],
        challenger_id=row["challenger_id"],
        opponent_id=row["opponent_id"],
        level=row["level"],
        game=row["game"],
        options=json.loads(row["options"]),
        clock=row["clock"],
        is_rated=bool(row["rated"]),
        cut=row["cut"],
        binding=row["binding"],
        secret=row["secret"],
        commitment=row["commitment"],
        status=row["status"],
        created_at=row["created_at"],
        expires_at=row["expires_at"],
        game_id=row["game_id"],
        rematch_of=row["rematch_of"],
    )
