"""Commands are registered when they have changed, and a refusal keeps nobody from playing."""

import asyncio
from typing import Any

import pytest
from discord import app_commands

from bot.edge.gateway import command_sync
from bot.edge.gateway.command_sync import CommandSync
from bot.store.sqlite.store import COMMANDS
from tests.support.tiers import has_long_version, one_in
from tests.support.world import World, answers_of

DAILY_LIMIT = 30034


def _syncs(world: World) -> int:
    return sum(request.method == "PUT" and request.path.endswith("/commands") for request in world.requests())


async def test_unchanged_commands_are_registered_once(world: World) -> None:
    await world.restart()
    await world.restart()
    assert _syncs(world) == 1


async def test_changed_commands_are_registered_at_the_next_start(world: World) -> None:
    await world.bot.store.set_mark(COMMANDS, "those of an older version")
    await world.restart()
    assert _syncs(world) == 2
    await world.restart()
    assert _syncs(world) == 2


@has_long_version
@pytest.mark.parametrize(
    ("status", "code"), one_in(3, [(429, 0), (400, DAILY_LIMIT), (400, 50035), (503, 0), (403, 0)])
)
async def test_a_refusal_keeps_nobody_from_playing(world: World, status: int, code: int) -> None:
    await world.bot.store.set_mark(COMMANDS, "")
    world.fail("PUT", "/applications/*", status=status, code=code)
    await world.restart()
    assert answers_of(await world.challenge())
    world.recover()
    await world.env.advance_time(command_sync.FIRST_PAUSE + 1)
    assert await world.bot.store.mark(COMMANDS) == await world.bot.command_sync._digest()


async def test_a_slow_answer_is_not_waited_for(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_sync, "PATIENCE", 0.01)
    answered = asyncio.Event()

    async def slow(_tree: Any) -> list[Any]:
        await answered.wait()
        return []

    monkeypatch.setattr(app_commands.CommandTree, "sync", slow)
    await world.bot.store.set_mark(COMMANDS, "")
    sync = CommandSync(world.bot)
    await sync.start()
    assert await world.bot.store.mark(COMMANDS) == ""
    answered.set()
    assert sync._task is not None
    await sync._task
    assert await world.bot.store.mark(COMMANDS)


async def test_another_application_is_told_anew(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    first = await world.bot.command_sync._digest()
    monkeypatch.setattr(world.bot._connection, "application_id", 1)
    assert await world.bot.command_sync._digest() != first
