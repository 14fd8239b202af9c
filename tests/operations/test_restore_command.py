"""Restoring: verified first, never while a bot runs, atomic, and the old database is kept."""

import asyncio
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.operations import restore_command
from bot.operations.backups import Backups, verify
from bot.operations.restore_command import restore
from bot.store.sqlite.database import MIGRATIONS, StoreError, migrations
from bot.store.sqlite.process_lock import process_lock
from bot.store.sqlite.schema_check import check_schema
from bot.store.sqlite.store import COMMANDS
from tests.operations.test_backups import spoil
from tests.store.sqlite.test_migrations import SAMPLES, written
from tests.store.support import ROOT, Harness, open_harness
from tests.support.tiers import has_long_version, one_in

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)
NEWEST = migrations(MIGRATIONS)[-1][0]


async def two_games_then_a_third(folder: Path) -> tuple[Harness, Path]:
    """The harness, and a copy from before the third game."""
    async with open_harness(folder) as harness:
        await harness.play_out(await harness.duel())
        await harness.play(await harness.duel())
        copy, _ = await asyncio.to_thread(backups_of(harness.path).make, NOON)
        await harness.duel()
    return harness, copy


def backups_of(database: Path) -> Backups:
    return Backups(database, database.parent / "copies", 7, 4)


async def run(code: str, *arguments: str) -> "subprocess.CompletedProcess[bytes]":
    command = [sys.executable, "-c", code, *arguments]
    return await asyncio.to_thread(subprocess.run, command, cwd=ROOT, timeout=60, capture_output=True)


def games_in(path: Path) -> int:
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
        return int(connection.execute("SELECT count(*) FROM games").fetchone()[0])


async def test_a_log_that_was_forgotten_is_not_applied_to_the_copy(tmp_path: Path) -> None:
    """The database was moved away by hand; SQLite would play its log onto the restored copy."""
    folder = tmp_path / "killed"
    async with open_harness(tmp_path / "played") as harness:
        await harness.play_out(await harness.duel())
        copy, _ = await asyncio.to_thread(backups_of(harness.path).make, NOON)
        await harness.play(await harness.duel())
        shutil.copytree(harness.path.parent, folder)  # as after a kill: the second game is in the log only
    database = folder / harness.path.name
    log = database.with_name(f"{database.name}-wal")
    assert log.stat().st_size > 0
    database.rename(tmp_path / "moved away")
    said = await asyncio.to_thread(restore, copy, backups_of(database), NOON)
    assert "nothing was there before" in said
    assert not log.exists()
    assert verify(database) == 1


