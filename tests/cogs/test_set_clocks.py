"""Somebody sets the machine's clock back: whoever waits for Discord waits no longer for it."""

import random
from typing import Any
from unittest.mock import Mock

import pytest

from bot.referee.clocks import HOUR, MINUTE, SECOND, Watch
from cogs.breaker import LONGEST_PAUSE
from cogs.gate import Gate
from cogs.pacing import A_SECOND, CHANNEL_EDITS, LONGEST_DELAY
from tests.cogs.test_outages import PATIENCE, SWEEP
from tests.support.play import play_typed
from tests.support.world import World, text_of

CHANNEL = 7


class Hands:
    """Of a clock that can be set, beside seconds that cannot."""

    def __init__(self, world: World) -> None:
        self._clock = world.bot.clock
        self.set_by = 0
        world.bot.referee._watch = Watch(lambda: self._lived() + self.set_by, lambda: self._lived() / SECOND)

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
        self.watch = Watch(lambda: self.wall, lambda: self.ticks / SECOND)
        bot: Any = Mock(steady=None, referee=Mock(now=self.watch.now, lived=self.watch.lived))
        self.gate = Gate(bot, random.Random(1))

    def run(self, milliseconds: int) -> None:
        self.ticks += milliseconds
        self.wall += milliseconds

    def set_back(self) -> None:
        self.wall -= HOUR
        self.watch.follow(self.watch.drift())


def test_requests_before_it_are_forgotten_as_soon_as_ever() -> None:
    times = Times()
    pacing, now = times.gate.pacing, times.gate.now
    for _ in range(A_SECOND):
        pacing.note(CHANNEL, now(), is_edit=True)
    times.set_back()
    assert 0 < times.gate.wait(0) <= SECOND
    times.run(SECOND)
    assert times.gate.wait(0) == 0
    times.run(CHANNEL_EDITS * SECOND)
    times.gate.ask_leave(CHANNEL, is_edit=True)


def test_pauses_are_no_longer_for_it() -> None:
    times = Times()
    breaker, now = times.gate._own, times.gate.now
    times.gate.pacing.failed(CHANNEL, now())
    for place in range(3):
        breaker.refused(now(), place, is_bare=True)
    assert breaker.is_shut
    times.set_back()
    times.run(max(LONGEST_DELAY, LONGEST_PAUSE) + MINUTE)
    times.gate.ask_leave(CHANNEL)
