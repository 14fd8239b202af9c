"""How long others' moves wait while people have their data deleted, compared with a calm time, on a database of about
200 MB with a backup; what is left of the deleted; and what comes of a deletion while another program reads. Moves and
deletions go through the referee and the store, on the machine's disk."""

import asyncio
import contextlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench.others import Others, Waits, percentile
from bench.report import Row
from bench.sample_database import Running, bytes_of, fill_database, give_games, now
from bot.operations.backups import Backups
from bot.operations.erase_from_backups import erase_everywhere
from bot.referee.erase_person import Erasure, finish_scrub
from bot.referee.errors import Refusal
from bot.referee.referee import Referee
from bot.store.sqlite.copying import copy_to
from bot.store.sqlite.store import Store

STORED = 32_000  # games: about 200 MB
TABLES = 2000
DELETIONS = 9
GAMES = 20  # of each who is deleted
CALM = 5.0  # seconds, before and after each: a shared machine has calmer and busier minutes
SHARE = 0.95
PEOPLE = {10**18 + 101 * number: f"Leaver {number} of them" for number in range(DELETIONS + 1)}
READING = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN")
connection.execute("SELECT count(*) FROM people").fetchall()
print("reading", flush=True)
sys.stdin.read()
"""


def run() -> Iterator[Row]:
    with tempfile.TemporaryDirectory(prefix="arbitre-bench-") as folder:
        path = Path(folder) / "arbitre.sqlite3"
        tables = asyncio.run(fill_database(path, stored=STORED, running=TABLES))
        for person, name in PEOPLE.items():
            give_games(path, person, name, GAMES)
        yield from asyncio.run(_measure(path, tables))


async def _measure(path: Path, tables: list[Running]) -> list[Row]:
    backups = Backups(path, path.parent / "backups", daily=7, weekly=4)
    backups.folder.mkdir()
    copy_to(path, backups.path_for(now()))
    *leaving, last = PEOPLE
    store = await Store.open(path)
    referee, calm, busy, taken = Referee(store, now), Waits(), Waits(), list[float]()
    others = Others(referee, tables, STORED)
    async with others.busy():
        calm.add(await others.during(asyncio.sleep(CALM)))
        for person in leaving:
            begun = time.perf_counter()
            busy.add(await others.during(erase_everywhere(referee, person, Erasure(), backups)))
            taken.append(time.perf_counter() - begun)
            calm.add(await others.during(asyncio.sleep(CALM)))
        with _foreign_reader(path):
            refused = await _is_refused(referee, last, backups)
    if refused:
        await finish_scrub(referee)
        await erase_everywhere(referee, last, Erasure(), backups)
    await store.close()
    left = sum(bytes_of(person, name, path.parent) for person, name in PEOPLE.items())
    return [*_waits(calm, busy, sum(taken) / DELETIONS), *_found(left, int(refused))]


def _waits(calm: Waits, busy: Waits, taken: float) -> Iterator[Row]:
    base = "p95 of a move, calm"
    before, after = percentile(calm.moves, SHARE), percentile(busy.moves, SHARE)
    yield Row(f"{base}, 200 MB", before, "ms", 1, base)
    yield Row(f"p95 of a move during {DELETIONS} deletions", after, "ms", after / before, base)
    yield Row("the slowest of those", 1000 * max(busy.moves), "ms", 1000 * max(busy.moves) / before, base)
    yield Row("a deletion, from a backup too", 1000 * taken, "ms", 1000 * taken / before, base)


def _found(left: int, refused: int) -> Iterator[Row]:
    yield Row("traces of the deleted in database, log and backup", left, "found", left, "none")
    yield Row("deletions refused while another program reads", refused, "of 1", refused, "one, or none and complete")


@contextlib.contextmanager
def _foreign_reader(path: Path) -> Iterator[None]:
    with subprocess.Popen(
        [sys.executable, "-c", READING, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        yield
        process.communicate()


async def _is_refused(referee: Referee, person: int, backups: Backups) -> bool:
    """Who is not refused must be deleted whole."""
    try:
        await erase_everywhere(referee, person, Erasure(), backups)
    except Refusal:
        return True
    assert not bytes_of(person, PEOPLE[person], backups.database.parent)
    return False