async def test_what_another_program_reads_is_not_replaced(tmp_path: Path) -> None:
    """Its log could not be moved into the file whole, so that what is kept would be damaged."""
    folder = tmp_path / "killed"
    async with open_harness(tmp_path / "played") as harness:
        await harness.play_out(await harness.duel())
        copy, _ = await asyncio.to_thread(backups_of(harness.path).make, NOON)
        shutil.copytree(harness.path.parent, folder)
    database = folder / harness.path.name
    with closing(sqlite3.connect(database, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM games").fetchone()
        with closing(sqlite3.connect(database)) as writer:
            writer.execute("UPDATE meta SET value = 7 WHERE name = 'alive_at'")
            writer.commit()
        with pytest.raises(StoreError, match="is being read by another program; end that first"):
            await asyncio.to_thread(restore, copy, backups_of(database), NOON)
        reader.execute("COMMIT")
    assert list(backups_of(database).folder.glob("*replaced*")) == []
    assert verify(database) == 1
    assert "1 game replayed" in await asyncio.to_thread(restore, copy, backups_of(database), NOON)


async def test_back_to_the_copy_and_forth_again(tmp_path: Path) -> None:
    harness, copy = await two_games_then_a_third(tmp_path)
    said = await asyncio.to_thread(restore, copy, backups_of(harness.path), NOON)
    assert "2 games replayed, all as recorded" in said
    assert games_in(harness.path) == 2
    (kept,) = copy.parent.glob("*-replaced-*")
    assert str(kept) in said
    assert verify(kept) == 3
    async with open_harness(tmp_path) as again:
        await again.play(await again.referee.match(2))
    await asyncio.to_thread(restore, kept, backups_of(harness.path), NOON.replace(hour=13))
    assert games_in(harness.path) == 3
    assert verify(copy) == 2, "the copy stays as it was"
    assert not any("restoring" in name for name in os.listdir(tmp_path))


async def test_a_log_without_checkpoint_is_kept_and_not_applied_to_the_copy(tmp_path: Path) -> None:
    """As after a crash: the last game is only in the log."""
    harness, copy = await two_games_then_a_third(tmp_path)
    crash = f"""
import asyncio, itertools, os
from pathlib import Path
from tests.store.support import open_harness
async def main():
    async with open_harness(Path({str(tmp_path)!r})) as harness:
        harness.keys = itertools.count(1000)
        await harness.duel(host_id=7, invited=(8,))
        os._exit(9)
asyncio.run(main())
"""
    assert (await run(crash)).returncode == 9
    assert (tmp_path / "arbitre.sqlite3-wal").stat().st_size > 0
    await asyncio.to_thread(restore, copy, backups_of(harness.path), NOON)
    assert not (tmp_path / "arbitre.sqlite3-wal").exists()
    assert verify(harness.path) == 2
    (kept,) = copy.parent.glob("*-replaced-*")
    assert verify(kept) == 4


async def test_a_damaged_database_is_kept_as_it_was(tmp_path: Path) -> None:
    harness, copy = await two_games_then_a_third(tmp_path)
    harness.path.write_bytes(b"Dear diary, " * 1000)
    (tmp_path / "arbitre.sqlite3-wal").write_bytes(b"and so on")
    await asyncio.to_thread(restore, copy, backups_of(harness.path), NOON)
    assert verify(harness.path) == 2
    (kept,) = copy.parent.glob("*-replaced-*.sqlite3")
    assert kept.read_bytes() == b"Dear diary, " * 1000
    assert kept.with_name(f"{kept.name}-wal").read_bytes() == b"and so on"
    assert not (tmp_path / "arbitre.sqlite3-wal").exists()


async def test_where_nothing_was(tmp_path: Path) -> None:
    _, copy = await two_games_then_a_third(tmp_path)
    target = tmp_path / "new" / "arbitre.sqlite3"
    assert "nothing was there before" in await asyncio.to_thread(restore, copy, backups_of(target), NOON)
    assert games_in(target) == 2


async def test_the_database_stays_as_private_as_it_was(tmp_path: Path) -> None:
    """It holds hands, whatever the copy's own mode is."""
    harness, copy = await two_games_then_a_third(tmp_path)
    harness.path.chmod(0o600)
    copy.chmod(0o644)
    await asyncio.to_thread(restore, copy, backups_of(harness.path), NOON)
    assert harness.path.stat().st_mode & 0o777 == 0o600
    (kept,) = copy.parent.glob("*-replaced-*")
    assert kept.stat().st_mode & 0o777 == 0o600


async def test_a_copy_of_an_older_schema_is_brought_up_to_date(tmp_path: Path) -> None:
    older = written(1, tmp_path / "older.sqlite3")
    target = tmp_path / "var" / "arbitre.sqlite3"
    said = await asyncio.to_thread(restore, older, backups_of(target), NOON)
    assert "all as recorded" in said
    with closing(sqlite3.connect(target)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (NEWEST,)
    assert [path.name for path in target.parent.rglob("*") if "schema" in path.name or "restoring" in path.name] == []


async def test_on_another_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    harness, copy = await two_games_then_a_third(tmp_path)

    def elsewhere(_file: Path, _name: Path) -> None:
        raise OSError(18, "Invalid cross-device link")

    monkeypatch.setattr(os, "link", elsewhere)
    await asyncio.to_thread(restore, copy, backups_of(harness.path), NOON)
    (kept,) = copy.parent.glob("*-replaced-*")
    assert (verify(harness.path), verify(kept)) == (2, 3)


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER foreign_one AFTER INSERT ON actions BEGIN UPDATE games SET deadline = 0; END",
        "CREATE TABLE foreign_one (x)",
        "CREATE VIEW foreign_one AS SELECT 1",
        "CREATE INDEX foreign_one ON games (deadline)",
        "DROP TRIGGER standings_added",
        "DROP TRIGGER standings_added; CREATE TRIGGER standings_added AFTER INSERT ON standings BEGIN SELECT 1; END",
    ],
)
async def test_a_copy_that_arbitre_did_not_make_so_is_refused(statement: str, tmp_path: Path) -> None:
    harness, copy = await two_games_then_a_third(tmp_path)
    with closing(sqlite3.connect(copy)) as connection:
        connection.executescript(statement)
    with pytest.raises(StoreError, match=r"is not as Arbitre makes its databases: look at its \w+ (foreign_one|stand)"):
        await asyncio.to_thread(restore, copy, backups_of(harness.path), NOON)
    assert games_in(harness.path) == 3


@pytest.mark.parametrize("number", SAMPLES)
def test_every_earlier_schema_is_as_arbitre_makes_it(number: int, tmp_path: Path) -> None:
    check_schema(written(number, tmp_path / "old.sqlite3"))


async def test_commands_are_registered_anew_after_it(tmp_path: Path) -> None:
    """Those of the copy may be older ones."""
    async with open_harness(tmp_path) as harness:
        await harness.store.set_mark(COMMANDS, "those of then")
        copy, _ = await asyncio.to_thread(backups_of(harness.path).make, NOON)
    await asyncio.to_thread(restore, copy, backups_of(harness.path), NOON)
    async with open_harness(tmp_path) as harness:
        assert await harness.store.mark(COMMANDS) == ""


async def test_what_is_refused_changes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    harness, copy = await two_games_then_a_third(tmp_path)
    spoilt, foreign = tmp_path / "spoilt", tmp_path / "foreign"
    spoilt.write_bytes(copy.read_bytes())
    spoil(spoilt)
    with closing(sqlite3.connect(foreign)) as other, other:
        other.execute("CREATE TABLE photos (id)")
    (tmp_path / "torn").write_bytes(copy.read_bytes()[:-5000])
    before = harness.path.read_bytes()
    for name, why in (
        ("spoilt", "is not as recorded"),
        ("foreign", "is not a database of Arbitre"),
        ("torn", "malformed"),
        ("missing", "is not there"),
        ("arbitre.sqlite3", "is the database itself"),
    ):
        assert await asyncio.to_thread(main, ["restore", str(tmp_path / name), "--database", str(harness.path)]) == 1
        assert why in capsys.readouterr().err
        assert harness.path.read_bytes() == before
    elsewhere = tmp_path / "else" / "where"
    assert await asyncio.to_thread(main, ["restore", str(tmp_path / "missing"), "--database", str(elsewhere)]) == 1
    assert "is not there" in capsys.readouterr().err
    assert not elsewhere.parent.exists()
    with process_lock(harness.path):
        assert await asyncio.to_thread(main, ["restore", str(copy), "--database", str(harness.path)]) == 1
    assert "another Arbitre is running" in capsys.readouterr().err
    assert harness.path.read_bytes() == before
    assert not any("restoring" in name for name in os.listdir(tmp_path))


async def test_a_database_that_is_named_by_nothing_is_not_the_usual_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As by an unset variable in a script."""
    harness, copy = await two_games_then_a_third(tmp_path)
    monkeypatch.setenv("ARBITRE_DATABASE", str(harness.path))
    before, there = harness.path.read_bytes(), sorted(os.listdir(tmp_path))
    for named in ("", ".", "/"):
        for command in (["restore", str(copy)], ["ratings", "rebuild"]):
            assert await asyncio.to_thread(main, [*command, "--database", named]) == 2
            assert "--database must be the path of a file" in capsys.readouterr().err
    assert await asyncio.to_thread(main, ["restore", str(copy), "--database", str(tmp_path / "copies")]) == 1
    assert capsys.readouterr().err == f"arbitre: {tmp_path / 'copies'} is a folder; choose a file\n"
    assert (harness.path.read_bytes(), sorted(os.listdir(tmp_path))) == (before, there)


KILLED = """
import os, signal, sys
from datetime import datetime, UTC
from pathlib import Path
from bot.operations import restore_command
from tests.operations.test_restore_command import backups_of
database, copy, moment = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
def die(*_values):
    os.kill(os.getpid(), signal.SIGKILL)
setattr(restore_command, moment, die)
restore_command.restore(copy, backups_of(database), datetime.now(UTC))
"""


@has_long_version
@pytest.mark.parametrize("moment", one_in(4, ["verify", "fsync_folder", "replace_durably", "_clear"]))
async def test_killed_at_any_moment(moment: str, tmp_path: Path) -> None:
    """The database is the old one or the copy, and the restore can be repeated."""
    harness, copy = await two_games_then_a_third(tmp_path)
    done = await run(KILLED, str(harness.path), str(copy), moment)
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert verify(harness.path) == (2 if moment == "_clear" else 3)
    await asyncio.to_thread(restore, copy, backups_of(harness.path), NOON)
    assert verify(harness.path) == 2


async def test_leftovers_of_a_killed_restore_are_deleted_by_the_next_copy(tmp_path: Path) -> None:
    """It holds personal data that no erasure would find."""
    harness, _ = await two_games_then_a_third(tmp_path)
    old = written(1, tmp_path / "old.sqlite3")
    done = await run(KILLED, str(harness.path), str(old), "verify")
    assert done.returncode == -signal.SIGKILL, done.stderr
    left = [
        harness.path.with_name("arbitre.sqlite3.restoring"),
        tmp_path / "backups" / "arbitre.sqlite3-schema-0001.sqlite3",
    ]
    assert [path.exists() for path in left] == [True, True]
    await asyncio.to_thread(backups_of(harness.path).make, NOON)
    assert [path.exists() for path in left] == [False, False]
    assert verify(harness.path) == 3


async def test_a_database_without_an_ending_keeps_its_copies_of_before_a_change_of_schema(tmp_path: Path) -> None:
    harness, copy = await two_games_then_a_third(tmp_path)
    bare = harness.path.rename(tmp_path / "arbitre")
    own = tmp_path / "backups" / "arbitre-schema-0001.sqlite3"
    own.parent.mkdir()
    own.touch()
    await asyncio.to_thread(restore, copy, backups_of(bare), NOON)
    await asyncio.to_thread(backups_of(bare).make, NOON)
    assert own.exists()


async def test_a_copy_that_is_still_being_written_is_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    harness, copy = await two_games_then_a_third(tmp_path)

    async def leave_open(path: Path) -> None:
        path.with_name(f"{path.name}-wal").touch()

    monkeypatch.setattr(restore_command, "_migrate", leave_open)
    with pytest.raises(StoreError, match="could not be closed"):
        await asyncio.to_thread(restore, copy, backups_of(harness.path), NOON)
    assert verify(harness.path) == 3
