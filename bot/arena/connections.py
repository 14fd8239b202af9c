"""Connections to guests: a child process on its standard input and output, or a TCP connection.

The meaning of the lines does not enter here. Every wait for a guest has a time limit.
"""

import asyncio
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from bot.arena.lines import GuestError, LineBuffer
from bot.arena.processes import GuestProcesses
from bot.referee.record_fields import CRASH

CLOSE_SECONDS = 0.3  # grace period for a guest to exit or disconnect by itself
_KILL_SECONDS = 5.0  # for a killed process to be reaped
_CHUNK = 65_536
_MAX_PENDING = 64  # accepted connections that no table has taken yet
FIRST_CONNECTION = 60.0  # seconds for the operator to start a program that connects


class Connection(Protocol):
    @property
    def buffer(self) -> LineBuffer: ...

    def write(self, text: str) -> None: ...

    async def close(self) -> None: ...


class Connector(Protocol):
    async def connect(self, seconds: float) -> Connection: ...


class ProcessConnection(asyncio.SubprocessProtocol):
    """A child process. Its exit, a closed input or a closed output ends the connection, whichever comes first."""

    def __init__(self, processes: GuestProcesses) -> None:
        self._processes = processes
        self._transport: asyncio.SubprocessTransport | None = None
        self._has_exited = asyncio.Event()
        self.buffer = LineBuffer(pause=self._pause, resume=self._resume)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.SubprocessTransport)  # noqa: S101 (asyncio's contract)
        self._transport = transport
        self._processes.add(transport.get_pid())

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        self.buffer.feed(data)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        self._drain_and_end()

    def process_exited(self) -> None:
        if self._transport is not None:
            self._processes.has_exited(self._transport.get_pid())
        self._has_exited.set()
        self._drain_and_end()

    def _drain_and_end(self) -> None:
        """Read what the guest wrote before its end, also what is still in the pipe; do not wait for a child of its that
        holds the pipe open."""
        if (output := self._output) is not None:
            pipe = output.get_extra_info("pipe")
            with suppress(BlockingIOError):
                while not self.buffer.is_full and (data := os.read(pipe.fileno(), _CHUNK)):
                    self.buffer.feed(data)
        self.buffer.end(CRASH)

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

    async def close(self) -> None:
        assert self._transport is not None  # noqa: S101 (only a started program is handed out)
        try:
            if (pipe := self._input) is not None:
                pipe.close()
            await _wait(CLOSE_SECONDS, self._has_exited)
        finally:
            await self._processes.end(self._transport.get_pid())
            await _wait(_KILL_SECONDS, self._has_exited)  # before close(), which would compete for the exit status
            self._transport.close()


async def _wait(seconds: float, event: asyncio.Event) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()


class ProcessConnector:
    """Start a shell command, in a session of its own, for each connection; where the system allows it, isolated from
    every other process (`isolated`)."""

    def __init__(self, command: str, processes: GuestProcesses, *, is_isolated: bool = False) -> None:
        self._command = _isolated(_without_shell(command)) if is_isolated else _without_shell(command)
        self._processes = processes

    async def connect(self, seconds: float) -> ProcessConnection:
        loop = asyncio.get_running_loop()
        try:
            with self._processes.starting():
                _, program = await loop.subprocess_shell(
                    lambda: ProcessConnection(self._processes), self._command, stderr=None, start_new_session=True
                )
        except OSError:  # no shell, no memory, no more processes
            raise GuestError(CRASH) from None
        return program


_LAUNCHER = Path(__file__).with_name("isolated.py")


def _isolated(command: str) -> str:
    return f"exec {shlex.join((sys.executable, '-I', '-S', str(_LAUNCHER), command))}"


def can_isolate() -> bool:
    """Whether this system lets a guest be started in namespaces of its own."""
    if sys.platform != "linux":
        return False
    tried = subprocess.run(_isolated("exit 0"), shell=True, capture_output=True, check=False)  # noqa: S602 (ours)
    return tried.returncode == 0


def _without_shell(command: str) -> str:
    """Prefix a plain program with arguments with `exec`: a shell in between would hold the pipes that the program
    closes."""
    word = command.split()[0]
    is_plain = re.fullmatch(r"[\w@%+:,./ '\"=-]+", command) and "=" not in word and shutil.which(word)
    return f"exec {command}" if is_plain else command


class TcpConnection(asyncio.Protocol):
    """A program that connected. It may close its sending half and still read."""

    def __init__(self, on_connect: Callable[["TcpConnection"], None]) -> None:
        self._on_connect = on_connect
        self._transport: asyncio.Transport | None = None
        self._has_gone = asyncio.Event()
        self.buffer = LineBuffer(pause=self._pause, resume=self._resume)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)  # noqa: S101 (asyncio's contract)
        self._transport = transport
        connected: socket.socket = transport.get_extra_info("socket")
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # a delayed message costs the guest move time
        self._on_connect(self)

    def _pause(self) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.pause_reading()

    def _resume(self) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.resume_reading()

    def data_received(self, data: bytes) -> None:
        self.buffer.feed(data)

    def eof_received(self) -> bool:
        self.buffer.end(CRASH)
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        self.buffer.end(CRASH)
        self._has_gone.set()

    def write(self, text: str) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(text.encode())

    async def close(self) -> None:
        if self._transport is not None:
            self._transport.close()
            await _wait(CLOSE_SECONDS, self._has_gone)
            self._transport.abort()

    def abort(self) -> None:
        if self._transport is not None:
            self._transport.abort()


class TcpConnector:
    """Queue of accepted connections, in order of arrival; each table takes the next one."""

    def __init__(self, listener: socket.socket) -> None:
        self._listener = listener
        self._pending: asyncio.Queue[TcpConnection] = asyncio.Queue()
        self._server: asyncio.Server | None = None
        self._has_had_connections = False

    async def open(self) -> None:
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: TcpConnection(self._accept), sock=self._listener)

    def _accept(self, connection: TcpConnection) -> None:
        if self._pending.qsize() >= _MAX_PENDING:
            connection.abort()
        else:
            self._pending.put_nowait(connection)

    async def connect(self, seconds: float) -> TcpConnection:
        """The next program. The first gets FIRST_CONNECTION seconds, since a person starts it; later ones only
        reconnect."""
        try:
            async with asyncio.timeout(seconds if self._has_had_connections else max(seconds, FIRST_CONNECTION)):
                while (connection := await self._pending.get()).buffer.has_ended:
                    connection.abort()
        except TimeoutError:
            raise GuestError(CRASH) from None
        finally:
            self._has_had_connections = True
        return connection

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
        while not self._pending.empty():
            self._pending.get_nowait().abort()
