"""Durable renames, file locks, and owners of files. Opens no database."""

import contextlib
import fcntl
import os
import time
from collections.abc import Iterator
from pathlib import Path

_STEP = 4 * 2**20  # bytes


def create_private(path: Path) -> None:
    """Make an empty file that only its owner may read, unless there is one. SQLite gives a database's log the same
    mode. What prevents it is left for SQLite to report. Never opens a file that exists: closing it again would drop
    the locks that SQLite holds on it in this process."""
    with contextlib.suppress(OSError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


def copy_in_steps(file: Path, target: Path) -> None:
    """Copy a file with its owner and mode. Each step is on the disk before the next: a file written at once would keep
    every fsync waiting, and so every move."""
    create_private(target)
    with file.open("rb") as reading, target.open("r+b") as writing:
        while step := reading.read(_STEP):
            begun = time.monotonic()
            writing.write(step)
            writing.flush()
            os.fsync(writing.fileno())
            time.sleep(time.monotonic() - begun)  # the disk is others' half of the time
    copy_owner_and_mode(target, file)


def replace_durably(unfinished: Path, name: Path) -> None:
    """Rename atomically: fsync the file before, and the folder after."""
    _fsync(unfinished, os.O_RDONLY)
    unfinished.replace(name)
    fsync_folder(name.parent)


def fsync_folder(folder: Path) -> None:
    _fsync(folder, os.O_RDONLY | os.O_DIRECTORY)


def _fsync(path: Path, flags: int) -> None:
    number = os.open(path, flags)
    try:
        os.fsync(number)
    finally:
        os.close(number)


@contextlib.contextmanager
def file_lock(lock: Path, *, wait: bool) -> Iterator[bool]:
    """Hold an exclusive lock, or yield False if it is taken and `wait` is false."""
    number = os.open(lock, os.O_RDONLY | os.O_CREAT, 0o600)
    try:
        is_acquired = True
        try:
            fcntl.flock(number, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            is_acquired = False
        yield is_acquired
    finally:
        os.close(number)


def copy_owner_and_mode(file: Path, model: Path) -> None:
    """Give a file the owner (if permitted) and the mode of another."""
    known = model.stat()
    with contextlib.suppress(PermissionError):
        os.chown(file, known.st_uid, known.st_gid)
    file.chmod(known.st_mode & 0o777)


def wal_files(database: Path) -> tuple[Path, Path]:
    """The write-ahead log and its index, which exist while the file is open or if it was not closed."""
    return database.with_name(f"{database.name}-wal"), database.with_name(f"{database.name}-shm")
