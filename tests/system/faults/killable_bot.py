"""A bot on one database that is killed and restarted repeatedly, and the fork server that most of its processes come
from."""

import asyncio
import contextlib
import json
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.system.faults.launch import KILL_POINT
from tests.system.network.launch import API, GATEWAY
from tests.system.network.process import PATIENT, READY, ROOT
from tests.system.network.server import NetworkDiscord

_LOOK = 0.03  # seconds between reads of a log
_PAUSE = 1.0  # seconds, a program's start-up time: two processes must not share a second of Discord's rate limit


class ForkServer:
    """One process that has imported everything and forks the bots: starting an interpreter for each costs a second."""

    def __init__(self) -> None:
        self._process: Process | None = None
        self._reader: asyncio.Task[None] | None = None
        self._forked: asyncio.Queue[int] = asyncio.Queue()
        self._turn = asyncio.Lock()
        self._ends: dict[int, asyncio.Future[int]] = {}

    async def __aenter__(self) -> Self:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.system.faults.launch", cwd=ROOT, stdin=PIPE, stdout=PIPE
        )
        self._reader = asyncio.create_task(self._read())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        assert self._reader is not None
        self._process.stdin.close()
        await self._process.wait()
        await self._reader

    async def _read(self) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            told = json.loads(line)
            if "forked" in told:
                self._forked.put_nowait(told["forked"])
            else:
                self._end_of(told["pid"]).set_result(told["status"])

    def _end_of(self, pid: int) -> "asyncio.Future[int]":
        return self._ends.setdefault(pid, asyncio.get_running_loop().create_future())

    async def fork(self, order: dict[str, Any]) -> tuple[int, "asyncio.Future[int]"]:
        """A bot's pid, and a future for its exit status."""
        async with self._turn:
            self._order(order)
            pid = await self._forked.get()
        return pid, self._end_of(pid)

    def send(self, pid: int, sign: int) -> None:
        self._order({"pid": pid, "sign": sign})

    def _order(self, order: dict[str, Any]) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(order).encode() + b"\n")


class KillableBot:
    """`begin` starts a process without waiting; `until_ready` waits until the bot is up, unless it dies first. Without
    a fork server each process is a program started anew."""

    def __init__(self, network: NetworkDiscord, folder: Path, fork_server: ForkServer | None) -> None:
        self.network = network
        self.database = folder / "arbitre.sqlite3"
        self.count = 0
        self._folder = folder
        self._fork_server = fork_server
        self._send: Callable[[int], object] = int
        self._end: asyncio.Future[int] | None = None

    @property
    def is_alive(self) -> bool:
        return self._end is not None and not self._end.done()

    @property
    def log(self) -> str:
        path = self._log_path
        return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""

    @property
    def _log_path(self) -> Path:
        return self._folder / f"life-{self.count}.log"

    async def begin(self, kill_point: str = "") -> None:
        assert not self.is_alive
        if self.count and self._fork_server is not None:
            await asyncio.sleep(_PAUSE)
        self.count += 1
        environment = {
            "DISCORD_TOKEN": self.network.token,
            "ARBITRE_DATABASE": str(self.database),
            API: self.network.api,
            GATEWAY: self.network.gateway.address,
            KILL_POINT: kill_point,
        }
        if self._fork_server is not None:
            order = {"environment": environment, "folder": str(self._folder), "log": str(self._log_path)}
            pid, self._end = await self._fork_server.fork(order)
            self._send = partial(self._fork_server.send, pid)
        else:
            await self._execute(environment)

    async def _execute(self, environment: dict[str, str]) -> None:
        with self._log_path.open("w", encoding="utf-8") as log:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tests.system.faults.launch", "run",
                cwd=self._folder, env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
                stdin=DEVNULL, stdout=log, stderr=log,
            )  # fmt: skip
        self._send, self._end = process.send_signal, asyncio.ensure_future(process.wait())

    async def until_ready(self) -> bool:
        """Whether it came up; False if it was killed first."""
        assert self._end is not None
        async with asyncio.timeout(PATIENT):
            while READY not in self.log:
                if self._end.done():
                    assert self._end.result() == -signal.SIGKILL, self.log
                    return False
                await asyncio.sleep(_LOOK)
        return True

    async def until_dead(self, seconds: float) -> bool:
        """Whether it died by itself within `seconds`."""
        assert self._end is not None
        await asyncio.wait([self._end], timeout=seconds)
        return self._end.done()

    async def until_ended(self) -> int:
        """The exit status, once it has ended by itself."""
        assert await self.until_dead(PATIENT), self.log
        assert self._end is not None
        return self._end.result()

    async def kill(self) -> None:
        await self._signal(signal.SIGKILL)
        assert self._end is not None
        assert self._end.result() == -signal.SIGKILL, self.log

    async def stop(self) -> int:
        """Send SIGTERM, as the operator does; return the exit status."""
        await self._signal(signal.SIGTERM)
        assert self._end is not None
        return self._end.result()

    async def _signal(self, sign: signal.Signals) -> None:
        assert self._end is not None
        if not self._end.done():
            with contextlib.suppress(ProcessLookupError):
                self._send(sign)
        async with asyncio.timeout(PATIENT):
            await asyncio.wait([self._end])
