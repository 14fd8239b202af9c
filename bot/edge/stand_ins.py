"""A seat whose player left a team's game: the others are asked whether a computer plays on in it, by a new message,
because an edit sends no notification; the table asks too."""

import logging

import discord

from bot.edge.computer_turns import ComputerTurns
from bot.edge.delivery.announcer import Announcer
from bot.edge.gateway.client import Client
from bot.edge.interactions.answers import Answer
from bot.edge.interactions.router import Router
from bot.edge.presenting.match_views import match_view_of, public_locale
from bot.edge.render import new_message
from bot.edge.transport.gate import UNREACHED, cause_of
from bot.referee.match import Match
from bot.store.rows import Notices
from bot.table.controls import Control, Verb
from bot.table.game.stand_in_page import ASKED, stand_in_page, stand_in_text
from bot.table.locale import Locale

log = logging.getLogger(__name__)


class StandIns:
    def __init__(self, bot: Client, router: Router, announcer: Announcer, computers: ComputerTurns) -> None:
        self.bot = bot
        self.announcer = announcer
        self.computers = computers
        router.route(Verb.STAND_IN, self._agree)
        router.route(Verb.NO_STAND_IN, self._decline)

    async def ask(self, game_id: int) -> None:
        """Call after a player may have left. A player who cannot be reached has the table."""
        match = await self.bot.referee.match(game_id)
        if match.is_over or not match.absent:
            return
        await self.announcer.redraw(match.id)
        locale = await public_locale(self.bot, match.row.guild_id)
        users = [match.seat(seat).user_id or 0 for seat in sorted(match.present)]
        content = locale.text("stand_in.call", mention=", ".join(f"<@{user}>" for user in users))
        pinged = [discord.Object(user) for user in users if await self._wants_notices(user)]
        page = stand_in_page(await match_view_of(self.bot, match, None, locale), locale)
        try:
            await self.bot.get_partial_messageable(match.row.channel_id).send(
                **new_message(page), content=content, allowed_mentions=discord.AllowedMentions(users=pinged)
            )
        except UNREACHED as error:
            log.warning("game %d: the others could not be asked: %s", match.id, cause_of(error))

    async def _wants_notices(self, user_id: int) -> bool:
        person = await self.bot.store.people.get(user_id)
        return person is None or person.notices is not Notices.NONE

    async def _agree(self, answer: Answer, locale: Locale, control: Control) -> None:
        match = await self.bot.referee.agree_to_stand_in(control.number, answer.interaction.user.id)
        await self._show(answer, locale, control, match)

    async def _decline(self, answer: Answer, locale: Locale, control: Control) -> None:
        interaction = answer.interaction
        match = await self.bot.referee.decline_stand_in(control.number, interaction.user.id, str(interaction.id))
        await self._show(answer, locale, control, match)

    async def _show(self, answer: Answer, locale: Locale, control: Control, match: Match) -> None:
        """Where it was asked the answer takes the question's place; from the table it is the presser's own."""
        try:
            if control.argument == ASKED:
                public = await public_locale(self.bot, match.row.guild_id)
                await answer.replace(stand_in_page(await match_view_of(self.bot, match, None, public), public))
            else:
                await answer.note(stand_in_text(await match_view_of(self.bot, match, None, locale), locale))
        finally:  # committed, even if the answer failed
            await self.announcer.redraw(match.id)
            self.computers.moved(match)
