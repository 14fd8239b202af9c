"""Backups: complete and verified before they get their name, made during writes, pruned by days and weeks."""

import asyncio
import fcntl
import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.operations import backups as module
from bot.operations.backups import Backups, to_keep, verify
from bot.operations.restore_command import restore
from bot.store.sqlite.database import Database, StoreError
from tests.store.sqlite.test_migrations import written
from tests.store.support import ROOT, Harness, open_harness

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)


def backups_of(folder: Path, daily: int = 7, weekly: int = 4) -> Backups:
    return Backups(folder / "games.sqlite3", folder / "copies", daily, weekly)


async def lived(harness: Harness) -> None:
    """A finished game and a running one."""
    await harness.play_out(await harness.duel())
    await harness.play(await harness.duel())


def spoil(path: Path) -> None:
    """A sound database with a game that does not replay."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE games SET public_revision = public_revision + 1 WHERE id = 1")


async def test_a_copy_is_made_while_the_bot_plays_on(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        await lived(harness)
        path, count = await asyncio.to_thread(Backups(harness.path, tmp_path / "copies", 1, 1).make, NOON)
        assert (path, count) == (tmp_path / "copies" / f"{harness.path.stem}-20261116T120000Z.sqlite3", 2)
        await harness.play(await harness.referee.match(2))
        assert verify(path) == 2
    assert os.listdir(tmp_path / "copies") == [path.name]


async def test_a_copy_holds_what_was_written_a_moment_ago_and_nothing_half_written(tmp_path: Path) -> None:
    """There are writes all the time; each copy is a snapshot."""
    async with open_harness(tmp_path) as harness:
        match = await harness.duel()
        copies = Backups(harness.path, tmp_path / "copies", 9, 9)

        async def play() -> None:
            for _ in range(6):
                await harness.play(await harness.referee.match(match.id))

        playing = asyncio.create_task(play())
        for second in range(3):
            _, count = await asyncio.to_thread(copies.make, NOON + timedelta(seconds=second))
            assert count == 1
        await playing
        revisions = []
        for backup in copies.dated():
            with closing(sqlite3.connect(f"{backup.path.as_uri()}?immutable=1", uri=True)) as connection:
                revisions.append(connection.execute("SELECT revision FROM games").fetchone()[0])
        assert revisions == sorted(revisions, reverse=True)


async def test_a_game_that_cannot_be_replayed_makes_no_copy(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        await lived(harness)
    spoil(harness.path)
    copies = Backups(harness.path, tmp_path / "copies", 1, 1)
    with pytest.raises(StoreError, match=r"game 1 of .* is not as recorded: the public revision"):
        copies.make(NOON)
    assert os.listdir(copies.folder) == []


async def test_a_broken_foreign_key_is_no_verified_copy(tmp_path: Path) -> None:
    """The remaining games replay and every page is sound: only a foreign key shows that a game is missing."""
    async with open_harness(tmp_path) as harness:
        await lived(harness)
    with closing(sqlite3.connect(harness.path)) as connection, connection:
        connection.execute("DELETE FROM games WHERE id = 1")
    with pytest.raises(StoreError, match="something refers to what is not there"):
        verify(harness.path)


def test_a_copy_of_an_older_schema_is_checked_too(tmp_path: Path) -> None:
    """Its games cannot be replayed by this program; its pages can be checked."""
    path = written(1, tmp_path / "old.sqlite3")
    assert verify(path) is None
    path.write_bytes(path.read_bytes()[:-5000])
    with pytest.raises(StoreError, match="malformed"):
        verify(path)


async def test_a_failure_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_harness(tmp_path) as harness:
        await lived(harness)
    copies = Backups(harness.path, tmp_path / "copies", 1, 1)

    def full(_file: Path, _name: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(module, "replace_durably", full)
    with pytest.raises(OSError, match="No space"):
        copies.make(NOON)
    assert os.listdir(copies.folder) == []


async def test_a_full_disk_costs_no_older_copy(tmp_path: Path) -> None:
    """And leaves nothing of the new one, which would fill it further."""
    async with open_harness(tmp_path) as harness:
        await lived(harness)
    copies = Backups(harness.path, tmp_path / "copies", 1, 0)
    older = [copies.make(NOON - timedelta(days=days))[0].name for days in range(1, 5)]
    command = f"ulimit -f 16; exec {sys.executable} -m bot backup --thin-out --database '{harness.path}' "
    command += f"--to '{copies.folder}' --daily 1 --weekly 0"
    full = await asyncio.to_thread(subprocess.run, command, shell=True, cwd=ROOT, capture_output=True, text=True)  # noqa: S604
    assert full.returncode == 1
    assert len(full.stderr.splitlines()) == 1
    assert sorted(os.listdir(copies.folder)) == sorted(older)


async def test_leftovers_of_a_killed_process_are_deleted(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        await lived(harness)
    copies = Backups(harness.path, tmp_path / "copies", 1, 1)
    copies.folder.mkdir()
    for name in (f"{harness.path.stem}-x.sqlite3.part", f"{harness.path.stem}-x.sqlite3.part-wal", "mine.part"):
        (copies.folder / name).touch()
    path, _ = copies.make(NOON)
    assert sorted(os.listdir(copies.folder)) == sorted([path.name, "mine.part"])


@pytest.mark.parametrize("what", ["make", "thin out", "restore"])
async def test_one_process_at_a_time_changes_copies(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The others wait: while a person is erased from a copy, no new copy may be made that holds them."""
    async with open_harness(tmp_path) as harness:
        await lived(harness)
    copies = Backups(harness.path, tmp_path / "copies", 1, 1)
    copy, _ = copies.make(NOON)
    later = NOON + timedelta(days=1)
    work: dict[str, Callable[[], object]] = {
        "make": lambda: copies.make(later),
        "thin out": lambda: copies.prune(later),
        "restore": lambda: restore(copy, copies, later),
    }
    has_come, done, flock = threading.Event(), list[object](), fcntl.flock

    def heard(number: int, how: int) -> None:
        if not how & fcntl.LOCK_NB:
            has_come.set()
        flock(number, how)

    def at_it() -> None:
        done.append(work[what]())
        has_come.set()

    with copies.locked():
        monkeypatch.setattr(fcntl, "flock", heard)
        working = asyncio.create_task(asyncio.to_thread(at_it))
        assert await asyncio.to_thread(has_come.wait, 60)
        assert done == []
    await working
    assert len(done) == 1


