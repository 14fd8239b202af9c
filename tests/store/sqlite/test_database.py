"""The database file: pragmas, isolation, files that are refused, and processes that end without closing it."""

import asyncio
import os
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from bot.store.sqlite import database as module
from bot.store.sqlite.database import APPLICATION_ID, Database, StoreError
from bot.store.sqlite.store import Store
from tests.store.support import ROOT, traced_statements
from tests.support.tiers import has_long_version, one_in


async def names(database: Database) -> list[str]:
    return [row["name"] for row in await database.rows("SELECT name FROM meta ORDER BY name")]


ADD = "INSERT INTO meta (name, value) VALUES (?, '')"


async def test_every_commit_is_written_through(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "new" / "folder" / "x.sqlite3")
    settings = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "application_id": APPLICATION_ID}

    def ask(connection: sqlite3.Connection) -> dict[str, Any]:
        return {name: connection.execute(f"PRAGMA {name}").fetchone()[0] for name in settings}

    assert await database.run(ask) == settings
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
    is_half, may_end = threading.Event(), threading.Event()

    def write(connection: sqlite3.Connection) -> None:
        connection.execute(ADD, ("half",))
        is_half.set()
        assert may_end.wait(60)

    writing = asyncio.create_task(database.run(write))
    assert await asyncio.to_thread(is_half.wait, 60)
    assert await names(database) == []
    may_end.set()
    await writing
    assert await names(database) == ["half"]
    await database.close()


async def test_a_command_that_raises_is_rolled_back(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "x.sqlite3")

    def raise_within(connection: sqlite3.Connection) -> None:
        connection.execute(ADD, ("lost",))
        raise ZeroDivisionError

    def write_wrongly(connection: sqlite3.Connection) -> None:
        connection.execute(ADD, ("lost",))
        connection.execute("INSERT INTO meta (name, value) VALUES (NULL, NULL)")

    with pytest.raises(ZeroDivisionError):
        await database.run(raise_within)
    with pytest.raises(sqlite3.IntegrityError):
        await database.run(write_wrongly)
    assert await names(database) == []
    await database.write(ADD, ("kept",))
    assert await names(database) == ["kept"]
    await database.close()


async def test_closing_waits_for_writers_and_may_be_repeated(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "x.sqlite3")
    writing = [asyncio.create_task(database.write(ADD, (f"{number:03d}",))) for number in range(100)]
    await asyncio.sleep(0)
    await database.close()
    await asyncio.gather(*writing)
    await database.close()
    with pytest.raises(ValueError, match="closed"):
        await database.write(ADD, ("too late",))
    assert not (tmp_path / "x.sqlite3-wal").exists()
    reopened = await Database.open(tmp_path / "x.sqlite3")
    assert len(await names(reopened)) == 100
    await reopened.close()


async def test_scrub_deletes_copies_of_older_schemas(tmp_path: Path) -> None:
    """They are beside the database, wherever the daily copies are; another database's stay."""
    database = await Database.open(tmp_path / "x.sqlite3")
    copies = tmp_path / "backups"
    copies.mkdir()
    for name in ("x-schema-0001.sqlite3", "x-schema-0002.sqlite3", "y-schema-0001.sqlite3", "x.sqlite3"):
        (copies / name).touch()
    await database.scrub()
    await database.close()
    assert sorted(os.listdir(copies)) == ["x.sqlite3", "y-schema-0001.sqlite3"]


