"""Killed at every step of migrating an old database: no step is half done, nothing is lost, and the next boot completes
it."""

import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from bot.store.sqlite.database import MIGRATIONS, Database, migrations
from tests.store.sqlite.test_migrations import written
from tests.store.support import ROOT
from tests.support.tiers import has_long_version, sized

NEWEST = migrations(MIGRATIONS)[-1][0]
STEP = sized(4, 1)
# One process that has imported the code forks a child for each step: the child opens its copy and is killed there.
DIE_AT_EVERY_MOMENT = """
import asyncio, os, signal, shutil, sys
from pathlib import Path
from bot.store.sqlite import database
from tests.store.support import traced_statements

old, folder, step = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])

class Moments:
    def __init__(self, last):
        self.last, self.count = last, 0
    def __call__(self, *_args):
        if self.count == self.last:
            os.kill(os.getpid(), signal.SIGKILL)
        self.count += 1

def watched(function, moment):
    async def watching(*args):
        moment()
        await function(*args)
        moment()
    return watching

def patch(moment):
    replace_durably = database.replace_durably
    def name(*args):
        moment()
        replace_durably(*args)
    database.replace_durably = name
    database.back_up = watched(database.back_up, moment)
    database.log.info = moment  # after each step is committed

def child(last):
    path = folder / f"{last}" / "old.sqlite3"
    path.parent.mkdir()
    shutil.copy(old, path)
    moment = Moments(last)
    patch(moment)
    async def boot():
        with traced_statements(moment):  # before every statement, those that begin and commit among them
            opened = await database.Database.open(path)
        await opened.close()
    asyncio.run(boot())

last, status = 0, signal.SIGKILL
while status == signal.SIGKILL:
    pid = os.fork()
    if not pid:
        child(last)
        os._exit(0)
    _, status = os.waitpid(pid, 0)
    print(last, status, flush=True)
    last += step
"""


def content(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        return [str(version), *connection.iterdump()]


def deaths(old: Path, folder: Path) -> list[tuple[int, ...]]:
    """Each moment and the exit status of the child that was to die there; the last child survives."""
    command = [sys.executable, "-c", DIE_AT_EVERY_MOMENT, str(old), str(folder), str(STEP)]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True, timeout=300)
    return [tuple(map(int, line.split())) for line in done.stdout.splitlines()]


@has_long_version
async def test_a_boot_that_is_killed_at_any_moment_is_completed_by_the_next(tmp_path: Path) -> None:
    old = written(1, tmp_path / "old.sqlite3")
    expected = tmp_path / "expected" / "old.sqlite3"
    expected.parent.mkdir()
    shutil.copy(old, expected)
    await (await Database.open(expected)).close()
    before, after = content(old), content(expected)
    *killed, last = deaths(old, tmp_path)
    assert last[1] == 0
    assert {status for _, status in killed} == {signal.SIGKILL}
    assert STEP * len(killed) > 10 * NEWEST, "a moment before every statement, and between any two steps"
    versions = set()
    for moment, _ in killed:
        path = tmp_path / str(moment) / "old.sqlite3"
        versions.add(int(content(path)[0]))
        backup = path.parent / "backups" / "old-schema-0001.sqlite3"
        assert not backup.exists() or content(backup) == before
        await (await Database.open(path)).close()
        assert content(path) == after, moment
        assert any(content(copy) == before for copy in path.parent.glob("backups/*.sqlite3")), moment
    assert versions == set(range(1, NEWEST + 1))
