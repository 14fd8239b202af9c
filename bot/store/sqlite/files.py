"""Files that are whole or not there, whatever happens meanwhile, and who may work on them. Opens no database."""

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path


def give_name(unfinished: Path, name: Path) -> None:
    """On the disk before it is called what it is, and the name too before anyone relies on it."""
    _flush(unfinished, os.O_RDONLY)
    unfinished.replace(name)
    flush_folder(name.parent)


def flush_folder(folder: Path) -> None:
    _flush(folder, os.O_RDONLY | os.O_DIRECTORY)


def _flush(path: Path, flags: int) -> None:
    number = os.open(path, flags)
    try:
        os.fsync(number)
    finally:
        os.close(number)


@contextlib.contextmanager
def alone(lock: Path, *, patiently: bool) -> Iterator[bool]:
    """Whether nobody else works under this lock, for as long as it lasts. Patiently: waits until it is so."""
    number = os.open(lock, os.O_RDONLY | os.O_CREAT, 0o644)  # to be read is enough, whoever made it
    try:
        is_ours = True
        try:
            fcntl.flock(number, fcntl.LOCK_EX | (0 if patiently else fcntl.LOCK_NB))
        except BlockingIOError:
            is_ours = False
        yield is_ours
    finally:
        os.close(number)


def resemble(file: Path, model: Path) -> None:
    """The same owner, as far as we may, and the same rights: whoever could use the one can use the other."""
    known = model.stat()
    with contextlib.suppress(PermissionError):
        os.chown(file, known.st_uid, known.st_gid)
    file.chmod(known.st_mode & 0o777)


def companions(database: Path) -> tuple[Path, Path]:
    """What SQLite keeps beside a file that is open, or that nobody closed: its log, and the log's index."""
    return database.with_name(f"{database.name}-wal"), database.with_name(f"{database.name}-shm")
