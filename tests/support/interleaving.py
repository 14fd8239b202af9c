"""Two things at once: something else happens just before, or just after, the bot sends or writes something."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.support.world import World

WHILE = 4000  # turns of the event loop: everything here takes fewer
Meanwhile = Callable[[], Awaitable[object]]


def before(monkeypatch: pytest.MonkeyPatch, place: type, name: str, meanwhile: Meanwhile) -> None:
    """The next time that would be done, this happens first."""
    method, waiting = getattr(place, name), [meanwhile]

    async def late(self: Any, *values: Any, **options: Any) -> Any:
        if waiting:
            await waiting.pop()()
        return await method(self, *values, **options)

    monkeypatch.setattr(place, name, late)


def after(monkeypatch: pytest.MonkeyPatch, place: type, name: str, meanwhile: Meanwhile) -> None:
    """The next time that was done, this happens before anybody hears of it."""
    method, waiting = getattr(place, name), [meanwhile]

    async def late(self: Any, *values: Any, **options: Any) -> Any:
        done = await method(self, *values, **options)
        if waiting:
            await waiting.pop()()
        return done

    monkeypatch.setattr(place, name, late)


def counted(monkeypatch: pytest.MonkeyPatch, place: type, name: str) -> list[object]:
    """Grows by one each time that is done."""
    method, seen = getattr(place, name), list[object]()

    async def noted(self: Any, *values: Any, **options: Any) -> Any:
        seen.append(values)
        return await method(self, *values, **options)

    monkeypatch.setattr(place, name, noted)
    return seen


async def resign_meanwhile(world: World) -> None:
    """Alice gives up, and whoever can be told has the time to be."""
    world.bot.computer_turns.moved(await world.bot.referee.resign(1, world.alice.id, "elsewhere"))
    await let_tasks_run()


async def let_tasks_run() -> None:
    for _ in range(WHILE):
        await asyncio.sleep(0)