async def test_a_scrub_that_leaves_the_log_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While another program reads, what was deleted stays in the log."""
    path = tmp_path / "x.sqlite3"
    database = await Database.open(path)
    monkeypatch.setattr(module, "SCRUB_PATIENCE", 0.1)
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM meta").fetchone()
        await database.write("INSERT INTO meta (name, value) VALUES ('word', '1')")
        with pytest.raises(sqlite3.OperationalError):
            await database.scrub()
        reader.execute("COMMIT")
    await database.scrub()
    assert path.with_name("x.sqlite3-wal").stat().st_size == 0
    await database.close()


async def test_a_scrub_never_writes_the_whole_file(tmp_path: Path) -> None:
    """A VACUUM stops every other write for as long as writing the file takes."""
    statements: list[str] = []
    with traced_statements(statements.append):
        database = await Database.open(tmp_path / "x.sqlite3")
        await database.scrub()
        await database.close()
    assert not [sql for sql in statements if "VACUUM" in sql]


@pytest.mark.parametrize("name", ["a b.sqlite3", "50% off?.sqlite3", "é#1.sqlite3", "x&mode=ro"])
async def test_any_file_name_will_do(name: str, tmp_path: Path) -> None:
    store = await Store.open(tmp_path / name)
    await store.heartbeat(5)
    await store.close()
    assert os.listdir(tmp_path) == [name]


# Files that are refused


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


async def test_a_database_of_another_program(tmp_path: Path) -> None:
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
    """Flipped bytes in the header of any page are found at boot."""
    path = tmp_path / "x.sqlite3"
    database = await Database.open(path)
    rows = [(f"{number:04d}" + "x" * 200,) for number in range(200)]
    await database.run(lambda connection: connection.executemany(ADD, rows).rowcount)
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


async def test_a_large_file_is_opened_without_being_looked_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A truncated file is refused all the same, and damage is reported when it is read."""
    path = tmp_path / "x.sqlite3"
    database = await Database.open(path)
    rows = [(f"{number:04d}" + "x" * 200,) for number in range(200)]
    await database.run(lambda connection: connection.executemany(ADD, rows).rowcount)
    await database.close()
    sound = path.read_bytes()
    monkeypatch.setattr(module, "QUICK_CHECK_LIMIT", len(sound) - 1)
    heard: list[str] = []
    with traced_statements(heard.append):
        await (await Database.open(path)).close()
    assert not any("quick_check" in sql for sql in heard)
    path.write_bytes(sound[:-5000])
    assert "is damaged (" in await refused(path)
    page = sound.rindex(b"0199x") // 4096 * 4096
    path.write_bytes(sound[:page] + bytes(255 - byte for byte in sound[page : page + 12]) + sound[page + 12 :])
    opened = await Database.open(path)
    with pytest.raises(sqlite3.DatabaseError, match="malformed"):
        await names(opened)
    await opened.close()


async def test_a_locked_file_is_not_called_damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.sqlite3"
    connect: Any = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *args, **options: connect(*args, **options, timeout=0))
    other = connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    assert "cannot be opened: database is locked" in await refused(path)
    other.close()


async def test_an_opening_that_is_cancelled_leaves_nothing_open(tmp_path: Path) -> None:
    still_open: set[int] = set()

    class Counted(sqlite3.Connection):
        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            still_open.add(id(self))

        def close(self) -> None:
            super().close()
            still_open.discard(id(self))

    connect: Any = sqlite3.connect
    with patch("sqlite3.connect", lambda *args, **options: connect(*args, **options, factory=Counted)):
        for moment in range(60):
            opening = asyncio.create_task(Database.open(tmp_path / f"{moment}.sqlite3"))
            for _ in range(moment):
                await asyncio.sleep(0)
            opening.cancel()
            (outcome,) = await asyncio.gather(opening, return_exceptions=True)
            if isinstance(outcome, Database):
                await outcome.close()
            assert still_open == set(), moment


# Processes

DROP = """
import asyncio, sys, time
from bot.store.sqlite.store import Store
async def main():
    asyncio.get_running_loop().slow_callback_duration = 60  # the machine may be busy
    store = await Store.open(sys.argv[1])
    await store.heartbeat(7)
    if sys.argv[2] == "kept":
        globals()["store"] = store
    if sys.argv[2] == "in a transaction":
        globals()["store"] = store
        asyncio.create_task(store.database.run(lambda connection: time.sleep(60)))
        await asyncio.sleep(0)
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


@has_long_version
@pytest.mark.parametrize("how", one_in(2, ["dropped", "kept", "in a transaction", "failing", "as the loop ends"]))
def test_a_database_that_was_not_closed(how: str, tmp_path: Path) -> None:
    """The process ends at once and prints nothing, and committed rows are there."""
    path = tmp_path / "x.sqlite3"
    command = [sys.executable, "-X", "dev", "-W", "always", "-c", DROP, str(path), how]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=30)
    assert (done.returncode, done.stdout, done.stderr) == (3 if how == "failing" else 0, "", "")
    with sqlite3.connect(path) as left:
        assert left.execute("SELECT value FROM meta WHERE name = 'alive_at'").fetchone() == ("7",)
    left.close()
