"""The file: its settings, one transaction at a time, and what happens when somebody is cancelled, fails or dies."""

import asyncio
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bot.store.database import APPLICATION_ID, Database, StoreError
from bot.store.store import Store
from tests.store.support import ROOT


async def names(database: Database) -> list[str]:
    return [row["name"] for row in await database.rows("SELECT name FROM meta ORDER BY name")]


ADD = "INSERT INTO meta (name, value) VALUES (?, '')"


async def test_every_commit_is_written_through(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "new" / "folder" / "x.sqlite3")
    async with database.transaction() as writer:
        for pragma, value in (
            ("journal_mode", "wal"),
            ("synchronous", 2),
            ("foreign_keys", 1),
            ("application_id", APPLICATION_ID),
        ):
            (found,) = next(iter(await writer.execute_fetchall(f"PRAGMA {pragma}")))
            assert found == value, pragma
    await database.close()


async def test_references_are_kept(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "x.sqlite3")
    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
        await database.write("INSERT INTO shown VALUES (99, 'table', 1, 1, 0, 0)")
    await database.close()


async def test_readers_cannot_write_and_see_only_what_is_committed(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "x.sqlite3")
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        await database.rows(ADD, ("by a reader",))
    async with database.transaction() as writer:
        await writer.execute(ADD, ("half",))
        assert await names(database) == []
    assert await names(database) == ["half"]
    await database.close()


async def test_one_transaction_at_a_time(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "x.sqlite3")
    inside = 0

    async def write(number: int) -> None:
        nonlocal inside
        async with database.transaction() as writer:
            inside += 1
            assert inside == 1
            await writer.execute(ADD, (f"{number:02d}",))
            await asyncio.sleep(0)
            inside -= 1

    await asyncio.gather(*(write(number) for number in range(20)))
    assert len(await names(database)) == 20
    await database.close()


async def test_what_raises_leaves_nothing(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "x.sqlite3")

    async def raise_within() -> None:
        async with database.transaction() as writer:
            await writer.execute(ADD, ("lost",))
            raise ZeroDivisionError

    async def write_wrongly() -> None:
        async with database.transaction() as writer:
            await writer.execute(ADD, ("lost",))
            await writer.execute("INSERT INTO meta (name, value) VALUES (NULL, NULL)")

    with pytest.raises(ZeroDivisionError):
        await raise_within()
    with pytest.raises(sqlite3.IntegrityError):
        await write_wrongly()
    assert await names(database) == []
    await database.write(ADD, ("kept",))
    assert await names(database) == ["kept"]
    await database.close()


@pytest.mark.parametrize("again", [1, 3], ids=["cancelled once", "cancelled again and again"])
async def test_cancelled_at_any_moment(tmp_path: Path, again: int) -> None:
    """Whenever it comes, also while beginning or committing: both rows or neither, and the next one can write."""
    database = await Database.open(tmp_path / "x.sqlite3")
    outcomes = set()

    async def write(name: str) -> None:
        async with database.transaction() as writer:
            await writer.execute(ADD, (f"{name} a",))
            await writer.execute(ADD, (f"{name} b",))

    for moment in range(40):
        task = asyncio.create_task(write(f"{moment:02d}"))
        for _ in range(moment):
            await asyncio.sleep(0)
        for _ in range(again):
            task.cancel()
            await asyncio.sleep(0)
        await asyncio.gather(task, return_exceptions=True)
        kept = [name for name in await names(database) if name.startswith(f"{moment:02d}")]
        assert len(kept) in (0, 2), moment
        assert len(kept) == 2 or task.cancelled()
        outcomes.add(len(kept))
        await database.write("DELETE FROM meta")
    assert 0 in outcomes
    await database.close()


