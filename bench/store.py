"""The store's cost of a move: durable moves a second, alone and with many concurrent writers, and whether a move costs
more as recorded games accumulate.

A durable move is compared with the cheapest commit: one row updated and one fsync, repeated through the same
connection. They alternate, because a disk's speed varies over time. Most of the run time goes into making a database of
a hundred thousand games.
"""

import asyncio
import random
import sqlite3
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from operator import truediv
from pathlib import Path
from statistics import fmean, median

from bench.report import Row
from bench.sample_database import Running, fill_database, now, turn_of
from bot.referee.referee import Referee
from bot.store.rows import PLAY, ActionRow, GameRow
from bot.store.sqlite.group_commit import run_on_thread
from bot.store.sqlite.store import Store

WAITING = 32
ROUNDS, SECONDS = 15, 0.2
AHEAD = 6400  # prepared moves, more than there is time for
SIZES = (100, 10_000, 100_000)  # recorded games
FIRST_KEY, KEYS_APART = 10**18, 1000
TURNS = 400  # at each size
TABLES = 64  # enough that no game ends within TURNS
LEAST = "a commit of one row, one after the other"


def run() -> Iterator[Row]:
    with tempfile.TemporaryDirectory(prefix="arbitre-bench-") as folder:
        yield from asyncio.run(_durable(Path(folder)))
        yield from asyncio.run(_growing(Path(folder)))


# Durable moves


async def _durable(folder: Path) -> list[Row]:
    async with _filled_store(folder / "few.sqlite3", 100, WAITING) as (store, tables):
        games = [row for table in tables if (row := await store.games.get(table.game_id)) is not None]
        least, alone, together = [], [], []
        for _ in range(ROUNDS):
            least.append(await run_on_thread(store.database._writer, _least))
            alone.append(await _moves(store, games, 1))
            together.append(await _moves(store, games, WAITING))
    return [
        Row(name, median(found), "a second", median(map(truediv, found, least)), LEAST)
        for name, found in (
            (LEAST, least),
            ("moves on the disk, one waiting", alone),
            (f"moves on the disk, {WAITING} waiting", together),
        )
    ]


def _least(connection: sqlite3.Connection) -> float:
    done, begun = 0, time.perf_counter()
    while time.perf_counter() < begun + SECONDS:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("UPDATE meta SET value = value + 1 WHERE name = 'alive_at'")
        connection.execute("COMMIT")
        done += 1
    return done / (time.perf_counter() - begun)


async def _moves(store: Store, games: list[GameRow], waiting: int) -> float:
    """As the referee stores them: an action, the snapshot and the clock, one after the other within a game. The rows
    are prepared beforehand, so that only the store is measured."""
    prepared = [_prepared(row, AHEAD // waiting) for row in games[:waiting]]
    done, begun = 0, time.perf_counter()

    async def move(place: int) -> None:
        nonlocal done
        for after, action in prepared[place]:
            if time.perf_counter() > begun + SECONDS:
                break
            await store.games.commit(games[place], after, (action,))
            games[place] = after
            done += 1

    await asyncio.gather(*(move(place) for place in range(waiting)))
    return done / (time.perf_counter() - begun)


def _prepared(row: GameRow, count: int) -> list[tuple[GameRow, ActionRow]]:
    revisions = range(row.revision + 1, row.revision + 1 + count)
    return [
        (
            replace(row, revision=revision, public_revision=revision),
            ActionRow(revision, 0, PLAY, "12^A", row.moved_at, _key(row, revision)),
        )
        for revision in revisions
    ]


def _key(row: GameRow, revision: int) -> str:
    """Idempotency keys grow with time, as Discord's ids do, so that each is inserted next to the last in the index."""
    return str(FIRST_KEY + KEYS_APART * revision + row.id % KEYS_APART)


# Cost by number of recorded games


async def _growing(folder: Path) -> list[Row]:
    costs = await _costs(folder)
    base = f"a turn through the referee, {SIZES[0]:,} recorded games"
    return [
        Row(f"a turn through the referee, {size:,} recorded games", cost, "ms of this process", cost / costs[0], base)
        for size, cost in zip(SIZES, costs, strict=True)
    ]


async def _costs(folder: Path) -> list[float]:
    """Sizes alternate, so that a busy moment of the machine affects all of them."""
    players = []
    for size in SIZES:
        path = folder / f"{size}.sqlite3"
        tables = await fill_database(path, stored=size, running=TABLES)
        players.append(_Players(await Store.open(path), tables))
    costs: list[list[float]] = [[] for _ in SIZES]
    for number in range(TURNS):
        for player, found in zip(players, costs, strict=True):
            found.append(1000 * await player.turn(number))
    for player in players:
        await player.store.close()
    return [fmean(sorted(found)[: round(0.95 * TURNS)]) for found in costs]


class _Players:
    def __init__(self, store: Store, tables: Sequence[Running]) -> None:
        self.store = store
        self._referee = Referee(store, now)
        self._tables = tables
        self._dice = random.Random(5)

    async def turn(self, number: int) -> float:
        """CPU seconds of this process, all threads, from the request to the commit."""
        match = await self._referee.match(self._tables[number % TABLES].game_id)
        person, text = turn_of(match, self._dice)
        begun = time.process_time()
        await self._referee.act(match.id, person, text, key=f"bench {number}")
        return time.process_time() - begun


@asynccontextmanager
async def _filled_store(path: Path, stored: int, running: int) -> AsyncIterator[tuple[Store, list[Running]]]:
    tables = await fill_database(path, stored=stored, running=running)
    store = await Store.open(path)
    try:
        yield store, tables
    finally:
        await store.close()
