"""The tables `people` (names and languages) and `servers` (settings)."""

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
        """Store a name and a language; write only if one of them changed."""
        if await self.get(person.user_id) == person:
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

    async def get(self, user_id: int) -> PersonRow | None:
        async def find() -> PersonRow | None:
            row = await self.database.row("SELECT user_id, name, locale FROM people WHERE user_id = ?", (user_id,))
            return None if row is None else PersonRow(row["user_id"], row["name"], row["locale"])

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
            most_games=row["most_games"],
            most_invitations=row["most_invitations"],
            most_challenges=row["most_challenges"],
        )

    async def put(self, server: ServerRow) -> None:
        await self.database.write(
            """INSERT INTO servers (guild_id, channels, threads, clock, language, reminders, ratings, results_channel,
                   season_start, most_games, most_invitations, most_challenges)
               VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
               ON CONFLICT (guild_id) DO UPDATE SET channels = excluded.channels, threads = excluded.threads,
                   clock = excluded.clock, language = excluded.language, reminders = excluded.reminders,
                   ratings = excluded.ratings, results_channel = excluded.results_channel,
                   season_start = excluded.season_start, most_games = excluded.most_games,
                   most_invitations = excluded.most_invitations, most_challenges = excluded.most_challenges""",
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
                server.most_games,
                server.most_invitations,
                server.most_challenges,
            ),
        )
