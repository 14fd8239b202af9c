"""The bot as it runs, a process of its own on real sockets, with a thousand duels in progress: latency of answers at
given rates and at maximum throughput, requests and CPU time a move, memory a game, and time from start to the first
answer, depending on the number of stored games.

Every press is a move that is committed before it is answered. Each figure is compared with that of the smallest bot on
discord.py (`bench.minimal_bot`) at the same rate in the same run: both share the machine with the load generator.

`python -m bench load` takes some minutes; `python -m bench.load` with `--tables`, `--rates`, `--seconds` and `--stored`
scales it.
"""

import argparse
import asyncio
import os
import sys
import tempfile
import time
from asyncio.subprocess import DEVNULL
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

from rich.console import Console

from bench.load_generator import LoadGenerator, Measurement, scripts
from bench.report import Row, show
from bench.sample_database import Running, fill_database
from bench.stub_discord import StubDiscord
from bot.store.sqlite.store import Store
from tests.system.network.launch import STAMPED
from tests.system.network.process import BotProcess

if TYPE_CHECKING:
    from tests.system.network.server import NetworkDiscord

LATE = 2.5  # seconds; Discord's limit is three
TOGETHER = 64  # presses in flight, closed-loop
_TICKS = os.sysconf("SC_CLK_TCK")
BARE = "discord.py alone"
_UNSTAMPED = {STAMPED: ""}  # requests need no send time here


@dataclass(frozen=True, slots=True)
class Plan:
    tables: int
    rates: tuple[int, ...]
    seconds: float
    stored: tuple[int, ...]  # recorded games, for starts


DEFAULT = Plan(tables=1000, rates=(200, 500), seconds=10, stored=(1_000, 100_000))


@dataclass
class Measured:
    """One process at all rates, the closed loop last."""

    measurements: list[Measurement]
    cpu: list[float]  # milliseconds of CPU a press, by measurement
    requests: int  # counted against Discord's limit
    whole: int
    turns: int


def run(plan: Plan = DEFAULT) -> Iterator[Row]:
    with tempfile.TemporaryDirectory(prefix="arbitre-bench-") as folder:
        yield from asyncio.run(_under_load(Path(folder), plan))
        yield from asyncio.run(_memory(Path(folder), plan))
        yield from asyncio.run(_starts(Path(folder), plan))


# Under load


async def _under_load(folder: Path, plan: Plan) -> list[Row]:
    """Both bots get the same load, the same games, and a database of their own."""
    bare = await _measure(folder / "bare", plan, MinimalBot)
    bot = await _measure(folder / "bot", plan, BotProcess)
    rows = []
    for number, (ours, theirs) in enumerate(zip(bot.measurements, bare.measurements, strict=True)):
        name = f"{plan.rates[number]} presses a second" if number < len(plan.rates) else f"{TOGETHER} at a time"
        rows += list(_measurement_rows(name, ours, theirs))
        rows.append(_row(f"{name}: the process's own time", bot.cpu[number], "ms a move", bare.cpu[number]))
    rows.append(
        Row("requests that count, a turn", bot.requests / bot.turns, "", bot.requests / bot.whole, "all of them")
    )
    return rows


def _measurement_rows(name: str, ours: Measurement, theirs: Measurement) -> Iterator[Row]:
    yield _row(f"{name}: answered", ours.rate, "a second", theirs.rate)
    for share, word in ((0.5, "half"), (0.99, "99 %"), (1.0, "all")):
        yield _row(f"{name}: {word} within", ours.within(share), "ms", theirs.within(share))
    late = sum(seconds > LATE for seconds in ours.answers) + ours.lost
    yield Row(f"{name}: later than {LATE:g} s, or never", late, "presses", late / max(1, len(ours.answers)), "answers")


def _row(name: str, ours: float, unit: str, theirs: float) -> Row:
    return Row(name, ours, unit, ours / theirs, f"{BARE} ({theirs:.3g})")


async def _measure(folder: Path, plan: Plan, kind: type[BotProcess]) -> Measured:
    steps = round(plan.seconds * (sum(plan.rates) + 2000) / plan.tables) + 10
    async with _playing(folder, plan.tables, steps, kind) as (discord, load, bot):
        await load.run_closed_loop(TOGETHER, 2)  # warms up
        before, whole, turns = discord.requests["bot"], discord.requests.total(), load.turns
        measured = Measured([], [], 0, 0, 0)
        for rate in (*plan.rates, None):
            begun = _cpu(bot.pid)
            measurement = await (
                load.run_closed_loop(TOGETHER, plan.seconds) if rate is None else load.run_open_loop(rate, plan.seconds)
            )
            measured.measurements.append(measurement)
            measured.cpu.append(1000 * (_cpu(bot.pid) - begun) / max(1, len(measurement.answers)))
        measured.requests = discord.requests["bot"] - before
        measured.whole, measured.turns = discord.requests.total() - whole, load.turns - turns
    return measured


