"""The database file: opening, checking, migrating, backing up, writing and reading. No table of ours is named here."""

import asyncio
import contextlib
import logging
import sqlite3
import time
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from glob import escape
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite
from aiosqlite.core import _STOP_RUNNING_SENTINEL

from bot.store.files import give_name
from bot.store.line import Command, Line, on_its_thread, transaction
from bot.store.logged import lost_commits

log = logging.getLogger(__name__)

MIGRATIONS = Path(__file__).parent / "migrations"
APPLICATION_ID = 0x41524254  # "ARBT": how SQLite files say whose they are
WHOLE_AT_BOOT = 16 * 2**20  # bytes that are looked through in a fraction of a second
_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
Row = sqlite3.Row
T = TypeVar("T")


class StoreError(RuntimeError):
    """The database cannot be used; says what to do."""


class Database:
    """One writing connection, and one that only reads and so never sees what is not committed."""

    def __init__(self, writer: "_Connection", reader: "_Connection") -> None:
        self._writer = writer
        self._reader = reader
        self._line = Line(writer)
        self.when_written: Callable[[float], None] = _ignore  # told how many seconds each write took
        self._dropped = weakref.finalize(self, _drop, writer, reader)

    @classmethod
    async def open(cls, path: Path) -> "Database":
        """Checks the file, brings its tables up to date (after a backup), and opens both connections."""
        with _explained(path):
            uri = _place(path)
            await asyncio.to_thread(_check_log, path)
            writer = await _connect(uri)
            try:
                await _prepare(writer, path)
                reader = await _connect(f"{uri}?mode=ro")
            except BaseException:
                await writer.close()
                raise
        return cls(writer, reader)

    async def close(self) -> None:
        await self._line.close()
        self._dropped.detach()
        await self._reader.close()
        await self._writer.close()

    async def run(self, command: Command[T]) -> T:
        """Everything the command does with the connection is kept together or not at all, and is on the disk before it
        answers; it runs on the database's thread, perhaps in one transaction with others that waited. Who is cancelled
        once it has begun cannot know which; a request made again under its own key finds out."""
        begun = time.perf_counter()
        try:
            return await self._line.run(command)
        finally:
            self.when_written(time.perf_counter() - begun)

    async def read(self, question: Command[T]) -> T:
        """Several questions in one piece; nothing that is not committed is seen."""
        return await on_its_thread(self._reader, question)

    async def scrub(self) -> None:
        """Writes the file anew without what was deleted from it, empties its log, and removes the copies that were made
        before schema changes: they hold what was deleted."""
        await on_its_thread(self._writer, _scrub)

    async def write(self, sql: str, values: Sequence[Any] = ()) -> int:
        """One statement; answers how many rows it changed."""
        return await self.run(lambda connection: connection.execute(sql, values).rowcount)

    async def rows(self, sql: str, values: Sequence[Any] | Mapping[str, Any] = ()) -> list[Row]:
        return list(await self._reader.execute_fetchall(sql, values))

    async def row(self, sql: str, values: Sequence[Any] = ()) -> Row | None:
        return next(iter(await self.rows(sql, values)), None)


def _ignore(_seconds: float) -> None:
    """For a database nobody watches."""


def _scrub(connection: sqlite3.Connection) -> None:
    connection.execute("VACUUM")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    path = Path(connection.execute("SELECT file FROM pragma_database_list WHERE name = 'main'").fetchone()[0])
    for copy in (path.parent / "backups").glob(f"{escape(path.stem)}-schema-*.sqlite3"):
        copy.unlink()


class _Connection(aiosqlite.Connection):
    """Closed by its own thread in every case. aiosqlite alone loses a connection whose opening is cancelled."""

    def __init__(self, uri: str) -> None:
        super().__init__(self._open, iter_chunk_size=64)
        self._thread.daemon = True  # a bot that fails must end, not wait for its own database
        self._uri = uri
        self._opened: sqlite3.Connection | None = None

    def _open(self) -> sqlite3.Connection:
        self._opened = sqlite3.connect(self._uri, uri=True, isolation_level=None)
        return self._opened

    def stop(self) -> asyncio.Future[Any] | None:
        self._tx.put_nowait((None, self._close_opened))
        return super().stop()

    def drop(self) -> None:
        """Stops without an answer, which might come after the event loop's end. Starts no thread to ask for it: from
        Python 3.12 on none can be started as the interpreter exits."""
        self._running = False
        self._tx.put_nowait((None, self._end))

    def _end(self) -> object:
        self._close_opened()
        self._connection = None
        return _STOP_RUNNING_SENTINEL

    def _close_opened(self) -> None:
        if self._opened is not None:
            self._opened.close()


def _drop(*connections: _Connection) -> None:
    """For a database that was dropped, not closed: as after a crash, what was committed is kept."""
    for connection in connections:
        connection.drop()


