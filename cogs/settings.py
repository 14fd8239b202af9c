"""`/settings`: a server's channels, threads, clock, language, game, reminders, ratings, results, seasons and limits."""

from dataclasses import replace

import discord
from discord import app_commands
from discord.ext import commands

from bot.edge.allowed_channels import channels_for_games
from bot.edge.app import Arbitre
from bot.edge.interactions.answers import answering
from bot.edge.interactions.choices import ALL_GAME_CHOICES, CLOCK_CHOICES
from bot.edge.interactions.translation import named, options
from bot.edge.presenting.match_views import meet
from bot.referee.errors import Refusal
from bot.referee.locks import Locks
from bot.store.rows import ServerRow
from bot.table.locale import LANGUAGES
from bot.table.settings_page import settings_page

SERVERS_OWN = "server"
LANGUAGE_CHOICES = [
    app_commands.Choice(name=named(f"language.{language}"), value=language) for language in (SERVERS_OWN, *LANGUAGES)
]

SEASON_CHOICES = [app_commands.Choice(name=named(f"season.{month}"), value=month) for month in ("1", "2", "3")]


Limit = app_commands.Range[int, 1, 100]


class SettingsCog(commands.Cog):
    def __init__(self, bot: Arbitre) -> None:
        self.bot = bot
        self._lock = Locks().of

    @app_commands.command(name=named("command.settings"), description=named("command.settings.about"))
    @options("channel", "threads", "clock", "language", "reminders", "ratings", "results", "season", "game")
    @options("most_games", "most_invitations", "most_challenges")
    @app_commands.choices(clock=CLOCK_CHOICES, language=LANGUAGE_CHOICES, season=SEASON_CHOICES, game=ALL_GAME_CHOICES)
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.guild_only()
    async def settings(
        self,
        interaction: discord.Interaction,
        channel: discord.TextChannel | None = None,
        threads: bool | None = None,  # noqa: FBT001 (Discord hands options in by name)
        clock: str | None = None,
        language: str | None = None,
        reminders: bool | None = None,  # noqa: FBT001
        ratings: bool | None = None,  # noqa: FBT001
        results: discord.TextChannel | None = None,
        season: str | None = None,
        game: str | None = None,
        most_games: Limit | None = None,
        most_invitations: Limit | None = None,
        most_challenges: Limit | None = None,
    ) -> None:
        async with answering(self.bot, interaction) as answer:
            locale = await meet(self.bot, interaction)
            if interaction.guild_id is None:
                raise Refusal("only_in_a_server")
            if not interaction.permissions.manage_guild:
                raise Refusal("not_a_manager")
            async with self._lock(interaction.guild_id):  # or a concurrent change of another setting would be lost
                stored = await self.bot.store.servers.get(interaction.guild_id)
                before = replace(stored, channels=channels_for_games(self.bot, stored))
                after = replace(
                    before if channel is None else _toggled(before, channel.id),
                    has_threads=before.has_threads if threads is None else threads,
                    clock=clock or before.clock,
                    language=before.language if language is None else (None if language == SERVERS_OWN else language),
                    has_reminders=before.has_reminders if reminders is None else reminders,
                    has_ratings=before.has_ratings if ratings is None else ratings,
                    results_channel=before.results_channel if results is None else _switched(before, results.id),
                    season_start=before.season_start if season is None else int(season),
                    game=before.game if game is None else game,
                    most_games=most_games or before.most_games,
                    most_invitations=most_invitations or before.most_invitations,
                    most_challenges=most_challenges or before.most_challenges,
                )
                if after != stored:
                    await self.bot.store.servers.put(after)
            await answer.private(settings_page(after, locale))


def _toggled(server: ServerRow, channel_id: int) -> ServerRow:
    """Naming a channel allows games in it; naming it again disallows them. With none named, games are allowed
    everywhere."""
    if channel_id in server.channels:
        return replace(server, channels=tuple(one for one in server.channels if one != channel_id))
    return replace(server, channels=(*server.channels, channel_id))


def _switched(server: ServerRow, channel_id: int) -> int | None:
    """Naming the results channel again turns results off."""
    return None if server.results_channel == channel_id else channel_id


async def setup(bot: Arbitre) -> None:
    await bot.add_cog(SettingsCog(bot))
