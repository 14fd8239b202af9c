"""Copies of a database file, and checks of one. The source is only read, in one snapshot, and may be in use."""

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.store.sqlite.database import DamagedError, StoreError
from bot.store.sqlite.files import create_private, wal_files
from bot.store.sqlite.reading import open_read_only
from bot.store.sqlite.wal import truncate_wal

PAGES_A_STEP = 1024  # a copy can be interrupted between two steps


def copy_to(source: Path, target: Path) -> None:
    """Neither fsynced nor renamed: that is left to the caller."""
    discard(target)
    try:
        with open_read_only(source) as reading:
            reading.execute("BEGIN")  # one snapshot for the whole copy
            reading.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            _copy(reading, target)
    except BaseException:
        discard(target)
        raise


def _copy(reading: sqlite3.Connection, target: Path) -> None:
    create_private(target)
    try:
        with closing(sqlite3.connect(target)) as writing:
            reading.backup(writing, pages=PAGES_A_STEP)
    except sqlite3.Error as error:
        raise StoreError(f"{target} cannot be written: {error}") from error


def discard(path: Path) -> None:
    """Delete a database with its log, index and journal."""
    for file in (path, *wal_files(path), path.with_name(f"{path.name}-journal")):
        file.unlink(missing_ok=True)


def checkpoint(path: Path) -> bool:
    """Move the log into the file; return whether that worked and the file is sound. If the file is not SQLite's, its
    log may be lost unread. Raise StoreError if another process reads it: part of the log would stay outside."""
    try:
        with closing(sqlite3.connect(path)) as connection:
            if not truncate_wal(connection):
                raise StoreError(f"{path} is being read by another program; end that first")
            return bool(connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",))
    except sqlite3.Error:
        return False


def check_integrity(path: Path) -> None:
    """Check every page, index and foreign key."""
    with open_read_only(path) as connection:
        found = [row[0] for row in connection.execute("PRAGMA integrity_check(1)")]
        if found != ["ok"]:
            raise DamagedError(f"{path} is damaged ({' '.join(str(found[0]).split())})")
        if connection.execute("PRAGMA foreign_key_check").fetchone() is not None:
            raise DamagedError(f"{path} is damaged (something refers to what is not there)")


def schema_of(path: Path) -> int:
    with open_read_only(path) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])
