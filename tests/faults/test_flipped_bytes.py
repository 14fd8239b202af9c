"""A bit that flips anywhere in the file or its log: the boot refuses in one sentence that says what to do, or the check
reports it, or it changed nothing of what was played. Never a traceback."""

import argparse
import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.referee import check
from bot.store.database import StoreError
from bot.store.store import Store
from tests.store.support import open_house

FLIPS = 60
# What neither a replay nor a second place in the file vouches for: when something was, what people were rated, and what
# only matters until a game begins. Ratings can be computed anew (`python -m bot ratings`).
UNVOUCHED = {
    *(("actions", column) for column in ("at",)),
    *(("games", column) for column in ("created_at", "moved_at", "deadline", "is_reminded", "options")),
    *(("seats", column) for column in ("warnings", "is_dm_closed")),
    *(
        ("challenges", column)
        for column in ("cut", "commitment", "binding", "secret", "created_at", "options", "clock")
    ),
    *((table, "") for table in ("standings", "results", "careers", "tallies", "rivalries", "tiers", "people", "meta")),
}


async def play(folder: Path) -> Path:
    """Three games that are over and three that run."""
    async with open_house(folder) as house:
        for number in range(6):
            match = await house.duel(challenger_id=10 + number, opponent_id=50 + number, clock="daily")
            await (house.play_out(match) if number % 2 else house.play(match))
        return house.path


@pytest.fixture
async def sound(tmp_path: Path) -> Path:
    return await play(tmp_path / "sound")


def flipped(sound: Path, place: int, bit: int) -> Path:
    """A copy with one bit of it turned over."""
    copy = sound.parent.parent / "flipped" / sound.name
    shutil.rmtree(copy.parent, ignore_errors=True)
    copy.parent.mkdir()
    data = bytearray(sound.read_bytes())
    data[place] ^= 1 << bit
    copy.write_bytes(data)
    return copy


async def noticed(path: Path, capsys: pytest.CaptureFixture[str]) -> str | None:
    """What boot or check say; None if both find nothing."""
    try:
        await (await Store.open(path)).close()
        is_wrong = check.run(argparse.Namespace(database=str(path)))
    except (StoreError, argparse.ArgumentTypeError) as error:
        return str(error)
    said = capsys.readouterr().out
    return said if is_wrong else None


def changes(path: Path, sound: Path) -> set[tuple[str, str]]:
    """Tables and columns in which two files differ."""
    with closing(sqlite3.connect(path)) as one, closing(sqlite3.connect(sound)) as other:
        names = other.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        return {found for (table,) in names.fetchall() for found in _changes(one, other, table)}


def _changes(one: sqlite3.Connection, other: sqlite3.Connection, table: str) -> Iterator[tuple[str, str]]:
    ours, theirs = (it.execute(f"SELECT * FROM {table}") for it in (one, other))  # noqa: S608 (a table's name)
    columns = [column[0] for column in theirs.description]
    left, right = ours.fetchall(), theirs.fetchall()
    if len(left) != len(right):
        yield table, "rows"
    for mine, yours in zip(left, right, strict=False):
        yield from ((table, name) for name, a, b in zip(columns, mine, yours, strict=True) if a != b)


def is_unvouched(change: tuple[str, str]) -> bool:
    return change in UNVOUCHED or (change[0], "") in UNVOUCHED


def places(sound: Path, where: str, chance: random.Random) -> Iterator[tuple[int, int]]:
    """Bytes and bits: anywhere in the file's header, in the frame of any page, or anywhere at all."""
    size = sound.stat().st_size
    for _ in range(FLIPS):
        page = 4096 * chance.randrange(size // 4096)
        within = {
            "header": chance.randrange(100),
            "pages": page + chance.randrange(12),
            "anywhere": chance.randrange(size),
        }
        yield within[where], chance.randrange(8)


@pytest.mark.parametrize("where", ["header", "pages", "anywhere"])
async def test_nothing_that_was_played_changes_in_silence(
    where: str, sound: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    noticed_so_often = 0
    for place, bit in places(sound, where, random.Random(where)):
        path = flipped(sound, place, bit)
        if (said := await noticed(path, capsys)) is not None:
            assert said.startswith("game ") or (str(path) in said and "\n" not in said)
            noticed_so_often += 1
            continue
        strange = {change for change in changes(path, sound) if not is_unvouched(change)}
        assert strange == set(), f"byte {place}, bit {bit}"
    assert noticed_so_often > FLIPS // 20


# The log


@pytest.fixture
async def logged(tmp_path: Path) -> Path:
    """A bot that was killed: its last games are only in the log."""
    folder = tmp_path / "killed"
    async with open_house(tmp_path / "played") as house:
        for number in range(3):
            await house.play_out(await house.duel(challenger_id=10 + number, opponent_id=50 + number))
        shutil.copytree(house.path.parent, folder)
    return folder / house.path.name


async def test_a_sound_log_is_taken_whole(logged: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check.run(argparse.Namespace(database=str(logged))) == 0
    assert "3 games checked, all as recorded" in capsys.readouterr().out
    assert await noticed(logged, capsys) is None


@pytest.mark.parametrize("where", ["header", "heads", "pages"])
async def test_a_damaged_log_is_refused_and_kept(where: str, logged: Path, tmp_path: Path) -> None:
    """As often as it is tried: SQLite alone would take what comes before the damage, and remove the rest."""
    chance = random.Random(where)
    log = logged.with_name(f"{logged.name}-wal")
    frames = (log.stat().st_size - 32) // (24 + 4096)
    for number in range(8):
        frame = 32 + chance.randrange(frames // 2) * (24 + 4096)
        place = {"header": chance.randrange(32), "heads": frame + chance.randrange(24), "pages": frame + 24 + 99}[where]
        copy = tmp_path / str(number) / logged.name
        shutil.copytree(logged.parent, copy.parent)
        data = bytearray(log.read_bytes())
        data[place] ^= 1 << chance.randrange(8)
        damaged = copy.with_name(log.name)
        damaged.write_bytes(data)
        for _ in range(2):
            with pytest.raises(StoreError, match=r"commits in its log .*-wal cannot be read\); put the newest file of"):
                await Store.open(copy)
            with pytest.raises(argparse.ArgumentTypeError, match=r"cannot be read"):
                check.run(argparse.Namespace(database=str(copy)))
        assert damaged.read_bytes() == bytes(data)


async def test_a_last_write_that_was_cut_off_is_none(
    logged: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    """A power cut in the middle of a commit: it was never acknowledged, and the bot starts as ever."""
    log = logged.with_name(f"{logged.name}-wal")
    log.write_bytes(log.read_bytes()[:-1000])
    assert await noticed(logged, capsys) is None
    damaged = bytearray(log.read_bytes()) if log.exists() else None
    assert damaged is None, "it was folded in"
    assert caplog.records == []
