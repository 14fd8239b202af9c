"""The door to Discord: how many pass it in a second, which refusals stop everything, and what hangs is let go."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import discord
import pytest
from discord.http import Route

import bot.edge.transport.gate
from bot.edge.transport.breaker import PATIENCE
from bot.edge.transport.gate import MOST_A_SECOND, NEW_DM, Gate, WithheldError
from bot.edge.transport.rate_limits import FIRST_DELAY, SECOND
from bot.edge.transport.retries import ConnectionLostError
from tests.support.world import new_bot

OWN = Route("POST", "/channels/{channel_id}/messages", channel_id=1)
ELSEWHERE = Route("POST", "/channels/{channel_id}/messages", channel_id=2)
DM = Route("POST", "/users/@me/channels")
THEIRS = Route("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/@original", webhook_id=1, webhook_token="t")  # noqa: S106
PATIENT = 10.0  # seconds, should it hang all the same
Request = Callable[..., Awaitable[Any]]


class Clock:
    """Time that is lived, and the steady seconds; nobody sleeps, time is moved instead."""

    def __init__(self) -> None:
        self.milliseconds = 1_000_000

    def __call__(self) -> int:
        return self.milliseconds

    def steady(self) -> float:
        return self.milliseconds / SECOND

    async def sleep(self, seconds: float) -> None:
        self.milliseconds += round(seconds * SECOND)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(asyncio, "sleep", clock.sleep)
    return clock


@pytest.fixture
def gate(clock: Clock) -> Gate:
    return Gate(clock, clock.steady, random.Random(1))


def refusal(status: int, code: int = 0, **headers: str) -> discord.HTTPException:
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    return discord.HTTPException(Mock(status=status, reason="", headers=names), {"code": code, "message": ""})


def refusing(error: Exception) -> Request:
    async def request(_route: Route) -> Any:
        raise error

    return request


async def taken(_route: Route) -> str:
    return "done"


async def refused(gate: Gate, route: Route, error: Exception, times: int) -> None:
    for _ in range(times):
        with pytest.raises(discord.HTTPException):
            await gate._through(refusing(error))(route)


async def is_stopped(gate: Gate, route: Route) -> bool:
    try:
        await gate._through(taken)(route)
    except WithheldError:
        return True
    return False


async def test_however_many_ask_at_once_no_second_has_more_than_it_may(gate: Gate, clock: Clock) -> None:
    """Whoever sets them off has asked for no leave: the door itself keeps them apart."""
    sent: list[int] = []

    async def request(_route: Route) -> None:
        sent.append(clock())

    await asyncio.gather(*(gate._through(request)(OWN) for _ in range(3 * MOST_A_SECOND)))
    assert len(sent) == 3 * MOST_A_SECOND
    assert max(sum(start <= at < start + SECOND for at in sent) for start in sent) == MOST_A_SECOND < 50


async def test_what_answers_somebody_takes_no_room(gate: Gate, clock: Clock) -> None:
    began = clock()
    for _ in range(3 * MOST_A_SECOND):
        assert await gate._through(taken)(THEIRS) == "done"
    assert clock() == began
    assert gate.wait(0) == 0


@pytest.mark.parametrize(("banned", "other"), [(OWN, THEIRS), (THEIRS, OWN)])
async def test_who_is_banned_by_one_name_may_ask_by_the_other(gate: Gate, banned: Route, other: Route) -> None:
    """Discord counts the bot's own requests and those of interactions apart."""
    await refused(gate, banned, refusal(403), PATIENCE)
    assert await is_stopped(gate, banned)
    assert not await is_stopped(gate, other)


@pytest.mark.parametrize("scope", ["user", "global", "shared"])
async def test_being_told_when_to_come_back_is_no_ban(gate: Gate, scope: str) -> None:
    """That place waits; no other does."""
    error = refusal(429, Retry_After="2", X_RateLimit_Scope=scope)
    await refused(gate, OWN, error, 2 * PATIENCE)
    assert not await is_stopped(gate, ELSEWHERE)
    with pytest.raises(WithheldError) as caught:
        gate.ask_leave(1)
    assert caught.value.wait >= 2 * SECOND


async def test_a_429_that_is_not_discords_own_is_one(gate: Gate) -> None:
    """It comes from what stands before Discord, for all of us, and says for how long."""
    await refused(gate, OWN, refusal(429, Retry_After="3600"), PATIENCE)
    assert await is_stopped(gate, ELSEWHERE)
    assert gate.wait(0) == 3600 * SECOND


async def test_while_everything_is_refused_no_reason_is_believed(gate: Gate) -> None:
    closed = refusal(403, 50007)
    assert not gate.is_passing(closed)
    await refused(gate, OWN, refusal(403), PATIENCE)
    assert gate.is_passing(closed)


async def test_what_discord_never_answers_is_let_go(gate: Gate, monkeypatch: pytest.MonkeyPatch) -> None:
    """Or the game it is about would be at work for ever. Its place waits a while."""
    monkeypatch.setattr(bot.edge.transport.gate, "REQUEST_LASTS", 0)

    async def hang(_route: Route) -> None:
        await asyncio.get_running_loop().create_future()

    with pytest.raises(ConnectionLostError):
        async with asyncio.timeout(PATIENT):
            await gate._through(hang)(OWN)
    with pytest.raises(WithheldError):
        gate.ask_leave(1)
    gate.ask_leave(2)


async def test_a_place_that_takes_something_again_waits_no_longer(gate: Gate) -> None:
    """And what fails there next is tried again as soon as a first failure is."""
    waits: list[int] = []
    for _ in range(5):
        await refused(gate, OWN, refusal(500), 1)
        with pytest.raises(WithheldError) as caught:
            gate.ask_leave(1)
        waits.append(caught.value.wait)
        assert not await is_stopped(gate, OWN)
        gate.ask_leave(1)
    assert max(waits) <= FIRST_DELAY


async def test_what_discord_py_will_not_wait_for_is_put_off_for_as_long(gate: Gate) -> None:
    with pytest.raises(WithheldError) as caught:
        await gate._through(refusing(discord.RateLimited(45.0)))(DM)
    assert caught.value.wait == 45 * SECOND
    with pytest.raises(WithheldError):
        gate.ask_leave(NEW_DM)
    gate.ask_leave(1)


async def test_discord_py_sits_out_no_limit_that_lasts(tmp_path: Path) -> None:
    """It would hold the place meanwhile, and whoever asked could not be told."""
    longest = new_bot(tmp_path).http.max_ratelimit_timeout
    assert longest is not None
    assert longest <= 30
