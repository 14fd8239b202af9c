"""How long others wait while a person exports or deletes their data, in a database of years. Moves and pages
go through the referee and the store, on the machine's disk, beside a copy of the database that is cleaned too.

`python -m bench years` has 30,000 recorded games, `--whole` 300,000 (2 GB, three times).
"""

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Iterator
from pathlib import Path

from bench.others import Others, Waits, percentile
from bench.report import Row
from bench.sample_database import Running, bytes_of, fill_database, give_games, now
from bot.operations.backups import Backups
from bot.operations.erase_from_backups import erase_and_note, settle_apart
from bot.referee.erase_person import Erasure
from bot.referee.referee import Referee
from bot.store.sqlite.copying import copy_to
from bot.store.sqlite.store import Store

SAMPLE, WHOLE = 30_000, 300_000  # games
TABLES = 4000  # running
SHARE = 0.99
CALM = 20.0  # seconds, before and after everything else: a shared machine has calmer and busier minutes
PEOPLE = {"10 games": (10**18 + 11, 10), "2,600 games": (10**18 + 29, 2600)}


def run() -> Iterator[Row]:
    return _compared(SAMPLE)


def whole() -> Iterator[Row]:
    return _compared(WHOLE)


def _compared(games: int) -> Iterator[Row]:
    with tempfile.TemporaryDirectory(prefix="arbitre-bench-") as folder:
        path = Path(folder) / "arbitre.sqlite3"
        tables = asyncio.run(fill_database(path, stored=games, running=TABLES))
        for name, (person, count) in PEOPLE.items():
            give_games(path, person, f"Person with {name}", count)
        yield from asyncio.run(_measured(path, tables, games))


async def _measured(path: Path, tables: list[Running], games: int) -> list[Row]:
    backups = Backups(path, path.parent / "backups", daily=7, weekly=4)
    backups.folder.mkdir()
    copy_to(path, backups.path_for(now()))
    store = await Store.open(path)
    referee = Referee(store, now)
    others = Others(referee, tables, games)
    calm, busy, taken = Waits(), dict[str, Waits](), dict[str, float]()

    async def during(name: str, work: Awaitable[object]) -> None:
        begun = time.perf_counter()
        busy[name] = await others.during(work)
        taken[name] = time.perf_counter() - begun
        calm.add(await others.during(asyncio.sleep(CALM)))

    async with others.busy():
        await asyncio.sleep(CALM)  # caches fill
        calm.add(await others.during(asyncio.sleep(CALM)))
        for name, (person, _) in PEOPLE.items():
            await during(f"a copy of {name}", store.privacy.export(person))
            await during(f"the deletion of {name}", erase_and_note(referee, person, Erasure(), backups))
            await during(f"the deletion of {name} from a backup", settle_apart(backups))
    await store.close()
    left = sum(bytes_of(person, f"Person with {name}", path.parent) for name, (person, _) in PEOPLE.items())
    return [
        Row("traces of the deleted in database, log and backup", left, "found", left, "none"),
        *(Row(f"time of {name}", seconds, "s", seconds, "a second") for name, seconds in taken.items()),
        *_rows("move", calm.moves, {name: waits.moves for name, waits in busy.items()}),
        *_rows("page", calm.pages, {name: waits.pages for name, waits in busy.items()}),
    ]


def _rows(what: str, calm: list[float], busy: dict[str, list[float]]) -> Iterator[Row]:
    base, before = f"p99 of a {what}, calm", percentile(calm, SHARE)
    yield Row(f"{base} ({len(calm):,} of them)", before, "ms", 1, base)
    for name, waits in busy.items():
        after = percentile(waits, SHARE)
        yield Row(f"p99 of a {what} during {name} ({len(waits):,})", after, "ms", after / before, base)
