"""How long others' moves wait while people have their data deleted, compared with a calm time, on a database of about
200 MB. Moves and deletions go through the referee and the store, on the
machine's disk."""

import asyncio
import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench.report import Row
from bench.sample_database import Running, fill_database, now, turn_of
from bot.operations.backups import Backups
from bot.operations.erase_from_backups import erase_everywhere
from bot.referee.erase_person import Erasure
from bot.referee.referee import Referee
from bot.store.sqlite.store import Store

STORED = 32_000  # games: about 200 MB
TABLES = 64
DELETIONS = 9
PAUSE = 0.05  # seconds between two moves
CALM = 15.0  # seconds
CALM_MOVE = "p95 of a move, calm"
FIRST_PERSON = 10**7  # of the recorded games


def run() -> Iterator[Row]:
    with tempfile.TemporaryDirectory(prefix="arbitre-bench-") as folder:
        path = Path(folder) / "arbitre.sqlite3"
        figures = asyncio.run(_measure(path))
        size = f"{path.stat().st_size / 2**20:.0f} MB"
    for name, figure in figures.items():
        yield Row(f"{name}, {size}", figure, "ms", figure / figures[CALM_MOVE], CALM_MOVE)


async def _measure(path: Path) -> dict[str, float]:
    tables = await fill_database(path, stored=STORED, running=TABLES)
    store = await Store.open(path)
    referee, waits = Referee(store, now), list[float]()
    playing = asyncio.create_task(_play(referee, tables, waits))
    await asyncio.sleep(CALM)
    calm = _p95(waits)
    waits.clear()
    begun = time.perf_counter()
    backups = Backups(path, path.parent / "backups", daily=7, weekly=4)
    for number in range(DELETIONS):
        await erase_everywhere(referee, FIRST_PERSON + 1000 + 17 * number, Erasure(), backups)
    taken = (time.perf_counter() - begun) / DELETIONS
    busy, slowest = _p95(waits), 1000 * max(waits)
    playing.cancel()
    await store.close()
    return {
        CALM_MOVE: calm,
        f"p95 of a move during {DELETIONS} deletions": busy,
        "the slowest of those": slowest,
        "a deletion": 1000 * taken,
    }


async def _play(referee: Referee, tables: list[Running], waits: list[float]) -> None:
    dice, number = random.Random(5), 0
    while True:
        match = await referee.match(tables[number % TABLES].game_id)
        number += 1
        if not match.is_over:
            person, text = turn_of(match, dice)
            begun = time.perf_counter()
            await referee.act(match.id, person, text, key=f"bench {number}")
            waits.append(time.perf_counter() - begun)
        await asyncio.sleep(PAUSE)


def _p95(waits: list[float]) -> float:
    return 1000 * sorted(waits)[round(0.95 * len(waits)) - 1]
