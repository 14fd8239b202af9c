"""Exports and erases all that is stored about a person. Ending a person's games first is left to the caller."""

import json
import sqlite3
import time
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
    "calls": "SELECT * FROM calls WHERE host_id = :user ORDER BY at",
    "results": "SELECT * FROM results WHERE user_id = :user ORDER BY nth",
    "standings": "SELECT * FROM standings WHERE user_id = :user ORDER BY scope, game, period",
    "careers": "SELECT * FROM careers WHERE user_id = :user ORDER BY scope, game",
    "tallies": "SELECT * FROM tallies WHERE user_id = :user ORDER BY scope, game, seat",
    "openings": "SELECT * FROM openings WHERE user_id = :user ORDER BY scope, game, opening",
    "team_records": "SELECT * FROM team_records WHERE user_id = :user ORDER BY scope, game, period, size, mode",
    "rivalries": "SELECT * FROM rivalries WHERE user_id = :user ORDER BY scope, game, rival_id",
}
_SEATS = f"FROM {_MINE}"
_IS_ACTIVE = f"""SELECT 1 FROM gathering_seats JOIN gatherings ON id = gathering_id
                 WHERE user_id = :user AND status = 'open' UNION ALL SELECT 1 {_SEATS}"""  # noqa: S608 (ours)
# What is about a person alone. Each is deleted by itself first: all at once would hold up others' moves.
_OWN = (
    "DELETE FROM standings WHERE user_id = :user",
    "DELETE FROM careers WHERE user_id = :user",
    "DELETE FROM tallies WHERE user_id = :user",
    "DELETE FROM openings WHERE user_id = :user",
    "DELETE FROM team_records WHERE user_id = :user",
    "DELETE FROM rivalries WHERE user_id = :user OR rival_id = :user",
    "DELETE FROM decks WHERE user_id = :user",
    "DELETE FROM calls WHERE host_id = :user OR user_id = :user",
    "DELETE FROM blocks WHERE user_id = :user OR blocked_id = :user",
    "DELETE FROM people WHERE user_id = :user",
)
# The number of a DM channel tells whose it is. These games stay apart from those of servers.
_OUT_OF_DMS = (
    "DELETE FROM shown WHERE game_id = :game AND (SELECT guild_id < 0 FROM games WHERE id = :game)",
    "UPDATE games SET guild_id = -id, channel_id = 0 WHERE id = :game AND guild_id < 0",
    "UPDATE results SET guild_id = -game_id WHERE game_id = :game AND guild_id < 0",
    "UPDATE team_scores SET guild_id = -game_id WHERE game_id = :game AND guild_id < 0",
)
_ROWS_A_STEP = 100
_PAUSE = 0.002  # seconds between two steps of a long copy: answering comes first
_ERASING = "erasing:"  # mark: with the id of a person whose erasure has begun; its value is the pseudonym
_SCRUB = "scrub"  # mark: deleted data may be left in the files


