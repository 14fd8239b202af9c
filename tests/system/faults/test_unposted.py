"""Killed between storing a gathering and posting it, or between posting it and storing its message: the next boot finds
the message, or closes the gathering."""

from typing import Any

import pytest

from bot.edge.interactions.answers import Answer
from bot.store.sqlite.gatherings import Gatherings
from tests.support.interleaving import before
from tests.support.world import World, answers_of, button, press, text_of

SWEEP = 11  # seconds


async def _nothing(*_: Any, **__: Any) -> int:
    """Replaces a step that a crash prevents."""
    return 0


async def test_a_challenge_nobody_can_see_is_in_nobodys_way(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as crash:
        crash.setattr(Answer, "public", _nothing)
        crash.setattr(Gatherings, "posted", _nothing)
        await world.challenge()
    await world.env.advance_time(1)
    await world.restart()
    again = await world.challenge()
    await press(world.bob, answers_of(again)[-1], "accept")
    assert (await world.match(1)).turns == 0


async def test_a_challenge_that_was_posted_is_found(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as crash:
        crash.setattr(Gatherings, "posted", _nothing)
        posted = answers_of(await world.challenge())[-1]
    await world.env.advance_time(1)
    await world.restart()
    row = await world.bot.store.gatherings.get(1)
    assert row is not None
    assert (row.status, row.message_id) == ("open", posted.id)
    await world.env.advance_time(15 * 60 + SWEEP)
    assert "Nobody came in time" in text_of(posted)
    assert button(posted, "accept") is None


async def test_a_challenge_that_is_being_posted_while_the_bot_comes_up_stays_open(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player may be quicker than the boot: recovery only considers challenges of earlier processes."""
    await world.env.advance_time(1)
    await world.restart()
    scheduler: Any = world.bot.scheduler

    async def boot() -> None:
        scheduler._has_booted = False
        await scheduler.on_ready()

    before(monkeypatch, Answer, "public", boot)
    posted = answers_of(await world.challenge())[-1]
    row = await world.bot.store.gatherings.get(1)
    assert row is not None
    assert (row.status, row.message_id) == ("open", posted.id)


@pytest.mark.parametrize("is_posted", [True, False])
async def test_so_is_a_team(world: World, is_posted: bool, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: FBT001
    with monkeypatch.context() as crash:
        crash.setattr(Gatherings, "posted", _nothing)
        if not is_posted:
            crash.setattr(Answer, "public", _nothing)
        await world.alice.slash(world.channel, "team")
    await world.env.advance_time(1)
    await world.restart()
    row = await world.bot.store.gatherings.get(1)
    assert row is not None
    assert (row.status, row.message_id is not None) == ("open" if is_posted else "cancelled", is_posted)
