"""Who leaves is taken out of every copy, also out of one of an older schema; what cannot be changed goes."""

import asyncio
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.operations import erase_from_backups
from bot.operations.backups import Backups, prove
from bot.operations.erase_from_backups import depart_everywhere
from bot.referee.erase_person import Erasure
from bot.store.sqlite.store import Store
from tests.operations.test_backups import lived
from tests.store.sqlite.test_migrations import NUMBERS, version, written
from tests.store.support import ALICE, BOB, Harness, open_harness

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)


async def leave(harness: Harness, backups: Backups) -> None:
    await depart_everywhere(harness.referee, ALICE, Erasure(), backups, harness.clock)


async def known(path: Path, user_id: int) -> bool:
    store = await Store.open(path)
    try:
        return any((await store.privacy.handed_out(user_id)).values())
    finally:
        await store.close()


async def test_a_copy_of_an_older_schema(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        backups = Backups(harness.path, tmp_path / "copies", 7, 4)
        backups.folder.mkdir()
        copy = written(1, backups.named(NOON))
        await leave(harness, backups)
    assert os.listdir(backups.folder) == [copy.name]
    assert version(copy) == NUMBERS[-1]
    assert prove(copy) is not None
    assert not await known(copy, ALICE)
    assert await known(copy, BOB)


async def test_one_that_cannot_be_changed_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_harness(tmp_path) as harness:
        await lived(harness)
        backups = Backups(harness.path, tmp_path / "copies", 7, 4)
        await asyncio.to_thread(backups.make, NOON)

        def full(_file: Path, _name: Path) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(erase_from_backups, "give_name", full)
        await leave(harness, backups)
    assert os.listdir(backups.folder) == []
    assert "a copy could not be rid of somebody's data and was removed: OSError" in caplog.text
    assert str(ALICE) not in caplog.messages[-1]


async def test_who_is_not_in_the_copies_changes_no_game(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        await lived(harness)
        backups = Backups(harness.path, tmp_path / "copies", 7, 4)
        copy, _ = await asyncio.to_thread(backups.make, NOON)
        await depart_everywhere(harness.referee, 999, Erasure(), backups, harness.clock)
        assert not (await harness.referee.match(2)).is_over
    assert prove(copy) == 2
    assert await known(copy, ALICE)


async def test_no_copies_at_all(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        await lived(harness)
        await leave(harness, Backups(harness.path, tmp_path / "none", 7, 4))
        assert not any((await harness.store.privacy.handed_out(ALICE)).values())
    assert not (tmp_path / "none").exists()
