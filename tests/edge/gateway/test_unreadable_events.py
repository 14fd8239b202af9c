"""An event that discord.py cannot parse is dropped, logged and counted; the bot lives on."""

from typing import Any

import pytest

from tests.support.world import World


@pytest.fixture
def expected_errors() -> list[str]:
    return ["an event could not be read: "]


def _press_in_an_odd_channel(world: World) -> None:
    """In one that is not cached and comes without its position."""
    _, payload = world.payload(world.alice, 3, {"custom_id": "arb:hand:1:0:", "component_type": 2})
    payload["channel"] = {"id": "1", "type": 0, "name": "duels"}
    world.env.backend.emit("INTERACTION_CREATE", payload)


async def test_the_next_interaction_is_answered(world: World) -> None:
    _press_in_an_odd_channel(world)
    await world.env.settle()
    assert (await world.challenge()).acknowledged


@pytest.mark.parametrize(("event", "data"), [("GUILD_CREATE", {}), ("CHANNEL_UPDATE", {})])
async def test_whatever_the_event_was(world: World, event: str, data: Any) -> None:
    world.bot._connection.parsers[event](data)
    await world.env.settle()
    assert (await world.challenge()).acknowledged


async def test_health_and_figures_tell_of_it(world: World) -> None:
    _press_in_an_odd_channel(world)
    await world.env.settle()
    report = await world.bot.health.health.examine()
    assert report.is_healthy
    assert "INTERACTION_CREATE" in report.warnings["events"]
    assert b'arbitre_unreadable_events_total{event="INTERACTION_CREATE"} 1.0' in await world.bot.health.figures()
