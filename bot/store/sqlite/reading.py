"""Reads every stored game from a file, one at a time in memory. Opens files read-only: creates and migrates nothing."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from bot.store.rows import ActionRow, GameRow
from bot.store.sqlite.database import APPLICATION_ID, MIGRATIONS, DamagedError, StoreError, is_damage, migrations
from bot.store.sqlite.files import wal_files
from bot.store.sqlite.games import action_row, game_row
from bot.store.sqlite.process_lock import is_locked
from bot.store.sqlite.wal import lost_commits

_MISMATCHED_GAME = """SELECT games.id FROM games JOIN gatherings ON gatherings.game_id = games.id
                 WHERE (gatherings.guild_id, gatherings.status) IS NOT (games.guild_id, 'started')
                 ORDER BY games.id LIMIT 1"""

StoredGame = tuple[int, GameRow | None, list[ActionRow]]


def stored_games(path: Path) -> Iterator[StoredGame]:
    """Id, row and actions of each game; no row if it cannot be decoded. Checks the schema, the file's integrity and its
    write-ahead log first."""
    with open_read_only(path) as connection:
        _check_schema(connection, path)
        _check_whole(connection, path)
        number = 0
        while (next_number := _next(connection, number)) is not None:
            number = next_number
            yield _read(connection, number)


def require_file(path: Path) -> None:
    if not path.is_file():
        raise StoreError(f"{path} is not there, or not a file")


@contextmanager
def open_read_only(path: Path) -> Iterator[sqlite3.Connection]:
    """A read-only connection, whether or not a bot has the file open. Checks the application id, not the schema."""
    require_file(path)
    log = wal_files(path)[0]
    is_closed = not log.exists()
    with _as_store_error(path), closing(_connect(path, is_closed=is_closed)) as connection:
        _check_owner(connection, path)
        yield connection
    if is_closed and log.exists():
        raise StoreError(f"{path} was opened by a bot meanwhile; try again")


def _connect(path: Path, *, is_closed: bool) -> sqlite3.Connection:
    """Open a file without a log as immutable: even a reader would otherwise leave -wal and -shm beside it."""
    uri = f"{path.absolute().as_uri()}?mode=ro{'&immutable=1' if is_closed else ''}"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None)
    connection.row_factory = sqlite3.Row
    return connection


@contextmanager
def _as_store_error(path: Path) -> Iterator[None]:
    try:
        yield
    except UnicodeDecodeError as error:  # SQLite quotes the schema in its message
        raise DamagedError(f"{path} cannot be read: its schema is damaged") from error
    except (OSError, sqlite3.Error) as error:
        kind = DamagedError if is_damage(error) else StoreError
        raise kind(f"{path} cannot be read: {error}") from error


def _check_owner(connection: sqlite3.Connection, path: Path) -> None:
    (owner,) = connection.execute("PRAGMA application_id").fetchone()
    if owner != APPLICATION_ID:
        raise StoreError(f"{path} is not a database of Arbitre")


def _check_schema(connection: sqlite3.Connection, path: Path) -> None:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    newest = migrations(MIGRATIONS)[-1][0]
    if version != newest:
        advice = "update the program" if version > newest else "start the bot once to migrate"
        raise StoreError(f"{path} has schema {version}, and this is for schema {newest}; {advice}")


def _check_whole(connection: sqlite3.Connection, path: Path) -> None:
    (answer,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if answer != "ok":
        raise StoreError(f"{path} is damaged: {answer}")
    if not is_locked(path) and (lost := lost_commits(path)) > 1:
        raise StoreError(f"{path} is damaged: {lost} commits in its log cannot be read")
    if (mismatched := connection.execute(_MISMATCHED_GAME).fetchone()) is not None:
        raise StoreError(f"{path} is damaged: game {mismatched['id']} is not the one its gathering began")


def _next(connection: sqlite3.Connection, number: int) -> int | None:
    found = connection.execute("SELECT id FROM games WHERE id > ? ORDER BY id LIMIT 1", (number,)).fetchone()
    return None if found is None else found["id"]


def _read(connection: sqlite3.Connection, number: int) -> StoredGame:
    """Read one game in one snapshot: a bot may be writing."""
    connection.execute("BEGIN")
    try:
        game = connection.execute("SELECT * FROM games WHERE id = ?", (number,)).fetchone()
        seats = connection.execute("SELECT * FROM seats WHERE game_id = ? ORDER BY seat", (number,)).fetchall()
        actions = connection.execute("SELECT * FROM actions WHERE game_id = ? ORDER BY revision", (number,)).fetchall()
    finally:
        connection.execute("COMMIT")
    try:
        return number, game_row(game, seats), [action_row(action) for action in actions]
    except (ValueError, TypeError, LookupError):
        return number, None, []
