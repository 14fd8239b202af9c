"""All games of a run: tables in parallel, records delivered in order. Printing and writing the records do not enter
here."""

import asyncio
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from multiprocessing import get_context, resource_tracker
from socket import socket
from typing import Any

from bot.arena.connections import Connector, ProcessConnector, TcpConnector
from bot.arena.processes import GuestProcesses
from bot.arena.registry import Exchange
from bot.arena.seats import JsonGuest, LevelSeat, Seated
from bot.arena.table import Setting, play_game
from bot.players.core import Level
from bot.referee.records import AnyRecord

Deliver = Callable[[AnyRecord], None]


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
    """A run: the entrants, the number of games, the seed, the move time and the number of games at once; what is played
    by protocol 2, or a game's own exchange between two."""

    entrants: tuple[Entrant, ...]
    games: int
    seed: int
    move_ms: int
    jobs: int
    played: Setting | Exchange
    is_isolated: bool = False


def entrant_at(seat: int, number: int, entrants: int) -> int:
    """Which guest sits there in a game of protocol 2: they cycle, and move on by a seat from game to game."""
    return (seat + number) % entrants


@dataclass(frozen=True, slots=True)
class _Resources:
    """What the tables of a run share."""

    plan: Plan
    processes: GuestProcesses
    tcp: TcpConnector | None
    executor: Executor | None

    def guest(self, entrant: Entrant) -> Any:
        """As the exchange or protocol 2 sees it."""
        played = self.plan.played
        if isinstance(entrant, Level):
            if isinstance(played, Exchange):
                return played.level_guest(entrant, self.executor)
            return LevelSeat(played.game, entrant, self.executor)
        make = played.line_guest if isinstance(played, Exchange) else JsonGuest
        return make(self._connector(entrant), self.plan.move_ms)

    def _connector(self, entrant: ShellCommand | TcpProgram) -> Connector:
        if isinstance(entrant, ShellCommand):
            return ProcessConnector(entrant.text, self.processes, is_isolated=self.plan.is_isolated)
        assert self.tcp is not None  # noqa: S101 (a plan with TCP programs comes with a listener)
        return self.tcp


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
    in_order = _InOrder(deliver, resources.plan.games)
    count = min(resources.plan.jobs, resources.plan.games)
    tables = [asyncio.create_task(_play_table(resources, numbers, in_order)) for _ in range(count)]
    try:
        await asyncio.gather(*tables)
    finally:
        for table in tables:
            table.cancel()
        await asyncio.gather(*tables, return_exceptions=True)
        in_order.finish()


async def _play_table(resources: _Resources, numbers: Iterator[int], deliver: Deliver) -> None:
    """Play the next game as soon as one is over, with the same guests. The second game of a pair has the decks of the
    first, so its programs are fresh ones."""
    plan, seats = resources.plan, _chairs(resources)
    try:
        for number in numbers:
            if number % 2:
                await asyncio.gather(*(chair.guest.close() for chair in seats if chair.is_process))
            if isinstance(plan.played, Exchange):
                deliver(await plan.played.play_game([chair.guest for chair in seats], plan.seed, number))
            else:
                seated = _seated(seats, plan.played, number, plan)
                deliver(await play_game(_with_their_own(plan.played, number, plan), seated, number))
    finally:
        await asyncio.gather(*(chair.guest.close() for chair in seats))


@dataclass(frozen=True, slots=True)
class _Chair:
    entrant: int
    guest: Any
    is_process: bool


def _chairs(resources: _Resources) -> list[_Chair]:
    """As many of each entrant as can sit down at once."""
    plan = resources.plan
    most = 1 if isinstance(plan.played, Exchange) else -(-plan.played.seats // len(plan.entrants))
    return [
        _Chair(at, resources.guest(one), isinstance(one, ShellCommand))
        for at, one in enumerate(plan.entrants)
        for _ in range(most)
    ]


def _seated(chairs: Sequence[_Chair], setting: Setting, number: int, plan: Plan) -> list[Seated]:
    free = list(chairs)
    seated: list[Seated] = []
    for seat in range(setting.seats):
        chair = next(one for one in free if one.entrant == entrant_at(seat, number, len(plan.entrants)))
        free.remove(chair)
        seated.append(chair.guest)
    return seated


def _with_their_own(setting: Setting, number: int, plan: Plan) -> Setting:
    """What a guest brings (a deck) goes with it from seat to seat."""
    at = [entrant_at(seat, number, len(plan.entrants)) for seat in range(setting.seats)]
    brought = {name: setting.options[name] for name in setting.game.brought if name in setting.options}
    moved = {name: [by_guest[one] for one in at] for name, by_guest in brought.items()}
    return replace(setting, options={**setting.options, **moved})


class _InOrder:
    """Hold records back until all earlier ones have been delivered, and the first of a pair until the second is played:
    it tells the decks of both."""

    def __init__(self, deliver: Deliver, games: int) -> None:
        self._deliver = deliver
        self._games = games
        self._held: dict[int, AnyRecord] = {}
        self._next = 0

    def __call__(self, record: AnyRecord) -> None:
        assert record.number is not None  # noqa: S101 (an arena numbers its games)
        self._held[record.number] = record
        while self._next in self._held and self._is_pair_played():
            self._deliver(self._held.pop(self._next))
            self._next += 1

    def _is_pair_played(self) -> bool:
        other = self._next ^ 1
        return other < self._next or other >= self._games or other in self._held

    def finish(self) -> None:
        """Deliver the rest, when no more games will be played."""
        for number in sorted(self._held):
            self._deliver(self._held.pop(number))
