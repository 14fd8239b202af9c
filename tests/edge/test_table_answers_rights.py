"""Who may move a table, and who may look at it."""

from typing import Any

import discord
import pytest

from bot.store.rows import ServerRow
from tests.support.world import World, is_private, said

HIDDEN = "This game is played in a channel that you cannot see."


def _manager(world: World) -> Any:
    role = world.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True, view_channel=True))
    return world.guild.add_member(world.env.create_user("mona", global_name="Mona"), roles=[role])


@pytest.fixture
async def cellar(world: World) -> Any:
    """A channel that Alice, Bob and the bot can see, with a duel in it."""
    sees, not_ = discord.PermissionOverwrite(view_channel=True), discord.PermissionOverwrite(view_channel=False)
    overwrites: dict[Any, Any] = {world.guild.default_role: not_}
    overwrites |= dict.fromkeys((world.alice, world.bob, world.bot_member), sees)
    world.channel = world.guild.create_text_channel("cellar", overwrites=overwrites)
    await world.duel()
    return world.channel


async def test_a_spectator_looks_and_moves_nothing(world: World) -> None:
    await world.duel()
    elsewhere = world.guild.create_text_channel("elsewhere")
    look = await world.chloe.slash(elsewhere, "table", game=1)
    assert is_private(look)
    assert "Alice" in said(look)
    assert (len(world.tables()), world.tables(elsewhere)) == (1, [])


async def test_whoever_manages_the_server_moves_it(world: World) -> None:
    await world.duel()
    elsewhere = world.guild.create_text_channel("elsewhere")
    await _manager(world).slash(elsewhere, "table", game=1)
    assert (world.tables(), len(world.tables(elsewhere))) == ([], 1)


async def test_nobody_moves_it_to_where_no_games_are_played(world: World) -> None:
    await world.duel()
    elsewhere = world.guild.create_text_channel("elsewhere")
    await world.bot.store.servers.put(ServerRow(world.guild.id, channels=(world.channel.id,)))
    for person in (world.alice, _manager(world)):
        refused = await person.slash(elsewhere, "table", game=1)
        assert f"Games are played in <#{world.channel.id}>." in said(refused)
        assert is_private(refused)
    assert (len(world.tables()), world.tables(elsewhere)) == (1, [])


@pytest.mark.parametrize("is_over", [False, True])
async def test_a_private_channels_table_is_for_those_in_it(world: World, cellar: Any, is_over: bool) -> None:  # noqa: FBT001
    if is_over:
        await world.bot.referee.resign(1, world.alice.id, "key")
    hall = world.guild.create_text_channel("hall")
    refused = await world.chloe.slash(hall, "table", game=1)
    assert said(refused).strip() == HIDDEN
    assert is_private(refused)
    assert "Alice" in said(await world.alice.user.slash("table", game=1))
    assert (len(world.tables(cellar)), world.tables(hall)) == (1, [])


async def test_from_another_server_only_players_look(world: World) -> None:
    await world.duel()
    abroad = world.env.create_guild("Abroad")
    channel = abroad.create_text_channel("general")
    for person in (world.chloe, _manager(world)):
        visitor = abroad.add_member(person.user)
        for look in (await visitor.slash(channel, "table", game=1), await visitor.user.slash("table", game=1)):
            assert is_private(look)
            assert "Alice" not in said(look)
    assert "Alice" in said(await abroad.add_member(world.alice.user).slash(channel, "table", game=1))
