"""A draw offer whose message nobody could write down: it is found again, and loses its buttons with the offer."""

from typing import Any

import aiohttp
import discord
import pytest

from bot.store.rows import MessageRow
from bot.store.sqlite.messages import DRAW, Messages
from tests.support.play import play_typed
from tests.support.world import World, button, press, text_of

SWEEP = 11  # seconds


async def offer(world: World, person: Any) -> None:
    asked = await person.slash(world.channel, "draw")
    await press(person, asked.response, "draw-sure")


def offers(world: World) -> list[discord.Message]:
    return [it for it in world.channel.history() if button(it, "draw-decline")]


def die_once_posted(world: World, crash: pytest.MonkeyPatch) -> None:
    """From the moment the offer is on Discord, this process writes nothing down and shows nothing."""
    put = Messages.put

    async def dead(self: Messages, row: MessageRow, owner: int | None = None, *, is_complete: bool = True) -> bool:
        if row.role == DRAW and row.message_id is not None:
            world.bot.announcer._is_closed = True
            return False
        return await put(self, row, owner, is_complete=is_complete)

    crash.setattr(Messages, "put", dead)


async def test_an_offer_that_was_posted_as_the_bot_died_is_found(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await world.duel()
    with monkeypatch.context() as crash:
        die_once_posted(world, crash)
        await offer(world, world.mover(match))
    (posted,) = offers(world)
    await world.restart()
    await world.env.advance_time(SWEEP)
    assert (await world.bot.store.messages.of(1))[DRAW].message_id == posted.id
    assert len(offers(world)) == 1
    await play_typed(world, match)
    assert offers(world) == []


async def test_one_that_has_lapsed_before_the_next_start_goes(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await world.duel()
    with monkeypatch.context() as crash:
        die_once_posted(world, crash)
        await offer(world, world.mover(match))
        await play_typed(world, match)
    assert len(offers(world)) == 1
    await world.restart()
    await world.env.advance_time(SWEEP)
    assert offers(world) == []
    assert DRAW not in await world.bot.store.messages.of(1)


async def test_one_that_was_never_posted_is_looked_for_once(world: World) -> None:
    match = await world.duel()
    world.fail("POST", f"/channels/{world.channel.id}/messages", status=403, code=50013)
    await offer(world, world.mover(match))
    assert offers(world) == []
    assert DRAW not in await world.bot.store.messages.of(1)


async def test_one_whose_connection_broke_off_once_it_was_posted_is_found(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await world.duel()
    send = discord.PartialMessageable.send

    async def broken(self: Any, *values: Any, **options: Any) -> Any:
        await send(self, *values, **options)
        raise aiohttp.ServerDisconnectedError

    with monkeypatch.context() as cut:
        cut.setattr(discord.PartialMessageable, "send", broken)
        await offer(world, world.mover(match))
    (posted,) = offers(world)
    assert (await world.bot.store.messages.of(1))[DRAW].message_id == posted.id
    await play_typed(world, match)
    assert offers(world) == []


async def test_declined_where_it_stands_it_stays_as_such(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await world.duel()
    mover = world.mover(match)
    with monkeypatch.context() as crash:
        die_once_posted(world, crash)
        await offer(world, mover)
        (posted,) = offers(world)
        await press(next(it for it in world.people if it is not mover), posted, "draw-decline")
    await world.restart()
    await world.env.advance_time(SWEEP)
    assert "declined" in text_of(next(it for it in world.channel.history() if it.id == posted.id))
    assert DRAW not in await world.bot.store.messages.of(1)


async def test_an_older_one_that_cannot_be_taken_away_goes_with_the_next(world: World) -> None:
    await world.duel()
    await offer(world, world.alice)
    (older,) = offers(world)
    path = f"/channels/{world.channel.id}/messages/{older.id}"
    world.fail("DELETE", path, status=500)
    await world.bot.referee.decline_draw(1, world.bob.id)
    await offer(world, world.alice)
    assert len(offers(world)) == 2
    world.recover()
    await world.env.advance_time(70)
    (newer,) = offers(world)
    assert newer.id != older.id
    assert (await world.bot.store.messages.of(1))[DRAW].message_id == newer.id
