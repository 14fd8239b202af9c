"""The database file: open, check, migrate, back up, write, read. Names no table."""

import asyncio
import contextlib
import logging
import os
import sqlite3
import time
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from glob import escape
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite
from aiosqlite.core import _STOP_RUNNING_SENTINEL

from bot.store.sqlite.files import create_private, replace_durably, wal_files
from bot.store.sqlite.group_commit import Command, GroupCommit, run_on_thread, transaction
from bot.store.sqlite.page_gaps import PAGES_A_STEP, clear_gaps, pages_with_leftovers
from bot.store.sqlite.wal import lost_commits, truncate_wal

log = logging.getLogger(__name__)

MIGRATIONS = Path(__file__).parent / "migrations"
APPLICATION_ID = 0x41524254  # "ARBT"
QUICK_CHECK_LIMIT = 16 * 2**20  # bytes, which take a fraction of a second
OVERWRITES_DELETED = 9  # from this schema on, nothing deleted stays in the file
SCRUB_PATIENCE = 5.0  # seconds to wait for readers of the log
_SCRUB_RETRY, _LONGEST_SCRUB_RETRY = 0.02, 0.5  # seconds: each attempt keeps others' moves waiting
_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
Row = sqlite3.Row
T = TypeVar("T")


class StoreError(RuntimeError):
    """The database cannot be used; the message says what to do."""


class DamagedError(StoreError):
    """The file is not a sound database, and reading it again will not make it one."""


class BeingReadError(sqlite3.OperationalError):
    """Another program reads the database all the time, so that its log keeps what was deleted."""


def is_damage(error: BaseException) -> bool:
    """Whether SQLite says so; any other error (no descriptors left, no permission, busy) may pass."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGE


class Database:
    """One connection that writes, and a read-only one, which sees committed data only."""

    def __init__(self, writer: "_Connection", reader: "_Connection") -> None:
        self._writer = writer
        self._reader = reader
        self._commits = GroupCommit(writer)
        self.when_written: Callable[[float], None] = _ignore  # told how many seconds each write took
        self._dropped = weakref.finalize(self, _drop, writer, reader)

    @classmethod
    async def open(cls, path: Path) -> "Database":
        """Check the file, migrate it (after a backup), and open both connections."""
        with _as_store_error(path):
            uri = _uri(path)
            await asyncio.to_thread(_check_wal, path)
            await asyncio.to_thread(create_private, path)
            writer = await _connect(uri)
            try:
                await _prepare(writer, path)
                reader = await _connect(f"{uri}?mode=ro")
            except BaseException:
                await writer.close()
                raise
        return cls(writer, reader)

    async def close(self) -> None:
        await self._commits.close()
        self._dropped.detach()
        await self._reader.close()
        await self._writer.close()

    async def run(self, command: Command[T]) -> T:
        """Run the command atomically on the writer's thread and return once it is durable. It may share a transaction
        with other pending commands. A caller cancelled after it has begun cannot know whether it was committed: a
        retry under the same idempotency key finds out."""
        begun = time.perf_counter()
        try:
            return await self._commits.run(command)
        finally:
            self.when_written(time.perf_counter() - begun)

    async def read(self, question: Command[T]) -> T:
        """Run several queries in one piece on the reader's thread."""
        return await run_on_thread(self._reader, question)

    async def read_apart(self, question: Command[T]) -> T:
        """As `read`, on a connection of its own: for what may take long, so that other reads do not wait for it."""
        return await asyncio.to_thread(_ask_apart, self._reader.uri, question)

    async def scrub(self) -> None:
        """Remove deleted data from the files: overwrite what `secure_delete` leaves, empty the log, and delete the
        copies made before schema changes. Other writes go on between short steps. Raises if another program reads the
        log all the time."""
        file, page_size = await run_on_thread(self._writer, self._writer.file)
        await self._with_empty_log(_nothing)
        pages = await asyncio.to_thread(pages_with_leftovers, file, page_size)
        for start in range(0, len(pages), PAGES_A_STEP):
            begun = time.monotonic()
            await self._with_empty_log(partial(clear_gaps, file, page_size, pages[start : start + PAGES_A_STEP]))
            await asyncio.to_thread(os.fsync, file)  # or the writer's next checkpoint would wait for it
            await asyncio.sleep(time.monotonic() - begun)  # the writer is others' at least half of the time
        await run_on_thread(self._writer, _delete_schema_copies)

    async def _with_empty_log(self, work: Callable[[], None]) -> None:
        """Run it on the writer's thread once the whole log is in the file and nothing is cached."""
        deadline, pause = time.monotonic() + SCRUB_PATIENCE, _SCRUB_RETRY
        while not await run_on_thread(self._writer, lambda connection: _if_log_empties(connection, work)):
            if time.monotonic() > deadline:
                raise BeingReadError("another program reads the database")
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_SCRUB_RETRY)

    async def write(self, sql: str, values: Sequence[Any] = ()) -> int:
        """Run one statement; return the number of rows changed."""
        return await self.run(lambda connection: connection.execute(sql, values).rowcount)

    async def rows(self, sql: str, values: Sequence[Any] | Mapping[str, Any] = ()) -> list[Row]:
        return list(await self._reader.execute_fetchall(sql, values))

    async def row(self, sql: str, values: Sequence[Any] = ()) -> Row | None:
        return next(iter(await self.rows(sql, values)), None)


