"""Exports and erases all that is stored about a person. Ending a person's games first is left to the caller."""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from bot.store.sqlite import gatherings
from bot.store.sqlite.database import Database
from bot.store.sqlite.games import Games
from bot.store.sqlite.people import People

# The seats of a person. The indexes by user are partial, so a query without `ended_at` would read every seat.
_MINE = """(SELECT * FROM seats WHERE user_id = :user AND ended_at IS NULL
            UNION ALL SELECT * FROM seats WHERE user_id = :user AND ended_at IS NOT NULL
            UNION ALL SELECT * FROM seats WHERE left_by = :user) AS mine"""
_EXPORTED = {  # by table: a query of the columns about this person alone
    "people": """SELECT user_id, name, locale, details, notices, early_notices, seen_at FROM people
        WHERE user_id = :user""",
    "blocks": "SELECT * FROM blocks WHERE user_id = :user ORDER BY blocked_id",
    "decks": """SELECT id, game, name, cards, set_version, is_usual, changed_at FROM decks
        WHERE user_id = :user ORDER BY id""",
    "gatherings": """SELECT id, guild_id, channel_id, host_id = user_id AS is_mine, game, clock, rated, status,
            created_at, is_taken, cut, brought
        FROM gathering_seats CROSS JOIN gatherings ON id = gathering_id WHERE user_id = :user ORDER BY id""",
    "games": f"""SELECT games.id, game, guild_id, channel_id, seat, cut, warnings, clock, rated, created_at,
            games.ended_at, reason, winners FROM {_MINE} CROSS JOIN games ON games.id = game_id ORDER BY games.id""",  # noqa: S608 (ours)
    "actions": f"""SELECT actions.game_id, revision, verb, text, at
        FROM {_MINE} CROSS JOIN actions ON (actions.game_id, actions.seat) = (mine.game_id, mine.seat)
        ORDER BY actions.game_id, revision""",  # noqa: S608
    "results": "SELECT * FROM results WHERE user_id = :user ORDER BY nth",
    "standings": "SELECT * FROM standings WHERE user_id = :user ORDER BY scope, game, period",
    "careers": "SELECT * FROM careers WHERE user_id = :user ORDER BY scope, game",
    "tallies": "SELECT * FROM tallies WHERE user_id = :user ORDER BY scope, game, seat",
    "openings": "SELECT * FROM openings WHERE user_id = :user ORDER BY scope, game, opening",
    "team_records": "SELECT * FROM team_records WHERE user_id = :user ORDER BY scope, game, period, size, mode",
    "rivalries": "SELECT * FROM rivalries WHERE user_id = :user ORDER BY scope, game, rival_id",
}
_IS_GATHERING = """SELECT 1 FROM gathering_seats JOIN gatherings ON id = gathering_id
                   WHERE user_id = :user AND status = 'open'"""
_SEATS = f"FROM {_MINE}"
# The number of a DM channel tells whose it is. These games stay apart from those of servers.
_OUT_OF_DMS = (
    f"""DELETE FROM shown WHERE game_id IN
        (SELECT game_id {_SEATS} CROSS JOIN games ON id = game_id WHERE guild_id < 0)""",  # noqa: S608
    f"UPDATE games SET guild_id = -id, channel_id = 0 WHERE guild_id < 0 AND id IN (SELECT game_id {_SEATS})",  # noqa: S608
    f"UPDATE results SET guild_id = -game_id WHERE guild_id < 0 AND game_id IN (SELECT game_id {_SEATS})",  # noqa: S608
    f"UPDATE team_scores SET guild_id = -game_id WHERE guild_id < 0 AND game_id IN (SELECT game_id {_SEATS})",  # noqa: S608
)


@dataclass(frozen=True, slots=True)
class Resealed:
    """A game whose shuffles up to that revision are stored as dealt, with a new secret that reveals nothing of them."""

    game_id: int
    revision: int
    dealt: Mapping[str, Sequence[int]]
    binding: str
    secret: bytes
    commitment: str


@dataclass(frozen=True, slots=True)
class Privacy:
    database: Database
    people: People
    games: Games

    async def export(self, user_id: int) -> dict[str, list[dict[str, Any]]]:
        """All that is stored about a person, by table. Excludes other players' cards. A long past takes long to read,
        so that it is read table by table, apart from others' questions."""
        return {
            name: await self.database.read_apart(partial(_exported, user_id, sql)) for name, sql in _EXPORTED.items()
        }

    async def games_of(self, user_id: int) -> list[int]:
        sql = f"SELECT game_id {_SEATS} ORDER BY game_id"
        return [row["game_id"] for row in await self.database.rows(sql, {"user": user_id})]

    async def forget(self, user_id: int, nobody: int, resealed: Sequence[Resealed]) -> bool:
        """Erase a person from every table in one transaction; their games stay, played by `nobody`. Return False, and
        change nothing, while they have an open gathering, or a game that is not resealed as it is now."""

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
            self.games.clear_cache()

    async def scrub(self) -> None:
        """Remove deleted data from the files too."""
        await self.database.scrub()


def _exported(user_id: int, sql: str, connection: sqlite3.Connection) -> list[dict[str, Any]]:
    return [dict(row) for row in connection.execute(sql, {"user": user_id}).fetchall()]


def _is_active(connection: sqlite3.Connection, user_id: int, resealed: Sequence[Resealed]) -> bool:
    if connection.execute(_IS_GATHERING, {"user": user_id}).fetchall():
        return True
    sql = f"""SELECT game_id, revision {_SEATS} CROSS JOIN games ON id = game_id
              WHERE dealt IS NULL OR games.ended_at IS NULL"""
    games = {(row["game_id"], row["revision"]) for row in connection.execute(sql, {"user": user_id}).fetchall()}
    return not games <= {(one.game_id, one.revision) for one in resealed}


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
        *_OUT_OF_DMS,
        f"DELETE FROM shown WHERE (game_id, role) IN (SELECT game_id, 'next' || seat {_SEATS})",  # noqa: S608
        "DELETE FROM standings WHERE user_id = :user",
        "DELETE FROM careers WHERE user_id = :user",
        "DELETE FROM tallies WHERE user_id = :user",
        "DELETE FROM openings WHERE user_id = :user",
        "DELETE FROM team_records WHERE user_id = :user",
        "DELETE FROM rivalries WHERE user_id = :user OR rival_id = :user",
        "DELETE FROM decks WHERE user_id = :user",
        "DELETE FROM blocks WHERE user_id = :user OR blocked_id = :user",
        "DELETE FROM people WHERE user_id = :user",
    ):
        connection.execute(sql, {"user": user_id})
    gatherings.forget(connection, user_id)
    connection.execute("UPDATE results SET user_id = ? WHERE user_id = ?", (nobody, user_id))
    sql = f"""UPDATE seats SET user_id = iif(user_id = :user, :nobody, user_id), left_by = NULL, cut = '',
                  is_dm_closed = 1 WHERE (game_id, seat) IN (SELECT game_id, seat {_SEATS})"""  # noqa: S608
    connection.execute(sql, {"user": user_id, "nobody": nobody})
