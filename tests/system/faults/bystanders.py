"""People beside the games: hosts who challenge others until the limits stop them and they are blocked, and people who
have their data deleted. What they were told must hold after every death."""

import asyncio
import itertools
import sqlite3
import time
from collections.abc import Coroutine, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.store.rows import ServerRow
from bot.store.sqlite.files import wal_files
from bot.table.controls import Verb
from bot.table.privacy_pages import DELETE, DELETE_SURE
from tests.store.sqlite.test_page_gaps import varint
from tests.system.network.members import Member
from tests.system.network.seen_message import SeenMessage
from tests.system.network.server import NetworkDiscord

MOST_GAMES, MOST_INVITATIONS, MOST_CHALLENGES = 6, 3, 3
PAUSE = 0.05  # seconds between two actions
EACH = 3  # so many hosts, and so many at a time who leave
BLOCKED, DELETED = "can no longer challenge", "about you is deleted."


def limited(server: ServerRow) -> ServerRow:
    return ServerRow(
        server.guild_id,
        results_channel=server.results_channel,
        most_games=MOST_GAMES,
        most_invitations=MOST_INVITATIONS,
        most_challenges=MOST_CHALLENGES,
    )


@dataclass(slots=True)
class Bystanders:
    network: NetworkDiscord
    guild_id: int
    is_up: asyncio.Event
    blocked: dict[int, int] = field(default_factory=dict)  # by who blocked their host: when they were told, in ms
    deleted: list[int] = field(default_factory=list)  # who were told that they are
    hosts: list[int] = field(default_factory=list)

    def works(self) -> Iterator[Coroutine[Any, Any, None]]:
        """Without an end."""
        for name in map(str, range(EACH)):
            yield self._pester(name)
            yield self._leave(name)

    async def _pester(self, name: str) -> None:
        """One host, ever new people."""
        channel_id = self.network.state.channel(self.guild_id, f"pestered-{name}")
        host = self._person(f"Pest{name}")
        self.hosts.append(host.id)
        for number in itertools.count():
            await self._pester_one(host, self._person(f"Quiet{name}-{number}"), channel_id)

    async def _pester_one(self, host: Member, quiet: Member, channel_id: int) -> None:
        while quiet.id not in self.blocked:
            await self._pause()
            challenge = (await host.slash(channel_id, "challenge", opponent=quiet)).shown
            if challenge is not None and (decline := challenge.find(Verb.DECLINE)):
                await self._pause()
                await quiet.press(challenge, decline)
            elif (offer := _newest(quiet.sees(channel_id), Verb.BLOCK)) is not None:
                await self._block(quiet, *offer)
        await self._pause()
        again = (await host.slash(channel_id, "challenge", opponent=quiet)).shown
        assert again is None or not again.find(Verb.DECLINE), "a blocked host's challenge was posted"

    async def _block(self, quiet: Member, shown: SeenMessage, custom_id: str) -> None:
        reply = await quiet.press(shown, custom_id)
        if reply.shown is not None and BLOCKED in reply.shown.text:
            self.blocked[quiet.id] = round(1000 * time.time())

    async def _leave(self, name: str) -> None:
        """One after the other begins a game and has everything deleted. Who was told so does nothing any more."""
        channel_id = self.network.state.channel(self.guild_id, f"leaving-{name}")
        for number in itertools.count():
            person = self._person(f"Leaver{name}-{number}")
            while person.id not in self.deleted:
                await self._pause()
                await person.slash(channel_id, "challenge", level="easy", cut=f"cut of {person.id}")
                await self._pause()
                if await self._delete(person, channel_id):
                    self.deleted.append(person.id)

    async def _delete(self, person: Member, channel_id: int) -> bool:
        shown = (await person.slash(channel_id, "privacy")).shown
        for step in (DELETE, DELETE_SURE):
            if shown is None or (custom_id := shown.find(Verb.PRIVACY, step)) is None:
                return False
            shown = (await person.press(shown, custom_id)).shown
        return shown is not None and DELETED in shown.text

    def _person(self, name: str) -> Member:
        return Member(self.network, self.guild_id, name)

    async def _pause(self) -> None:
        await asyncio.sleep(PAUSE)
        await self.is_up.wait()

    def losses(self, database: Path) -> Iterator[str]:
        """With the bot dead."""
        with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection:
            yield from self._lost_blocks(connection)
            yield from _passed_limits(connection)
        files = [file.read_bytes() for file in (database, wal_files(database)[0]) if file.exists()]
        for person in self.deleted:
            forms = (person.to_bytes(8, "big"), varint(person), str(person).encode())
            if any(form in file for form in forms for file in files):
                yield f"{person} is deleted and still there"

    def _lost_blocks(self, connection: sqlite3.Connection) -> Iterator[str]:
        stored = {user_id for (user_id,) in connection.execute("SELECT user_id FROM blocks").fetchall()}
        yield from (f"the block by {person} is lost" for person in self.blocked.keys() - stored)
        sql = """SELECT user_id, max(created_at), count(*) FROM gatherings JOIN gathering_seats ON id = gathering_id
                 WHERE host_id = ? AND user_id <> host_id GROUP BY user_id"""
        for person, newest, count in (row for host in self.hosts for row in connection.execute(sql, (host,))):
            if newest > self.blocked.get(person, newest):
                yield f"{person} was challenged after having blocked"
            if count > MOST_CHALLENGES:
                yield f"{person} was challenged {count} times within the hour"


def _passed_limits(connection: sqlite3.Connection) -> Iterator[str]:
    for what, most, sql in (
        ("running games", MOST_GAMES, "SELECT user_id FROM seats WHERE ended_at IS NULL AND user_id IS NOT NULL"),
        ("open invitations", MOST_INVITATIONS, "SELECT host_id AS user_id FROM gatherings WHERE status = 'open'"),
    ):
        counted = f"SELECT user_id, count(*) AS count FROM ({sql}) GROUP BY user_id HAVING count > {most}"  # noqa: S608
        yield from (f"{user_id} has {count} {what}" for user_id, count in connection.execute(counted).fetchall())


def _newest(messages: list[SeenMessage], verb: Verb) -> tuple[SeenMessage, str] | None:
    found = [(it, custom_id) for it in messages if (custom_id := it.find(verb))]
    return found[-1] if found else None