def _ignore(_seconds: float) -> None:
    pass


def _ask_apart(uri: str, question: Command[T]) -> T:
    with contextlib.closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as connection:
        connection.row_factory = sqlite3.Row
        return question(connection)


def _nothing() -> None:
    pass


def _if_log_empties(connection: sqlite3.Connection, work: Callable[[], None]) -> bool:
    """Does not wait for readers: moves wait for this thread. The transaction keeps other programs from writing."""
    ((patience,),) = connection.execute("PRAGMA busy_timeout").fetchall()
    connection.execute("PRAGMA busy_timeout = 0").fetchall()
    try:
        if not truncate_wal(connection):
            return False
        connection.execute("PRAGMA shrink_memory").fetchall()  # drops every cached page
        with transaction(connection):
            is_empty = wal_files(_path_of(connection))[0].stat().st_size == 0
            if is_empty:
                work()
            return is_empty
    finally:
        connection.execute(f"PRAGMA busy_timeout = {patience}").fetchall()


def _delete_schema_copies(connection: sqlite3.Connection) -> None:
    path = _path_of(connection)
    for copy in (path.parent / "backups").glob(f"{escape(path.stem)}-schema-*.sqlite3"):
        copy.unlink()


def _path_of(connection: sqlite3.Connection) -> Path:
    ((path,),) = connection.execute("SELECT file FROM pragma_database_list WHERE name = 'main'").fetchall()
    return Path(path)


class _Connection(aiosqlite.Connection):
    """Closed by its own thread in every case. aiosqlite alone loses a connection whose opening is cancelled."""

    def __init__(self, uri: str) -> None:
        super().__init__(self._open, iter_chunk_size=64)
        self._thread.daemon = True  # a bot that fails must end, not wait for its own database
        self.uri = uri
        self._opened: sqlite3.Connection | None = None
        self._file: int | None = None

    def _open(self) -> sqlite3.Connection:
        self._opened = sqlite3.connect(self.uri, uri=True, isolation_level=None)
        return self._opened

    def file(self, connection: sqlite3.Connection) -> tuple[int, int]:
        """A descriptor of the database file, and its page size. It stays open as long as the connection: closing it
        would drop the locks that SQLite holds on the file in this process."""
        if self._file is None:
            self._file = os.open(_path_of(connection), os.O_RDWR | os.O_CLOEXEC)
        ((page_size,),) = connection.execute("PRAGMA page_size").fetchall()
        return self._file, page_size

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
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _drop(*connections: _Connection) -> None:
    """For a database that was dropped, not closed: as after a crash, what was committed is kept."""
    for connection in connections:
        connection.drop()


def _uri(path: Path) -> str:
    """The file's URI for SQLite. Creates its folder."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
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
def _as_store_error(path: Path) -> Iterator[None]:
    """Turn errors of opening into a StoreError that says what to do."""
    try:
        yield
    except (OSError, sqlite3.OperationalError) as error:  # no such folder, no permission, a full disk, a lock
        raise StoreError(f"{path} cannot be opened: {error}") from error
    except UnicodeDecodeError as error:  # SQLite quotes the schema in its message
        raise _damaged(path, "its schema cannot be read") from error
    except sqlite3.DatabaseError as error:
        raise _damaged(path, str(error)) from error


@contextlib.contextmanager
def damage_as_store_error(path: Path) -> Iterator[None]:
    """Turn SQLite's errors of a damaged file into a StoreError: a large file is not checked when it is opened, so that
    any later read may fail."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        raise _damaged(path, str(error)) from error


