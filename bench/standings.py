"""What a page of a leaderboard, a profile or a history costs the store, as recorded games pile up a hundredfold.

`python -m bench standings` compares 1,000 games with 100,000; with ARBITRE_BENCH_GAMES=1000000 it compares 10,000 with
a million, which takes a while to record. Games are made up in a temporary folder and filed like played ones; only their
cards are missing, and a plain step up or down stands in for the rating model, since what is measured is reading. People
are made up with them, forty games each, in servers of two hundred.
"""

import asyncio
import os
import random
import sqlite3
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from pathlib import Path
from unittest.mock import patch

from bench.report import Row
from bot.referee import ratings
from bot.referee.clocks import MINUTE
from bot.store.ratings import result_values
from bot.store.ratings_rows import ALL_TIME, EVERYWHERE, Book, Entry, Part, Score
from bot.store.rebuilding import TABLES
from bot.store.standings import PAGE
from bot.store.store import Store

MOST = int(os.environ.get("ARBITRE_BENCH_GAMES", "100000"))
GROWTH = 100
GAMES_A_PERSON = 40
PEOPLE_A_SERVER = 200
START = 1_767_225_600_000
SPAN = 80 * 24 * 60 * MINUTE
ROUNDS = 1500
BATCH = 20_000
GAME = "le-duel"


def run() -> Iterator[Row]:
    few = asyncio.run(_measured(MOST // GROWTH))
    many = asyncio.run(_measured(MOST))
    for name, before in few.items():
        base = f"{name}, {MOST // GROWTH:,} games"
        yield Row(base, before, "ms p99", 1, base)
        yield Row(f"{name}, {MOST:,} games", many[name], "ms p99", many[name] / before, base)


async def _measured(games: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory(prefix="arbitre-bench-") as folder:
        path = Path(folder) / "arbitre.sqlite3"
        await (await Store.open(path)).close()
        people = max(PEOPLE_A_SERVER, 2 * games // GAMES_A_PERSON)
        with patch.object(ratings, "rate", _step):
            _record(path, games, people)
        store = await Store.open(path)
        try:
            return await _pages(store, people)
        finally:
            await store.close()


def _step(before: list[tuple[float, float]], scores: list[Score], weight: float) -> list[tuple[float, float]]:
    """Ratings that spread as the model's do, for a tenth of the time."""
    steps = {Score.WIN: 0.1, Score.LOSS: -0.1}
    return [
        (mu + weight * sigma * steps.get(score, 0), 1.5 + (sigma - 1.5) * (1 - 0.03 * weight))
        for (mu, sigma), score in zip(before, scores, strict=True)
    ]


def _record(path: Path, games: int, people: int) -> None:
    """In order, through the books, and into the file some thousand at a time."""
    dice, book = random.Random(7), Book()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("BEGIN")
        for first in range(0, games, BATCH):
            entries = [_entry(number, games, people, dice) for number in range(first, min(first + BATCH, games))]
            _write(connection, entries, book)
        for table, rows_of in TABLES.items():
            rows = rows_of(book)
            connection.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})", rows)  # noqa: S608
        connection.execute("COMMIT")
        connection.execute("ANALYZE")


def _entry(number: int, games: int, people: int, dice: random.Random) -> Entry:
    """Two of a server; the better one, who has the smaller number, wins more often."""
    server = dice.randrange(people // PEOPLE_A_SERVER)
    one, other = dice.sample(range(PEOPLE_A_SERVER), 2)
    is_won = dice.random() < 1 / (1 + 10 ** ((one - other) / PEOPLE_A_SERVER))
    scores = (Score.WIN, Score.LOSS) if is_won else (Score.LOSS, Score.WIN)
    if dice.random() < 0.02:
        scores = Score.DRAW, Score.DRAW
    at = START + SPAN * number // games
    base = 1 + server * PEOPLE_A_SERVER
    parts = Part(0, base + one, scores[0], is_first=True), Part(1, base + other, scores[1], chain=dice.randrange(4))
    season = ratings.season_of(at, ratings.CALENDAR)
    return Entry(
        game_id=number + 1,
        game=GAME,
        guild_id=10**6 + server,
        ended_at=at,
        season=season,
        turns=dice.randrange(10, 60),
        is_contest=True,
        is_counted=True,
        parts=parts,
    )


def _write(connection: sqlite3.Connection, entries: list[Entry], book: Book) -> None:
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
    connection.executemany(
        f"INSERT INTO results VALUES ({', '.join('?' * 23)})",  # noqa: S608 (question marks)
        [result_values(e, line, e.game_id) for e in entries for line in ratings.keep(e, book)],
    )


async def _pages(store: Store, people: int) -> dict[str, float]:
    """Every kind of page, of anybody, at any depth. The kinds take turns, so that a busy moment meets them all."""
    dice = random.Random(11)
    kinds = {
        "leaderboard, everywhere": lambda: _board(store, EVERYWHERE, people, dice),
        "leaderboard, a server": lambda: _board(store, _server(people, dice), people, dice),
        "profile": lambda: _profile(store, people, dice),
        "history": lambda: _history(store, people, dice),
    }
    times: dict[str, list[float]] = {name: [] for name in kinds}
    for _ in range(ROUNDS):
        for name, ask in kinds.items():
            times[name].append(await _timed(ask))
    return {name: 1000 * sorted(all_times)[round(0.99 * ROUNDS) - 1] for name, all_times in times.items()}


async def _timed(ask: Callable[[], Awaitable[None]]) -> float:
    begun = time.perf_counter()
    await ask()
    return time.perf_counter() - begun


def _server(people: int, dice: random.Random) -> int:
    return 10**6 + dice.randrange(people // PEOPLE_A_SERVER)


async def _board(store: Store, scope: int, people: int, dice: random.Random) -> None:
    period = dice.choice((ALL_TIME, "season 2026-01", "month 2026-02", "week 2026-05"))
    size = people if scope == EVERYWHERE else PEOPLE_A_SERVER
    page = dice.randrange(max(1, size * 9 // 10 // PAGE))
    asker = 1 + dice.randrange(people)
    found = await store.standings.page((scope, GAME, period), page, asker)
    assert found.total
    if period != ALL_TIME:
        await store.standings.neighbours((scope, GAME, period), period.split(" ")[0])


async def _profile(store: Store, people: int, dice: random.Random) -> None:
    person = 1 + dice.randrange(people)
    scope = dice.choice((EVERYWHERE, 10**6 + (person - 1) // PEOPLE_A_SERVER))
    await store.standings.record(scope, GAME, person, 1 + dice.randrange(people))
    await store.standings.history(scope, person, 0)


async def _history(store: Store, people: int, dice: random.Random) -> None:
    person = 1 + dice.randrange(people)
    await store.standings.history(EVERYWHERE, person, dice.randrange(GAMES_A_PERSON // PAGE))
