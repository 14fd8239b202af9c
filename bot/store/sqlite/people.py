"""The tables `people` (names, languages, what they have set) and `servers` (settings)."""

import json
from dataclasses import dataclass

from bot.store.rows import PersonRow, ServerRow
from bot.store.sqlite.database import Database
from bot.store.sqlite.row_cache import RowCache

_CACHED_PEOPLE = 10_000  # people


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
            await self.database.write(
                """INSERT INTO people (user_id, name, locale, seen_at) VALUES (?, ?, ?, ?)
                   ON CONFLICT (user_id) DO UPDATE SET name = excluded.name, locale = excluded.locale,
                       seen_at = excluded.seen_at""",
                (person.user_id, person.name, person.locale, now),
            )
        finally:  # a cancelled write may have been committed
            self.invalidate(person.user_id)

    async def set_details(self, user_id: int, *, has_details: bool) -> None:
        try:
            await self.database.write("UPDATE people SET details = ? WHERE user_id = ?", (has_details, user_id))
        finally:  # a cancelled write may have been committed
            self.invalidate(user_id)

    async def get(self, user_id: int) -> PersonRow | None:
        async def find() -> PersonRow | None:
            sql = "SELECT user_id, name, locale, details FROM people WHERE user_id = ?"
            row = await self.database.row(sql, (user_id,))
            if row is None:
                return None
            return PersonRow(row["user_id"], row["name"], row["locale"], bool(row["details"]))

        return await self._cache.get(user_id, find)

    def invalidate(self, user_id: int) -> None:
        self._cache.invalidate(user_id)


@dataclass(frozen=True, slots=True)
class Servers:
    database: Database

    async def get(self, guild_id: int) -> ServerRow:
        row = await self.database.row("SELECT * FROM servers WHERE guild_id = ?", (guild_id,))
        if row is None:
            return ServerRow(guild_id)
        return ServerRow(
            guild_id=guild_id,
            channels=tuple(json.loads(row["channels"])),
            has_threads=bool(row["threads"]),
            clock=row["clock"],
            language=row["language"],
            has_reminders=bool(row["reminders"]),
            has_ratings=bool(row["ratings"]),
            results_channel=row["results_channel"],
            season_start=row["season_start"],
        )

    async def put(self, server: ServerRow) -> None:
        await self.database.write(
            """INSERT INTO servers (guild_id, channels, threads, clock, language, reminders, ratings, results_channel,
                   season_start) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
               ON CONFLICT (guild_id) DO UPDATE SET channels = excluded.channels, threads = excluded.threads,
                   clock = excluded.clock, language = excluded.language, reminders = excluded.reminders,
                   ratings = excluded.ratings, results_channel = excluded.results_channel,
                   season_start = excluded.season_start""",
            (
                server.guild_id,
                json.dumps(server.channels),
                server.has_threads,
                server.clock,
                server.language,
                server.has_reminders,
                server.has_ratings,
                server.results_channel,
                server.season_start,
            ),
        )
