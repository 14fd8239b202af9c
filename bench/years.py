"""What others wait while somebody takes a copy of their data or has it deleted, in a database of years. Moves and pages
go through the referee and the store, on the machine's disk, beside a copy of the database that is cleaned too.

`python -m bench years` has 30,000 recorded games, `--whole` 300,000.
"""

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Iterator
from pathlib import Path

from bench.others import Others, percentile
from bench.report import Row
from bench.sample_database import Running, bytes_of, fill_database, give_games, now
from bot.operations.backups import Backups
from bot.operations.erase_from_backups import erase_everywhere
from bot.referee.erase_person import Erasure
from bot.referee.referee import Referee
from bot.store.sqlite.copying import copy_to
from bot.store.sqlite.store import Store

SAMPLE, WHOLE = 30_000, 300_000  # games
TABLES = 4000
SHARE = 0.99
CALM = 20.0  # seconds before each of them
PEOPLE = {"10 games": (10**18 + 11, 10), "2,600 games": (10**18 + 29, 2600)}
BASE = "the same, calm"


def run() -> Iterator[Row]:
    return _compared(SAMPLE)


def whole() -> Iterator[Row]:
    return _compared(WHOLE)


def _compared(games: int) -> Iterator[Row]:
    with tempfile.TemporaryDirectory(prefix="arbitre-bench-") as folder:
        path = Path(folder) / "arbitre.sqlite3"
        tables = asyncio.run(fill_database(path, stored=games, running=TABLES))
        for name, (person, count) in PEOPLE.items():
            give_games(path, person, f"Somebody with {name}", count)
        yield from asyncio.run(_measured(path, tables, games))


async def _measured(path: Path, tables: list[Running], games: int) -> list[Row]:
    backups = Backups(path, path.parent / "backups", daily=7, weekly=4)
    backups.folder.mkdir()
    copy_to(path, backups.path_for(now()))
    store = await Store.open(path)
    referee = Referee(store, now)
    others, rows = Others(referee, tables, games), list[Row]()
    async with others.busy():
        await asyncio.sleep(CALM)  # caches fill
        for name, (person, _) in PEOPLE.items():
            rows += await _rows(others, f"a copy of {name}", store.privacy.export(person))
            deletion = erase_everywhere(referee, person, Erasure(), backups)
            rows += await _rows(others, f"the deletion of {name}", deletion)
    await store.close()
    left = sum(bytes_of(person, f"Somebody with {name}", path.parent) for name, (person, _) in PEOPLE.items())
    return [Row("traces of the deleted in the database and a copy", left, "found", left, "none"), *rows]


async def _rows(others: Others, name: str, work: Awaitable[object]) -> list[Row]:
    _, calm = await others.during(asyncio.sleep(CALM))
    begun = time.perf_counter()
    _, busy = await others.during(work)
    taken = time.perf_counter() - begun
    return [
        Row(f"{name}: seconds it takes", taken, "s", taken, "a second"),
        *_shares(f"{name}: p99 of a move", calm.moves, busy.moves),
        *_shares(f"{name}: p99 of a page", calm.pages, busy.pages),
    ]


def _shares(name: str, calm: list[float], busy: list[float]) -> Iterator[Row]:
    before, after = percentile(calm, SHARE), percentile(busy or [0.0], SHARE)
    yield Row(f"{name}, among {len(busy):,}", after, "ms", after / before, f"{BASE} ({before:.3g} ms)")
