"""The public table posted as the answer to an interaction: `/table`, and the first table of a new game. The announcer
leaves that game alone meanwhile, or there would be two tables."""

import logging
import sqlite3
from typing import Literal

import discord

from bot.edge.allowed_channels import check_may_look, server_for
from bot.edge.computer_turns import ComputerTurns
from bot.edge.delivery.announcer import Announcer
from bot.edge.delivery.message_handles import CHANNEL_SLOT, InteractionToken, MessageHandle
from bot.edge.gateway.client import Client
from bot.edge.interactions.answers import Answer, locale_of
from bot.edge.presenting.match_views import match_view_of, public_locale
from bot.edge.transport.gate import UNREACHED, cause_of
from bot.referee.match import Match
from bot.store.sqlite.messages import TABLE
from bot.table.illustrations import drawn_table
from bot.table.limits import THREAD_NAME, cut
from bot.table.page import Page

log = logging.getLogger(__name__)

THREAD_LASTS: Literal[10080] = 10080  # minutes until Discord archives a silent thread: a week, its longest


class TableAnswers:
    def __init__(self, bot: Client, announcer: Announcer, computers: ComputerTurns) -> None:
        self.bot = bot
        self.announcer = announcer
        self.computers = computers

    async def show_table(self, answer: Answer, match: Match) -> None:
        """Post the table here as the answer; the old message is deleted. Those who may only look get a private copy."""
        interaction = answer.interaction
        if interaction.channel_id is None or not _may_post(interaction, match):
            check_may_look(self.bot, interaction, match)
            await answer.private(await self._table_page(match))  # the table stays where it is
            return
        if interaction.channel_id != match.row.channel_id:
            await server_for(self.bot, interaction)
        async with self.announcer.alone(match.id):
            if match.id in self.announcer.behind:
                self.announcer.delivery.of(match.id).is_unsettled = True
            try:
                await self._answer_with_table(answer, match.id, interaction.channel_id)
            except Exception:
                self.announcer.doubt(match.id)
                self.announcer.touch(match.id)
                raise

    async def _answer_with_table(self, answer: Answer, game_id: int, channel_id: int) -> None:
        """Reads the game again just before posting: a move may have been committed since."""
        delivery, tables = self.announcer.delivery, self.announcer.tables
        await tables.will_move(await self.bot.referee.match(game_id), channel_id)
        outdated, match = delivery.outdated(game_id), await self.bot.referee.match(game_id)
        message_id = await answer.public(await self._table_page(match))
        await tables.moved(match, channel_id, message_id)
        delivery.renewed(game_id, outdated)
        self.announcer.handles.keep(
            game_id, TABLE, MessageHandle(InteractionToken(answer.interaction), self.bot.referee.now(), message_id)
        )

    async def _table_page(self, match: Match) -> Page:
        locale = await public_locale(self.bot, match.row.guild_id)
        return await drawn_table(await match_view_of(self.bot, match, None, locale), locale, self.bot.pictures)

    async def open_table(self, answer: Answer, match: Match, *, is_answer: bool = False) -> None:
        """Post a new game's table, in a thread of its own if the server wants that."""
        try:
            async with self.announcer.alone(match.id):
                self.announcer.delivery.of(match.id).is_unsettled = True
                await self._post_table(answer, match, is_answer=is_answer)
        except (*UNREACHED, sqlite3.OperationalError) as error:  # the announcer posts it, or finds it posted
            log.warning("game %d: its table could not be an answer: %s", match.id, cause_of(error))
            self.announcer.doubt(match.id)
        finally:
            self.computers.moved(match)

    async def _post_table(self, answer: Answer, match: Match, *, is_answer: bool) -> None:
        server, interaction = await self.bot.store.servers.get(match.row.guild_id), answer.interaction
        if server.has_threads:
            match = await self._open_thread(interaction, match, is_answer=is_answer)
        if match.row.channel_id != interaction.channel_id:
            if is_answer:
                place = f"<#{match.row.channel_id}>"
                await answer.note(locale_of(interaction).text("thread.opened", number=match.id, channel=place))
            return
        await self._answer_with_table(answer, match.id, match.row.channel_id)
        self.announcer.handles.keep(
            match.id, CHANNEL_SLOT, MessageHandle(InteractionToken(interaction), self.bot.referee.now())
        )

    async def _open_thread(self, interaction: discord.Interaction, match: Match, *, is_answer: bool) -> Match:
        """At the accepted challenge's message, or without one if the game began at once."""
        channel, message = interaction.channel, None if is_answer else interaction.message
        if not isinstance(channel, discord.TextChannel) or (message is None and not is_answer):
            return match
        locale = await public_locale(self.bot, match.row.guild_id)
        match_view = await match_view_of(self.bot, match, None, locale)
        name = locale.text("thread.name", number=match.id, players=" – ".join(match_view.names))
        try:
            thread = await channel.create_thread(
                name=cut(name, THREAD_NAME),
                message=message,
                type=discord.ChannelType.public_thread,
                auto_archive_duration=THREAD_LASTS,
            )
        except UNREACHED as error:  # no permission, no answer, or the message has a thread already
            log.warning("game %d gets no thread: %s", match.id, cause_of(error))
            return match  # the table stays in the channel
        await self.bot.store.games.move_table(match.id, thread.id)
        return await self.bot.referee.match(match.id)


def _may_post(interaction: discord.Interaction, match: Match) -> bool:
    """All members where the table is; in another channel of its server, its players and those who manage the server."""
    if interaction.guild_id != match.row.guild_id:
        return False
    is_entitled = match.seat_of(interaction.user.id) is not None or interaction.permissions.manage_guild
    return is_entitled or interaction.channel_id == match.row.channel_id
