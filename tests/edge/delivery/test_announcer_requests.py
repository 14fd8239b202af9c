"""What a turn costs of Discord's limit: one message where it can be one."""

import pytest

from bench.requests import LIVELY, SLOW, count
from tests.support.play import play_in_dm, play_in_ephemeral
from tests.support.tiers import has_long_version, sized
from tests.support.world import World

TURNS = sized(8, 100)


@has_long_version
@pytest.mark.parametrize("seconds", [LIVELY, SLOW])
async def test_a_turn_in_dms_costs_at_most_one_and_a_half_requests(world: World, seconds: int) -> None:
    """Slow games outlive the key to their table: from then on the panels go out through their readers' presses."""
    tally = await count(world, play_in_dm, seconds, TURNS)
    assert 0 < tally.counted_a_turn <= 1.5


@has_long_version
async def test_a_turn_in_the_channel_costs_at_most_one_request(world: World) -> None:
    world.close_dms(*world.people)
    tally = await count(world, play_in_ephemeral, LIVELY, TURNS)
    assert tally.counted_a_turn <= 1


@has_long_version
async def test_a_quick_game_in_the_channel_costs_nothing(world: World) -> None:
    """Everything goes through the interactions while their keys fit, the result posted in the table's place too."""
    world.close_dms(*world.people)
    tally = await count(world, play_in_ephemeral, 5, TURNS)
    assert tally.counted == 0
