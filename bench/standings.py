"""The store's cost of a page of a leaderboard, a profile or a history, with few and a hundred times as many recorded
games.

`python -m bench standings` compares 1,000 games with 100,000; with ARBITRE_BENCH_GAMES=1000000 it compares 10,000 with
a million. A server of fifty people plays a thousand games, stored like real ones but without cards; more servers, with
people of their own, are copies of it.
"""

import asyncio
import os
import random
import sqlite3
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path

from bench.report import Row
from bench.sample_database import copy_rows, disable_fsync
from bot.referee import ratings
from bot.referee.clocks import MINUTE
from bot.store.ratings_rows import ALL_TIME, EVERYWHERE, GameResult, PlayerResult, RatingTables, Score
from bot.store.sqlite.mapping import marks
from bot.store.sqlite.ratings import TABLES, result_values
from bot.store.sqlite.standings import PAGE
from bot.store.sqlite.store import Store

MOST = int(os.environ.get("ARBITRE_BENCH_GAMES", "100000"))
GROWTH = 100
PEOPLE = 50  # of a server
GAMES = 1000  # of a server
START = 1_767_225_600_000
SPAN = 80 * 24 * 60 * MINUTE
ROUNDS = 1500
FIRST_SERVER = 10**6
GAME = "le-duel"


Fill = Callable[[sqlite3.Connection, int], None]  # with the number of servers
Ask = Callable[[Store, int, random.Random], Awaitable[None]]


def run() -> Iterator[Row]:
    yield from compared(_fill, KINDS)


