"""A store and a referee on a file, with a clock that only moves when told; and people to play."""

import contextlib
import hashlib
import itertools
import os
import random
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

from bot.players.registry import LEVELS
from bot.referee.gatherings import FIRST, Made, Terms
from bot.referee.match import Match
from bot.referee.referee import Referee
from bot.referee.replay_check import difference
from bot.store.rows import GameRow, GatheringRow, GatheringSeat, SeatRow
from bot.store.sqlite import database
from bot.store.sqlite.store import Store

ROOT = Path(__file__).parents[2]
GUILD, CHANNEL = 100, 200
ALICE, BOB, CHLOE = 1, 2, 3
PEOPLE = (ALICE, BOB)


class Clock:
    """Starts at a fixed moment."""

    def __init__(self) -> None:
        self.time = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time

    def move(self, milliseconds: int) -> None:
        self.time += timedelta(milliseconds=milliseconds)


@dataclass
class Harness:
    """A store, a referee and a clock, with methods to challenge and play."""

    path: Path
    clock: Clock
    store: Store
    referee: Referee
    keys: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    def key(self) -> str:
        return f"key {next(self.keys)}"

    async def gather(self, **terms: Any) -> Made:
        wanted = {"guild_id": GUILD, "channel_id": CHANNEL, "host_id": ALICE} | terms
        if "first" in wanted:
            wanted["options"] = {"first": FIRST[wanted.pop("first")]}
        return await self.referee.gatherings.open(Terms(**wanted), self.key())

    async def challenge(self, **terms: Any) -> GatheringRow:
        """Alice challenges Bob, unless others are invited."""
        made = await self.gather(**{"invited": (BOB,)} | terms)
        assert isinstance(made, GatheringRow)
        return made

    async def duel(self, **terms: Any) -> Match:
        """Alice challenges Bob, and he accepts."""
        row = await self.challenge(**terms)
        match = await self.referee.gatherings.sit(row.id, next(iter(row.invited), BOB))
        assert isinstance(match, Match)
        return match

    async def against_computer(self, level: str, **terms: Any) -> Match:
        match = await self.gather(computers=(level,), **terms)
        assert isinstance(match, Match)
        return match

    async def play(self, match: Match, text: str | None = None, **options: Any) -> Match:
        """Play the text, or a whole turn, for the player on turn."""
        (seat,) = match.to_act
        words = f"{chosen_turn(match)} end" if text is None else text
        options.setdefault("key", self.key())
        return await self.referee.act(match.id, match.seat(seat).user_id or 0, words, **options)

    async def play_out(self, match: Match) -> Match:
        while not match.is_over:
            match = await self.play(match)
        return match

    async def difference(self, game_id: int) -> str | None:
        row = await self.store.games.get(game_id)
        assert row is not None
        return difference(row, await self.store.games.actions(game_id))


def chosen_turn(match: Match, level: str = "greedy") -> str:
    """A turn's placements as a computer would choose them from the player's view; deterministic."""
    (seat,) = match.to_act
    return LEVELS[level].choose(match.view(seat), random.Random(match.turns))


OnStatement = Callable[[str], None]


@contextlib.contextmanager
def traced_statements(on_statement: OnStatement) -> Iterator[None]:
    """Call `on_statement` with every statement of databases opened inside, before it runs and on its thread; if
    `on_statement` raises, that is as if SQLite had."""

    class TracedConnection(sqlite3.Connection):
        def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
            on_statement(sql)
            return super().execute(sql, *values)

        def executemany(self, sql: str, *values: Any) -> sqlite3.Cursor:
            on_statement(sql)
            return super().executemany(sql, *values)

    connect: Any = sqlite3.connect
    with patch("sqlite3.connect", lambda *args, **options: connect(*args, **options, factory=TracedConnection)):
        yield


@contextlib.contextmanager
def fixed_secrets(seed: str = "") -> Iterator[None]:
    """The same shuffles in every run."""
    numbers = itertools.count()
    with patch("bot.referee.shuffle.new_secret", lambda: hashlib.sha256(f"{seed} {next(numbers)}".encode()).digest()):
        yield


_NEW: dict[str, bytes] = {}


async def new_database() -> bytes:
    """A new database, cached for each set of migrations: otherwise tests would mostly wait for it."""
    name = str(database.MIGRATIONS)
    if name not in _NEW:
        with tempfile.TemporaryDirectory(prefix="arbitre-") as folder:
            file = Path(folder) / "new.sqlite3"
            await (await Store.open(file)).close()
            _NEW[name] = file.read_bytes()
    return _NEW[name]


@contextlib.asynccontextmanager
async def open_harness(folder: Path, clock: Clock | None = None, seed: str = "") -> AsyncIterator[Harness]:
    clock = clock or Clock()
    path = folder / "arbitre.sqlite3"
    if not path.exists():
        os.makedirs(folder, exist_ok=True)
        path.write_bytes(await new_database())
    with fixed_secrets(seed):
        store = await Store.open(path)
        try:
            referee = Referee(store, clock)
            await referee.resume_clocks()
            await referee.sweep()
            yield Harness(path, clock, store, referee)
        finally:
            await store.close()


def gathering_row(**changes: Any) -> GatheringRow:
    wanted: dict[str, Any] = {
        "id": 0,
        "guild_id": GUILD,
        "channel_id": CHANNEL,
        "message_id": None,
        "host_id": ALICE,
        "game": "le-duel",
        "options": {"first": None},
        "clock": "live",
        "is_rated": True,
        "size": 2,
        "seats": (GatheringSeat(ALICE, cut="cut"), GatheringSeat(BOB, is_taken=False)),
        "binding": "b",
        "secret": bytes(32),
        "commitment": "c",
        "status": "open",
        "revision": 0,
        "created_at": 1_000,
        "expires_at": 2_000,
        "game_id": None,
        "rematch_of": None,
    }
    return GatheringRow(**(wanted | changes))


def game_row(**changes: Any) -> GameRow:
    wanted: dict[str, Any] = {
        "id": 0,
        "game": "le-duel",
        "version": 1,
        "guild_id": GUILD,
        "channel_id": CHANNEL,
        "options": {"first": 0},
        "clock": "live",
        "is_rated": True,
        "binding": "b",
        "secret": bytes(32),
        "commitment": "c",
        "shuffle": 1,
        "snapshot": '{"cards": [1, 2]}',
        "revision": 0,
        "public_revision": 0,
        "deadline": 5_000,
        "is_reminded": False,
        "draw_offer": None,
        "created_at": 1_000,
        "moved_at": 1_000,
        "ended_at": None,
        "reason": None,
        "winners": (),
        "rematch_of": None,
        "seats": (SeatRow(0, ALICE, None, "a"), SeatRow(1, BOB, None, "b")),
    }
    return GameRow(**(wanted | changes))


async def stored_game(store: Store, **changes: Any) -> GameRow:
    """A stored game, started from its own gathering."""
    name = f"binding {random.random()}"
    full = gathering_row(binding=name, seats=(GatheringSeat(ALICE), GatheringSeat(None, "any")))
    gathering = replace(full, id=await store.gatherings.add(full, name) or 0)
    game_id = await store.games.start(game_row(**changes), gathering, gathering)
    row = await store.games.get(game_id)
    assert row is not None
    return row
