"""Daily backups: when they are made, and that a failure is reported and retried."""

import asyncio
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.operations.backups import Backups
from bot.operations.daily import DAY, FIRST_DELAY, RETRY_DELAY, DailyBackups
from bot.operations.settings import Settings
from tests.operations.test_backups import lived, spoil
from tests.store.support import open_harness

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)
PATIENT = 60.0


class Sleeps:
    """Replaces asyncio.sleep: returns at once, and ends the loop after `most` calls."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.asked: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.asked.append(seconds)
        if len(self.asked) >= self.most:
            raise asyncio.CancelledError


async def run(backups: Backups, sleeps: Sleeps, monkeypatch: pytest.MonkeyPatch) -> list[str | None]:
    said: list[str | None] = []
    monkeypatch.setattr(asyncio, "sleep", sleeps)
    task = asyncio.create_task(DailyBackups(backups, lambda: NOON, said.append).run())
    with suppress(asyncio.CancelledError):
        await asyncio.wait_for(task, PATIENT)
    return said


async def test_soon_after_a_boot_and_then_each_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_harness(tmp_path) as harness:
        await lived(harness)
    backups = Backups(harness.path, tmp_path / "new" / "copies", 7, 4)
    sleeps = Sleeps(3)
    assert await run(backups, sleeps, monkeypatch) == [None]
    assert sleeps.asked[:2] == [FIRST_DELAY, 0.0]
    assert len(backups.dated()) == 1


async def test_old_copies_go_with_each_new_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As many stay as the settings say."""
    async with open_harness(tmp_path) as harness:
        await lived(harness)
    backups = Backups(harness.path, tmp_path / "copies", 3, 0)
    backups.folder.mkdir()
    old = [backups.path_for(datetime(2020, 1, day, tzinfo=UTC)) for day in range(1, 10)]
    for path in old:
        path.touch()
    assert await run(backups, Sleeps(3), monkeypatch) == [None]
    new, *kept = [backup.path for backup in backups.dated()]
    assert new not in old
    assert kept == [old[-1], old[-2]]


@pytest.mark.parametrize(
    ("age", "wait"), [(timedelta(hours=1), DAY - 3600), (timedelta(days=3), 0), (timedelta(days=-2), 0)]
)
async def test_a_copy_that_is_there_counts(
    age: timedelta, wait: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backups = Backups(tmp_path / "x.sqlite3", tmp_path, 7, 4)
    backups.path_for(NOON - age).touch()
    sleeps = Sleeps(2)
    await run(backups, sleeps, monkeypatch)
    assert sleeps.asked == [FIRST_DELAY, wait]


async def test_copies_from_the_future_are_made_up_for_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock was wrong for more days than are kept: a copy made by the right clock stays, and is enough for a
    day."""
    async with open_harness(tmp_path) as harness:
        await lived(harness)
    copies = Backups(harness.path, tmp_path / "copies", 2, 1)
    copies.make_folder()
    today = datetime.now(UTC)
    ahead = [copies.path_for(today + timedelta(days=days)) for days in (400, 401, 402)]
    for path in ahead:
        path.touch()
    sleeps, said = Sleeps(3), list[str | None]()
    monkeypatch.setattr(asyncio, "sleep", sleeps)
    with suppress(asyncio.CancelledError):
        await DailyBackups(copies, lambda: datetime.now(UTC), said.append).run()
    assert said == [None]
    assert [backup.path in ahead for backup in copies.dated()] == [True, True, True, False]
    assert sleeps.asked[:2] == [FIRST_DELAY, 0.0]
    assert DAY - PATIENT < sleeps.asked[2] <= DAY


async def test_a_failure_is_reported_and_retried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_harness(tmp_path) as harness:
        await lived(harness)
    spoil(harness.path)
    backups = Backups(harness.path, tmp_path / "copies", 7, 4)
    sleeps = Sleeps(4)
    (said,) = await run(backups, sleeps, monkeypatch)
    assert said is not None
    assert "is not as recorded" in said
    assert sleeps.asked == [FIRST_DELAY, 0.0, RETRY_DELAY, 0.0]
    assert "no copy of the database could be made" in caplog.text
    assert os.listdir(backups.folder) == []


async def test_a_folder_that_cannot_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    said = await run(Backups(tmp_path / "x.sqlite3", tmp_path / "file" / "copies", 7, 4), Sleeps(3), monkeypatch)
    assert len(said) == 1
    assert "Not a directory" in (said[0] or "")


async def test_a_bot_that_stops_gives_up_the_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The child process is killed."""
    started: list[asyncio.subprocess.Process] = []
    spawn: Callable[..., object] = asyncio.create_subprocess_exec

    async def endless(*_command: str, **options: object) -> object:
        started.append(await spawn("sleep", "60", **options))  # type: ignore[misc]
        return started[-1]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", endless)
    task = asyncio.create_task(
        DailyBackups(Backups(tmp_path / "x", tmp_path, 1, 1), lambda: NOON, lambda _: None, first_delay=0).run()
    )
    async with asyncio.timeout(PATIENT):
        while not started:  # noqa: ASYNC110 (it is another process)
            await asyncio.sleep(0.01)
    task.cancel()
    await asyncio.wait([task])
    assert started[0].returncode is not None


async def test_the_child_process_is_not_given_the_token(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It does not need it, and other users may be able to read a process's environment."""
    given: list[dict[str, str]] = []

    async def refuse(*_command: str, env: dict[str, str], **_options: object) -> object:
        given.append(env)
        raise OSError("no more processes")

    monkeypatch.setattr(asyncio, "create_subprocess_exec", refuse)
    for name in ("DISCORD_TOKEN", "DISCORD_TOKEN_FILE", "ARBITRE_LOG_LEVEL"):
        monkeypatch.setenv(name, "x")
    assert await run(Backups(tmp_path / "x", tmp_path, 1, 1), Sleeps(3), monkeypatch) == ["no more processes"]
    (environment,) = given
    assert [name for name in environment if name.startswith("DISCORD_")] == []
    assert environment["ARBITRE_LOG_LEVEL"] == "x"


def test_where_nothing_is_to_be_kept_nothing_is_made() -> None:
    settings = Settings(daily_backups=0, weekly_backups=0)
    assert not Backups.of(settings).are_automatic
    assert Backups.of(replace(settings, weekly_backups=1)).are_automatic
