"""How long others wait while a person exports or deletes their data, in a database of years. Moves and pages
go through the referee and the store, on the machine's disk, beside a copy of the database that is cleaned too.

`python -m bench years` has 30,000 recorded games, `--whole` 300,000 (2 GB, three times).
"""

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
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
CALM = 20.0  # seconds, just before and after everything else: a shared machine has calmer and busier minutes
ROUNDS = 10  # what can be repeated alternates with calm
PEOPLE = {"10 games": (10**18 + 11, 10), "2,600 games": (10**18 + 29, 2600)}


@dataclass(slots=True)
class Compared:
    """What others waited while something was done, and while nothing was."""

    calm: Waits = field(default_factory=Waits)
    busy: Waits = field(default_factory=Waits)


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
    measured = dict[str, Compared]()

    async def compare(name: str, works: Sequence[Callable[[], Awaitable[object]]]) -> None:
        measured[name] = compared = Compared()
        pause = CALM / len(works)
        compared.calm.add(await others.during(asyncio.sleep(pause)))
        for work in works:
            compared.busy.add(await others.during(work()))
            compared.calm.add(await others.during(asyncio.sleep(pause)))

    async with others.busy():
        await asyncio.sleep(CALM)  # caches fill
        for name, (person, _) in PEOPLE.items():
            await compare(f"copies of {name}", [partial(_copies, store, person)] * ROUNDS)
            await compare(f"the deletion of {name}", [partial(erase_and_note, referee, person, Erasure(), backups)])
            await compare(f"the deletion of {name} from a backup", [partial(settle_apart, backups)])
    await store.close()
    left = sum(bytes_of(person, f"Person with {name}", path.parent) for name, (person, _) in PEOPLE.items())
    return [
        Row("traces of the deleted in database, log and backup", left, "found", left, "none"),
        *(_row("move", name, one.calm.moves, one.busy.moves) for name, one in measured.items()),
        *(_row("page", name, one.calm.pages, one.busy.pages) for name, one in measured.items()),
    ]


async def _copies(store: Store, person: int) -> None:
    """One after another: a single one is over before enough others have moved."""
    end = time.perf_counter() + CALM / ROUNDS
    while time.perf_counter() < end:
        await store.privacy.export(person)


def _row(what: str, name: str, calm: list[float], busy: list[float]) -> Row:
    before, during = percentile(calm, SHARE), percentile(busy, SHARE)
    base = f"{before:.1f} ms, just before and after ({len(calm):,})"
    return Row(f"p99 of a {what} during {name} ({len(busy):,})", during, "ms", during / before, base)