@pytest.mark.parametrize(("statement", "kept"), [("BEGIN IMMEDIATE", []), ("COMMIT", ["row"]), (ADD, [])])
async def test_cancelled_while_waiting_for(
    statement: str, kept: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = await Database.open(tmp_path / "x.sqlite3")
    execute = database._writer.execute
    is_sent = asyncio.Event()

    def noted(sql: str, values: Any = None) -> Any:
        if sql == statement:
            is_sent.set()
        return execute(sql, values)

    monkeypatch.setattr(database._writer, "execute", noted)

    async def write() -> None:
        async with database.transaction() as writer:
            await writer.execute(ADD, ("row",))

    task = asyncio.create_task(write())
    await is_sent.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await names(database) == kept
    await database.write(ADD, ("next",))
    assert await names(database) == sorted([*kept, "next"])
    await database.close()


async def test_cancelled_while_waiting_for_its_turn(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "x.sqlite3")
    async with database.transaction():
        waiting = asyncio.create_task(database.write(ADD, ("never",)))
        await asyncio.sleep(0)
        waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    await database.write(ADD, ("next",))
    assert await names(database) == ["next"]
    await database.close()


async def test_closing_waits_for_who_is_writing_and_may_be_repeated(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "x.sqlite3")
    async with database.transaction() as writer:
        closing = asyncio.create_task(database.close())
        await asyncio.sleep(0)
        await writer.execute(ADD, ("kept",))
    await closing
    await database.close()
    assert not (tmp_path / "x.sqlite3-wal").exists()
    reopened = await Database.open(tmp_path / "x.sqlite3")
    assert await names(reopened) == ["kept"]
    await reopened.close()


@pytest.mark.parametrize("name", ["a b.sqlite3", "50% off?.sqlite3", "é#1.sqlite3", "x&mode=ro"])
async def test_any_file_name_will_do(name: str, tmp_path: Path) -> None:
    store = await Store.open(tmp_path / name)
    await store.alive(5)
    await store.close()
    assert os.listdir(tmp_path) == [name]


# What cannot be used


async def refused(path: Path) -> str:
    with pytest.raises(StoreError) as caught:
        await Database.open(path)
    assert "\n" not in str(caught.value)
    return str(caught.value)


async def test_not_a_database(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite3"
    path.write_bytes(b"Dear diary, " * 1000)
    assert "is damaged (file is not a database); put the newest file of" in await refused(path)
    assert path.read_bytes() == b"Dear diary, " * 1000


async def test_a_folder_or_a_file_in_the_way(tmp_path: Path) -> None:
    assert "cannot be opened: unable to open database file" in await refused(tmp_path)
    (tmp_path / "file").touch()
    assert "cannot be opened: [Errno" in await refused(tmp_path / "file" / "x.sqlite3")


async def test_somebody_elses_database(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite3"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE photos (id)")
    other.close()
    before = path.read_bytes()
    assert "is the database of another program" in await refused(path)
    assert path.read_bytes() == before


async def test_a_file_of_a_newer_schema(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite3"
    await (await Database.open(path)).close()
    with sqlite3.connect(path) as newer:
        newer.execute("PRAGMA user_version = 9999")
    newer.close()
    assert "was written by a newer Arbitre (schema 9999); update the bot" in await refused(path)


async def test_a_damaged_file(tmp_path: Path) -> None:
    """Bytes flipped in the frame of any page, not only the first, are noticed at boot."""
    path = tmp_path / "x.sqlite3"
    database = await Database.open(path)
    async with database.transaction() as writer:
        await writer.executemany(ADD, [(f"{number:04d}" + "x" * 200,) for number in range(200)])
    await database.close()
    sound = path.read_bytes()
    size = int.from_bytes(sound[16:18], "big")
    pages = len(sound) // size
    assert pages > 20
    for page in range(1, pages):
        broken = bytearray(sound)
        for at in range(page * size, page * size + 12):
            broken[at] ^= 0xFF
        copy = tmp_path / f"{page}.sqlite3"
        copy.write_bytes(broken)
        assert "is damaged (" in await refused(copy), page


async def test_a_shortened_file(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite3"
    await (await Database.open(path)).close()
    path.write_bytes(path.read_bytes()[:-5000])
    assert "is damaged (" in await refused(path)


async def test_a_locked_file_is_not_called_damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.sqlite3"
    connect: Any = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *args, **options: connect(*args, **options, timeout=0))
    other = connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    assert "cannot be opened: database is locked" in await refused(path)
    other.close()


# Processes

DROP = """
import asyncio, sys
from bot.store.store import Store
async def main():
    store = await Store.open(sys.argv[1])
    await store.alive(7)
    if sys.argv[2] == "kept":
        globals()["store"] = store
    if sys.argv[2] == "in a transaction":
        globals()["store"] = store
        await store.database.transaction().__aenter__()
    if sys.argv[2] == "failing":
        raise SystemExit(3)
    if sys.argv[2] == "as the loop ends":
        del store
        asyncio.get_running_loop().stop()
if sys.argv[2] == "as the loop ends":
    loop = asyncio.new_event_loop()
    loop.create_task(main())
    loop.run_forever()
    loop.close()
else:
    asyncio.run(main())
"""


@pytest.mark.parametrize("how", ["dropped", "kept", "in a transaction", "failing", "as the loop ends"])
def test_a_database_nobody_closed(how: str, tmp_path: Path) -> None:
    """The process ends, at once and in silence, and what was committed is there."""
    path = tmp_path / "x.sqlite3"
    command = [sys.executable, "-X", "dev", "-W", "always", "-c", DROP, str(path), how]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=30)
    assert (done.returncode, done.stdout, done.stderr) == (3 if how == "failing" else 0, "", "")
    with sqlite3.connect(path) as left:
        assert left.execute("SELECT value FROM meta WHERE name = 'alive_at'").fetchone() == ("7",)
    left.close()
