"""`/settings`: how one is told about one's turns; and for those who manage a server, its channels, threads, clock,
language, game, reminders, ratings, results, seasons and limits."""

from dataclasses import replace
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.edge.allowed_channels import channels_for_games
from bot.edge.app import Arbitre
from bot.edge.interactions.answers import Answer, answering
from bot.edge.interactions.choices import ALL_GAME_CHOICES, CLOCK_CHOICES
from bot.edge.interactions.translation import named, options
from bot.edge.presenting.match_views import meet
from bot.referee.errors import Refusal
from bot.referee.locks import Locks
from bot.store.rows import Notices, ServerRow
from bot.table.controls import Control, Verb
from bot.table.locale import LANGUAGES, Locale
from bot.table.page import Page
from bot.table.settings_page import EARLY, NOT_EARLY, settings_page

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
        bot.router.route(Verb.NOTICES, self._set_notices)

    @app_commands.command(name=named("command.settings"), description=named("command.settings.about"))
    @options("channel", "threads", "clock", "language", "reminders", "ratings", "results", "season", "game")
    @options("most_games", "most_invitations", "most_challenges")
    @app_commands.choices(clock=CLOCK_CHOICES, language=LANGUAGE_CHOICES, season=SEASON_CHOICES, game=ALL_GAME_CHOICES)
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
        given = {
            "has_threads": threads,
            "clock": clock,
            "has_reminders": reminders,
            "has_ratings": ratings,
            "season_start": None if season is None else int(season),
            "game": game,
            "most_games": most_games,
            "most_invitations": most_invitations,
            "most_challenges": most_challenges,
        }
        changes: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
        if language is not None:
            changes["language"] = None if language == SERVERS_OWN else language
        async with answering(self.bot, interaction) as answer:
            locale = await meet(self.bot, interaction)
            if changes or channel or results:
                _check_manages(interaction)
                await self._change(interaction.guild_id or 0, channel, results, changes)
            await answer.private(await self._page(interaction, locale))

    async def _change(
        self,
        guild_id: int,
        channel: discord.TextChannel | None,
        results: discord.TextChannel | None,
        changes: dict[str, Any],
    ) -> None:
        async with self._lock(guild_id):  # or a concurrent change of another setting would be lost
            stored = await self._server(guild_id)
            after = stored if channel is None else _toggled(stored, channel.id)
            after = after if results is None else replace(after, results_channel=_switched(stored, results.id))
            await self.bot.store.servers.put(replace(after, **changes))

    async def _server(self, guild_id: int) -> ServerRow:
        stored = await self.bot.store.servers.get(guild_id)
        return replace(stored, channels=channels_for_games(self.bot, stored))

    async def _page(self, interaction: discord.Interaction, locale: Locale) -> Page:
        person = await self.bot.store.people.get(interaction.user.id)
        assert person is not None  # noqa: S101 (stored as they asked)
        is_manager = interaction.guild_id is not None and interaction.permissions.manage_guild
        server = await self._server(interaction.guild_id or 0) if is_manager else None
        return settings_page(person, server, locale)

    async def _set_notices(self, answer: Answer, locale: Locale, control: Control) -> None:
        """The presser's own, shown in their running games from now on."""
        user_id, people = answer.interaction.user.id, self.bot.store.people
        person = await people.get(user_id)
        assert person is not None  # noqa: S101 (stored as they pressed)
        if control.argument in (EARLY, NOT_EARLY):
            notices, has_early_notices = person.notices, control.argument == EARLY
        elif control.argument in list(Notices):
            notices, has_early_notices = Notices(control.argument), person.has_early_notices
        else:
            raise Refusal("unknown_button")
        await people.set_notices(user_id, notices, has_early_notices=has_early_notices)
        await answer.private(await self._page(answer.interaction, locale))
        for match in await self.bot.referee.running_of(user_id):
            self.bot.announcer.touch(match.id)


def _check_manages(interaction: discord.Interaction) -> None:
    if interaction.guild_id is None:
        raise Refusal("only_in_a_server")
    if not interaction.permissions.manage_guild:
        raise Refusal("not_a_manager")


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
