"""A deletion that a crash, a failing disk or another program interrupts: nobody is told that it is done before it is,
and it is finished without being asked for again."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.__main__ import main
from bot.operations import erase_from_backups
from bot.operations.backups import Backups
from bot.operations.erase_from_backups import owed_by
from bot.referee import erase_person
from bot.store.sqlite import database
from bot.store.sqlite.privacy import Privacy
from cogs import privacy
from tests.cogs.test_privacy import WORD, delete, lived, traces
from tests.support.world import World, said, text_of

HOUR = 3601  # seconds


@contextmanager
def foreign_reader(world: World) -> Iterator[None]:
    """Another program in the middle of reading."""
    with closing(sqlite3.connect(world.folder / "arbitre.sqlite3", isolation_level=None)) as connection:
        connection.execute("BEGIN")
        connection.execute("SELECT count(*) FROM people").fetchall()
        yield


@pytest.mark.usefixtures("hourly")
async def test_while_another_program_reads_it_is_not_called_done(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "SCRUB_PATIENCE", 0.1)
    await lived(world)
    await asyncio.to_thread(Backups.of(world.bot.settings).make, datetime(2026, 11, 16, tzinfo=UTC))
    with foreign_reader(world):
        told = await delete(world, world.alice)
        assert "another program is reading" in said(told)
        assert "✅" not in said(told)
        assert traces(world.folder, world.alice.id, "Alice", WORD, is_sound=False) != []
    await world.env.advance_time(HOUR)
    await world.env.settle()
    assert traces(world.folder, world.alice.id, "Alice", WORD) == []


async def test_a_crash_in_the_middle_is_finished_after_the_next_start(
    world: World, monkeypatch: pytest.MonkeyPatch, expected_errors: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """After the first of her games; the rest under the same pseudonym, or others' ratings could not be recomputed."""
    expected_errors.append("failure")
    await lived(world)
    leave, steps = Privacy.leave_games, list[int]()

    async def dying(self: Privacy, *values: Any) -> None:
        steps.append(1)
        if len(steps) > 1:
            raise sqlite3.OperationalError("disk I/O error")
        await leave(self, *values)

    monkeypatch.setattr(erase_person, "_GAMES_A_STEP", 1)
    with monkeypatch.context() as crash:
        crash.setattr(Privacy, "leave_games", dying)
        assert "is deleted" not in said(await delete(world, world.alice))
    assert await world.bot.store.privacy.interrupted() == [world.alice.id]
    await world.restart()
    await world.env.advance_time(1)
    assert await world.bot.store.privacy.interrupted() == []
    assert traces(world.folder, world.alice.id, "Alice", WORD) == []
    strangers = {seat.user_id for number in (1, 2, 3) for seat in (await world.match(number)).row.seats} - {
        world.bob.id
    }
    assert len(strangers) == 1
    await world.bot.close()
    path = str(world.folder / "arbitre.sqlite3")
    for command in (["check"], ["ratings", "rebuild"]):
        assert await asyncio.to_thread(main, [*command, "--database", path]) == 0
    assert capsys.readouterr().out.count("all as recorded") == 2


async def test_copies_are_noted_before_anything_is_deleted(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed in between, the database would know nothing of the person any more, and the copies everything."""
    await lived(world)
    backups = Backups.of(world.bot.settings)
    copy, _ = await asyncio.to_thread(backups.make, datetime(2026, 11, 16, tzinfo=UTC))

    async def killed(*_: Any) -> None:
        raise asyncio.CancelledError

    monkeypatch.setattr(erase_from_backups, "erase_person", killed)
    with pytest.raises(asyncio.CancelledError):
        await erase_from_backups.erase_and_note(world.bot.referee, world.alice.id, erase_person.Erasure(), backups)
    assert owed_by(backups) == {copy.name: [world.alice.id]}


async def test_who_waits_for_many_copies_is_told_before_discord_forgets_them(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await lived(world)
    await asyncio.to_thread(Backups.of(world.bot.settings).make, datetime(2026, 11, 16, tzinfo=UTC))

    async def slow(*_: Any) -> tuple[str, str | None]:
        await asyncio.sleep(0.2)
        return "", None

    monkeypatch.setattr(erase_from_backups, "run_backup_command", slow)
    monkeypatch.setattr(privacy, "COPIES_PATIENCE", 0.01)
    assert "One copy made earlier" in text_of((await delete(world, world.alice)).response)


async def test_what_ends_as_a_deletion_is_taken_up_is_shown(
    world: World, monkeypatch: pytest.MonkeyPatch, expected_errors: list[str]
) -> None:
    """Killed before anything but the note of it."""
    expected_errors.append("failure")

    async def dying(*_: Any) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    await world.duel()
    await world.challenge(opponent=world.chloe)
    with monkeypatch.context() as crash:
        crash.setattr(erase_person, "_end_everything", dying)
        await delete(world, world.alice)
    await world.restart()
    await world.env.advance_time(1)
    assert "resigned" in text_of(world.table())
    assert traces(world.folder, world.alice.id, "Alice") == []
    (challenge,) = [one for one in world.channel.history() if "Cancelled" in text_of(one)]
    assert "Alice" not in text_of(challenge)
