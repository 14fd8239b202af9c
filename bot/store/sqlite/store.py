"""The store: one database, a room for each kind of thing it keeps."""

import sqlite3
from pathlib import Path
from typing import TypeVar

from bot.store.sqlite import challenges, lobbies
from bot.store.sqlite.challenges import Challenges
from bot.store.sqlite.database import Database
from bot.store.sqlite.games import Games, give_back
from bot.store.sqlite.group_commit import Command
from bot.store.sqlite.lobbies import Lobbies
from bot.store.sqlite.messages import Messages
from bot.store.sqlite.people import People, Servers
from bot.store.sqlite.privacy import Privacy
from bot.store.sqlite.rebuilding import Rebuilding
from bot.store.sqlite.standings import Standings
from bot.store.sqlite.teams import Teams

T = TypeVar("T")


class Store:
    def __init__(self, database: Database) -> None:
        self.database = database
        self.challenges = Challenges(database)
        self.games = Games(database)
        self.lobbies = Lobbies(database)
        self.people = People(database)
        self.servers = Servers(database)
        self.messages = Messages(database)
        self.standings = Standings(database)
        self.teams = Teams(database)
        self.rebuilding = Rebuilding(database)
        self.privacy = Privacy(database, self.people)

    @classmethod
    async def open(cls, path: Path | str) -> "Store":
        return cls(await Database.open(Path(path)))

    async def close(self) -> None:
        await self.database.close()

    async def wake(self, now: int) -> int:
        """Every running clock goes on from the last sign of life as if no time had passed, and a new sign is left.
        Answers how much they were moved; a clock that was set back moves them back, and what is open with them."""
        return await self._set_clocks(lambda connection: _wake(connection, now))

    async def shift(self, milliseconds: int, now: int) -> None:
        """The clock was set: every running clock ends so much later, and what is open expires so."""
        await self._set_clocks(lambda connection: _follow(connection, milliseconds, now))

    async def _set_clocks(self, command: Command[T]) -> T:
        try:
            return await self.database.run(command)
        finally:
            self.games.all_changed()

    async def alive(self, now: int) -> None:
        """Leaves word that the bot is up, so that clocks can be given back the time it was not."""
        await self.database.write(_ALIVE, (str(now),))

    async def probe(self) -> None:
        """Writes something nobody reads; raises if that cannot be done."""
        await self.database.write(
            "INSERT INTO meta (name, value) VALUES ('probe', 1) ON CONFLICT (name) DO UPDATE SET value = 1 - value"
        )


_ALIVE = """INSERT INTO meta (name, value) VALUES ('alive_at', ?)
            ON CONFLICT (name) DO UPDATE SET value = excluded.value"""


def _wake(connection: sqlite3.Connection, now: int) -> int:
    last = connection.execute("SELECT value FROM meta WHERE name = 'alive_at'").fetchall()
    away = now - int(last[0]["value"]) if last else 0
    if away < 0:
        _follow(connection, away, now)
    else:
        _shift(connection, away, now)  # what is open expires though nobody was there
    return away


def _follow(connection: sqlite3.Connection, milliseconds: int, now: int) -> None:
    _shift(connection, milliseconds, now)
    challenges.postpone(connection, milliseconds)
    lobbies.postpone(connection, milliseconds)


def _shift(connection: sqlite3.Connection, milliseconds: int, now: int) -> None:
    """In one transaction with the sign of life, so that no crash moves them twice."""
    if milliseconds:
        give_back(connection, milliseconds)
    connection.execute(_ALIVE, (str(now),))
