"""Who works on a database: one at a time. A lock on a file beside it, which the system lifts when its holder ends."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

from bot.store.sqlite.database import StoreError
from bot.store.sqlite.files import alone


@contextlib.contextmanager
def only_one(database: Path) -> Iterator[None]:
    """Two bots on one database would both rule on the same games: the second is refused."""
    database.parent.mkdir(parents=True, exist_ok=True)
    with alone(_lock_of(database), patiently=False) as is_free:
        if not is_free:
            raise StoreError(f"another Arbitre is running on {database}; stop it first")
        yield


def is_occupied(database: Path) -> bool:
    """Whether somebody works on it now. Leaves nothing behind."""
    if not _lock_of(database).exists():
        return False
    with alone(_lock_of(database), patiently=False) as is_free:
        return not is_free


def _lock_of(database: Path) -> Path:
    return database.with_suffix(".lock")
