"""The store: one database, a room for each kind of thing it keeps."""

from pathlib import Path

from bot.store.challenges import Challenges
from bot.store.database import Database
from bot.store.games import Games
from bot.store.people import People, Servers
from bot.store.shown import Shown


class Store:
    def __init__(self, database: Database) -> None:
        self.database = database
        self.challenges = Challenges(database)
        self.games = Games(database)
        self.people = People(database)
        self.servers = Servers(database)
        self.shown = Shown(database)

    @classmethod
    async def open(cls, path: Path | str) -> "Store":
        return cls(await Database.open(Path(path)))

    async def close(self) -> None:
        await self.database.close()

    async def last_alive(self) -> int | None:
        row = await self.database.row("SELECT value FROM meta WHERE name = 'alive_at'")
        return None if row is None else int(row["value"])

    async def alive(self, now: int) -> None:
        """Leaves word that the bot is up, so that clocks can be given back the time it was not."""
        sql = """INSERT INTO meta (name, value) VALUES ('alive_at', ?)
                 ON CONFLICT (name) DO UPDATE SET value = excluded.value"""
        await self.database.write(sql, (str(now),))
