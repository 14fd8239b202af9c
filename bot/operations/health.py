"""Whether the bot works: the gateway is connected, the store can be written to, and the clock sweep runs. Problems are
short texts for the operator; nothing about a game or a person enters."""

import asyncio
import http.client
import math
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import dataclass, field

HOST = "127.0.0.1"  # loopback only
SWEEP_LATE = 60.0  # seconds; the sweep runs every ten
WRITE_TIMEOUT = 5.0  # seconds
ANSWER_TIMEOUT = 10.0  # seconds

Problem = str | None  # None: nothing is wrong


@dataclass(frozen=True, slots=True)
class HealthReport:
    """Problems by component; and warnings for the operator, with which the bot still works."""

    problems: dict[str, str] = field(default_factory=dict)
    warnings: dict[str, str] = field(default_factory=dict)

    @property
    def is_healthy(self) -> bool:
        return not self.problems


@dataclass(slots=True)
class Health:
    gateway: Callable[[], Problem]
    write: Callable[[], Awaitable[None]]  # raises if the store cannot be written to
    sweep_age: Callable[[], float]  # seconds; NaN before the first
    warnings: dict[str, str] = field(default_factory=dict)  # set by other components
    _probe: asyncio.Task[Problem] | None = field(default=None, init=False)

    async def examine(self) -> HealthReport:
        found = {"gateway": self.gateway(), "store": await self._store(), "sweep": self._sweep()}
        return HealthReport(
            {name: problem for name, problem in found.items() if problem is not None}, dict(self.warnings)
        )

    async def _store(self) -> Problem:
        """Write, with a timeout. A write in progress cannot be cancelled: it goes on after the timeout, and later calls
        wait for the same one."""
        if self._probe is None or self._probe.done():
            self._probe = asyncio.create_task(self._write_probe(), name="health")
        ended, _ = await asyncio.wait([self._probe], timeout=WRITE_TIMEOUT)
        return next(iter(ended)).result() if ended else f"nothing could be written for {WRITE_TIMEOUT:g} seconds"

    async def _write_probe(self) -> Problem:
        try:
            await self.write()
        except Exception as error:  # any error means that it cannot be written to
            return f"it cannot be written to ({type(error).__name__})"
        return None

    def _sweep(self) -> Problem:
        age = self.sweep_age()
        if math.isnan(age):
            return "nobody has looked at the clock yet"
        return f"nobody has looked at the clock for {age:.0f} seconds" if age > SWEEP_LATE else None


def ask_running_bot(port: int) -> tuple[int, bytes]:
    """Status and body of the answer of the bot that runs on this machine."""
    with closing(http.client.HTTPConnection(HOST, port, timeout=ANSWER_TIMEOUT)) as connection:
        connection.request("GET", "/healthz")
        answer = connection.getresponse()
        return answer.status, answer.read()
