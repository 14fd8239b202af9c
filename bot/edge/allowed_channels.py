"""In which channels a game may begin, by the server's settings, whether the asker is still in the server, and which
channels they can see."""

import discord

from bot.edge.gateway.client import Client
from bot.edge.members import has_left
from bot.referee.errors import Refusal
from bot.referee.match import Match
from bot.referee.replays import check_may_see_record
from bot.store.rows import GameRow, ServerRow


async def server_for(bot: Client, interaction: discord.Interaction) -> ServerRow:
    """The server's settings, if games may be played here."""
    if interaction.guild_id is None:
        raise Refusal("only_in_a_server")
    server = await bot.store.servers.get(interaction.guild_id)
    _check(channels_for_games(bot, server), interaction.channel_id, interaction.channel)
    return server


async def place_for_another(bot: Client, interaction: discord.Interaction, old: GameRow) -> tuple[int, bool]:
    """The channel for a rematch, and whether it is the one the asker is in: that one if it is in the old game's server,
    otherwise the old game's channel."""
    if interaction.guild_id == old.guild_id and interaction.channel_id is not None:
        await server_for(bot, interaction)
        return interaction.channel_id, True
    if await has_left(bot, old.guild_id, interaction.user.id):
        raise Refusal("you_left")
    if (channel := bot.get_channel(old.channel_id)) is not None:  # a deleted channel is noticed when posting
        _check(channels_for_games(bot, await bot.store.servers.get(old.guild_id)), old.channel_id, channel)
    return old.channel_id, False


def channels_for_games(bot: Client, server: ServerRow) -> tuple[int, ...]:
    """The configured channels that still exist. A deleted one could neither be played in nor be removed by command."""
    guild = bot.get_guild(server.guild_id)
    if guild is None or guild.unavailable:
        return server.channels
    return tuple(channel_id for channel_id in server.channels if guild.get_channel(channel_id) is not None)


def _check(channels: tuple[int, ...], channel_id: int | None, channel: object) -> None:
    """A thread is allowed where its parent channel is."""
    here = {channel_id, getattr(channel, "parent_id", None)}
    if channels and not here & set(channels):
        raise Refusal("not_in_this_channel", channels=tuple(f"<#{one}>" for one in channels))


def may_see(person: discord.User | discord.Member, channel: object) -> bool:
    """False for a channel that is not known, such as one that was deleted. A private thread is for those in it."""
    if not isinstance(person, discord.Member) or not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return False
    allowed = channel.permissions_for(person)
    is_private = isinstance(channel, discord.Thread) and channel.is_private()
    return allowed.view_channel and (allowed.manage_threads or not is_private)


def check_may_look(bot: Client, interaction: discord.Interaction, match: Match) -> None:
    """Raise unless the asker may look at this game's table: players may from anywhere, others where they can see its
    channel."""
    if match.seat_of(interaction.user.id) is not None:
        return
    check_may_see_record(match, interaction.user.id, interaction.guild_id)
    if not may_see(interaction.user, bot.get_channel(match.row.channel_id)):
        raise Refusal("table_hidden")
