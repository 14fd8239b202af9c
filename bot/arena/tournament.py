"""All games of a run: tables in parallel, records delivered in order. Printing and writing the records do not enter
here."""

import asyncio
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context, resource_tracker
from socket import socket

from bot.arena.connections import ProcessConnector, TcpConnector
from bot.arena.le_duel.guests import Guest, LevelGuest, LineGuest
from bot.arena.le_duel.host import play_game
from bot.arena.processes import GuestProcesses
from bot.players.core import Level
from bot.referee.turn_records import TurnRecord

Deliver = Callable[[TurnRecord], None]


@dataclass(frozen=True, slots=True)
class ShellCommand:
    """A program to start."""

    text: str


@dataclass(frozen=True, slots=True)
class TcpProgram:
    """A program that connects over TCP."""


Entrant = ShellCommand | TcpProgram | Level


@dataclass(frozen=True, slots=True)
class Plan:
    """A run: the entrants, the number of games, the seed, the move time and the number of games at once."""

    entrants: tuple[Entrant, Entrant]
    games: int
    seed: int
    move_ms: int
    jobs: int


@dataclass(frozen=True, slots=True)
class _Resources:
    """What the tables of a run share."""

    plan: Plan
    processes: GuestProcesses
    tcp: TcpConnector | None
    executor: Executor | None

    def guest(self, entrant: Entrant) -> Guest:
        match entrant:
            case Level():
                return LevelGuest(entrant, self.executor)
            case ShellCommand(text):
                return LineGuest(ProcessConnector(text, self.processes), self.plan.move_ms)
            case TcpProgram():
                assert self.tcp is not None  # noqa: S101 (a plan with TCP programs comes with a listener)
                return LineGuest(self.tcp, self.plan.move_ms)


def run(plan: Plan, listener: socket | None, deliver: Deliver) -> None:
    """Play all games and deliver each record in order of number. However the run ends, no guest is left running.

    Raises SystemExit, with the status a shell expects, if SIGINT, SIGTERM or SIGHUP ended the run early.
    """
    is_slow = any(isinstance(entrant, Level) and entrant.is_slow for entrant in plan.entrants)
    if is_slow:
        resource_tracker.ensure_running()  # before GuestProcesses notes its preexisting children
    with GuestProcesses() as processes, _executor(min(plan.jobs, os.cpu_count() or 1) if is_slow else 0) as executor:
        caught = asyncio.run(_run(plan, processes, executor, listener, deliver))
    if caught is not None:
        raise SystemExit(128 + caught)


@contextmanager
def _executor(count: int) -> Iterator[Executor | None]:
    """Slow computers think in processes of their own, so that they take no time from other guests' moves."""
    if not count:
        yield None
        return
    pool = ProcessPoolExecutor(count, get_context("spawn"), initializer=_ignore_keyboard)
    try:
        yield pool
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)  # GuestProcesses kills workers that are still busy
        raise
    pool.shutdown()


def _ignore_keyboard() -> None:
    """Ctrl-C signals the whole process group; only the parent handles it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


async def _run(
    plan: Plan, processes: GuestProcesses, executor: Executor | None, listener: socket | None, deliver: Deliver
) -> int | None:
    """Return the signal that ended the run early, or None."""
    caught = _cancel_on_signals()
    tcp = None if listener is None else TcpConnector(listener)
    resources = _Resources(plan, processes, tcp, executor)
    try:
        if tcp is not None:
            await tcp.open()
        await _play_all(resources, deliver)
        return None
    except asyncio.CancelledError:
        if not caught:
            raise
        return caught[0]
    finally:
        if tcp is not None:
            await tcp.close()


def _cancel_on_signals() -> list[int]:
    """Cancel the run on the first signal; later ones are only noted, since the cleanup is short. Return the list of
    signals received."""
    loop, task, caught = asyncio.get_running_loop(), asyncio.current_task(), list[int]()

    def cancel(number: int) -> None:
        if task is not None and not caught:
            task.cancel()
        caught.append(number)

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, cancel, number)
    return caught


async def _play_all(resources: _Resources, deliver: Deliver) -> None:
    numbers = iter(range(resources.plan.games))
    in_order = _InOrder(deliver)
    count = min(resources.plan.jobs, resources.plan.games)
    tables = [asyncio.create_task(_play_table(resources, numbers, in_order)) for _ in range(count)]
    try:
        await asyncio.gather(*tables)
    finally:
        for table in tables:
            table.cancel()
        await asyncio.gather(*tables, return_exceptions=True)


async def _play_table(resources: _Resources, numbers: Iterator[int], deliver: Deliver) -> None:
    """Play the next game as soon as one is over, with the same guests."""
    guests: Sequence[Guest] = [resources.guest(entrant) for entrant in resources.plan.entrants]
    try:
        for number in numbers:
            deliver(await play_game(guests, resources.plan.seed, number))
    finally:
        await asyncio.gather(*(guest.close() for guest in guests))


class _InOrder:
    """Hold records back until all earlier ones have been delivered."""

    def __init__(self, deliver: Deliver) -> None:
        self._deliver = deliver
        self._held: dict[int, TurnRecord] = {}
        self._next = 0

    def __call__(self, record: TurnRecord) -> None:
        assert record.number is not None  # noqa: S101 (an arena numbers its games)
        self._held[record.number] = record
        while self._next in self._held:
            self._deliver(self._held.pop(self._next))
            self._next += 1
