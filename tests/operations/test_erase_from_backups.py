"""A person is erased from every backup, also from one of an older schema; one that cannot be changed is deleted."""

import asyncio
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.operations import erase_from_backups
from bot.operations.backups import Backups, verify
from bot.operations.erase_from_backups import erase_everywhere
from bot.referee.erase_person import Erasure
from bot.store.sqlite.store import Store
from tests.operations.test_backups import lived
from tests.store.sqlite.test_migrations import NUMBERS, version, written
from tests.store.support import ALICE, BOB, Harness, open_harness

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)


async def leave(harness: Harness, backups: Backups) -> None:
    await erase_everywhere(harness.referee, ALICE, Erasure(), backups, harness.clock)


async def known(path: Path, user_id: int) -> bool:
    store = await Store.open(path)
    try:
        return any((await store.privacy.export(user_id)).values())
    finally:
        await store.close()


async def test_a_copy_of_an_older_schema(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        backups = Backups(harness.path, tmp_path / "copies", 7, 4)
        backups.folder.mkdir()
        copy = written(1, backups.path_for(NOON))
        await leave(harness, backups)
    assert os.listdir(backups.folder) == [copy.name]
    assert version(copy) == NUMBERS[-1]
    assert verify(copy) is not None
    assert not await known(copy, ALICE)
    assert await known(copy, BOB)


async def test_a_backup_that_cannot_be_changed_is_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_harness(tmp_path) as harness:
        await lived(harness)
        backups = Backups(harness.path, tmp_path / "copies", 7, 4)
        await asyncio.to_thread(backups.make, NOON)

        def full(_file: Path, _name: Path) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(erase_from_backups, "replace_durably", full)
        await leave(harness, backups)
    assert os.listdir(backups.folder) == []
    assert "a copy could not be rid of somebody's data and was removed: OSError" in caplog.text
    assert str(ALICE) not in caplog.messages[-1]


async def test_a_person_who_is_not_in_the_backups(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        await lived(harness)
        backups = Backups(harness.path, tmp_path / "copies", 7, 4)
        copy, _ = await asyncio.to_thread(backups.make, NOON)
        await erase_everywhere(harness.referee, 999, Erasure(), backups, harness.clock)
        assert not (await harness.referee.match(2)).is_over
    assert verify(copy) == 2
    assert await known(copy, ALICE)


async def test_no_copies_at_all(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        await lived(harness)
        await leave(harness, Backups(harness.path, tmp_path / "none", 7, 4))
        assert not any((await harness.store.privacy.export(ALICE)).values())
    assert not (tmp_path / "none").exists()
