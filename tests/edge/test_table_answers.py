"""A table posted as an answer while others play: there is one in the end, and it shows how the game stands."""

from collections.abc import Callable

import pytest

from bot.edge.delivery.message_handles import MessageHandle
from bot.edge.delivery.tables import Tables
from bot.edge.interactions.answers import Answer
from tests.support.interleaving import after, before, counted, let_tasks_run, resign_meanwhile
from tests.support.play import play_typed
from tests.support.world import World, press, text_of


@pytest.mark.parametrize("when", [before, after])
async def test_a_game_that_ends_while_its_first_table_is_posted(
    world: World, monkeypatch: pytest.MonkeyPatch, when: Callable[..., None]
) -> None:
    challenge = await world.challenge()
    when(monkeypatch, Answer, "public", lambda: resign_meanwhile(world))
    await press(world.bob, challenge.response, "accept")
    (table,) = world.tables()
    assert "resigned" in text_of(table)


@pytest.mark.parametrize("when", [before, after])
async def test_a_game_that_ends_while_its_table_moves(
    world: World, monkeypatch: pytest.MonkeyPatch, when: Callable[..., None]
) -> None:
    await world.duel()
    when(monkeypatch, Answer, "public", lambda: resign_meanwhile(world))
    await world.chloe.slash(world.channel, "table")
    (table,) = world.tables()
    assert "resigned" in text_of(table)


@pytest.mark.parametrize("when", [before, after])
async def test_a_table_that_is_asked_for_while_it_is_edited(
    world: World, monkeypatch: pytest.MonkeyPatch, when: Callable[..., None]
) -> None:
    await world.duel()

    async def asks() -> None:
        _, payload = world.payload(world.chloe, 2, {"id": "1", "name": "table", "type": 1, "options": []})
        world.env.backend.emit("INTERACTION_CREATE", payload)
        await let_tasks_run()

    question = await world.alice.slash(world.channel, "resign")
    old = world.table().id
    when(monkeypatch, MessageHandle, "edit", asks)
    await press(world.alice, question.response, "resign-sure")
    (table,) = world.tables()
    assert table.id != old
    assert "resigned" in text_of(table)


async def test_a_redraw_that_is_asked_for_during_an_edit_is_not_forgotten(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.duel()
    drawn = counted(monkeypatch, Tables, "_draw")
    after(monkeypatch, MessageHandle, "edit", lambda: world.bot.announcer.redraw(1))
    await play_typed(world, await world.match())
    await world.env.advance_time(10)
    assert len(drawn) == 2


async def test_a_game_is_behind_until_everybody_has_been_told(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Should we die once the table is written down, the next start tells the others."""
    seen: list[list[int]] = []

    async def looked() -> None:
        seen.append(await world.bot.store.messages.behind())

    after(monkeypatch, Tables, "moved", looked)
    await world.duel()
    world.bot.announcer._is_closed = True
    await resign_meanwhile(world)
    after(monkeypatch, Tables, "moved", looked)
    await world.chloe.slash(world.channel, "table")
    assert "resigned" in text_of(world.table())
    world.bot.announcer._is_closed = False
    await world.env.advance_time(30)
    assert seen == [[1], [1]]
    assert await world.bot.store.messages.behind() == []