@asynccontextmanager
async def _playing(
    folder: Path, tables: int, steps: int, kind: type[BotProcess], *, is_drawing: bool = True
) -> AsyncIterator[tuple[StubDiscord, LoadGenerator, BotProcess]]:
    path = _database_in(folder)
    running = await fill_database(path, stored=100, running=tables)
    written = await scripts(path, running, steps)
    async with StubDiscord(sorted({table.guild_id for table in running})) as discord:
        load = LoadGenerator(discord, running, written)
        network = cast("NetworkDiscord", discord)
        async with kind(network, folder, is_drawing=is_drawing, environment=_UNSTAMPED) as bot:
            yield discord, load, bot
    if kind is BotProcess:
        await _verify(path, running, load)


def _database_in(folder: Path) -> Path:
    folder.mkdir()
    return folder / "arbitre.sqlite3"


async def _verify(path: Path, running: Sequence[Running], load: LoadGenerator) -> None:
    """Every answered press is stored."""
    store = await Store.open(path)
    for table, played in zip(running, load.played, strict=True):
        row = await store.games.get(table.game_id)
        assert row is not None, table.game_id
        assert row.revision >= played, table.game_id
    await store.close()


class MinimalBot(BotProcess):
    async def start(self, *, is_booted: bool = False) -> None:
        await super().start(is_booted=is_booted)

    async def spawn(self) -> None:
        self.logs.append("")
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bench.minimal_bot",
            cwd=self.folder, env=self._environment(), stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL,
        )  # fmt: skip
        self._reader = asyncio.create_task(asyncio.sleep(0))

    async def stop(self) -> int:
        return await self.kill()


def _cpu(pid: int) -> float:
    """CPU seconds of a process, all threads."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


# Memory


async def _memory(folder: Path, plan: Plan) -> list[Row]:
    """Without pictures: their cache has its own bound, whatever the number of games."""
    async with _playing(folder / "memory", plan.tables, 60, BotProcess, is_drawing=False) as (_, load, bot):
        await load.only(range(TOGETHER)).run_closed_loop(
            TOGETHER, 2 * plan.seconds
        )  # fills the caches shared by all games
        idle, others = _resident(bot.pid), plan.tables - TOGETHER
        await load.only(range(TOGETHER, plan.tables)).run_closed_loop(TOGETHER, 120, most=4 * others)
        each = (_resident(bot.pid) - idle) / others
    return [Row("memory, a game that is played", each, "KB", each / idle, f"the process before ({idle:,} KB)")]


def _resident(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))


# Starts


async def _starts(folder: Path, plan: Plan) -> list[Row]:
    alone = await _start(folder / "alone", 10, 1)
    base = "a start with one game and no past"
    rows = [Row(base, alone, "s", 1, base)]
    for stored in plan.stored:
        seconds = await _start(folder / f"past-{stored}", stored, plan.tables)
        rows.append(Row(f"{plan.tables:,} running, {stored:,} recorded games", seconds, "s", seconds / alone, base))
    return rows


async def _start(folder: Path, stored: int, tables: int) -> float:
    """Seconds from the start of the process until a press is answered."""
    path = _database_in(folder)
    running = await fill_database(path, stored=stored, running=tables)
    async with StubDiscord(sorted({table.guild_id for table in running})) as discord:
        load = LoadGenerator(discord, running, await scripts(path, running, 2))
        bot = BotProcess(cast("NetworkDiscord", discord), folder, environment=_UNSTAMPED)
        begun = time.perf_counter()
        await bot.start(is_booted=False)
        await load.run_closed_loop(1, 0.001)
        seconds = time.perf_counter() - begun
        await bot.stop()
    return seconds


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.load", description="The bot under load.")
    parser.add_argument("--tables", type=int, default=DEFAULT.tables, help="duels under way at once")
    parser.add_argument("--rates", type=int, nargs="*", default=DEFAULT.rates, help="presses a second")
    parser.add_argument("--seconds", type=float, default=DEFAULT.seconds, help="at each pace")
    parser.add_argument("--stored", type=int, nargs="*", default=DEFAULT.stored, help="recorded games, for starts")
    given = parser.parse_args(arguments)
    plan = Plan(given.tables, tuple(given.rates), given.seconds, tuple(given.stored))
    show("load", run(plan), Console())
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