def _place(path: Path) -> str:
    """The file's address for SQLite, its folder made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    return path.absolute().as_uri()


async def _connect(uri: str) -> _Connection:
    """Statements are kept prepared, which saves a third of a move. So every cursor has to be read to its end on the
    database's own thread: one dropped elsewhere resets its statement, which might just then be in use here, and SQLite
    calls that misuse. Hence commands and questions, which run there whole, and no cursor ever leaves it."""
    connection = _Connection(uri)
    try:
        await connection
    except BaseException:
        await asyncio.to_thread(connection._thread.join)  # it has a last word for the event loop, which may end soon
        raise
    connection.row_factory = sqlite3.Row
    return connection


@contextlib.contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Whatever is wrong with the file, in one sentence that says what to do."""
    try:
        yield
    except (OSError, sqlite3.OperationalError) as error:  # no such folder, no permission, a full disk, a lock
        raise StoreError(f"{path} cannot be opened: {error}") from error
    except UnicodeDecodeError as error:  # SQLite quotes what it cannot read
        raise _damaged(path, "its schema cannot be read") from error
    except sqlite3.DatabaseError as error:
        raise _damaged(path, str(error)) from error


@contextlib.contextmanager
def noticing_damage(path: Path) -> Iterator[None]:
    """Around all that is done with a file: what was not looked through when it was opened may fail when it is read."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF not in _DAMAGE:
            raise
        raise _damaged(path, str(error)) from error


def _damaged(path: Path, why: str) -> StoreError:
    reason = " ".join(why.split())
    return StoreError(f"{path} is damaged ({reason}); put the newest file of {path.parent}/backups in its place")


def _check_log(path: Path) -> None:
    """What was committed and not yet folded in: SQLite would drop all that follows a damaged place without a word."""
    lost = lost_commits(path)
    if lost > 1:
        raise _damaged(path, f"{lost} commits in its log {path.name}-wal cannot be read")
    if lost:
        log.warning("the last write to %s was cut off; nobody was told of it", path)


async def _prepare(writer: aiosqlite.Connection, path: Path) -> None:
    await _check_integrity(writer, path)
    await _check_owner(writer, path)
    for pragma in ("journal_mode = WAL", "synchronous = FULL"):
        await writer.execute_fetchall(f"PRAGMA {pragma}")
    await _migrate(writer, path)
    await writer.execute_fetchall("PRAGMA foreign_keys = ON")


async def _check_integrity(writer: aiosqlite.Connection, path: Path) -> None:
    """Looking through a file takes ten seconds a gigabyte, in which players wait: only one that is small is looked
    through at every boot. A large one has lost its beginning or its end, or it opens; what is damaged in between is
    noticed when it is read, and at the latest by the daily copy, which is checked whole."""
    size = await _ask(writer, "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
    if size > WHOLE_AT_BOOT:
        return
    answer = await _ask(writer, "PRAGMA quick_check(1)")
    if answer != "ok":
        raise _damaged(path, answer)


async def _check_owner(writer: aiosqlite.Connection, path: Path) -> None:
    """Somebody else's database is left as it is."""
    owner = await _ask(writer, "PRAGMA application_id")
    is_new = await _ask(writer, "SELECT count(*) FROM sqlite_schema") == 0
    if owner != APPLICATION_ID and not (is_new and owner == 0):
        raise StoreError(f"{path} is the database of another program; choose another file")


async def _ask(connection: aiosqlite.Connection, sql: str) -> Any:
    return next(iter(await connection.execute_fetchall(sql)))[0]


def migrations(folder: Path) -> list[tuple[int, Path]]:
    """Number and file of each step, in order."""
    return sorted((int(file.name.split("_")[0]), file) for file in folder.glob("*.sql"))


async def _migrate(writer: aiosqlite.Connection, path: Path) -> None:
    version = await _ask(writer, "PRAGMA user_version")
    steps = migrations(MIGRATIONS)
    if version > steps[-1][0]:
        raise StoreError(f"{path} was written by a newer Arbitre (schema {version}); update the bot")
    missing = [(number, file) for number, file in steps if number > version]
    if missing and version > 0:
        await back_up(writer, path.parent / "backups" / f"{path.stem}-schema-{version:04d}.sqlite3")
    for number, file in missing:
        try:
            await on_its_thread(writer, _step(number, file.read_text(encoding="utf-8")))
        except sqlite3.Error as error:
            raise StoreError(f"{path} cannot be brought to schema {number} ({error}); it is as it was") from error
        log.info("schema %d: %s", number, file.name)


def _step(number: int, script: str) -> Command[None]:
    """A step and its number in one transaction: an interrupted one never half happened. References are checked at its
    end, so that a step may build a table anew under its old name."""

    def run(connection: sqlite3.Connection) -> None:
        with transaction(connection):
            for statement in _statements(script):
                connection.execute(statement)
            if connection.execute("PRAGMA foreign_key_check").fetchall():
                raise sqlite3.IntegrityError("something refers to what is not there")
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID:d}")
            connection.execute(f"PRAGMA user_version = {number:d}")

    return run


def _statements(script: str) -> Iterable[str]:
    pending = ""
    for line in script.splitlines(keepends=True):
        pending += line
        if sqlite3.complete_statement(pending):
            yield pending
            pending = ""
    if pending.strip():
        yield pending


async def back_up(source: aiosqlite.Connection, target: Path) -> None:
    """A whole copy, complete and on the disk before it gets its name."""
    target.parent.mkdir(parents=True, exist_ok=True)
    unfinished = target.with_suffix(".part")
    unfinished.unlink(missing_ok=True)

    def copy(connection: sqlite3.Connection) -> None:
        with contextlib.closing(sqlite3.connect(unfinished)) as writing:
            connection.backup(writing)

    await on_its_thread(source, copy)
    give_name(unfinished, target)
