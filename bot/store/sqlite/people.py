"""The tables `people` (names, languages, what they have set) and `servers` (settings)."""

import sqlite3
from dataclasses import dataclass
from operator import attrgetter

from bot.store.rows import Notices, PersonRow, ServerRow
from bot.store.sqlite.database import Database
from bot.store.sqlite.mapping import read, to_column, upsert
from bot.store.sqlite.row_cache import RowCache

_CACHED_PEOPLE = 10_000  # people
_SEEN = upsert("people", ("user_id",), ("name", "locale", "seen_at"))
_LIMITS = ("most_games", "most_invitations", "most_challenges")
_SETTINGS = ("channels", "clock", "language", "results_channel", "season_start", "game", *_LIMITS)
_SWITCHES = {"has_threads": "threads", "has_reminders": "reminders", "has_ratings": "ratings"}  # and their columns
_PUT_SERVER = upsert("servers", ("guild_id",), (*_SETTINGS, *_SWITCHES.values()))


class People:
    """Cached, because each answer names both players."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._cache = RowCache[PersonRow](_CACHED_PEOPLE)

    async def seen(self, person: PersonRow, now: int) -> None:
        """Store a name and a language; write only if one of them changed. What the person has set stays."""
        known = await self.get(person.user_id)
        if known is not None and (known.name, known.locale) == (person.name, person.locale):
            return
        try:
            await self.database.write(_SEEN, (person.user_id, person.name, person.locale, now))
        finally:  # a cancelled write may have been committed
            self.invalidate(person.user_id)

    async def set_details(self, user_id: int, *, has_details: bool) -> None:
        try:
            await self.database.write("UPDATE people SET details = ? WHERE user_id = ?", (has_details, user_id))
        finally:  # a cancelled write may have been committed
            self.invalidate(user_id)

    async def set_notices(self, user_id: int, notices: Notices, *, has_early_notices: bool) -> None:
        sql = "UPDATE people SET notices = ?, early_notices = ? WHERE user_id = ?"
        try:
            await self.database.write(sql, (notices, has_early_notices, user_id))
        finally:  # a cancelled write may have been committed
            self.invalidate(user_id)

    async def get(self, user_id: int) -> PersonRow | None:
        async def find() -> PersonRow | None:
            sql = "SELECT user_id, name, locale, details, notices, early_notices FROM people WHERE user_id = ?"
            row = await self.database.row(sql, (user_id,))
            return None if row is None else _read_person(row)

        return await self._cache.get(user_id, find)

    def invalidate(self, user_id: int) -> None:
        self._cache.invalidate(user_id)


def _read_person(row: sqlite3.Row) -> PersonRow:
    switches = {"has_details": bool(row["details"]), "has_early_notices": bool(row["early_notices"])}
    return read(PersonRow, row, notices=Notices(row["notices"]), **switches)


@dataclass(frozen=True, slots=True)
class Servers:
    database: Database

    async def get(self, guild_id: int) -> ServerRow:
        row = await self.database.row("SELECT * FROM servers WHERE guild_id = ?", (guild_id,))
        if row is None:
            return ServerRow(guild_id)
        return read(ServerRow, row, **{field: bool(row[column]) for field, column in _SWITCHES.items()})

    async def put(self, server: ServerRow) -> None:
        values = map(to_column, attrgetter("guild_id", *_SETTINGS, *_SWITCHES)(server))
        await self.database.write(_PUT_SERVER, tuple(values))