def test_the_same_rights_as_the_database(tmp_path: Path) -> None:
    async def live() -> Path:
        async with open_harness(tmp_path) as harness:
            return harness.path

    path = asyncio.run(live())
    path.chmod(0o600)
    path.parent.chmod(0o700)
    copy, _ = Backups(path, tmp_path / "copies", 1, 1).make(NOON)
    assert copy.stat().st_mode & 0o777 == 0o600
    assert copy.parent.stat().st_mode & 0o777 == 0o700


async def test_a_name_that_is_no_pattern(tmp_path: Path) -> None:
    """As a glob pattern, brackets would match one letter, and no copy would be found."""
    async with open_harness(tmp_path) as harness:
        pass
    copies = Backups(harness.path.rename(tmp_path / "club [1].sqlite3"), tmp_path / "backups", 1, 1)
    copies.make_folder()
    leftover = copies.folder / "club [1]-x.sqlite3.part"
    leftover.touch()
    path, _ = copies.make(NOON)
    assert (copies.copies(), copies.age(NOON)) == ([path], 0)
    assert not leftover.exists()
    (copies.folder / "club [1]-schema-0001.sqlite3").touch()
    database = await Database.open(copies.database)
    await database.scrub()
    await database.close()
    assert copies.copies() == [path]


def test_what_is_kept() -> None:
    """One a day for the last days, one a week for the last weeks, the newest of each."""
    times = [NOON - timedelta(hours=12 * number) for number in range(100)]
    kept = sorted(to_keep(times, 3, 3), reverse=True)
    assert [time.strftime("%m-%d %H") for time in kept] == ["11-16 12", "11-15 12", "11-14 12", "11-08 12"]
    assert to_keep(times, 0, 0) == {NOON}
    assert to_keep([], 3, 3) == set()
    assert len(to_keep(times, 1000, 0)) == 50


def test_pruning_deletes_nothing_else(tmp_path: Path) -> None:
    copies = backups_of(tmp_path, daily=2, weekly=1)
    copies.folder.mkdir()
    names = [f"games-202611{day}T030000Z.sqlite3" for day in (12, 13, 14, 15)]
    others = ["games-replaced-20261101T030000Z.sqlite3", "games-schema-0001.sqlite3", "other-20261112T030000Z.sqlite3"]
    odd = [
        *("games-20261112T030000Z.sqlite3.txt", "games-20261112.sqlite3"),
        *("games-20261131T030000Z.sqlite3", "games-20261112T240000Z.sqlite3"),  # of no valid time
    ]
    for name in (*names, *others, *odd):
        (copies.folder / name).touch()
    folder = copies.folder / "games-20261111T030000Z.sqlite3"
    folder.mkdir()
    assert [path.name for path in copies.prune(NOON)] == [names[1], names[0]]
    assert sorted(os.listdir(copies.folder)) == sorted([*names[2:], *others, *odd, folder.name])
    assert copies.age(datetime(2026, 11, 15, 4, tzinfo=UTC)) == 3600


# The command


async def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "nice", lambda _more: 0)
    async with open_harness(tmp_path) as harness:
        await lived(harness)
        common = ["backup", "--database", str(harness.path)]
        file, folder = tmp_path / "one", tmp_path / "many"
        folder.mkdir()
        assert await asyncio.to_thread(main, [*common, "--to", str(file)]) == 0
        assert await asyncio.to_thread(main, [*common, "--to", str(folder), "--thin-out", "--daily", "1"]) == 0
        assert await asyncio.to_thread(main, common) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{file}: 2 games replayed, all as recorded"
    assert [line.split(": ")[1] for line in lines] == ["2 games replayed, all as recorded"] * 3
    assert len(list(folder.iterdir())) == 1
    assert len(list((tmp_path / "backups").glob("*.sqlite3"))) == 1


async def test_what_the_command_refuses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "nice", lambda _more: 0)
    async with open_harness(tmp_path) as harness:
        await lived(harness)
    before = harness.path.read_bytes()
    for status, *arguments in (
        (1, "--to", str(harness.path)),
        (1, "--to", str(tmp_path / "no" / "folder")),
        (1, "--database", str(tmp_path / "missing")),
        (1, "--database", str(tmp_path / "no" / "folder" / "missing")),
        (2, "--daily", "-1"),
        (2, "--weekly", "many"),
        (2, "--to", "bad\0name"),
    ):
        given = arguments if "--database" in arguments else ["--database", str(harness.path), *arguments]
        assert main(["backup", *given]) == status, arguments
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith("arbitre: ")
        assert err.count("\n") == 1
    assert harness.path.read_bytes() == before
    spoil(harness.path)
    assert main(["backup", "--database", str(harness.path)]) == 1
    assert "game 1 of" in capsys.readouterr().err
