"""What was posted but not written down is found again, and not posted a second time."""

import pytest

from bot.store.shown import TABLE
from tests.support.world import World


@pytest.mark.parametrize("status", [403, 404, 500])
async def test_where_nobody_may_look_just_now_nothing_is_posted_either(world: World, status: int) -> None:
    """As while everything is refused: that says nothing about what is there."""
    await world.duel()
    await world.env.advance_time(5)
    (table,) = world.tables()
    await world.bot.store.shown.forget(1, TABLE)
    world.fail("GET", f"/channels/{world.channel.id}/messages", status=status, times=2)
    await world.restart()
    assert [one.id for one in world.tables()] == [table.id]
    await world.env.advance_time(120)
    assert [one.id for one in world.tables()] == [table.id]
    shown = (await world.bot.store.shown.of(1))[TABLE]
    assert shown.message_id == table.id, "it was found again"
