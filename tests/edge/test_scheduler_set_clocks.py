"""Somebody sets the machine's clock: whoever waits for Discord waits no longer for it, and time is looked at
as often as before."""

import asyncio
import datetime as calendar
import random
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import discord.ext.tasks
import pytest

from bot.edge.scheduler import Scheduler
from bot.edge.transport.breaker import LONGEST_PAUSE
from bot.edge.transport.gate import Gate
from bot.edge.transport.rate_limits import A_SECOND, CHANNEL_EDITS, LONGEST_DELAY
from bot.referee.clocks import HOUR, MINUTE, SECOND, GameTime
from bot.referee.referee import Sweep
from tests.edge.delivery.test_announcer_outages import PATIENCE, SWEEP
from tests.support.play import play_typed
from tests.support.world import World, text_of

CHANNEL = 7
QUICK = 0.05  # seconds


class Hands:
    """Of a clock that can be set, beside seconds that cannot."""

    def __init__(self, world: World) -> None:
        self._clock = world.bot.clock
        self.set_by = 0
        world.bot.referee._time = GameTime(lambda: self._lived() + self.set_by, lambda: self._lived() / SECOND)

    def _lived(self) -> int:
        return int(self._clock().timestamp() * SECOND)


@pytest.mark.parametrize("hours", [-1, 1])
async def test_what_is_behind_is_shown_as_soon_as_ever(world: World, hours: int) -> None:
    await world.duel()
    await world.restart()
    hands = Hands(world)
    world.fail("*", "/channels/*", status=503)
    await play_typed(world, await world.match())
    await world.env.advance_time(SWEEP)
    hands.set_by = hours * HOUR
    await world.env.advance_time(SWEEP)
    assert "Last turn" not in text_of(world.table())
    world.recover()
    await world.env.advance_time(PATIENCE)
    assert "Last turn" in text_of(world.table())


class Times:
    """What a referee says of the time after its clock was set."""

    def __init__(self) -> None:
        self.ticks = float(HOUR)
        self.wall = 10 * HOUR
        self.watch = GameTime(lambda: self.wall, lambda: self.ticks / SECOND)
        self.gate = Gate(self.watch.monotonic_ms, None, random.Random(1))

    def run(self, milliseconds: int) -> None:
        self.ticks += milliseconds
        self.wall += milliseconds

    def set_back(self) -> None:
        self.wall -= HOUR
        self.watch.add_drift(self.watch.drift())


def test_requests_before_it_are_forgotten_as_soon_as_ever() -> None:
    times = Times()
    limits, now = times.gate.limits, times.gate.now
    for _ in range(A_SECOND):
        limits.note(CHANNEL, now(), is_edit=True)
    times.set_back()
    assert 0 < times.gate.wait(0) <= SECOND
    times.run(SECOND)
    assert times.gate.wait(0) == 0
    times.run(CHANNEL_EDITS * SECOND)
    times.gate.ask_leave(CHANNEL, is_edit=True)


def test_pauses_are_no_longer_for_it() -> None:
    times = Times()
    breaker, now = times.gate._own, times.gate.now
    times.gate.limits.failed(CHANNEL, now())
    for place in range(3):
        breaker.refused(now(), place, is_bare=True)
    assert breaker.is_shut
    times.set_back()
    times.run(max(LONGEST_DELAY, LONGEST_PAUSE) + MINUTE)
    times.gate.ask_leave(CHANNEL)


# How often time is looked at


class Wall:
    """discord.py's own idea of the time, set by so much."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.set_by = calendar.timedelta()
        wall = self

        class Settable(calendar.datetime):
            @classmethod
            def now(cls, tz: calendar.tzinfo | None = None) -> Any:
                return calendar.datetime.now(tz) + wall.set_by

        for module in (discord.utils, discord.ext.tasks):
            monkeypatch.setitem(vars(module), "datetime", SimpleNamespace(**{**vars(calendar), "datetime": Settable}))


@pytest.mark.parametrize("hours", [-5, 5])
async def test_time_is_looked_at_as_often_as_ever(hours: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not for the first time after five hours, nor two thousand times in a row to make up for them."""
    wall, bot = Wall(monkeypatch), Mock(wait_until_ready=AsyncMock())
    bot.referee.sweep = AsyncMock(return_value=Sweep((), (), (), ()))
    monkeypatch.setattr(Scheduler, "_run_errands", AsyncMock())
    scheduler = Scheduler(bot, Mock(), Mock(stalled=set()), Mock(), Mock())
    for loop in (scheduler.tick, scheduler.pulse):
        loop.change_interval(seconds=QUICK)
    scheduler.start()
    try:
        await asyncio.sleep(3 * QUICK)
        wall.set_by = calendar.timedelta(hours=hours)
        await asyncio.sleep(3 * QUICK)  # whoever sleeps just now wakes up in time
        bot.reset_mock()
        await asyncio.sleep(20 * QUICK)
    finally:
        scheduler.close()
    assert 5 <= bot.referee.sweep.call_count <= 30
    assert 5 <= bot.referee.now.call_count <= 30
