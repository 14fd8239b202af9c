"""The store: one database, with an object for each group of tables."""

import sqlite3
from pathlib import Path
from typing import TypeVar

from bot.store.sqlite import gatherings
from bot.store.sqlite.blocks import Blocks
from bot.store.sqlite.database import Database
from bot.store.sqlite.decks import Decks
from bot.store.sqlite.games import Games, shift_deadlines
from bot.store.sqlite.gatherings import Gatherings
from bot.store.sqlite.group_commit import Command
from bot.store.sqlite.messages import Messages
from bot.store.sqlite.people import People, Servers
from bot.store.sqlite.privacy import Privacy
from bot.store.sqlite.rebuilding import Rebuilding
from bot.store.sqlite.standings import Standings
from bot.store.sqlite.teams import Teams

COMMANDS = "commands"  # mark: a digest of the commands that were registered with Discord last
T = TypeVar("T")


class Store:
    def __init__(self, database: Database) -> None:
        self.database = database
        self.games = Games(database)
        self.gatherings = Gatherings(database)
        self.people = People(database)
        self.decks = Decks(database)
        self.servers = Servers(database)
        self.blocks = Blocks(database)
        self.messages = Messages(database)
        self.standings = Standings(database)
        self.teams = Teams(database)
        self.rebuilding = Rebuilding(database)
        self.privacy = Privacy(database, self.people, self.games)

    @classmethod
    async def open(cls, path: Path | str) -> "Store":
        return cls(await Database.open(Path(path)))

    async def close(self) -> None:
        await self.database.close()

    async def resume_clocks(self, now: int) -> int:
        """Shift every running game's deadline by the time since the last heartbeat, and store a new heartbeat. Return
        the shift. It is negative if the machine's clock was set back; then open gatherings are shifted too."""
        return await self._run_on_clocks(lambda connection: _resume(connection, now))

    async def shift_clocks(self, milliseconds: int, now: int) -> None:
        """Follow a change of the machine's clock: shift every deadline, and the expiry of what is open."""
        await self._run_on_clocks(lambda connection: _shift_all(connection, milliseconds, now))

    async def _run_on_clocks(self, command: Command[T]) -> T:
        try:
            return await self.database.run(command)
        finally:
            self.games.clear_cache()

    async def heartbeat(self, now: int) -> None:
        """Store that the bot is up, so that `resume_clocks` can give back the time it was down."""
        await self.set_mark(_ALIVE_AT, str(now))

    async def mark(self, name: str) -> str | None:
        """What `set_mark` stored under this name."""
        row = await self.database.row("SELECT value FROM meta WHERE name = ?", (name,))
        return None if row is None else str(row["value"])

    async def set_mark(self, name: str, value: str) -> None:
        await self.database.write(_MARK, (name, value))

    async def probe(self) -> None:
        """Write to an unused row; raise if that fails."""
        await self.database.write(
            "INSERT INTO meta (name, value) VALUES ('probe', 1) ON CONFLICT (name) DO UPDATE SET value = 1 - value"
        )


_ALIVE_AT = "alive_at"
_MARK = "INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"


def _resume(connection: sqlite3.Connection, now: int) -> int:
    last = connection.execute("SELECT value FROM meta WHERE name = 'alive_at'").fetchall()
    away = now - int(last[0]["value"]) if last else 0
    if away < 0:
        _shift_all(connection, away, now)
    else:
        _shift_games(connection, away, now)  # gatherings expire during downtime too
    return away


def _shift_all(connection: sqlite3.Connection, milliseconds: int, now: int) -> None:
    _shift_games(connection, milliseconds, now)
    gatherings.postpone(connection, milliseconds)


def _shift_games(connection: sqlite3.Connection, milliseconds: int, now: int) -> None:
    """In one transaction with the heartbeat, so that no crash shifts them twice."""
    if milliseconds:
        shift_deadlines(connection, milliseconds)
    connection.execute(_MARK, (_ALIVE_AT, str(now)))