def compared(fill: Fill, kinds: Mapping[str, Ask]) -> Iterator[Row]:
    """Each kind of page among few games and among many."""
    few, many = asyncio.run(_measured(fill, kinds, MOST // GROWTH, MOST))
    for name, before in few.items():
        base = f"{name}, {MOST // GROWTH:,} games"
        yield Row(base, before, "ms p99", 1, base)
        yield Row(f"{name}, {MOST:,} games", many[name], "ms p99", many[name] / before, base)


async def _measured(fill: Fill, kinds: Mapping[str, Ask], *sizes: int) -> list[dict[str, float]]:
    servers = [max(1, games // GAMES) for games in sizes]
    with tempfile.TemporaryDirectory(prefix="arbitre-bench-") as folder:
        stores = [await _filled(Path(folder) / f"{number}.sqlite3", fill, number) for number in servers]
        try:
            return await _pages(list(zip(stores, servers, strict=True)), kinds)
        finally:
            for store in stores:
                await store.close()


async def _filled(path: Path, fill: Fill, servers: int) -> Store:
    await (await Store.open(path)).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        disable_fsync(connection)
        fill(connection, servers)
    return await Store.open(path)


def _fill(connection: sqlite3.Connection, servers: int) -> None:
    _record(connection)
    copy_rows(connection, servers, _SHIFTS)


def _record(connection: sqlite3.Connection) -> None:
    """One server's games, rated as real ones are."""
    dice, tables = random.Random(7), RatingTables()
    connection.execute("BEGIN")
    _write(connection, [_entry(number, dice) for number in range(GAMES)], tables)
    for table in TABLES:
        rows = table.rows(tables)
        connection.executemany(f"INSERT INTO {table.name} VALUES ({marks(rows[0])})", rows)  # noqa: S608 (ours)
    connection.execute("COMMIT")


_SHIFTS = {  # columns in which another server's rows differ
    "games": {"id": GAMES, "finish": GAMES, "guild_id": 1},
    "seats": {"game_id": GAMES, "user_id": PEOPLE},
    "results": {"game_id": GAMES, "finish": GAMES, "guild_id": 1, "user_id": PEOPLE},
    "standings": {"user_id": PEOPLE, "scope": 1},
    "careers": {"user_id": PEOPLE, "scope": 1, "chain_game": GAMES, "fastest_game": GAMES},
    "tallies": {"user_id": PEOPLE, "scope": 1},
    "rivalries": {"user_id": PEOPLE, "rival_id": PEOPLE, "scope": 1},
}


def _entry(number: int, dice: random.Random) -> GameResult:
    """A game of two people of the server; the smaller id is the better player, who wins more often."""
    one, other = dice.sample(range(PEOPLE), 2)
    is_won = dice.random() < 1 / (1 + 10 ** ((one - other) / PEOPLE))
    scores = (Score.WIN, Score.LOSS) if is_won else (Score.LOSS, Score.WIN)
    if dice.random() < 0.02:
        scores = Score.DRAW, Score.DRAW
    at = START + SPAN * number // GAMES
    return GameResult(
        game_id=number + 1,
        game=GAME,
        guild_id=FIRST_SERVER,
        ended_at=at,
        season=ratings.season_of(at, ratings.CALENDAR),
        turns=dice.randrange(10, 60),
        is_contest=True,
        is_counted=True,
        parts=(
            PlayerResult(0, 1 + one, scores[0], is_first=True),
            PlayerResult(1, 1 + other, scores[1], chain=dice.randrange(4)),
        ),
    )


def _write(connection: sqlite3.Connection, entries: list[GameResult], tables: RatingTables) -> None:
    connection.executemany(
        """INSERT INTO games (id, game, version, guild_id, channel_id, options, clock, rated, binding, secret,
               commitment, shuffle, snapshot, created_at, moved_at, ended_at, reason, winners, finish, table_revision)
           VALUES (?, ?, 1, ?, 1, '{}', 'live', 1, '', x'', '', 1, '{}', ?, ?, ?, 'stuck', '[]', ?, 0)""",
        [(e.game_id, e.game, e.guild_id, e.ended_at, e.ended_at, e.ended_at, e.game_id) for e in entries],
    )
    connection.executemany(
        "INSERT INTO seats (game_id, seat, user_id, cut, ended_at) VALUES (?, ?, ?, '', ?)",
        [(e.game_id, part.seat, part.user_id, e.ended_at) for e in entries for part in e.parts],
    )
    rows = [result_values(e, line, e.game_id) for e in entries for line in ratings.apply_result(e, tables)]
    connection.executemany(f"INSERT INTO results VALUES ({', '.join('?' * len(rows[0]))})", rows)  # noqa: S608 (marks)


async def _pages(stores: list[tuple[Store, int]], kinds: Mapping[str, Ask]) -> list[dict[str, float]]:
    """Pages of every kind, person and depth. Stores and kinds alternate, so that a busy moment of the machine affects
    all of them."""
    dice = random.Random(11)
    times: list[dict[str, list[float]]] = [{name: [] for name in kinds} for _ in stores]
    for _ in range(ROUNDS):
        for name, ask in kinds.items():
            for (store, servers), found in zip(stores, times, strict=True):
                found[name].append(await _timed(ask(store, servers, dice)))
    return [{name: 1000 * sorted(one)[round(0.99 * ROUNDS) - 1] for name, one in found.items()} for found in times]


async def _timed(page: Awaitable[None]) -> float:
    """CPU time of this process, all threads, so that other load on the machine is left out."""
    begun = time.process_time()
    await page
    return time.process_time() - begun


async def _board(store: Store, scope: int, servers: int, dice: random.Random) -> None:
    period = dice.choice((ALL_TIME, "season 2026-01", "month 2026-02", "week 2026-05"))
    board = (scope, GAME, period)
    asker = 1 + dice.randrange(PEOPLE * servers)
    size = PEOPLE * servers if scope == EVERYWHERE else PEOPLE
    found = await store.standings.page(board, dice.randrange(size // PAGE), asker)
    assert found.total
    if period != ALL_TIME:
        await store.standings.neighbours(board, period.split(" ")[0])


async def _profile(store: Store, servers: int, dice: random.Random) -> None:
    person = dice.randrange(PEOPLE * servers)
    scope = dice.choice((EVERYWHERE, FIRST_SERVER + person // PEOPLE))
    record = await store.standings.profile(scope, GAME, 1 + person, 1 + dice.randrange(PEOPLE * servers))
    assert record.plot
    assert await store.standings.last(scope, GAME, 1 + person, 3)


async def _history(store: Store, servers: int, dice: random.Random) -> None:
    person = 1 + dice.randrange(PEOPLE * servers)
    _, games = await store.standings.history(EVERYWHERE, person, dice.randrange(2))
    assert games


KINDS: dict[str, Ask] = {
    "leaderboard, everywhere": lambda store, servers, dice: _board(store, EVERYWHERE, servers, dice),
    "leaderboard, a server": lambda store, servers, dice: _board(
        store, FIRST_SERVER + dice.randrange(servers), servers, dice
    ),
    "profile": _profile,
    "history": _history,
}
