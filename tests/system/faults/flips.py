"""Bit flips in a database file, and whether they are detected."""

import argparse
import contextlib
import io
import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from bot.operations import check_command
from bot.store.sqlite.database import StoreError
from bot.store.sqlite.store import Store
from tests.store.support import open_harness

FLIPPED = ("the header", "the frames of pages", "anything")
# Columns that neither a replay nor a redundant copy verifies: times, ratings, and data that only matters until a game
# starts. Ratings can be recomputed (`python -m bot ratings`).
_UNVERIFIED = {
    "actions": ("at",),
    "games": ("created_at", "moved_at", "deadline", "is_reminded", "options"),
    "seats": ("warnings", "is_dm_closed"),
    "gatherings": ("commitment", "binding", "secret", "created_at", "options", "clock", "channel_id", "game"),
    "gathering_seats": ("",),
    **dict.fromkeys(("standings", "results", "careers", "tallies", "rivalries", "tiers", "people", "meta"), ("",)),
}


@dataclass(slots=True)
class Survey:
    """`silent` lists undetected changes; must be empty."""

    flips: int = 0
    noticed: int = 0
    silent: list[str] = field(default_factory=list)


async def play(folder: Path) -> Path:
    """Three finished games and three running ones."""
    async with open_harness(folder) as harness:
        for number in range(6):
            match = await harness.duel(host_id=10 + number, invited=(50 + number,), clock="daily")
            await (harness.play_out(match) if number % 2 else harness.play(match))
        return harness.path


async def survey(folder: Path, where: str, flips: int) -> Survey:
    """Flip one bit at a time, seeded: the boot refuses in one sentence, or the check reports it, or no game data
    changed."""
    sound, found = await play(folder / "sound"), Survey()
    for place, bit in _places(sound.stat().st_size, where, flips):
        path = _flipped(sound, place, bit)
        said = await noticed(path)
        found.flips += 1
        found.noticed += said is not None
        if said is not None and not (said.startswith("game ") or (str(path) in said and "\n" not in said)):
            found.silent.append(f"byte {place}, bit {bit}: not a sentence: {said}")
        if said is None and (strange := sorted(_changes(path, sound))):
            found.silent.append(f"byte {place}, bit {bit}: {strange} changed")
    return found


async def noticed(path: Path) -> str | None:
    """The message of boot or check; None if neither finds anything."""
    said = io.StringIO()
    try:
        await (await Store.open(path)).close()
        with contextlib.redirect_stdout(said):
            is_wrong = check_command.run(argparse.Namespace(database=str(path)))
    except (StoreError, argparse.ArgumentTypeError) as error:
        return str(error)
    return said.getvalue() if is_wrong else None


def _places(size: int, where: str, flips: int) -> Iterator[tuple[int, int]]:
    chance = random.Random(where)
    for _ in range(flips):
        page = 4096 * chance.randrange(size // 4096)
        places = (chance.randrange(100), page + chance.randrange(12), chance.randrange(size))
        yield places[FLIPPED.index(where)], chance.randrange(8)


def _flipped(sound: Path, place: int, bit: int) -> Path:
    """A copy with one bit flipped."""
    copy = sound.parent.parent / "flipped" / sound.name
    shutil.rmtree(copy.parent, ignore_errors=True)
    copy.parent.mkdir()
    data = bytearray(sound.read_bytes())
    data[place] ^= 1 << bit
    copy.write_bytes(data)
    return copy


def _changes(path: Path, sound: Path) -> set[str]:
    """Verified columns whose values differ."""
    with closing(sqlite3.connect(path)) as one, closing(sqlite3.connect(sound)) as other:
        tables = other.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        names = [name for (name,) in tables]
        one.text_factory = other.text_factory = bytes  # a flip may leave what is not UTF-8
        return {f"{table}.{column}" for table in names for column in _changes_in(one, other, table)}


def _changes_in(one: sqlite3.Connection, other: sqlite3.Connection, table: str) -> Iterator[str]:
    unverified = _UNVERIFIED.get(table, ())
    if "" in unverified:
        return
    ours, theirs = (it.execute(f"SELECT * FROM {table}") for it in (one, other))  # noqa: S608 (a table's name)
    columns = [column[0] for column in theirs.description]
    left, right = ours.fetchall(), theirs.fetchall()
    if len(left) != len(right):
        yield "rows"
    for mine, yours in zip(left, right, strict=False):
        yield from (name for name, a, b in zip(columns, mine, yours, strict=True) if a != b and name not in unverified)
