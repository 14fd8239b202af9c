"""One process a database: a file lock beside it, which the operating system releases when its holder ends."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

from bot.store.sqlite.database import StoreError
from bot.store.sqlite.files import file_lock


@contextlib.contextmanager
def process_lock(database: Path) -> Iterator[None]:
    """Raise StoreError if another process holds it: two bots on one database would both rule on the same games."""
    database.resolve().parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with file_lock(_lock_file(database), wait=False) as is_acquired:
        if not is_acquired:
            raise StoreError(f"another Arbitre is running on {database}; stop it first")
        yield


def is_locked(database: Path) -> bool:
    """Whether another process holds it. Creates no file."""
    if not _lock_file(database).exists():
        return False
    with file_lock(_lock_file(database), wait=False) as is_acquired:
        return not is_acquired


def _lock_file(database: Path) -> Path:
    """Beside the file itself: by whatever links a database is named, it has one lock."""
    return database.resolve().with_suffix(".lock")
