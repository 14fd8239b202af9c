"""Messages, channels, threads, permissions and servers that go away: the game goes on, and its table comes back."""

from typing import Any

import aiohttp
import discord
import pytest
from simcord.backend import serializers

from bot.edge.interactions.answers import Answer
from tests.support.play import play_in_dm, play_out, play_typed
from tests.support.world import World, button, is_private, press, said, text_of

MISSING_ACCESS, MISSING_PERMISSIONS = 50001, 50013
HOUR = 60 * 60


async def _turns(world: World, count: int) -> None:
    for _ in range(count):
        await play_in_dm(world, await world.match())


@pytest.mark.parametrize("code", [MISSING_ACCESS, MISSING_PERMISSIONS])
async def test_without_permission_the_game_goes_on_in_private(world: World, code: int) -> None:
    await world.duel()
    await world.restart()  # so that the table is the bot's own to edit
    world.fail("*", f"/channels/{world.channel.id}/*", status=403, code=code)
    before = text_of(world.table())
    await _turns(world, 2)
    assert text_of(world.table()) == before
    world.recover()
    await _turns(world, 1)
    assert "Last turn" in text_of(world.table())
    assert len(world.tables()) == 1


async def test_a_lost_table_is_not_asked_for_again_before_there_is_something_new(world: World) -> None:
    """Discord bans for refused requests."""
    await world.duel()
    await world.restart()
    refused = f"/channels/{world.channel.id}/messages"
    world.fail("*", f"{refused}*", status=403, code=MISSING_ACCESS)
    await play_in_dm(world, await world.match())
    asked = len(world.requests())
    world.bot.announcer.touch(1)
    await world.env.advance_time(11)
    assert not [one for one in world.requests()[asked:] if one.path.startswith(refused)]


async def test_a_table_that_could_not_be_posted_is_posted_later(world: World) -> None:
    challenge = await world.challenge()
    world.fail("POST", "/webhooks/*", status=404, code=10015)
    world.fail("POST", f"/channels/{world.channel.id}/messages", status=403, code=MISSING_PERMISSIONS)
    await press(world.bob, challenge.response, "accept")
    assert world.tables() == []
    world.recover()
    await _turns(world, 1)
    assert len(world.tables()) == 1


