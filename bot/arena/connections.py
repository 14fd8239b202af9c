"""How guests are reached: a program started here, on its standard input and output, or a TCP connection to our lobby.

What the lines mean does not enter here. Nothing here ever waits for a guest longer than it was told to.
"""

import asyncio
import os
import re
import shutil
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from bot.arena.lines import GuestError, Inbox
from bot.arena.processes import Household
from bot.referee.records import CRASH

GRACE = 0.3  # seconds a guest that was told goodbye has to leave by itself
_DEATH = 5.0  # seconds a killed process may take to be gone
_CHUNK = 65_536
_MOST_WAITING = 64  # connections nobody has claimed
FIRST_CONNECTION = 60.0  # seconds a person has to start a program that connects


class Connection(Protocol):
    @property
    def inbox(self) -> Inbox: ...

    def write(self, text: str) -> None: ...

    async def retire(self) -> None: ...


class Connector(Protocol):
    async def connect(self, patience: float) -> Connection: ...


class Program(asyncio.SubprocessProtocol):
    """A running program. Its exit, a closed input or a closed output is its end, whichever comes first."""

    def __init__(self, household: Household) -> None:
        self._household = household
        self._transport: asyncio.SubprocessTransport | None = None
        self._has_exited = asyncio.Event()
        self.inbox = Inbox(pause=self._pause, resume=self._resume)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.SubprocessTransport)  # noqa: S101 (asyncio's promise)
        self._transport = transport
        self._household.add(transport.get_pid())

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        self.inbox.feed(data)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        self._hang_up()

    def process_exited(self) -> None:
        if self._transport is not None:
            self._household.has_exited(self._transport.get_pid())
        self._has_exited.set()
        self._hang_up()

    def _hang_up(self) -> None:
        """Whatever the guest wrote before its end counts, also what is still in the pipe; a child of its that holds the
        pipe open does not."""
        if (output := self._output) is not None:
            pipe = output.get_extra_info("pipe")
            with suppress(BlockingIOError):
                while not self.inbox.is_full and (data := os.read(pipe.fileno(), _CHUNK)):
                    self.inbox.feed(data)
        self.inbox.end(CRASH)

    def _pause(self) -> None:
        if (output := self._output) is not None:
            output.pause_reading()

    def _resume(self) -> None:
        if (output := self._output) is not None:
            output.resume_reading()

    @property
    def _output(self) -> asyncio.ReadTransport | None:
        pipe = self._transport and self._transport.get_pipe_transport(1)
        return pipe if isinstance(pipe, asyncio.ReadTransport) and not pipe.is_closing() else None

    def write(self, text: str) -> None:
        pipe = self._input
        if pipe is not None:
            pipe.write(text.encode())

    @property
    def _input(self) -> asyncio.WriteTransport | None:
        pipe = self._transport and self._transport.get_pipe_transport(0)
        return pipe if isinstance(pipe, asyncio.WriteTransport) and not pipe.is_closing() else None

    async def retire(self) -> None:
        assert self._transport is not None  # noqa: S101 (only a started program is handed out)
        try:
            if (pipe := self._input) is not None:
                pipe.close()
            await _within(GRACE, self._has_exited)
        finally:
            await self._household.end(self._transport.get_pid())
            await _within(_DEATH, self._has_exited)  # first: closing would compete for the exit status
            self._transport.close()


async def _within(seconds: float, event: asyncio.Event) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()


class Command:
    """Starts a shell command, in a session of its own, each time somebody is needed."""

    def __init__(self, command: str, household: Household) -> None:
        self._command = _without_shell(command)
        self._household = household

    async def connect(self, patience: float) -> Program:
        loop = asyncio.get_running_loop()
        try:
            with self._household.starting():
                _, program = await loop.subprocess_shell(
                    lambda: Program(self._household), self._command, stderr=None, start_new_session=True
                )
        except OSError:  # no shell, no memory, no more processes
            raise GuestError(CRASH) from None
        return program


def _without_shell(command: str) -> str:
    """Where the command is nothing but a program and its arguments, the shell gives way to it: a shell in between would
    hold the pipes that the program closes."""
    word = command.split()[0]
    is_plain = re.fullmatch(r"[\w@%+:,./ '\"=-]+", command) and "=" not in word and shutil.which(word)
    return f"exec {command}" if is_plain else command


class Caller(asyncio.Protocol):
    """A program that connected. It may close its half and still listen."""

    def __init__(self, arrive: Callable[["Caller"], None]) -> None:
        self._arrive = arrive
        self._transport: asyncio.Transport | None = None
        self._has_gone = asyncio.Event()
        self.inbox = Inbox(pause=self._pause, resume=self._resume)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)  # noqa: S101 (asyncio's promise)
        self._transport = transport
        line = transport.get_extra_info("socket")
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # messages held back would be the guest's time
        self._arrive(self)

    def _pause(self) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.pause_reading()

    def _resume(self) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.resume_reading()

    def data_received(self, data: bytes) -> None:
        self.inbox.feed(data)

    def eof_received(self) -> bool:
        self.inbox.end(CRASH)
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        self.inbox.end(CRASH)
        self._has_gone.set()

    def write(self, text: str) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(text.encode())

    async def retire(self) -> None:
        if self._transport is not None:
            self._transport.close()
            await _within(GRACE, self._has_gone)
            self._transport.abort()

    def turn_away(self) -> None:
        if self._transport is not None:
            self._transport.abort()


class Lobby:
    """Where programs that connect wait, in order of arrival, until a table needs one."""

    def __init__(self, listener: socket.socket) -> None:
        self._listener = listener
        self._waiting: asyncio.Queue[Caller] = asyncio.Queue()
        self._server: asyncio.Server | None = None
        self._has_had_callers = False

    async def open(self) -> None:
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: Caller(self._welcome), sock=self._listener)

    def _welcome(self, caller: Caller) -> None:
        if self._waiting.qsize() >= _MOST_WAITING:
            caller.turn_away()
        else:
            self._waiting.put_nowait(caller)

    async def connect(self, patience: float) -> Caller:
        """The next program. The first may take its time, since a person starts it; later ones only come back."""
        try:
            async with asyncio.timeout(patience if self._has_had_callers else max(patience, FIRST_CONNECTION)):
                while (caller := await self._waiting.get()).inbox.has_ended:
                    caller.turn_away()
        except TimeoutError:
            raise GuestError(CRASH) from None
        finally:
            self._has_had_callers = True
        return caller

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
        while not self._waiting.empty():
            self._waiting.get_nowait().turn_away()
