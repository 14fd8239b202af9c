"""Many games, few requests: what people touch comes first, many touches make few edits, one edit at a time a message,
and never faster than Discord likes."""

import asyncio
from collections import Counter
from typing import Any

import pytest

from bot.edge.delivery.announcer import AT_ONCE, BEHIND, Announcer
from bot.edge.transport.rate_limits import A_SECOND, CHANNEL_EDITS, CHANNEL_WINDOW
from tests.edge.transport.test_breaker_bans import Hall, announcer_of
from tests.support.play import play_typed
from tests.support.world import World, text_of

TOUCHES = 100
WITHIN = 20  # seconds: sixteen edits at five in five of them, and a little more


def _edits(world: World) -> int:
    return sum(entry.method == "PATCH" for entry in world.env.http_requests)


async def test_a_hundred_touches_make_few_edits_and_show_the_last_state(world: World) -> None:
    await world.duel()
    before = _edits(world)
    announcer = announcer_of(world)
    match = await world.match()
    for _ in range(3):
        for _ in range(TOUCHES // 4):
            announcer.touch(1)
        await play_typed(world, match)
        match = await world.match()
    for _ in range(TOUCHES // 4):
        announcer.touch(1)
    await _until_idle(announcer)
    assert _edits(world) - before <= 4 * 3  # the table, what both have open, and the DM of who played elsewhere
    shown = await world.bot.store.messages.of(1)
    assert shown["table"].revision == match.row.public_revision
    assert "Last turn" in text_of(world.table())


async def test_a_message_has_one_edit_under_way_at_a_time(world: World) -> None:
    """However often a game is touched while Discord is slow: the edit after it shows everything since."""
    await world.duel()
    await world.restart()
    announcer, request = announcer_of(world), world.bot.http.request
    under_way: Counter[str] = Counter()
    most: list[int] = []

    async def slow(route: Any, **options: Any) -> Any:
        under_way[route.url] += 1
        most.append(under_way[route.url])
        for _ in range(TOUCHES):
            announcer.touch(1)
            await asyncio.sleep(0)
        under_way[route.url] -= 1
        return await request(route, **options)

    world.bot.http.request = slow  # type: ignore[method-assign]
    for _ in range(3):
        await announcer.redraw(1)
        await _until_idle(announcer)
    assert set(most) == {1}
    assert len(most) < 3 * 4


async def test_what_people_touch_comes_before_what_is_merely_behind(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    announcer = announcer_of(world)
    order = _order_of(announcer, monkeypatch)
    for game_id in range(1, 1001):
        announcer.touch(game_id, BEHIND)
    for game_id in (2000, 2001):
        announcer.touch(game_id)
    await _until_idle(announcer)
    assert set(order[AT_ONCE : AT_ONCE + 2]) == {2000, 2001}
    assert len(order) == 1002


async def test_whoever_has_waited_long_is_not_overtaken_for_ever(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    announcer = announcer_of(world)
    order = _order_of(announcer, monkeypatch)
    with monkeypatch.context() as patch:
        patch.setattr(announcer.delivery.gate, "wait", lambda _others: 60_000)
        announcer.touch(1, BEHIND)
        world.env.backend.advance_clock(61)
        announcer.touch(2)
    announcer.sweep()
    await _until_idle(announcer)
    assert order == [1, 2]


async def test_who_is_touched_again_keeps_their_place(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    announcer = announcer_of(world)
    order = _order_of(announcer, monkeypatch)
    with monkeypatch.context() as patch:
        patch.setattr(announcer.delivery.gate, "wait", lambda _others: 60_000)
        for game_id in (1, 2, 1):
            announcer.touch(game_id, BEHIND)
            world.env.backend.advance_clock(1)
    announcer.sweep()
    await _until_idle(announcer)
    assert order == [1, 2]


def _order_of(announcer: Announcer, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """In which games come up from here on; nothing of them is shown."""
    order: list[int] = []

    async def bring_up(game_id: int) -> None:
        assert len(announcer._tasks) <= AT_ONCE
        order.append(game_id)

    monkeypatch.setattr(announcer, "_bring_up", bring_up)
    return order


async def _until_idle(announcer: Announcer) -> None:
    """simcord only waits for what people set off."""
    while announcer._tasks:
        await asyncio.gather(*announcer._tasks.values())


async def test_a_boot_with_many_games_behind_stays_below_the_limits(world: World) -> None:
    """Tables in one channel, all behind, with no key to any of them. Whoever waits for room is next as soon as there is
    some: a look every ten seconds would take twice as long."""
    hall = Hall(world, 16)
    await hall.open()
    for game_id in range(1, 17):
        await announcer_of(world).delivery.outdate_table(game_id)
    before = _edits(world)
    await world.restart()
    assert await hall.behind() != []
    sent = _times(world)
    await world.env.advance_time(WITHIN)
    assert await hall.behind() == []
    edits = [at for at, method in sent if method == "PATCH"]
    assert _edits(world) - before == 16
    assert _most_within(edits, CHANNEL_WINDOW) <= CHANNEL_EDITS
    assert _most_within([at for at, _ in sent], 1000) <= A_SECOND


def _times(world: World) -> list[tuple[int, str]]:
    """When each of the bot's own requests was sent from here on, in milliseconds."""
    sent: list[tuple[int, str]] = []
    request = world.bot.http.request

    async def noted(route: Any, **options: Any) -> Any:
        sent.append((world.bot.referee.now(), route.method))
        return await request(route, **options)

    world.bot.http.request = noted  # type: ignore[method-assign]
    return sent


def _most_within(times: list[int], length: int) -> int:
    return max((sum(start <= at < start + length for at in times) for start in times), default=0)
