"""The store: one database, a room for each kind of thing it keeps."""

from pathlib import Path

from bot.store.challenges import Challenges
from bot.store.database import Database
from bot.store.games import Games, give_back
from bot.store.lobbies import Lobbies
from bot.store.people import People, Servers
from bot.store.privacy import Privacy
from bot.store.rebuilding import Rebuilding
from bot.store.shown import Shown
from bot.store.standings import Standings
from bot.store.teams import Teams


class Store:
    def __init__(self, database: Database) -> None:
        self.database = database
        self.challenges = Challenges(database)
        self.games = Games(database)
        self.lobbies = Lobbies(database)
        self.people = People(database)
        self.servers = Servers(database)
        self.shown = Shown(database)
        self.standings = Standings(database)
        self.teams = Teams(database)
        self.rebuilding = Rebuilding(database)
        self.privacy = Privacy(database)

    @classmethod
    async def open(cls, path: Path | str) -> "Store":
        return cls(await Database.open(Path(path)))

    async def close(self) -> None:
        await self.database.close()

    async def wake(self, now: int) -> None:
        """Every clock is given back the time since the last sign of life, once, and a new one is left."""
        async with self.database.transaction() as connection:
            last = next(iter(await connection.execute_fetchall("SELECT value FROM meta WHERE name = 'alive_at'")), None)
            if last is not None and now > int(last["value"]):
                await give_back(connection, now - int(last["value"]))
            await connection.execute(_ALIVE, (str(now),))

    async def alive(self, now: int) -> None:
        """Leaves word that the bot is up, so that clocks can be given back the time it was not."""
        await self.database.write(_ALIVE, (str(now),))


_ALIVE = """INSERT INTO meta (name, value) VALUES ('alive_at', ?)
            ON CONFLICT (name) DO UPDATE SET value = excluded.value"""
