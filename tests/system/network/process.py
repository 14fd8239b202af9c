"""The bot as the operator runs it: a process on a database, started, stopped and killed."""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, STDOUT, Process
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.system.network.launch import API, GATEWAY, SPEED, STAMPED, UNDRAWN
from tests.system.network.server import NetworkDiscord

ROOT = Path(__file__).parents[3]
PATIENT = 60.0  # seconds to start or stop a process on a busy machine; an idle one needs two
LAUNCH = "tests.system.network.launch"
REGISTERED = "the commands are registered"  # logged later than READY by a bot whose time runs fast
READY = "ready; invite"  # logged once the bot has seen its servers and redraws outdated messages
_LAST_LINES = 40


class BotProcess:
    """One database's bot, through any number of processes. `async with` starts and stops it.

    `is_drawing=False` leaves pictures blank, which are most of its work; `speed` scales its time. Its output is in
    `logs`, one text for each process, and in the folder as `bot-1.log`, `bot-2.log`, …
    """

    def __init__(
        self,
        network: NetworkDiscord,
        folder: Path,
        *,
        is_drawing: bool = True,
        speed: float = 1.0,
        log_level: str = "INFO",
        environment: Mapping[str, str] = {},
    ) -> None:
        self.network = network
        self.folder = folder
        self.place = folder  # working directory
        self.python = sys.executable
        self.database = folder / "arbitre.sqlite3"
        self.logs: list[str] = []
        self._log_level = log_level
        self._more = {
            STAMPED: "1",
            UNDRAWN: "" if is_drawing else "1",
            SPEED: str(speed) if speed != 1.0 else "",
            **environment,
        }
        self._process: Process | None = None
        self._reader: asyncio.Task[None] | None = None
        self._news = asyncio.Event()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.is_running:
            await (self.stop() if kind is None else self.kill())

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def log(self) -> str:
        """The newest process's output so far."""
        return self.logs[-1] if self.logs else ""

    # Starting

    async def start(self, *, is_booted: bool = True) -> None:
        """Wait until the gateway has identified it, and, unless `is_booted` is false, until it has seen its servers."""
        assert not self.is_running, "it is running"
        sessions = self.network.gateway.identified
        await self.spawn()
        waiting = asyncio.create_task(self.network.gateway.until_identified(sessions + 1, PATIENT))
        ended = asyncio.create_task(self._end())
        await asyncio.wait((waiting, ended), return_when=asyncio.FIRST_COMPLETED)
        ended.cancel()
        if not waiting.done():
            waiting.cancel()
            raise AssertionError(f"the bot ended before it was let in:\n{self._tail()}")
        await waiting
        if is_booted:
            await self.until_logged(READY)

    async def spawn(self) -> None:
        """Start the process and do not wait."""
        self.logs.append("")
        self._process = await self._python(LAUNCH, "run")
        self._reader = asyncio.create_task(self._read(self._process, len(self.logs)))

    async def _python(self, module: str, *arguments: str) -> Process:
        return await asyncio.create_subprocess_exec(
            self.python, "-m", module, *arguments,
            cwd=self.place, env=self._environment(), stdin=asyncio.subprocess.DEVNULL, stdout=PIPE, stderr=STDOUT,
        )  # fmt: skip

    def _environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("ARBITRE_", "DISCORD_"))}
        return {
            **kept,
            "PYTHONPATH": str(ROOT),
            "PYTHONUNBUFFERED": "1",
            "DISCORD_TOKEN": self.network.token,
            "ARBITRE_DATABASE": str(self.database),
            "ARBITRE_LOG_LEVEL": self._log_level,
            API: self.network.api,
            GATEWAY: self.network.gateway.address,
            **self._more,
        }

    async def _read(self, process: Process, number: int) -> None:
        assert process.stdout is not None
        with (self.folder / f"bot-{number}.log").open("w", encoding="utf-8") as file:
            async for line in process.stdout:
                text = line.decode(errors="replace")
                file.write(text)
                self.logs[number - 1] += text
                self._news.set()

    async def until_logged(self, text: str, seconds: float = PATIENT) -> None:
        """Wait until the newest process has logged this text."""
        try:
            async with asyncio.timeout(seconds):
                while text not in self.log:
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            raise AssertionError(f"the bot did not log {text!r}:\n{self._tail()}") from None

    # Ending

    async def stop(self) -> int:
        """Send SIGTERM, as the operator does; return the exit status."""
        return await self._signal(signal.SIGTERM)

    async def kill(self) -> int:
        """Send SIGKILL, as a power cut would end it; return the exit status."""
        return await self._signal(signal.SIGKILL)

    async def _signal(self, sign: signal.Signals) -> int:
        assert self._process is not None
        self._process.send_signal(sign)
        return await self._end()

    async def _end(self) -> int:
        """The exit status, once the process has ended and its output is read."""
        assert self._process is not None
        assert self._reader is not None
        try:
            async with asyncio.timeout(PATIENT):
                status = await self._process.wait()
                await asyncio.shield(self._reader)
        except TimeoutError:
            self._process.kill()
            raise AssertionError(f"the bot did not end:\n{self._tail()}") from None
        return status

    def _tail(self) -> str:
        return "\n".join(deque(self.log.splitlines(), _LAST_LINES))

    # The bot's other commands, on the same database

    async def run(self, *arguments: str, module: str = "bot") -> tuple[int, str]:
        """`python -m bot …`: its status and its output, stdout and stderr together. With module `LAUNCH` it talks to
        the network Discord too."""
        process = await self._python(module, *arguments)
        said, _ = await process.communicate()
        assert process.returncode is not None
        return process.returncode, said.decode()
