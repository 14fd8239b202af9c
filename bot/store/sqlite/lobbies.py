"""The tables `lobbies` and `team_scores`. Every change of a lobby is guarded by the revision it was made from. Holds no
rules of who may join."""

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.store.rows import NOBODY, BestScore, LobbyRow, LobbySeatRow, TeamScore
from bot.store.sqlite.database import Database, Row

HAS_PLACE = "EXISTS (SELECT 1 FROM json_each(places) AS place WHERE json_extract(place.value, '$[0]') = :user)"


@dataclass(frozen=True, slots=True)
class Lobbies:
    database: Database

    async def add(self, row: LobbyRow, key: str) -> int | None:
        """Insert; return the id, or None if the idempotency key exists or the host has an open lobby in this server."""
        return await self.database.run(lambda connection: _add(connection, row, key))

    async def get(self, lobby_id: int) -> LobbyRow | None:
        row = await self.database.row("SELECT * FROM lobbies WHERE id = ?", (lobby_id,))
        return None if row is None else _lobby(row)

    async def open_rematch_of(self, game_id: int) -> LobbyRow | None:
        sql = "SELECT * FROM lobbies WHERE rematch_of = ? AND status = 'open' ORDER BY id DESC"
        row = await self.database.row(sql, (game_id,))
        return None if row is None else _lobby(row)

    async def change(self, before: LobbyRow, after: LobbyRow) -> bool:
        """Store it if it is open and at the revision of `before`; return whether it was."""
        sql = """UPDATE lobbies SET host_id = ?, options = ?, commitment = ?, places = ?, status = ?,
                 revision = revision + 1 WHERE id = ? AND revision = ? AND status = 'open'"""
        options, places = json.dumps(after.options), _dump_places(after.places)
        values = (after.host_id, options, after.commitment, places, after.status)
        return bool(await self.database.write(sql, (*values, before.id, before.revision)))

    async def close(self, lobby_id: int, status: str) -> bool:
        sql = "UPDATE lobbies SET status = ?, revision = revision + 1 WHERE id = ? AND status = 'open'"
        return bool(await self.database.write(sql, (status, lobby_id)))

    async def withdraw(self, before: LobbyRow, user_id: int) -> bool:
        """Cancel and anonymise it because its last person's data is deleted; return whether it was open and at that
        revision. The row stays: its message may be in flight and must then be shown as closed."""
        return await self.database.run(lambda connection: _withdraw(connection, before, user_id))

    async def posted(self, lobby_id: int, channel_id: int, message_id: int) -> None:
        sql = "UPDATE lobbies SET channel_id = ?, message_id = ? WHERE id = ?"
        await self.database.write(sql, (channel_id, message_id, lobby_id))

    async def shown(self, lobby_id: int, revision: int) -> None:
        sql = "UPDATE lobbies SET shown_revision = max(shown_revision, ?) WHERE id = ?"
        await self.database.write(sql, (revision, lobby_id))

    async def behind(self) -> list[int]:
        """Lobbies whose message shows an older revision. One being posted has no message yet."""
        sql = """SELECT id FROM lobbies WHERE shown_revision < revision AND message_id IS NOT NULL
                 ORDER BY id LIMIT 100"""
        return [row["id"] for row in await self.database.rows(sql)]

    async def closed_unposted(self, now: int) -> list[LobbyRow]:
        """Closed lobbies without a known message, once expired: an interaction token that could post them does not
        outlive them. At most 10, since searching for each message costs a request."""
        sql = """SELECT * FROM lobbies WHERE shown_revision < revision AND message_id IS NULL AND status <> 'open'
                 AND expires_at <= ? ORDER BY id LIMIT 10"""
        return [_lobby(row) for row in await self.database.rows(sql, (now,))]

    async def skip_showing(self, lobby_id: int) -> None:
        """Mark a closed lobby without a message as shown."""
        sql = "UPDATE lobbies SET shown_revision = revision WHERE id = ? AND message_id IS NULL AND status <> 'open'"
        await self.database.write(sql, (lobby_id,))

    async def open_unposted(self, before: int) -> list[LobbyRow]:
        """Open lobbies created before `before` without a known message."""
        sql = "SELECT * FROM lobbies WHERE status = 'open' AND message_id IS NULL AND created_at < ? ORDER BY id"
        return [_lobby(row) for row in await self.database.rows(sql, (before,))]

    async def expired(self, now: int) -> list[int]:
        sql = "SELECT id FROM lobbies WHERE status = 'open' AND expires_at <= ? ORDER BY expires_at LIMIT 100"
        return [row["id"] for row in await self.database.rows(sql, (now,))]

    async def best_scores(self, guild_id: int, game: str, size: int, mode: str, limit: int = 1) -> list[BestScore]:
        """A server's best scores of a team size and mode; of equal scores the earliest first."""
        sql = """SELECT game_id, score, ended_at FROM team_scores
                 WHERE guild_id = ? AND game = ? AND size = ? AND mode = ? ORDER BY score, ended_at LIMIT ?"""
        rows = await self.database.rows(sql, (guild_id, game, size, mode, limit))
        return [BestScore(row["game_id"], row["score"], row["ended_at"]) for row in rows]


