"""However many ask at once, the bot's own requests stay below Discord's limit; answers to interactions do not wait."""

import asyncio
import itertools
import random
import time
from typing import Any
from unittest.mock import Mock

from discord.http import Route

from bot.edge.transport.gate import MOST_A_SECOND, Gate
from bot.edge.transport.retries import CALLBACK

CROWD = MOST_A_SECOND + 20


class Wire:
    """Notes when a request is sent."""

    def __init__(self) -> None:
        self.sent: list[float] = []

    async def request(self, _route: Route) -> None:
        self.sent.append(time.monotonic())


async def rush(route: Route, steady: Any) -> list[float]:
    """A crowd asks the same in one moment: when their requests were sent."""
    wire = Wire()
    gate = Gate(lambda: 0, steady, random.Random(1))
    gate.install(wire)
    try:
        asked: Any = wire.request
        await asyncio.gather(*(asked(route) for _ in range(CROWD)))
    finally:
        gate.uninstall()
    return wire.sent


async def test_a_crowd_of_requests_is_spread() -> None:
    sent = await rush(Route("DELETE", "/channels/{channel_id}", channel_id=1), time.monotonic)
    assert len(sent) == CROWD
    windows = zip(sent, itertools.islice(sent, MOST_A_SECOND, None), strict=False)
    assert all(later - earlier > 0.99 for earlier, later in windows)


async def test_answers_to_interactions_do_not_wait() -> None:
    route = Route("POST", CALLBACK, webhook_id=1, webhook_token="token")  # noqa: S106 (opens nothing)
    assert len(await rush(route, Mock(side_effect=AssertionError("nobody asks for the time")))) == CROWD
