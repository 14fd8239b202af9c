"""The gateway over a real websocket: identify, heartbeat, resume with missed events, and its failures. A session
outlives its connection, as Discord's does; a bot that starts anew gets a new session."""

import asyncio
import json
import secrets
from collections import deque
from collections.abc import Mapping
from typing import Any

import discord
from aiohttp import WSMsgType, web

from tests.system.network.discord_state import DiscordState
from tests.system.network.faults import EVENT, Faults, Kind

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID, HELLO, HEARTBEAT_ACK = 0, 1, 2, 6, 7, 9, 10, 11
BEAT = 41_250  # milliseconds, as Discord asks
REMEMBERED = 5_000  # events that a session can replay
WRONG_TOKEN, UNKNOWN_ERROR = 4004, 4000


class Session:
    """The events sent to one identified bot, and its current connection, if any."""

    def __init__(self, intents: discord.Intents) -> None:
        self.id = secrets.token_hex(8)
        self.intents = intents
        self._sequence = 0
        self._told: deque[tuple[int, str]] = deque(maxlen=REMEMBERED)
        self.connection: Connection | None = None

    def tell(self, event: str, payload: Mapping[str, Any], *, is_sent: bool = True) -> None:
        self._sequence += 1
        text = json.dumps({"op": DISPATCH, "t": event, "s": self._sequence, "d": payload})
        self._told.append((self._sequence, text))
        if is_sent and self.connection is not None:
            self.connection.send(text)

    def replay(self, since: int) -> None:
        assert self.connection is not None
        for sequence, text in self._told:
            if sequence > since:
                self.connection.send(text)
        self.tell("RESUMED", {})


class Connection:
    """One websocket; a task of its own writes messages in order."""

    def __init__(self, socket: web.WebSocketResponse, request: web.Request) -> None:
        self._socket = socket
        self._request = request
        self._out: asyncio.Queue[str] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write())

    def send(self, text: str) -> None:
        self._out.put_nowait(text)

    def say(self, op: int, data: Any = None) -> None:
        self.send(json.dumps({"op": op, "d": data, "s": None, "t": None}))

    def cut(self) -> None:
        """Abort the transport without a close frame, as a network failure does."""
        self._writer.cancel()
        if self._request.transport is not None:
            self._request.transport.abort()

    async def close(self, code: int = UNKNOWN_ERROR) -> None:
        self._writer.cancel()
        await self._socket.close(code=code)

    def stop(self) -> None:
        self._writer.cancel()

    async def _write(self) -> None:
        try:
            while True:
                await self._socket.send_str(await self._out.get())
        except (ConnectionError, RuntimeError):
            return  # the peer is gone; its reader ends by itself


class Gateway:
    """`identified` and `resumed` count the bot's handshakes; `session` is the newest."""

    def __init__(self, state: DiscordState, faults: Faults, token: str, speed: float = 1.0) -> None:
        self.address = ""
        self._state = state
        self._faults = faults
        self._token = token
        self._beat = BEAT / speed
        self.session: Session | None = None
        self.identified = 0
        self.resumed = 0
        self._changed = asyncio.Condition()
        self._late: set[asyncio.TimerHandle] = set()
        state.listen(self._hear)

    @property
    def is_connected(self) -> bool:
        return self.session is not None and self.session.connection is not None

    async def until_identified(self, times: int, timeout: float) -> None:  # noqa: ASYNC109
        """Wait until `times` sessions have begun since the start of this network."""
        async with asyncio.timeout(timeout), self._changed:
            await self._changed.wait_for(lambda: self.identified >= times)

    # Failures on demand

    def drop(self) -> None:
        """Cut the connection; the bot may resume."""
        if self.session is not None and self.session.connection is not None:
            self.session.connection.cut()
            self.session.connection = None

    def reconnect(self) -> None:
        """Op 7: the bot is to close the connection and resume."""
        if self.session is not None and self.session.connection is not None:
            self.session.connection.say(RECONNECT)
            self.session.connection = None  # later events are replayed on resume

    def invalidate(self) -> None:
        """Op 9: the session is over, and missed events are lost."""
        if self.session is not None and self.session.connection is not None:
            self.session.connection.say(INVALID, data=False)
            self.session = None

    def close(self) -> None:
        for handle in self._late:
            handle.cancel()
        self.drop()

    # Events

    def _hear(self, event: str, payload: Mapping[str, Any]) -> None:
        if self.session is None:
            return
        allowed = self._state.allowed(event, payload, self.session.intents)
        if allowed is None:
            return
        rule = self._faults.pick(EVENT, f"/{event}")
        if rule is None:
            self.session.tell(event, allowed)
            return
        match rule.kind:
            case Kind.TWICE:
                self.session.tell(event, allowed)
                self.session.tell(event, allowed)
            case Kind.LATE:
                self._tell_later(rule.seconds, event, allowed)
            case Kind.DROP:
                self.session.tell(event, allowed, is_sent=False)
                self.drop()
            case Kind.RECONNECT:
                self.reconnect()
                self.session.tell(event, allowed)
            case _:
                self.invalidate()

    def _tell_later(self, seconds: float, event: str, payload: Mapping[str, Any]) -> None:
        def tell() -> None:
            self._late.discard(handle)
            if self.session is not None:
                self.session.tell(event, payload)

        handle = asyncio.get_running_loop().call_later(seconds, tell)
        self._late.add(handle)

    # The websocket

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        connection = Connection(socket, request)
        connection.say(HELLO, {"heartbeat_interval": self._beat})
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    await self._hear_bot(connection, json.loads(message.data))
        finally:
            connection.stop()
            if self.session is not None and self.session.connection is connection:
                self.session.connection = None
        return socket

    async def _hear_bot(self, connection: Connection, heard: dict[str, Any]) -> None:
        match heard["op"]:
            case 1:
                connection.say(HEARTBEAT_ACK)
            case 2:
                await self._identify(connection, heard["d"])
            case 6:
                await self._resume(connection, heard["d"])
            case _:
                pass  # presence updates and the like

    async def _identify(self, connection: Connection, data: dict[str, Any]) -> None:
        if data["token"] != self._token:
            await connection.close(WRONG_TOKEN)
            return
        intents = discord.Intents._from_value(data["intents"])
        self.session = session = Session(intents)
        session.connection = connection
        session.tell("READY", self._state.ready(session.id, self.address))
        for guild in self._state.guilds():
            if (allowed := self._state.allowed("GUILD_CREATE", guild, intents)) is not None:
                session.tell("GUILD_CREATE", allowed)
        async with self._changed:
            self.identified += 1
            self._changed.notify_all()

    async def _resume(self, connection: Connection, data: dict[str, Any]) -> None:
        session = self.session
        if session is None or session.id != data["session_id"]:
            connection.say(INVALID, data=False)
            return
        session.connection = connection
        session.replay(data["seq"])
        async with self._changed:
            self.resumed += 1
            self._changed.notify_all()