@pytest.mark.parametrize("name", ["replace", "public"])
async def test_a_game_begins_though_the_connection_breaks_off_as_it_is_accepted(
    world: World, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    async def broken(_answer: Answer, _page: object, **_options: object) -> int:
        raise aiohttp.ServerDisconnectedError

    challenge = await world.challenge()
    monkeypatch.setattr(Answer, name, broken)
    await press(world.bob, challenge.response, "accept")
    assert len(world.tables()) == 1
    for person in world.people:
        assert "Your hand" in text_of(world.panel(person))


@pytest.mark.parametrize("is_fresh", [True, False])
async def test_a_deleted_table_is_posted_again(world: World, is_fresh: bool) -> None:  # noqa: FBT001
    """Whether we would have edited it through the interaction or as the bot."""
    await world.duel()
    if not is_fresh:
        await world.restart()
    world.env.backend.delete_message(world.channel.id, world.table().id)
    assert world.tables() == []
    await _turns(world, 2)
    assert len(world.tables()) == 1
    assert "Last turn" in text_of(world.table())


async def test_a_deleted_panel_comes_back_with_the_turn(world: World) -> None:
    match = await world.duel()
    person = world.mover(match)
    world.env.backend.delete_message(person.user.dm_channel.id, world.panel(person).id)
    await play_typed(world, match)
    await play_typed(world, await world.match())
    assert "Your turn" in text_of(world.panel(person))


async def test_a_deleted_channel_loses_nothing(world: World) -> None:
    await world.duel()
    world.env.backend.delete_channel(world.channel.id)
    await _turns(world, 3)
    elsewhere = world.guild.create_text_channel("elsewhere")
    await world.alice.slash(elsewhere, "table", game=1)
    await _turns(world, 1)
    (table,) = world.tables(elsewhere)
    assert "Last turn" in text_of(table)
    await play_out(world, play_in_dm)
    await world.assert_sound()


async def test_a_thread_for_each_game(world: World) -> None:
    await _want_threads(world)
    await world.duel()
    (thread,) = world.channel.threads
    assert thread.name == "Game 1: Alice – Bob"
    assert len(world.tables(thread)) == 1
    assert world.tables() == []
    await _turns(world, 2)
    assert "Last turn" in text_of(world.tables(thread)[0])


async def test_without_a_thread_the_table_is_in_the_channel(world: World) -> None:
    await _want_threads(world)
    world.fail("POST", "/channels/*/threads", status=403, code=MISSING_PERMISSIONS)
    await world.duel()
    assert world.channel.threads == []
    assert len(world.tables()) == 1


async def test_a_thread_that_nobody_answers_about_keeps_no_game_from_beginning(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await _want_threads(world)

    async def unanswered(*_values: Any, **_options: Any) -> None:
        raise TimeoutError

    monkeypatch.setattr(discord.TextChannel, "create_thread", unanswered)
    begun = await world.alice.slash(world.channel, "challenge", level="random")
    assert begun.acknowledged
    assert len(world.tables()) == 1
    assert button(world.panel(world.alice), "pick")


async def test_a_deleted_thread_loses_nothing(world: World) -> None:
    await _want_threads(world)
    await world.duel()
    (thread,) = world.channel.threads
    world.env.backend.delete_channel(thread.id)
    await _turns(world, 2)
    await world.alice.slash(world.channel, "table")
    await _turns(world, 1)
    assert "Last turn" in text_of(world.table())
    await world.assert_sound()


async def _want_threads(world: World) -> None:
    row = await world.bot.store.servers.get(world.guild.id)
    await world.bot.store.servers.put(type(row)(row.guild_id, has_threads=True))


async def test_removed_from_the_server_and_back_again(world: World) -> None:
    """Everything there is refused; in private the game goes on. Once back, the table catches up by itself."""
    await world.duel()
    await world.restart()
    guild = world.env.backend.get_guild(world.guild.id)
    world.env.backend.emit("GUILD_DELETE", {"id": str(world.guild.id)})
    world.fail("*", f"/channels/{world.channel.id}/*", status=403, code=MISSING_ACCESS)
    await world.env.settle()
    assert world.bot.get_guild(world.guild.id) is None
    await _turns(world, 2)
    world.recover()
    joined = dict(serializers.guild_create_payload(world.env.backend, guild))
    joined.pop("unavailable", None)  # which it has only after an outage
    world.env.backend.emit("GUILD_CREATE", joined)
    await world.env.settle()
    assert "Last turn" in text_of(world.table())
    assert len(world.tables()) == 1


@pytest.mark.usefixtures("hourly")
async def test_a_table_older_than_an_hour_is_posted_anew(world: World) -> None:
    await world.duel(clock="daily")
    old = world.table().id
    await world.env.advance_time(HOUR - 60)
    await _turns(world, 1)
    assert world.table().id == old
    await world.env.advance_time(2 * HOUR)
    await _turns(world, 1)
    assert [table.id for table in world.tables()] != [old]
    assert len(world.tables()) == 1


async def test_the_table_moves_to_where_it_is_asked_for(world: World) -> None:
    await world.duel()
    elsewhere = world.guild.create_text_channel("elsewhere")
    await world.alice.slash(elsewhere, "table", game=1)
    assert world.tables() == []
    await _turns(world, 1)
    assert "Last turn" in text_of(world.tables(elsewhere)[0])


async def test_a_look_from_another_server_moves_nothing(world: World) -> None:
    await world.duel()
    abroad = world.env.create_guild("Abroad")
    channel = abroad.create_text_channel("general")
    visitor = abroad.add_member(world.alice.user)
    look = await visitor.slash(channel, "table", game=1)
    assert is_private(look)
    assert "Alice" in said(look)
    assert len(world.tables()) == 1