@dataclass(frozen=True, slots=True)
class Resealed:
    """A game whose shuffles up to that revision are stored as dealt, with a new secret that reveals nothing of them,
    and the seat of the person who is erased."""

    game_id: int
    seat: int
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

    async def begin(self, user_id: int, pseudonym: int) -> int:
        """Note that a person is being erased; return the pseudonym: that of an erasure which was interrupted, or this
        one. A person keeps one pseudonym, because others' ratings follow from who they played against."""

        def note(connection: sqlite3.Connection) -> int:
            mark = f"{_ERASING}{user_id}"
            connection.execute("INSERT INTO meta VALUES (?, ?) ON CONFLICT DO NOTHING", (mark, str(pseudonym)))
            ((value,),) = connection.execute("SELECT value FROM meta WHERE name = ?", (mark,)).fetchall()
            return int(value)

        return await self.database.run(note)

    async def interrupted(self) -> list[int]:
        """People whose erasure has begun and not ended."""
        sql = "SELECT name FROM meta WHERE name >= ? AND name < ?"
        rows = await self.database.rows(sql, (_ERASING, f"{_ERASING}~"))
        return [int(row["name"].removeprefix(_ERASING)) for row in rows]

    async def leave_games(self, user_id: int, pseudonym: int, resealed: Sequence[Resealed]) -> None:
        """Replace a person by `pseudonym` in some of their games: in few, because others' moves wait meanwhile. Skips
        those that have another revision by now."""
        try:
            await self.database.run(lambda connection: _leave(connection, user_id, pseudonym, resealed))
        finally:
            self.games.invalidate(one.game_id for one in resealed)

    async def forget(self, user_id: int, pseudonym: int) -> bool:
        """Erase a person who has left their games from every table. Return False while they have a game or an open
        gathering."""
        for sql in _OWN:
            await self.database.run(partial(_delete_own, user_id, sql))
        while await self.database.run(lambda connection: gatherings.forget_some(connection, user_id)):
            pass
        try:
            return await self.database.run(lambda connection: _erase(connection, user_id, pseudonym))
        finally:
            self.people.invalidate(user_id)

    async def scrub(self) -> None:
        """Remove deleted data from the files too."""
        await self.database.scrub()
        await self.database.write("DELETE FROM meta WHERE name = ?", (_SCRUB,))

    async def is_scrub_due(self) -> bool:
        """Whether something was deleted and no scrub has ended since."""
        return await self.database.row("SELECT 1 FROM meta WHERE name = ?", (_SCRUB,)) is not None


def _exported(user_id: int, sql: str, connection: sqlite3.Connection) -> list[dict[str, Any]]:
    cursor, found = connection.execute(sql, {"user": user_id}), list[dict[str, Any]]()
    while rows := cursor.fetchmany(_ROWS_A_STEP):
        found += map(dict, rows)
        time.sleep(_PAUSE)
    return found


def _delete_own(user_id: int, sql: str, connection: sqlite3.Connection) -> None:
    connection.execute(sql, {"user": user_id})


def _leave(connection: sqlite3.Connection, user_id: int, pseudonym: int, resealed: Sequence[Resealed]) -> None:
    for one in resealed:
        values = json.dumps(one.dealt), one.binding, one.secret, one.commitment, one.game_id, one.revision
        sql = "UPDATE games SET dealt = ?, binding = ?, secret = ?, commitment = ? WHERE id = ? AND revision = ?"
        if connection.execute(sql, values).rowcount:
            _leave_seat(connection, {"game": one.game_id, "seat": one.seat, "user": user_id, "pseudonym": pseudonym})


def _leave_seat(connection: sqlite3.Connection, seat: Mapping[str, int]) -> None:
    for sql in (
        """UPDATE actions SET key = 'deleted:' || game_id || ':' || revision
           WHERE game_id = :game AND seat = :seat""",
        "DELETE FROM shown WHERE game_id = :game AND role IN ('panel' || :seat, 'next' || :seat)",
        *_OUT_OF_DMS,
        "UPDATE results SET user_id = :pseudonym WHERE game_id = :game AND seat = :seat AND user_id = :user",
        """UPDATE seats SET user_id = :pseudonym, cut = '', is_dm_closed = 1
           WHERE game_id = :game AND seat = :seat AND user_id = :user""",
        "UPDATE seats SET left_by = NULL, cut = '' WHERE game_id = :game AND seat = :seat AND left_by = :user",
    ):
        connection.execute(sql, seat)


def _erase(connection: sqlite3.Connection, user_id: int, pseudonym: int) -> bool:
    if connection.execute(_IS_ACTIVE, {"user": user_id}).fetchall():
        return False
    for sql in _OWN:
        connection.execute(sql, {"user": user_id})
    gatherings.forget(connection, user_id)
    connection.execute("UPDATE results SET user_id = ? WHERE user_id = ?", (pseudonym, user_id))
    connection.execute("DELETE FROM meta WHERE name = ?", (f"{_ERASING}{user_id}",))
    connection.execute("INSERT INTO meta VALUES (?, '1') ON CONFLICT DO NOTHING", (_SCRUB,))
    return True