def _add(connection: sqlite3.Connection, row: LobbyRow, key: str) -> int | None:
    if _has_open(connection, row) or _exists(connection, key):
        return None
    cursor = connection.execute(
        """INSERT INTO lobbies (key, guild_id, channel_id, host_id, game, options, clock, places, binding,
               secret, commitment, created_at, expires_at, rematch_of)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
        (
            key,
            row.guild_id,
            row.channel_id,
            row.host_id,
            row.game,
            json.dumps(row.options),
            row.clock,
            _dump_places(row.places),
            row.binding,
            row.secret,
            row.commitment,
            row.created_at,
            row.expires_at,
            row.rematch_of,
        ),
    )
    return cursor.lastrowid


def postpone(connection: sqlite3.Connection, milliseconds: int) -> None:
    """Move the expiry of every open lobby."""
    connection.execute("UPDATE lobbies SET expires_at = expires_at + ? WHERE status = 'open'", (milliseconds,))


def begin(connection: sqlite3.Connection, lobby_id: int, revision: int, game_id: int) -> bool:
    """Mark it as started within the transaction that starts the game; return whether it was open and at that revision.
    A lobby without a message (a rematch of one person) counts as shown."""
    sql = """UPDATE lobbies SET status = 'started', game_id = ?, revision = revision + 1,
                 shown_revision = iif(message_id IS NULL, revision + 1, shown_revision)
             WHERE id = ? AND revision = ? AND status = 'open'"""
    return bool(connection.execute(sql, (game_id, lobby_id, revision)).rowcount)


def forget(connection: sqlite3.Connection, user_id: int) -> None:
    """Delete a person's lobbies within the transaction that erases the person. Those whose message is outdated are
    anonymised first and no longer match: they stay until shown as closed."""
    theirs = f"(host_id = :user OR {HAS_PLACE})"
    sql = f"SELECT * FROM lobbies WHERE shown_revision < revision AND {theirs}"  # noqa: S608 (ours)
    for row in connection.execute(sql, {"user": user_id}).fetchall():
        _anonymise(connection, _lobby(row), user_id)
    connection.execute(f"DELETE FROM lobbies WHERE {theirs}", {"user": user_id})  # noqa: S608


def _withdraw(connection: sqlite3.Connection, before: LobbyRow, user_id: int) -> bool:
    sql = """UPDATE lobbies SET status = 'cancelled', revision = revision + 1
             WHERE id = ? AND revision = ? AND status = 'open'"""
    if not connection.execute(sql, (before.id, before.revision)).rowcount:
        return False
    _anonymise(connection, before, user_id)
    return True


def _anonymise(connection: sqlite3.Connection, row: LobbyRow, user_id: int) -> None:
    """Replace the person by NOBODY."""
    anonymous = LobbySeatRow(NOBODY, None, "deleted")
    places = _dump_places([anonymous if place.user_id == user_id else place for place in row.places])
    host_id = NOBODY if row.host_id == user_id else row.host_id
    sql = """UPDATE lobbies SET host_id = ?, places = ?, key = 'deleted:' || id, binding = 'deleted:' || id
             WHERE id = ?"""
    connection.execute(sql, (host_id, places, row.id))


def add_score(connection: sqlite3.Connection, game_id: int, team: TeamScore) -> None:
    """Insert the score within the transaction that ends the game."""
    connection.execute(
        """INSERT INTO team_scores (game_id, guild_id, game, size, mode, score, ended_at)
           SELECT id, guild_id, game, ?, ?, ?, ended_at FROM games WHERE id = ?""",
        (team.size, team.mode, team.score, game_id),
    )


def _has_open(connection: sqlite3.Connection, row: LobbyRow) -> bool:
    sql = "SELECT 1 FROM lobbies WHERE status = 'open' AND host_id = ? AND guild_id = ? AND expires_at > ?"
    return bool(connection.execute(sql, (row.host_id, row.guild_id, row.created_at)).fetchall())


def _exists(connection: sqlite3.Connection, key: str) -> bool:
    return bool(connection.execute("SELECT 1 FROM lobbies WHERE key = ?", (key,)).fetchall())


def _dump_places(places: Sequence[LobbySeatRow]) -> str:
    return json.dumps([[place.user_id, place.level, place.cut] for place in places])


def _load_places(raw: Sequence[Sequence[Any]]) -> tuple[LobbySeatRow, ...]:
    return tuple(LobbySeatRow(*place) for place in raw)


def _lobby(row: Row) -> LobbyRow:
    return LobbyRow(
        id=row["id"],
        guild_id=row["guild_id"],
        channel_id=row["channel_id"],
        message_id=row["message_id"],
        host_id=row["host_id"],
        game=row["game"],
        options=json.loads(row["options"]),
        clock=row["clock"],
        places=_load_places(json.loads(row["places"])),
        binding=row["binding"],
        secret=row["secret"],
        commitment=row["commitment"],
        status=row["status"],
        revision=row["revision"],
        created_at=row["created_at"],
        expires_at=row["expires_at"],
        game_id=row["game_id"],
        rematch_of=row["rematch_of"],
    )
