"""A durable rename: the file is fsynced before, the folder after; and who may read the files."""

import asyncio
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.operations.backups import Backups
from bot.store.sqlite.files import create_private, replace_durably
from bot.store.sqlite.process_lock import process_lock
from bot.store.sqlite.store import Store


def test_a_name_is_given_between_two_waits_for_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a power cut could leave an empty file under the new name, or none."""
    unfinished, name = tmp_path / "copy.part", tmp_path / "copy"
    unfinished.write_bytes(b"whole")
    flushed: list[tuple[int, bool]] = []
    monkeypatch.setattr(os, "fsync", lambda number: flushed.append((os.fstat(number).st_ino, name.exists())))
    replace_durably(unfinished, name)
    assert flushed == [(name.stat().st_ino, False), (tmp_path.stat().st_ino, True)]
    assert name.read_bytes() == b"whole"


def test_a_file_that_exists_is_not_even_opened(tmp_path: Path) -> None:
    """Closing another descriptor would drop SQLite's locks on it in this process."""
    path = tmp_path / "a.sqlite3"
    with closing(sqlite3.connect(path, isolation_level=None)) as first:
        first.execute("CREATE TABLE t (x)")
        first.execute("BEGIN EXCLUSIVE")
        create_private(path)
        other = "import sqlite3, sys; sqlite3.connect(sys.argv[1], timeout=0).execute('INSERT INTO t VALUES (1)')"
        done = subprocess.run([sys.executable, "-c", other, str(path)], capture_output=True, text=True, check=False)
        assert "database is locked" in done.stderr


async def test_only_their_owner_reads_the_files(tmp_path: Path) -> None:
    """Under the umask that most systems have: the database, its log, the lock, the copies and their folders."""
    umask = os.umask(0o022)
    try:
        database = tmp_path / "var" / "a.sqlite3"
        with process_lock(database):
            store = await Store.open(database)
            await store.heartbeat(5)
            backups = Backups(database, tmp_path / "copies", 7, 4)
            await asyncio.to_thread(backups.make, datetime(2026, 11, 16, tzinfo=UTC))
            modes = await asyncio.to_thread(_modes, tmp_path)
            await store.close()
    finally:
        os.umask(umask)
    assert {"var", "a.sqlite3", "a.sqlite3-wal", "a.lock", "copies"} <= modes.keys()
    assert len([name for name in modes if name.endswith(".sqlite3")]) == 2
    assert [name for name, mode in modes.items() if mode & 0o077] == []


def _modes(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mode for path in folder.rglob("*")}
