"""A request that Discord never answers is given up: whatever waits for it would stand still for as long."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Any
from unittest.mock import Mock

import discord
import pytest
from discord.http import Route

from bot.edge.delivery import message_handles as keys_module
from bot.edge.delivery.message_handles import MessageHandle
from bot.edge.transport import gate as gate_module
from bot.edge.transport.gate import Gate
from bot.edge.transport.retries import CALLBACK, ConnectionLostError
from bot.table.page import Page
from tests.support.play import play_typed
from tests.support.world import World, text_of

MOMENT, QUICK = 0.05, 10.0  # seconds
SWEEP = 10


async def silence(*_arguments: Any, **_options: Any) -> None:
    await asyncio.get_running_loop().create_future()


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (gate_module, keys_module):
        monkeypatch.setattr(module, "REQUEST_LASTS", MOMENT)


@pytest.mark.parametrize(
    "route",
    [
        Route("GET", "/channels/{channel_id}/messages", channel_id=1),
        Route("POST", "/users/@me/channels"),
        Route("GET", "/guilds/{guild_id}/members/{member_id}", guild_id=1, member_id=2),
        Route("POST", CALLBACK, webhook_id=1, webhook_token="token"),  # noqa: S106 (opens nothing)
    ],
)
async def test_the_bots_own_and_first_answers(route: Route) -> None:
    wire = Mock(request=silence)
    gate = Gate(lambda: 0, None, random.Random(1))
    gate.install(wire)
    try:
        async with asyncio.timeout(QUICK) as patience:
            with pytest.raises(ConnectionLostError):
                await wire.request(route)
        assert not patience.expired()
    finally:
        gate.uninstall()


@pytest.mark.parametrize("number", [None, 7])
@pytest.mark.parametrize(
    "use",
    [lambda key: key.edit(Page("", "")), lambda key: key.delete(), lambda key: key.post(content="")],
    ids=["edit", "delete", "post"],
)
async def test_through_an_interaction(use: Callable[[MessageHandle], Awaitable[object]], number: int | None) -> None:
    followup = Mock(edit_message=silence, delete_message=silence, send=silence)
    interaction = Mock(edit_original_response=silence, delete_original_response=silence, followup=followup)
    token: Any = Mock(interaction=lambda: interaction)
    async with asyncio.timeout(QUICK) as patience:
        with pytest.raises(ConnectionLostError):
            await use(MessageHandle(token, 0, number))
    assert not patience.expired()


async def given_up(*_arguments: Any, **_options: Any) -> None:
    raise ConnectionLostError


async def test_a_table_that_was_given_up_comes_later(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.duel()
    with monkeypatch.context() as silent:
        silent.setattr(discord.Webhook, "edit_message", given_up)
        await play_typed(world, await world.match())
    assert "Last turn" not in text_of(world.table())
    await world.env.advance_time(SWEEP)
    assert "Last turn" in text_of(world.table())
    assert len(world.tables()) == 1


async def test_who_could_not_be_looked_up_is_warned(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.duel(first="challenger")
    monkeypatch.setattr(discord.Guild, "fetch_member", given_up)
    await world.env.advance_time(3 * 60 + SWEEP + 1)
    assert [one.content for one in world.alice.user.dm_channel.history() if "Time ran out" in one.content]
