"""Exports and erases all that is stored about a person. Ending a person's games first is left to the caller."""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.store.sqlite import challenges, lobbies
from bot.store.sqlite.database import Database
from bot.store.sqlite.lobbies import HAS_PLACE
from bot.store.sqlite.people import People

_EXPORTED = {  # by table: a query of the columns about this person alone, and its number of parameters
    "people": ("SELECT user_id, name, locale, seen_at FROM people WHERE user_id = ?", 1),
    "challenges": (
        """SELECT id, guild_id, channel_id, challenger_id = ? AS is_mine, game, clock, rated, status, created_at,
               CASE challenger_id WHEN ? THEN cut END AS cut
           FROM challenges WHERE challenger_id = ? OR opponent_id = ? ORDER BY id""",
        4,
    ),
    "lobbies": (
        """SELECT lobbies.id, guild_id, channel_id, host_id = ? AS is_mine, game, status, created_at,
               json_extract(place.value, '$[2]') AS cut
           FROM lobbies, json_each(places) AS place WHERE json_extract(place.value, '$[0]') = ? ORDER BY lobbies.id""",
        2,
    ),
    "games": (
        """SELECT games.id, game, guild_id, channel_id, seat, cut, warnings, clock, rated, created_at, games.ended_at,
               reason, winners FROM seats JOIN games ON games.id = game_id WHERE user_id = ? ORDER BY games.id""",
        1,
    ),
    "actions": (
        """SELECT actions.game_id, revision, verb, text, at FROM seats JOIN actions USING (game_id, seat)
           WHERE user_id = ? ORDER BY actions.game_id, revision""",
        1,
    ),
    "results": ("SELECT * FROM results WHERE user_id = ? ORDER BY nth", 1),
    "standings": ("SELECT * FROM standings WHERE user_id = ? ORDER BY scope, game, period", 1),
    "careers": ("SELECT * FROM careers WHERE user_id = ? ORDER BY scope, game", 1),
    "tallies": ("SELECT * FROM tallies WHERE user_id = ? ORDER BY scope, game, seat", 1),
    "openings": ("SELECT * FROM openings WHERE user_id = ? ORDER BY scope, game, opening", 1),
    "team_records": ("SELECT * FROM team_records WHERE user_id = ? ORDER BY scope, game, period, size, mode", 1),
    "rivalries": ("SELECT * FROM rivalries WHERE user_id = ? ORDER BY scope, game, rival_id", 1),
}
_IS_ACTIVE = """SELECT 1 FROM seats WHERE user_id = :user AND ended_at IS NULL
           UNION ALL SELECT 1 FROM challenges WHERE status = 'open' AND :user IN (challenger_id, opponent_id)
           UNION ALL SELECT 1 FROM lobbies, json_each(places) AS place
               WHERE status = 'open' AND json_extract(place.value, '$[0]') = :user"""
_SEATS = "FROM seats WHERE user_id = :user AND ended_at IS NOT NULL"


@dataclass(frozen=True, slots=True)
class Resealed:
    """A game whose shuffles are stored as dealt, with a new secret that reveals nothing."""

    game_id: int
    dealt: Mapping[str, Sequence[int]]
    binding: str
    secret: bytes
    commitment: str


@dataclass(frozen=True, slots=True)
class Privacy:
    database: Database
    people: People

    async def export(self, user_id: int) -> dict[str, list[dict[str, Any]]]:
        """All that is stored about a person, by table. Excludes other players' cards."""
        return {
            name: [dict(row) for row in await self.database.rows(sql, [user_id] * count)]
            for name, (sql, count) in _EXPORTED.items()
        }

    async def open_challenges_of(self, user_id: int) -> list[int]:
        sql = "SELECT id FROM challenges WHERE status = 'open' AND ? IN (challenger_id, opponent_id) ORDER BY id"
        return [row["id"] for row in await self.database.rows(sql, (user_id,))]

    async def open_lobbies_of(self, user_id: int) -> list[int]:
        sql = f"SELECT id FROM lobbies WHERE status = 'open' AND {HAS_PLACE} ORDER BY id"  # noqa: S608 (ours)
        return [row["id"] for row in await self.database.rows(sql, {"user": user_id})]

    async def finished_of(self, user_id: int) -> list[int]:
        sql = "SELECT game_id FROM seats WHERE user_id = ? AND ended_at IS NOT NULL ORDER BY game_id"
        return [row["game_id"] for row in await self.database.rows(sql, (user_id,))]

    async def forget(self, user_id: int, nobody: int, resealed: Sequence[Resealed]) -> bool:
        """Erase a person from every table in one transaction; their games stay, played by `nobody`. Return False, and
        change nothing, while they have a running game, an open challenge or lobby, or a game not resealed."""

        def erase(connection: sqlite3.Connection) -> bool:
            if _is_active(connection, user_id, resealed):
                return False
            _reseal(connection, resealed)
            _erase(connection, user_id, nobody)
            return True

        try:
            return await self.database.run(erase)
        finally:
            self.people.invalidate(user_id)

    async def scrub(self) -> None:
        """Remove deleted data from the files too."""
        await self.database.scrub()


def _is_active(connection: sqlite3.Connection, user_id: int, resealed: Sequence[Resealed]) -> bool:
    if connection.execute(_IS_ACTIVE, {"user": user_id}).fetchall():
        return True
    sql = f"SELECT game_id {_SEATS} AND (SELECT dealt FROM games WHERE id = game_id) IS NULL"  # noqa: S608 (ours)
    games = {row["game_id"] for row in connection.execute(sql, {"user": user_id}).fetchall()}
    return not games <= {one.game_id for one in resealed}


def _reseal(connection: sqlite3.Connection, resealed: Sequence[Resealed]) -> None:
    connection.executemany(
        "UPDATE games SET dealt = ?, binding = ?, secret = ?, commitment = ? WHERE id = ?",
        [(json.dumps(one.dealt), one.binding, one.secret, one.commitment, one.game_id) for one in resealed],
    )


def _erase(connection: sqlite3.Connection, user_id: int, nobody: int) -> None:
    for sql in (
        f"""UPDATE actions SET key = 'deleted:' || game_id || ':' || revision
            WHERE (game_id, seat) IN (SELECT game_id, seat {_SEATS})""",  # noqa: S608 (ours)
        f"DELETE FROM shown WHERE (game_id, role) IN (SELECT game_id, 'panel' || seat {_SEATS})",  # noqa: S608
        "DELETE FROM standings WHERE user_id = :user",
        "DELETE FROM careers WHERE user_id = :user",
        "DELETE FROM tallies WHERE user_id = :user",
        "DELETE FROM openings WHERE user_id = :user",
        "DELETE FROM team_records WHERE user_id = :user",
        "DELETE FROM rivalries WHERE :user IN (user_id, rival_id)",
        "DELETE FROM people WHERE user_id = :user",
    ):
        connection.execute(sql, {"user": user_id})
    challenges.forget(connection, user_id)
    lobbies.forget(connection, user_id)
    connection.execute("UPDATE results SET user_id = ? WHERE user_id = ?", (nobody, user_id))
    sql = "UPDATE seats SET user_id = ?, cut = '', is_dm_closed = 1 WHERE user_id = ? AND ended_at IS NOT NULL"
    connection.execute(sql, (nobody, user_id))
