"""Forces interleavings: runs something just before or just after the bot sends or writes something."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.support.world import World

LOOP_TURNS = 4000  # iterations of the event loop, more than any task here takes
Meanwhile = Callable[[], Awaitable[object]]


def before(monkeypatch: pytest.MonkeyPatch, place: type, name: str, meanwhile: Meanwhile) -> None:
    """Run `meanwhile` before the next call of this method."""
    method, waiting = getattr(place, name), [meanwhile]

    async def late(self: Any, *values: Any, **options: Any) -> Any:
        if waiting:
            await waiting.pop()()
        return await method(self, *values, **options)

    monkeypatch.setattr(place, name, late)


def after(monkeypatch: pytest.MonkeyPatch, place: type, name: str, meanwhile: Meanwhile) -> None:
    """Run `meanwhile` after the next call of this method, before its caller continues."""
    method, waiting = getattr(place, name), [meanwhile]

    async def late(self: Any, *values: Any, **options: Any) -> Any:
        done = await method(self, *values, **options)
        if waiting:
            await waiting.pop()()
        return done

    monkeypatch.setattr(place, name, late)


def counted(monkeypatch: pytest.MonkeyPatch, place: type, name: str) -> list[object]:
    """A list that grows by one with each call of this method."""
    method, seen = getattr(place, name), list[object]()

    async def noted(self: Any, *values: Any, **options: Any) -> Any:
        seen.append(values)
        return await method(self, *values, **options)

    monkeypatch.setattr(place, name, noted)
    return seen


async def resign_meanwhile(world: World) -> None:
    """Alice resigns, and tasks get time to announce it."""
    world.bot.computer_turns.moved(await world.bot.referee.resign(1, world.alice.id, "elsewhere"))
    await let_tasks_run()


async def let_tasks_run() -> None:
    for _ in range(LOOP_TURNS):
        await asyncio.sleep(0)
