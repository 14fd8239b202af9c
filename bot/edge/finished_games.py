"""Which finished game a command means: the one named, otherwise the asker's last; and suggestions of their own."""

import discord
from discord import app_commands

from bot.edge.gateway.client import Client
from bot.edge.presenting.match_views import match_view_of, meet
from bot.referee.errors import Refusal
from bot.referee.match import match_of
from bot.table.game.list_page import game_label
from bot.table.limits import CHOICE, CHOICES, cut


async def meant(bot: Client, interaction: discord.Interaction, named: int | None) -> int:
    if named is not None:
        return named
    finished = await bot.store.games.finished_of(interaction.user.id, 1)
    if not finished:
        raise Refusal("no_finished_game")
    return finished[0].id


async def suggested(bot: Client, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """The asker's finished games, newest first."""
    locale = await meet(bot, interaction)
    offered = []
    for row in await bot.store.games.finished_of(interaction.user.id, CHOICES):
        match = match_of(row)
        match_view = await match_view_of(bot, match, match.seat_of(interaction.user.id), locale)
        name = game_label(match_view, row.ended_at or row.moved_at, locale)
        if typed.lower() in name.lower():
            offered.append(app_commands.Choice(name=cut(name, CHOICE), value=row.id))
    return offered