def _damaged(path: Path, why: str) -> StoreError:
    reason = " ".join(why.split())
    copies = f"the newest file of {path.parent}/backups"
    return StoreError(f"{path} is damaged ({reason}); put {copies} in its place: python -m bot restore FILE")


def _check_wal(path: Path) -> None:
    """Refuse a damaged write-ahead log: SQLite would silently drop the commits after the damage."""
    lost = lost_commits(path)
    if lost > 1:
        raise _damaged(path, f"{lost} commits in its log {path.name}-wal cannot be read")
    if lost:
        log.warning("the last write to %s was cut off before it was acknowledged", path)


async def _prepare(writer: aiosqlite.Connection, path: Path) -> None:
    await _check_integrity(writer, path)
    await _check_owner(writer, path)
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "secure_delete = ON"):
        await writer.execute_fetchall(f"PRAGMA {pragma}")
    await _migrate(writer, path)
    await writer.execute_fetchall("PRAGMA foreign_keys = ON")


async def _check_integrity(writer: aiosqlite.Connection, path: Path) -> None:
    """Check a small file at every boot. A check takes ten seconds a gigabyte, while players wait: damage inside a large
    file is found when it is read, at the latest by the daily copy, which is checked whole. A truncated one does not
    open."""
    size = await _scalar(writer, "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
    if size > QUICK_CHECK_LIMIT:
        return
    answer = await _scalar(writer, "PRAGMA quick_check(1)")
    if answer != "ok":
        raise _damaged(path, answer)


async def _check_owner(writer: aiosqlite.Connection, path: Path) -> None:
    """Refuse a database of another program, unchanged."""
    owner = await _scalar(writer, "PRAGMA application_id")
    is_new = await _scalar(writer, "SELECT count(*) FROM sqlite_schema") == 0
    if owner != APPLICATION_ID and not (is_new and owner == 0):
        raise StoreError(f"{path} is the database of another program; choose another file")


async def _scalar(connection: aiosqlite.Connection, sql: str) -> Any:
    return next(iter(await connection.execute_fetchall(sql)))[0]


def migrations(folder: Path) -> list[tuple[int, Path]]:
    """Number and file of each migration, in order."""
    return sorted((int(file.name.split("_")[0]), file) for file in folder.glob("*.sql"))


async def _migrate(writer: aiosqlite.Connection, path: Path) -> None:
    version = await _scalar(writer, "PRAGMA user_version")
    steps = migrations(MIGRATIONS)
    if version > steps[-1][0]:
        raise StoreError(f"{path} was written by a newer Arbitre (schema {version}); update the bot")
    missing = [(number, file) for number, file in steps if number > version]
    if missing and version > 0:
        await back_up(writer, path.parent / "backups" / f"{path.stem}-schema-{version:04d}.sqlite3")
    for number, file in missing:
        try:
            if number == OVERWRITES_DELETED and version > 0:  # before it: interrupted here, the next start repeats it
                await writer.execute_fetchall("VACUUM")
            await run_on_thread(writer, _migration(number, file.read_text(encoding="utf-8")))
        except sqlite3.Error as error:
            raise StoreError(f"{path} cannot be brought to schema {number} ({error}); it is as it was") from error
        log.info("schema %d: %s", number, file.name)


def migrate_plainly(connection: sqlite3.Connection, version: int) -> None:
    """Bring an empty database to this schema."""
    for number, file in migrations(MIGRATIONS):
        if number <= version:
            _migration(number, file.read_text(encoding="utf-8"))(connection)


def _migration(number: int, script: str) -> Command[None]:
    """The migration and its number in one transaction. Foreign keys are checked at its end, so that it may rebuild a
    table under its old name."""

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
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    unfinished = target.with_suffix(".part")
    unfinished.unlink(missing_ok=True)
    create_private(unfinished)

    def copy(connection: sqlite3.Connection) -> None:
        with contextlib.closing(sqlite3.connect(unfinished)) as writing:
            connection.backup(writing)

    try:
        await run_on_thread(source, copy)
        replace_durably(unfinished, target)
    finally:
        unfinished.unlink(missing_ok=True)
