"""What Discord refuses for good is not asked for again, and what is our fault is not blamed on anybody."""

from typing import Any

import pytest

from tests.support.play import play_in_dm
from tests.support.world import World, text_of

ARCHIVED, MALFORMED = 50083, 50035
MINUTE = 60  # a live turn lasts three


@pytest.fixture
async def thread(world: World) -> Any:
    """With the table of a duel in it, which is the bot's own to edit."""
    row = await world.bot.store.servers.get(world.guild.id)
    await world.bot.store.servers.put(type(row)(row.guild_id, has_threads=True))
    await world.duel()
    await world.restart()
    (thread,) = world.channel.threads
    return thread


async def _asked_of(world: World, place: Any, seconds: int) -> int:
    """How many requests concern a place while that time passes."""
    before = len(world.requests())
    for _ in range(seconds // 10):
        await world.env.advance_time(10)
    return sum(f"/channels/{place.id}/" in request.path for request in world.requests()[before:])


async def test_a_table_in_an_archived_thread_is_posted_anew_at_once(world: World, thread: Any) -> None:
    """Which opens the thread again."""
    world.fail("PATCH", f"/channels/{thread.id}/messages/*", status=400, code=ARCHIVED, times=1)
    old = world.tables(thread)[-1].id
    await play_in_dm(world, await world.match())
    (table,) = world.tables(thread)
    assert table.id != old
    assert "Last turn" in text_of(table)


async def test_a_locked_thread_is_given_up_until_there_is_something_new(world: World, thread: Any) -> None:
    for method in ("PATCH", "POST", "DELETE"):
        world.fail(method, f"/channels/{thread.id}/messages*", status=400, code=ARCHIVED)
    await play_in_dm(world, await world.match())
    assert await _asked_of(world, thread, 2 * MINUTE) == 0
    world.recover()
    await play_in_dm(world, await world.match())
    assert "Last turn" in text_of(world.tables(thread)[-1])


async def test_a_thread_outlasts_a_daily_turn(world: World, thread: Any) -> None:
    made = next(request for request in world.env.http_requests if request.path.endswith("/threads"))
    assert made.json is not None
    assert made.json["auto_archive_duration"] > 2 * 24 * 60
    assert thread.name


class TestOurFault:
    @pytest.fixture
    def expected_errors(self) -> list[str]:
        return ["game 1: Discord does not take what it shows: 50035"]

    async def test_a_malformed_panel_is_no_closed_dm(self, world: World) -> None:
        match = await world.duel()
        dm = world.people[1 - min(match.to_act)].user.dm_channel
        world.fail("POST", f"/channels/{dm.id}/messages", status=400, code=MALFORMED)
        await play_in_dm(world, match)
        assert not any(seat.is_dm_closed for seat in (await world.match()).row.seats)
        assert await _asked_of(world, dm, MINUTE) == 0  # then they are told of their time

    async def test_nor_is_a_malformed_table_a_lost_channel(self, world: World) -> None:
        await world.duel()
        await world.restart()
        world.fail("PATCH", f"/channels/{world.channel.id}/messages/*", status=400, code=MALFORMED)
        await play_in_dm(world, await world.match())
        assert await _asked_of(world, world.channel, 2 * MINUTE) == 0
