"""Compares what a database file is made of with what the migrations make. A table, index, view or trigger of another
origin could change rows behind the bot's back."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

from bot.store.sqlite.database import MIGRATIONS, StoreError, migrate_plainly, migrations
from bot.store.sqlite.reading import open_read_only

Part = tuple[str, str, str]  # kind, name, and the statement of what runs by itself
_RUNS = ("trigger", "view")


def check_schema(path: Path) -> None:
    """Raise StoreError if the file holds anything else, or lacks anything. A newer program's file is left to others."""
    with open_read_only(path) as connection:
        version = int(connection.execute("PRAGMA user_version").fetchone()[0])
        found = _parts(connection)
    if version > migrations(MIGRATIONS)[-1][0]:
        return
    different = sorted(found ^ _expected(version))
    if different:
        kind, name, _ = different[0]
        raise StoreError(f"{path} is not as Arbitre makes its databases: look at its {kind} {_shown(name)}")


def _expected(version: int) -> set[Part]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        migrate_plainly(connection, version)
        return _parts(connection)


def _parts(connection: sqlite3.Connection) -> set[Part]:
    """Spaces and quotation marks do not count: SQLite's versions write renamed tables differently."""
    rows = connection.execute("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite^_%' ESCAPE '^'")
    return {(kind, name, re.sub(r'[\s"]+', "", sql or "") if kind in _RUNS else "") for kind, name, sql in rows}


def _shown(name: str) -> str:
    return "".join(sign if sign.isprintable() else "?" for sign in name)[:60]
