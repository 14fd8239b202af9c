"""Lobbies, and the scores of the teams that met in them, in the database. Every change of a lobby is guarded by the
revision it was made from."""

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.store.database import Database, Row
from bot.store.rows import NOBODY, BestScore, LobbyRow, PlaceRow, TeamScore

HAS_PLACE = "EXISTS (SELECT 1 FROM json_each(places) AS place WHERE json_extract(place.value, '$[0]') = :user)"


@dataclass(frozen=True, slots=True)
class Lobbies:
    database: Database

    async def add(self, row: LobbyRow, key: str) -> int | None:
        """Answers its number, or None when this very request came before, or its host has one open in this server."""
        return await self.database.run(lambda connection: _add(connection, row, key))

    async def get(self, lobby_id: int) -> LobbyRow | None:
        row = await self.database.row("SELECT * FROM lobbies WHERE id = ?", (lobby_id,))
        return None if row is None else _lobby(row)

    async def open_again_of(self, game_id: int) -> LobbyRow | None:
        """Where a finished game's team is already gathering again."""
        sql = "SELECT * FROM lobbies WHERE rematch_of = ? AND status = 'open' ORDER BY id DESC"
        row = await self.database.row(sql, (game_id,))
        return None if row is None else _lobby(row)

    async def change(self, before: LobbyRow, after: LobbyRow) -> bool:
        """Whether it still was as it was, and so is changed now."""
        sql = """UPDATE lobbies SET host_id = ?, options = ?, places = ?, status = ?, revision = revision + 1
                 WHERE id = ? AND revision = ? AND status = 'open'"""
        values = (after.host_id, json.dumps(after.options), _written(after.places), after.status)
        return bool(await self.database.write(sql, (*values, before.id, before.revision)))

    async def close(self, lobby_id: int, status: str) -> bool:
        sql = "UPDATE lobbies SET status = ?, revision = revision + 1 WHERE id = ? AND status = 'open'"
        return bool(await self.database.write(sql, (status, lobby_id)))

    async def withdraw(self, before: LobbyRow, user_id: int) -> bool:
        """Closed because the last one in it has their data deleted: whether it still was as it was. Its message may be
        on its way, so it stays to be shown, without them."""
        return await self.database.run(lambda connection: _withdraw(connection, before, user_id))

    async def posted(self, lobby_id: int, channel_id: int, message_id: int) -> None:
        sql = "UPDATE lobbies SET channel_id = ?, message_id = ? WHERE id = ?"
        await self.database.write(sql, (channel_id, message_id, lobby_id))

    async def shown(self, lobby_id: int, revision: int) -> None:
        sql = "UPDATE lobbies SET shown_revision = max(shown_revision, ?) WHERE id = ?"
        await self.database.write(sql, (revision, lobby_id))

    async def behind(self) -> list[int]:
        """Those whose message shows less than there is to see. One that is being posted just now has none yet."""
        sql = """SELECT id FROM lobbies WHERE shown_revision < revision AND message_id IS NOT NULL
                 ORDER BY id LIMIT 100"""
        return [row["id"] for row in await self.database.rows(sql)]

    async def lost(self, now: int) -> list[LobbyRow]:
        """Closed ones of which nobody noted where they stand, once no interaction can post them any more: it lives no
        longer than they would have. A few: looking for each costs a request."""
        sql = """SELECT * FROM lobbies WHERE shown_revision < revision AND message_id IS NULL AND status <> 'open'
                 AND expires_at <= ? ORDER BY id LIMIT 10"""
        return [_lobby(row) for row in await self.database.rows(sql, (now,))]

    async def put_away(self, lobby_id: int) -> None:
        """It is closed and stands nowhere: nothing has to look so."""
        sql = "UPDATE lobbies SET shown_revision = revision WHERE id = ? AND message_id IS NULL AND status <> 'open'"
        await self.database.write(sql, (lobby_id,))

    async def unposted(self, before: int) -> list[LobbyRow]:
        """Open ones from before that moment of which nobody noted where they stand."""
        sql = "SELECT * FROM lobbies WHERE status = 'open' AND message_id IS NULL AND created_at < ? ORDER BY id"
        return [_lobby(row) for row in await self.database.rows(sql, (before,))]

    async def expired(self, now: int) -> list[int]:
        sql = "SELECT id FROM lobbies WHERE status = 'open' AND expires_at <= ? ORDER BY expires_at LIMIT 100"
        return [row["id"] for row in await self.database.rows(sql, (now,))]

    async def best_scores(self, guild_id: int, game: str, size: int, mode: str, limit: int = 1) -> list[BestScore]:
        """A server's best of a team size and mode, the earliest of equals first."""
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
            _written(row.places),
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
    """Every open one expires so much later."""
    connection.execute("UPDATE lobbies SET expires_at = expires_at + ? WHERE status = 'open'", (milliseconds,))


def begin(connection: sqlite3.Connection, lobby_id: int, revision: int, game_id: int) -> bool:
    """Inside the transaction that starts the game: whether the lobby still stood as it did. Who plays again alone has
    none that was posted, and nothing has to look started."""
    sql = """UPDATE lobbies SET status = 'started', game_id = ?, revision = revision + 1,
                 shown_revision = iif(message_id IS NULL, revision + 1, shown_revision)
             WHERE id = ? AND revision = ? AND status = 'open'"""
    return bool(connection.execute(sql, (game_id, lobby_id, revision)).rowcount)


def forget(connection: sqlite3.Connection, user_id: int) -> None:
    """Inside the transaction that takes somebody out. What still looks open has to be shown as closed, without them."""
    theirs = f"(host_id = :user OR {HAS_PLACE})"
    sql = f"SELECT * FROM lobbies WHERE shown_revision < revision AND {theirs}"  # noqa: S608 (ours)
    for row in connection.execute(sql, {"user": user_id}).fetchall():
        _strip(connection, _lobby(row), user_id)
    connection.execute(f"DELETE FROM lobbies WHERE {theirs}", {"user": user_id})  # noqa: S608


def _withdraw(connection: sqlite3.Connection, before: LobbyRow, user_id: int) -> bool:
    sql = """UPDATE lobbies SET status = 'cancelled', revision = revision + 1
             WHERE id = ? AND revision = ? AND status = 'open'"""
    if not connection.execute(sql, (before.id, before.revision)).rowcount:
        return False
    _strip(connection, before, user_id)
    return True


def _strip(connection: sqlite3.Connection, row: LobbyRow, user_id: int) -> None:
    """Nobody in the place of who left."""
    nameless = PlaceRow(NOBODY, None, "deleted")
    places = _written([nameless if place.user_id == user_id else place for place in row.places])
    host_id = NOBODY if row.host_id == user_id else row.host_id
    sql = """UPDATE lobbies SET host_id = ?, places = ?, key = 'deleted:' || id, binding = 'deleted:' || id
             WHERE id = ?"""
    connection.execute(sql, (host_id, places, row.id))


def score(connection: sqlite3.Connection, game_id: int, team: TeamScore) -> None:
    """Inside the transaction that ends the game."""
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


def _written(places: Sequence[PlaceRow]) -> str:
    return json.dumps([[place.user_id, place.level, place.cut] for place in places])


def _read(raw: Sequence[Sequence[Any]]) -> tuple[PlaceRow, ...]:
    return tuple(PlaceRow(*place) for place in raw)


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
        places=_read(json.loads(row["places"])),
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
