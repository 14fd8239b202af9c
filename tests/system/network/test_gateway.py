"""The gateway as a client sees it: identify, cut, resume with missed events, invalidate."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import discord
import pytest

from tests.system.network.faults import EVENT, Kind, Rule
from tests.system.network.gateway import DISPATCH, HELLO, IDENTIFY, INVALID, RECONNECT, RESUME, WRONG_TOKEN
from tests.system.network.server import NetworkDiscord

LIMIT = 10.0  # seconds; what is waited for comes at once
INTENTS = discord.Intents(guilds=True).value


class Listener:
    """A bot's end of the connection."""

    def __init__(self, network: NetworkDiscord, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._network, self._socket = network, socket
        self.sequence = 0
        self.session = ""

    async def hear(self) -> dict[str, Any]:
        heard: dict[str, Any] = json.loads((await self._socket.receive(timeout=LIMIT)).data)
        self.sequence = heard["s"] or self.sequence
        return heard

    async def hear_event(self) -> tuple[str, str]:
        heard = await self.hear()
        assert heard["op"] == DISPATCH
        return heard["t"], heard["d"].get("name", "")

    async def identify(self, token: str | None = None) -> None:
        assert (await self.hear())["op"] == HELLO
        data = {"token": token or self._network.token, "intents": INTENTS}
        await self._socket.send_json({"op": IDENTIFY, "d": data})
        if token is None:
            ready = await self.hear()
            self.session = ready["d"]["session_id"]
            assert await self.hear_event() == ("GUILD_CREATE", "Club")

    async def resume(self, old: "Listener") -> None:
        assert (await self.hear())["op"] == HELLO
        data = {"token": self._network.token, "session_id": old.session, "seq": old.sequence}
        await self._socket.send_json({"op": RESUME, "d": data})

    async def hear_the_end(self) -> int | None:
        """Check that the connection has ended; return its close code."""
        with contextlib.suppress(ConnectionError):
            assert (await self._socket.receive(timeout=LIMIT)).type in (
                aiohttp.WSMsgType.CLOSE,
                aiohttp.WSMsgType.CLOSED,
                aiohttp.WSMsgType.ERROR,
            )
        return self._socket.close_code


class Line:
    """A server of one guild, and any number of connections to it."""

    def __init__(self, network: NetworkDiscord, client: aiohttp.ClientSession) -> None:
        self.network, self._client = network, client
        self._sockets: list[aiohttp.ClientWebSocketResponse] = []
        self.guild = network.state.guild("Club")

    async def connect(self) -> Listener:
        self._sockets.append(await self._client.ws_connect(self.network.gateway.address))
        return Listener(self.network, self._sockets[-1])

    async def close(self) -> None:
        for socket in self._sockets:
            await socket.close()

    async def identified(self) -> Listener:
        listener = await self.connect()
        await listener.identify()
        return listener

    def happen(self, name: str) -> None:
        self.network.state.channel(self.guild, name)


@pytest.fixture
async def line() -> AsyncIterator[Line]:
    async with NetworkDiscord(seed=1) as network, aiohttp.ClientSession() as client:
        line = Line(network, client)
        yield line
        await line.close()


async def test_a_bot_is_told_what_happens(line: Line) -> None:
    bot = await line.identified()
    line.happen("duels")
    assert await bot.hear_event() == ("CHANNEL_CREATE", "duels")
    assert line.network.gateway.identified == 1


async def test_what_a_bot_did_not_ask_for_it_is_not_told(line: Line) -> None:
    bot = await line.identified()
    channel = line.network.state.channel(line.guild, "duels")
    line.network.state.backend.create_message(channel, line.network.state.person(line.guild, "Alice"), "hello")
    line.happen("more")
    assert [await bot.hear_event() for _ in range(2)] == [("CHANNEL_CREATE", "duels"), ("CHANNEL_CREATE", "more")]


async def test_a_wrong_token_is_sent_away(line: Line) -> None:
    bot = await line.connect()
    await bot.identify("another")
    assert await bot.hear_the_end() == WRONG_TOKEN


async def test_a_cut_session_resumes_with_what_was_missed(line: Line) -> None:
    bot = await line.identified()
    line.happen("before")
    assert await bot.hear_event() == ("CHANNEL_CREATE", "before")
    line.network.gateway.drop()
    assert not line.network.gateway.is_connected
    line.happen("meanwhile")
    await bot.hear_the_end()
    again = await line.connect()
    await again.resume(bot)
    assert [await again.hear_event() for _ in range(2)] == [("CHANNEL_CREATE", "meanwhile"), ("RESUMED", "")]
    line.happen("after")
    assert await again.hear_event() == ("CHANNEL_CREATE", "after")
    assert (line.network.gateway.identified, line.network.gateway.resumed) == (1, 1)


async def test_an_event_can_be_what_cuts_the_line(line: Line) -> None:
    bot = await line.identified()
    line.network.faults.add(Rule(Kind.DROP, 1.0, EVENT, "/CHANNEL_CREATE"))
    line.happen("lost")
    line.network.faults.clear()
    await bot.hear_the_end()
    again = await line.connect()
    await again.resume(bot)
    assert await again.hear_event() == ("CHANNEL_CREATE", "lost")


async def test_a_bot_told_to_reconnect_gets_the_rest_when_it_resumes(line: Line) -> None:
    bot = await line.identified()
    line.network.faults.add(Rule(Kind.RECONNECT, 1.0, EVENT, "/CHANNEL_CREATE"))
    line.happen("later")
    assert (await bot.hear())["op"] == RECONNECT
    again = await line.connect()
    await again.resume(bot)
    assert await again.hear_event() == ("CHANNEL_CREATE", "later")


async def test_an_invalid_session_cannot_be_resumed(line: Line) -> None:
    bot = await line.identified()
    line.network.faults.add(Rule(Kind.INVALID, 1.0, EVENT, "/CHANNEL_CREATE"))
    line.happen("never heard of")
    line.network.faults.clear()
    assert (await bot.hear())["op"] == INVALID
    again = await line.connect()
    await again.resume(bot)
    assert (await again.hear())["op"] == INVALID
    await (await line.connect()).identify()
    assert (line.network.gateway.identified, line.network.gateway.resumed) == (2, 0)


async def test_events_come_twice(line: Line) -> None:
    bot = await line.identified()
    line.network.faults.add(Rule(Kind.TWICE, 1.0, EVENT, "/CHANNEL_CREATE"))
    line.happen("duels")
    assert [await bot.hear_event() for _ in range(2)] == [("CHANNEL_CREATE", "duels")] * 2


async def test_events_come_late_and_so_out_of_order(line: Line) -> None:
    bot = await line.identified()
    line.network.faults.add(Rule(Kind.LATE, 1.0, EVENT, "/CHANNEL_CREATE", seconds=0.2))
    line.happen("first")
    line.network.faults.clear()
    line.happen("second")
    assert [await bot.hear_event() for _ in range(2)] == [("CHANNEL_CREATE", "second"), ("CHANNEL_CREATE", "first")]


async def test_nobody_hears_what_happens_while_no_bot_is_there(line: Line) -> None:
    line.happen("before anyone came")
    bot = await line.identified()
    line.happen("now")
    assert await asyncio.wait_for(bot.hear_event(), LIMIT) == ("CHANNEL_CREATE", "now")
