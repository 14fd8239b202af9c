"""Whole copies of a database, made while the bot plays on: the source is only read, as of one moment."""

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.store.sqlite.database import StoreError
from bot.store.sqlite.files import companions
from bot.store.sqlite.reading import opened

PAGES_A_STEP = 1024  # between two steps the copying can be interrupted


def copy_to(source: Path, target: Path) -> None:
    """The copy is not on the disk for certain and not called what it is yet; that is for the caller."""
    discard(target)
    try:
        with opened(source) as reading:
            reading.execute("BEGIN")  # one moment, however long it takes
            reading.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            _copy(reading, target)
    except BaseException:
        discard(target)
        raise


def _copy(reading: sqlite3.Connection, target: Path) -> None:
    try:
        with closing(sqlite3.connect(target)) as writing:
            reading.backup(writing, pages=PAGES_A_STEP)
    except sqlite3.Error as error:
        raise StoreError(f"{target} cannot be written: {error}") from error


def discard(path: Path) -> None:
    """A copy and everything SQLite may have left beside it."""
    for file in (path, *companions(path), path.with_name(f"{path.name}-journal")):
        file.unlink(missing_ok=True)


def fold(path: Path) -> bool:
    """Whether all that was in a file's log is in the sound file itself now. One that is not SQLite's it may part
    from its log unread."""
    try:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            return bool(connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",))
    except sqlite3.Error:
        return False


def check_integrity(path: Path) -> None:
    """Every page, every index, every reference."""
    with opened(path) as connection:
        found = [row[0] for row in connection.execute("PRAGMA integrity_check(1)")]
        if found != ["ok"]:
            raise StoreError(f"{path} is damaged ({' '.join(str(found[0]).split())})")
        if connection.execute("PRAGMA foreign_key_check").fetchone() is not None:
            raise StoreError(f"{path} is damaged (something refers to what is not there)")


def schema_of(path: Path) -> int:
    with opened(path) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])
