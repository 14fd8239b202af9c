"""Nothing of a deleted row is left in the file: over a database whose pages were split, merged and freed many times."""

import asyncio
import os
import random
import shutil
import sqlite3
from collections.abc import Container
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.store.sqlite.database import Database
from bot.store.sqlite.page_gaps import pages_with_leftovers
from tests.support.tiers import has_long_version, sized

PEOPLE = 300
ROUNDS = sized(2_500, 6_000)
FIRST = 10**18  # ids as Discord's: eight bytes


def person(dice: random.Random) -> int:
    return FIRST + 7_919 * dice.randrange(PEOPLE)


def churn(
    connection: sqlite3.Connection, dice: random.Random, gone: Container[int] = (), *, rounds: int = ROUNDS
) -> None:
    """Rows come, grow, shrink and go, with content in tables, in indexes and on overflow pages."""
    for number in range(rounds):
        who, game = person(dice), dice.randrange(10**6)
        if who in gone:
            continue
        text = f"{who} " * dice.choice((1, 2, 5, 400))
        connection.execute(
            """INSERT INTO people (user_id, name, locale, seen_at) VALUES (?, ?, 'en', 1)
               ON CONFLICT DO UPDATE SET name = excluded.name""",
            (who, text),
        )
        connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (f"{game}", f"{who} {text[:300]}"))
        standing = (dice.randrange(9), f"game {dice.randrange(99)}", "all", who, dice.randrange(2000))
        connection.execute("INSERT OR REPLACE INTO standings VALUES (?, ?, ?, ?, 1.0, 1.0, ?, 1, 1, 1)", standing)
        if number % 4 == 0:
            connection.execute("DELETE FROM meta WHERE name > ? AND name < ?", (f"{game}", f"{game}~"))
            connection.execute("DELETE FROM standings WHERE scope = ? AND user_id = ?", (number % 9, who))


def erase(connection: sqlite3.Connection, gone: list[int]) -> None:
    for who in gone:
        connection.execute("DELETE FROM people WHERE user_id = ?", (who,))
        connection.execute("DELETE FROM standings WHERE user_id = ?", (who,))
        connection.execute("DELETE FROM meta WHERE value LIKE ? || ' %'", (who,))


def varint(number: int) -> bytes:
    """As SQLite writes the row numbers of tables, and the keys in their inner pages: nine bytes, from 2**56 on."""
    high, last = divmod(number, 256)
    return bytes([*(128 | high >> 7 * place & 127 for place in range(7, -1, -1)), last])


def traces(path: Path, gone: list[int]) -> int:
    files = [file.read_bytes() for file in path.parent.glob(f"{path.name}*")]
    needles = [form for who in gone for form in (who.to_bytes(8, "big"), varint(who), str(who).encode())]
    return sum(file.count(needle) for file in files for needle in needles)


@has_long_version
async def test_no_byte_of_a_deleted_row_is_left(tmp_path: Path) -> None:
    path, dice = tmp_path / "x.sqlite3", random.Random(5)
    database = await Database.open(path)
    await database.run(lambda connection: churn(connection, dice))
    gone = [FIRST + 7_919 * number for number in range(0, PEOPLE, 3)]
    await database.run(lambda connection: erase(connection, gone))
    assert traces(path, gone) > 0, "the test sees what is left before"
    await database.scrub()
    assert traces(path, gone) == 0
    await database.run(lambda connection: churn(connection, dice, gone))
    await database.scrub()
    assert traces(path, gone) == 0, "no cached page brings it back"
    await database.close()
    assert traces(path, gone) == 0
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


class PowerCutError(Exception):
    """Nothing is written after it."""


def cut_power(monkeypatch: pytest.MonkeyPatch, after: int, dice: random.Random) -> None:
    """From that write on, the last of which is torn."""
    pwrite, left = os.pwrite, [after]

    def torn(file: int, content: bytes, offset: int) -> int:
        left[0] -= 1
        if left[0] > 0:
            return pwrite(file, content, offset)
        pwrite(file, content[: dice.randrange(len(content) + 1)], offset)
        raise PowerCutError

    monkeypatch.setattr(os, "pwrite", torn)


def rows_of(path: Path) -> dict[str, list[Any]]:
    """Every row of a sound database."""
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        names = ("people", "meta", "standings")
        return {name: connection.execute(f"SELECT * FROM {name}").fetchall() for name in names}  # noqa: S608


@has_long_version
@pytest.mark.parametrize("seed", range(sized(2, 25, soak=60)))
async def test_whatever_happens_no_row_is_lost_and_no_byte_is_left(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others write all the time; the power is cut in the middle of a page; then it is done again. Free pages and
    overflow pages lie between the others."""
    dice = random.Random(seed)
    path, left = tmp_path / "x.sqlite3", tmp_path / "after" / "x.sqlite3"
    database = await Database.open(path)
    await database.run(lambda connection: churn(connection, dice, rounds=sized(1500, 4000)))
    gone = sorted({person(dice) for _ in range(dice.choice((1, 20, 250)))})
    await database.run(lambda connection: erase(connection, gone))
    await database.write("INSERT INTO meta VALUES ('large', ?)", (f"{gone[0]}" * 20_000,))
    await database.write("DELETE FROM meta WHERE name = 'large'")
    assert await database.row("SELECT 1 FROM pragma_freelist_count WHERE freelist_count > 50")
    with monkeypatch.context() as broken:
        cut_power(broken, dice.randrange(1, 40), dice)
        with pytest.raises(PowerCutError):
            await database.scrub()
        shutil.copytree(tmp_path, left.parent, ignore=lambda *_: ["after"])
    before = rows_of(path)
    await database.close()
    assert rows_of(left) == before

    database, others = await Database.open(left), random.Random(seed)
    writing = asyncio.create_task(write_on(database, others, set(gone)))
    await database.scrub()
    writing.cancel()
    await asyncio.gather(writing, return_exceptions=True)
    await database.scrub()
    assert traces(left, gone) == 0
    before = rows_of(left)
    await database.close()
    assert rows_of(left) == before
    assert traces(left, gone) == 0


async def write_on(database: Database, dice: random.Random, gone: set[int]) -> None:
    while True:
        await database.run(lambda connection: churn(connection, dice, gone, rounds=5))
        await asyncio.sleep(0)


async def test_secure_delete_alone_leaves_copies_of_moved_rows(tmp_path: Path) -> None:
    """Why gaps are cleared: SQLite overwrites what is deleted, not what it has moved before."""
    path, dice = tmp_path / "x.sqlite3", random.Random(5)
    await (await Database.open(path)).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute("BEGIN")
        churn(connection, dice)
        gone = [FIRST + 7_919 * number for number in range(0, PEOPLE, 3)]
        erase(connection, gone)
        connection.execute("COMMIT")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        assert traces(path, gone) > 0


async def test_a_search_ends_before_it_takes_an_overflow_page_for_another(tmp_path: Path) -> None:
    file = tmp_path / "large"
    with file.open("wb") as large:
        large.truncate(2**25)
        with pytest.raises(ValueError, match="too large"):
            pages_with_leftovers(large.fileno(), 1)
