"""A person is erased from every backup, also from one of an older schema; one that cannot be changed is deleted."""

import asyncio
import os
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.operations import erase_from_backups
from bot.operations.backups import Backups, verify
from bot.operations.erase_from_backups import erase_and_note, erase_everywhere, settle
from bot.operations.restore_command import restore
from bot.referee.erase_person import Erasure
from bot.store.rows import ServerRow
from bot.store.sqlite import reading
from bot.store.sqlite.store import Store
from tests.operations.test_backups import lived
from tests.store.sqlite.test_migrations import NUMBERS, version, written
from tests.store.support import ALICE, BOB, GUILD, Harness, open_harness
from tests.support.tiers import only_long

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)


async def leave(harness: Harness, backups: Backups, user_id: int = ALICE) -> int:
    """As the bot does it, but in one process."""
    await erase_and_note(harness.referee, user_id, Erasure(), backups)
    return await settle(backups, harness.clock)


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


async def test_a_backup_that_cannot_be_cleaned_now_is_kept_and_cleaned_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever brings about that it fails must not be able to remove the copies of everybody."""
    async with open_harness(tmp_path) as harness:
        await lived(harness)
        backups = Backups(harness.path, tmp_path / "copies", 7, 4)
        copy, _ = await asyncio.to_thread(backups.make, NOON)
        erase = erase_from_backups.erase_from_file

        async def full(_path: Path, _user_id: int, _clock: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(erase_from_backups, "erase_from_file", full)
        assert await leave(harness, backups) == 1
        assert await settle(backups, harness.clock) == 1
        assert sorted(os.listdir(backups.folder)) == sorted([copy.name, erase_from_backups.OWED])
        assert (backups.folder / erase_from_backups.OWED).stat().st_mode & 0o077 == 0
        assert str(ALICE) not in "".join(caplog.messages)
        assert verify(copy) == 2
        assert await known(copy, ALICE)
        monkeypatch.setattr(erase_from_backups, "erase_from_file", erase)
        assert await settle(backups, harness.clock) == 0
    assert os.listdir(backups.folder) == [copy.name]
    assert not await known(copy, ALICE)
    assert await known(copy, BOB)


async def test_a_sound_backup_that_cannot_be_read_just_now_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when no descriptors are left: that is no damage, and passes."""
    async with open_harness(tmp_path) as harness:
        await lived(harness)
        backups = Backups(harness.path, tmp_path / "copies", 7, 4)
        copy, _ = await asyncio.to_thread(backups.make, NOON)

        def unreadable(_path: Path, **_options: object) -> None:
            raise sqlite3.OperationalError("unable to open database file")

        with monkeypatch.context() as broken:
            broken.setattr(reading, "_connect", unreadable)
            assert await leave(harness, backups) == 1
        assert await settle(backups, harness.clock) == 0
    assert not await known(copy, ALICE)
    assert verify(copy) == 2


async def test_a_disk_that_is_full_ends_no_retries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_harness(tmp_path) as harness:
        await lived(harness)
        backups = Backups(harness.path, tmp_path / "copies", 7, 4)
        await asyncio.to_thread(backups.make, NOON)

        def full(_unfinished: Path, _name: Path) -> None:
            raise OSError(28, "No space left on device")

        (backups.folder / erase_from_backups.OWED).write_text(f'{{"{backups.copies()[0].name}": [{ALICE}]}}')
        with monkeypatch.context() as broken:
            broken.setattr(erase_from_backups, "replace_durably", full)
            assert await settle(backups, harness.clock) == 1
        assert await settle(backups, harness.clock) == 0


async def test_restoring_a_copy_that_still_holds_somebody_does_not_bring_them_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_harness(tmp_path) as harness:
        await lived(harness)
        backups = Backups(harness.path, tmp_path / "copies", 7, 4)
        copy, _ = await asyncio.to_thread(backups.make, NOON)
        with monkeypatch.context() as broken:
            broken.setattr(erase_from_backups, "check_integrity", lambda _path: (_ for _ in ()).throw(OSError()))
            broken.setattr(erase_from_backups, "_discard_if_damaged", lambda _copy: False)
            assert await leave(harness, backups) == 1
    await asyncio.to_thread(restore, copy, backups, NOON)
    assert not await known(harness.path, ALICE)
    assert await known(harness.path, BOB)


@only_long
async def test_more_running_games_than_are_read_at_a_time_are_all_ended(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        await harness.store.servers.put(ServerRow(GUILD, most_games=200))
        for _ in range(130):
            await harness.against_computer("random")
        backups = Backups(harness.path, tmp_path / "copies", 7, 4)
        await asyncio.to_thread(backups.make, NOON)
        erasure = Erasure()
        assert await erase_everywhere(harness.referee, ALICE, erasure, backups) == 0
        assert len(erasure.games) == 130
        assert await harness.referee.running_of(ALICE) == []
    assert len(backups.copies()) == 1


async def test_a_person_who_is_not_in_the_backups(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        await lived(harness)
        backups = Backups(harness.path, tmp_path / "copies", 7, 4)
        copy, _ = await asyncio.to_thread(backups.make, NOON)
        await leave(harness, backups, 999)
        assert not (await harness.referee.match(2)).is_over
    assert verify(copy) == 2
    assert await known(copy, ALICE)


async def test_no_copies_at_all(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        await lived(harness)
        await leave(harness, Backups(harness.path, tmp_path / "none", 7, 4))
        assert not any((await harness.store.privacy.export(ALICE)).values())
    assert not (tmp_path / "none").exists()
