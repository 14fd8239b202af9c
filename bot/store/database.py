"""The database file: opening, checking, migrating, backing up, and one transaction at a time. No table of ours is
named here."""

import asyncio
import contextlib
import logging
import sqlite3
import weakref
from collections.abc import AsyncIterator, Iterable, Sequence
from pathlib import Path
from typing import Any

import aiosqlite

log = logging.getLogger(__name__)

MIGRATIONS = Path(__file__).parent / "migrations"
Row = sqlite3.Row


class StoreError(RuntimeError):
    """The database cannot be used; says what to do."""


class Database:
    """One writing connection, and one that only reads and so never sees what is not committed."""

    def __init__(self, writer: aiosqlite.Connection, reader: aiosqlite.Connection) -> None:
        self._writer = writer
        self._reader = reader
        self._turn = asyncio.Lock()
        self._dropped = weakref.finalize(self, _stop, writer, reader)

    @classmethod
    async def open(cls, path: Path) -> "Database":
        """Checks the file, brings its tables up to date (after a backup), and opens both connections."""
        uri = _place(path)
        writer = await _connect(uri)
        try:
            await _prepare(writer, path)
            reader = await _connect(f"{uri}?mode=ro")
        except BaseException:
            await writer.close()
            raise
        return cls(writer, reader)

    async def close(self) -> None:
        async with self._turn:
            self._dropped.detach()
            await self._reader.close()
            await self._writer.close()

    @contextlib.asynccontextmanager
    async def transaction(self) -> AsyncIterator[aiosqlite.Connection]:
        """Everything inside is kept together or not at all."""
        async with self._turn:
            await self._writer.execute("BEGIN IMMEDIATE")
            try:
                yield self._writer
                await self._writer.execute("COMMIT")
            except BaseException:
                await asyncio.shield(self._roll_back())
                raise

    async def _roll_back(self) -> None:
        with contextlib.suppress(sqlite3.OperationalError):  # cancelled while committing: nothing left to undo
            await self._writer.execute("ROLLBACK")

    async def write(self, sql: str, values: Sequence[Any] = ()) -> int:
        """One statement in a transaction of its own; answers how many rows it changed."""
        async with self.transaction() as connection:
            return (await connection.execute(sql, values)).rowcount

    async def rows(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        return list(await self._reader.execute_fetchall(sql, values))

    async def row(self, sql: str, values: Sequence[Any] = ()) -> Row | None:
        return next(iter(await self.rows(sql, values)), None)


def _stop(*connections: aiosqlite.Connection) -> None:
    """For a database that was dropped, not closed: as after a crash, what was committed is kept."""
    for connection in connections:
        connection.stop()


def _place(path: Path) -> str:
    """The file's address for SQLite, its folder made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    return path.absolute().as_uri()


async def _connect(uri: str) -> aiosqlite.Connection:
    connection = aiosqlite.connect(uri, uri=True, isolation_level=None)
    connection._thread.daemon = True  # a bot that fails must end, not wait for its own database
    await connection
    connection.row_factory = sqlite3.Row
    return connection


async def _prepare(writer: aiosqlite.Connection, path: Path) -> None:
    try:
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            await writer.execute_fetchall(f"PRAGMA {pragma}")
        await _check_integrity(writer, path)
        await _migrate(writer, path)
    except sqlite3.DatabaseError as error:
        raise StoreError(
            f"{path} is damaged ({error}); put the newest file of {path.parent}/backups in its place"
        ) from error


async def _check_integrity(writer: aiosqlite.Connection, path: Path) -> None:
    (answer,) = next(iter(await writer.execute_fetchall("PRAGMA quick_check(1)")))
    if answer != "ok":
        raise StoreError(f"{path} is damaged ({answer}); put the newest file of {path.parent}/backups in its place")


def migrations() -> list[tuple[int, Path]]:
    """Number and file of each step, in order."""
    return sorted((int(file.name.split("_")[0]), file) for file in MIGRATIONS.glob("*.sql"))


async def _migrate(writer: aiosqlite.Connection, path: Path) -> None:
    (version,) = next(iter(await writer.execute_fetchall("PRAGMA user_version")))
    steps = migrations()
    if version > steps[-1][0]:
        raise StoreError(f"{path} was written by a newer Arbitre (schema {version}); update the bot")
    missing = [(number, file) for number, file in steps if number > version]
    if missing and version > 0:
        await back_up(writer, path.parent / "backups" / f"{path.stem}-before-{missing[-1][0]:04d}.sqlite3")
    for number, file in missing:
        await _run_migration(writer, number, file.read_text(encoding="utf-8"))
        log.info("schema %d: %s", number, file.name)


async def _run_migration(writer: aiosqlite.Connection, number: int, script: str) -> None:
    """A step and its number in one transaction: an interrupted one never half happened."""
    await writer.execute("BEGIN IMMEDIATE")
    try:
        for statement in _statements(script):
            await writer.execute_fetchall(statement)
        await writer.execute_fetchall(f"PRAGMA user_version = {number:d}")
        await writer.execute("COMMIT")
    except BaseException:
        await writer.execute("ROLLBACK")
        raise


def _statements(script: str) -> Iterable[str]:
    pending = ""
    for line in script.splitlines(keepends=True):
        pending += line
        if sqlite3.complete_statement(pending):
            yield pending
            pending = ""


async def back_up(source: aiosqlite.Connection, target: Path) -> None:
    """A whole copy, complete before it gets its name."""
    target.parent.mkdir(parents=True, exist_ok=True)
    unfinished = target.with_suffix(".part")
    unfinished.unlink(missing_ok=True)
    async with aiosqlite.connect(unfinished) as copy:
        await source.backup(copy)
    unfinished.replace(target)
