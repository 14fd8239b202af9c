"""The doctor's findings of the machine and the database, and the command itself."""

import asyncio
import os
import sqlite3
import subprocess
import sys
from collections import namedtuple
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.doctor import machine, storage
from bot.doctor.findings import Finding, Findings, Level
from bot.operations.backups import Backups
from bot.operations.health import Health
from bot.operations.monitor import Monitor
from bot.operations.settings import Settings
from bot.store.sqlite.process_lock import process_lock
from tests.operations.test_backups import lived, spoil
from tests.store.sqlite.test_migrations import NUMBERS, written
from tests.store.support import ROOT, open_harness
from tests.support.tiers import only_long

NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)
Usage = namedtuple("Usage", "total used free")


def only(findings: Findings) -> Finding:
    (finding,) = findings
    return finding


def told(findings: Findings) -> tuple[Level, str]:
    finding = only(findings)
    return finding.level, finding.says


# The database


async def test_a_sound_database(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        await lived(harness)
        finding = only(storage.database(Settings(harness.path)))
        assert finding.says == f"sound, schema {NUMBERS[-1]}, 2 games replayed, all as recorded"
    spoil(harness.path)
    finding = only(storage.database(Settings(harness.path)))
    assert finding.level is Level.PROBLEM
    assert finding.says.startswith("1 of 2 games are not as recorded (game 1: ")
    harness.path.write_bytes(harness.path.read_bytes()[:-5000])
    finding = only(storage.database(Settings(harness.path)))
    assert (finding.level, "restore" in finding.advice) == (Level.PROBLEM, True)


def test_a_database_of_another_schema(tmp_path: Path) -> None:
    path = written(1, tmp_path / "x.sqlite3")
    finding = only(storage.database(Settings(path)))
    assert (finding.level, f"becomes {NUMBERS[-1]}" in finding.says) == (Level.OK, True)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 9999")
    assert only(storage.database(Settings(path))).advice == "update the program"


def test_no_database_yet(tmp_path: Path) -> None:
    assert told(storage.database(Settings(tmp_path / "var" / "x.sqlite3")))[0] is Level.OK
    assert os.listdir(tmp_path) == [], "it only looks"


def test_a_place_that_cannot_be_written_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda _path, _mode: False)
    assert told(storage.database(Settings(tmp_path / "x.sqlite3")))[0] is Level.PROBLEM
    path = written(1, tmp_path / "x.sqlite3")
    assert next(storage.database(Settings(path))).says.endswith("cannot be written to")


# Copies


def test_copies_by_their_age(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "x.sqlite3")
    assert list(storage.backups(settings, NOW)) == [], "there is nothing to copy"
    (tmp_path / "x.sqlite3").touch()
    assert told(storage.backups(settings, NOW))[0] is Level.WARNING
    copies = Backups.of(settings)
    copies.folder.mkdir()
    copies.path_for(NOW - timedelta(days=3)).touch()
    assert told(storage.backups(settings, NOW)) == (Level.WARNING, "the newest is 3.0 days old")
    copies.path_for(NOW - timedelta(hours=5)).touch()
    assert told(storage.backups(settings, NOW)) == (Level.OK, f"2 in {copies.folder}, the newest 5 hours old")
    off = replace(settings, daily_backups=0, weekly_backups=0)
    assert next(storage.backups(off, NOW)).says == "none are made by themselves"


# The running bot


def test_whether_a_bot_is_running(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "x.sqlite3")
    assert told(storage.running(settings)) == (Level.OK, "not running")
    assert os.listdir(tmp_path) == []
    with process_lock(tmp_path / "x.sqlite3"):
        assert told(storage.running(settings))[1].startswith("running; with ARBITRE_METRICS_PORT")
        finding = only(storage.running(replace(settings, metrics_port=1)))
        assert (finding.level, finding.says) == (Level.WARNING, "running, but nobody answers at port 1")
    assert told(storage.running(settings)) == (Level.OK, "not running")


@pytest.mark.parametrize(
    ("complaint", "remarks", "levels"),
    [
        (None, {}, [Level.OK]),
        ("not connected", {}, [Level.PROBLEM]),
        (None, {"backup": "the disk is full"}, [Level.WARNING]),
        ("not connected", {"backup": "the disk is full"}, [Level.PROBLEM, Level.WARNING]),
    ],
)
async def test_what_a_running_bot_says_of_itself(
    complaint: str | None, remarks: dict[str, str], levels: list[Level], tmp_path: Path
) -> None:
    """Problems of its health endpoint are problems, its warnings warnings."""

    async def nothing() -> None:
        """The store can be written to."""

    async def figures() -> bytes:
        return b""

    monitor = Monitor(0, Health(lambda: complaint, nothing, lambda: 0.0, remarks), figures)
    await monitor.open()
    settings = Settings(tmp_path / "x.sqlite3", metrics_port=monitor.port)
    with process_lock(tmp_path / "x.sqlite3"):
        found = await asyncio.to_thread(lambda: list(storage.running(settings)))
    await monitor.close()
    assert [one.level for one in found] == levels
    said = [one.says for one in found]
    assert ("gateway: not connected" in said, "backup: the disk is full" in said) == (bool(complaint), bool(remarks))


