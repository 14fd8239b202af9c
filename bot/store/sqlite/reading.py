"""Every stored game, one after the other, from a file that is only read: nothing is created, checked or migrated, and
no more than one game is held in memory."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from bot.store.rows import ActionRow, GameRow
from bot.store.sqlite.database import APPLICATION_ID, MIGRATIONS, StoreError, migrations
from bot.store.sqlite.files import companions
from bot.store.sqlite.games import action_row, game_row
from bot.store.sqlite.process_lock import is_occupied
from bot.store.sqlite.wal import lost_commits

_OF_ANOTHER = """SELECT games.id FROM games JOIN challenges ON challenges.game_id = games.id
                 WHERE (challenges.guild_id, challenges.status) IS NOT (games.guild_id, 'accepted')
                 ORDER BY games.id LIMIT 1"""

StoredGame = tuple[int, GameRow | None, list[ActionRow]]


def stored_games(path: Path) -> Iterator[StoredGame]:
    """Number, row and actions of each game; no row for one that cannot even be read. First the file itself: no two
    places in it may say different things, and nothing may be missing from its log."""
    with opened(path) as connection:
        _check_schema(connection, path)
        _check_whole(connection, path)
        number = 0
        while (next_number := _next(connection, number)) is not None:
            number = next_number
            yield _read(connection, number)


def must_be_there(path: Path) -> None:
    if not path.is_file():
        raise StoreError(f"{path} is not there, or not a file")


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that can only read, whether or not a bot has the file open. Its owner is checked, its schema not."""
    must_be_there(path)
    log = companions(path)[0]
    is_at_rest = not log.exists()
    with _explained(path), closing(_connect(path, is_at_rest=is_at_rest)) as connection:
        _check_owner(connection, path)
        yield connection
    if is_at_rest and log.exists():
        raise StoreError(f"{path} was opened by a bot meanwhile; try again")


def _connect(path: Path, *, is_at_rest: bool) -> sqlite3.Connection:
    """A file that nobody has open is read as it lies: even a reader would otherwise leave files beside it."""
    uri = f"{path.absolute().as_uri()}?mode=ro{'&immutable=1' if is_at_rest else ''}"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None)
    connection.row_factory = sqlite3.Row
    return connection


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except UnicodeDecodeError as error:  # SQLite quotes what it cannot read
        raise StoreError(f"{path} cannot be read: its schema is damaged") from error
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"{path} cannot be read: {error}") from error


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
    if not is_occupied(path) and (lost := lost_commits(path)) > 1:
        raise StoreError(f"{path} is damaged: {lost} commits in its log cannot be read")
    if (strange := connection.execute(_OF_ANOTHER).fetchone()) is not None:
        raise StoreError(f"{path} is damaged: game {strange['id']} is not the one its challenge began")


def _next(connection: sqlite3.Connection, number: int) -> int | None:
    found = connection.execute("SELECT id FROM games WHERE id > ? ORDER BY id LIMIT 1", (number,)).fetchone()
    return None if found is None else found["id"]


def _read(connection: sqlite3.Connection, number: int) -> StoredGame:
    """All of one game as of one moment: a bot may be writing."""
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
