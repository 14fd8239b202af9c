"""Full disks: a mounted file system of a few megabytes where mounting is possible, and SQLite's page limit anywhere.
Nothing is tested here."""

import contextlib
import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.store.sqlite.database import Database

MEGABYTES = 12  # SQLite's write-ahead log alone grows to four before a checkpoint


@dataclass(frozen=True, slots=True)
class Disk:
    """`fill` leaves no free byte; `empty` frees the room again."""

    folder: Path

    @property
    def _filler(self) -> Path:
        return self.folder / "filler"

    def fill(self) -> None:
        with contextlib.suppress(OSError), self._filler.open("ab", buffering=0) as file:
            while True:
                file.write(bytes(4096))
        with contextlib.suppress(OSError), self._filler.open("ab", buffering=0) as file:
            while True:
                file.write(b"x")
        assert os.statvfs(self.folder).f_bavail == 0

    def empty(self) -> None:
        self._filler.unlink()


@contextlib.contextmanager
def real_disk(folder: Path) -> Iterator[Disk]:
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={MEGABYTES}m", "tmpfs", str(folder)]
    try:
        subprocess.run(command, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no file system can be mounted here; full disks are tested by SQLite's own limit alone")
    try:
        yield Disk(folder)
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


async def let_grow(database: Database, pages: int | None) -> None:
    """Let the vacuumed file grow by at most `pages` pages from now on; None removes the limit."""
    await database.scrub()
    (now,) = await _ask(database, "page_count")
    most = 2**30 if pages is None else now + pages
    assert await _ask(database, f"max_page_count = {most}") == (most,)


async def _ask(database: Database, pragma: str) -> tuple[int, ...]:
    rows = await database._writer.execute_fetchall(f"PRAGMA {pragma}")
    return tuple(next(iter(rows)))