# The machine


@pytest.mark.parametrize(
    ("free", "level"), [(500 * 1024**2, Level.OK), (50 * 1024**2, Level.WARNING), (100, Level.PROBLEM)]
)
def test_room(free: int, level: Level, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x.sqlite3").write_bytes(b"x" * 200)
    monkeypatch.setattr(machine.shutil, "disk_usage", lambda _place: Usage(10**12, 0, free))  # type: ignore[attr-defined]
    finding = only(machine.disk(Settings(tmp_path / "x.sqlite3")))
    assert finding.level is level
    assert (finding.advice == "") == (level is Level.OK)


def test_room_for_copies_on_a_disk_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = Path("/proc")  # another file system
    settings = Settings(tmp_path / "x.sqlite3", backups=elsewhere)
    free = {tmp_path: 500 * 1024**2, elsewhere: 0}
    monkeypatch.setattr(machine.shutil, "disk_usage", lambda place: Usage(10**12, 0, free[place]))  # type: ignore[attr-defined]
    assert [(one.about, one.level) for one in machine.disk(settings)] == [
        ("disk", Level.OK),
        ("disk of copies", Level.PROBLEM),
    ]


def test_packages(tmp_path: Path) -> None:
    assert told(machine.dependencies())[0] is Level.OK
    other = tmp_path / "run.txt"
    other.write_text(f"aiohttp==0.0.1 --hash=sha256:{'0' * 64}\nnowhere==1 --hash=sha256:{'0' * 64}\n")
    finding = only(machine.dependencies(other))
    assert finding.level is Level.WARNING
    assert "not 0.0.1; nowhere 1 is missing" in finding.says
    other.write_text(
        "aiohttp==0.0.1 ; os_name == 'nt' --hash=x\naiohttp==0.0.2 --hash=x\nnowhere==1 ; os_name == 'nt'\n"
    )
    assert only(machine.dependencies(other)).says.endswith(", not 0.0.1 or 0.0.2")
    other.write_text("# nothing\n")
    for unread in (tmp_path / "missing.txt", other):
        assert "cannot be read" in only(machine.dependencies(unread)).says


def test_old_sqlite_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    for version, is_explained in (((3, 51, 2), True), ((3, 51, 3), False)):
        monkeypatch.setattr(sqlite3, "sqlite_version_info", version)
        (finding,) = [one for one in machine.versions() if one.about == "sqlite"]
        assert (finding.level, "two writers" in finding.says) == (Level.OK, is_explained)


def test_unknown_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARBITRE_METRIC_PORT", "1")
    (tmp_path / ".env").write_text("DISCORD_TOKEN=x\nARBITRE_BACKUP=y\n")
    (tmp_path / ".env").chmod(0o644)
    unknown, readable = machine.settings(Settings(token="x"), tmp_path)  # noqa: S106
    assert unknown.says == "nothing is called ARBITRE_BACKUP, ARBITRE_METRIC_PORT"
    assert readable.advice == "chmod 600 .env"
    (tmp_path / ".env").chmod(0o600)
    monkeypatch.delenv("ARBITRE_METRIC_PORT")
    (tmp_path / ".env").write_text("DISCORD_TOKEN=x\nARBITRE_BACKUPS=y\n")
    assert told(machine.settings(Settings(token="x"), tmp_path))[0] is Level.OK  # noqa: S106


# The command


def doctor(folder: Path, **environment: str) -> "subprocess.CompletedProcess[str]":
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("ARBITRE_", "DISCORD_"))}
    command = [sys.executable, "-m", "bot", "doctor"]
    return subprocess.run(
        command,
        cwd=folder,
        env={**kept, "PYTHONPATH": str(ROOT), "ARBITRE_DATABASE": "data/var/arbitre.sqlite3", **environment},
        text=True,
        capture_output=True,
        timeout=60,
    )


def test_the_command_without_a_token(tmp_path: Path) -> None:
    """It sends no request, creates no file, and says how to get one."""
    done = doctor(tmp_path)
    lines = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (1, "")
    assert all(line.split()[0] in ("ok", "warning", "problem") for line in lines)
    assert [line for line in lines if line.startswith("problem")] == [lines[-1]]
    assert "there is none: in the developer portal" in lines[-1]
    assert os.listdir(tmp_path) == []


@only_long
def test_the_command_with_an_invalid_setting(tmp_path: Path) -> None:
    done = doctor(tmp_path, ARBITRE_METRICS_PORT="many")
    assert (done.returncode, done.stderr) == (1, "")
    assert "ARBITRE_METRICS_PORT must be a whole number" in done.stdout.splitlines()[-1]


@only_long
def test_the_command_where_it_may_not_look(tmp_path: Path) -> None:
    """A folder without permission, an impossible name: the other checks run all the same."""
    done = doctor(tmp_path, ARBITRE_DATABASE="x" * 300)
    lines = [line.split(maxsplit=2) for line in done.stdout.splitlines()]
    assert (done.returncode, done.stderr) == (1, "")
    assert [about for level, about, _ in lines if level == "problem"] == ["disk", "database", "copies", "bot", "token"]
    assert all("File name too long" in says for level, about, says in lines if level == "problem" and about != "token")
