"""`/privacy`: what is kept about the asker, a copy of it, and its deletion. Everything here is for their eyes alone."""

import asyncio
import io
import json
import logging
from collections.abc import Awaitable, Callable

import discord
from discord import app_commands
from discord.ext import commands

from bot.edge.app import Arbitre
from bot.edge.interactions.answers import Answer, answering
from bot.edge.interactions.translation import named
from bot.edge.presenting.match_views import meet
from bot.operations.backups import Backups
from bot.operations.erase_from_backups import depart_everywhere
from bot.referee.erase_person import Erasure
from bot.referee.errors import Refusal
from bot.table.controls import Control, Verb
from bot.table.locale import Locale
from bot.table.notices import notice_page
from bot.table.privacy_pages import DELETE, DELETE_SURE, EXPORT, KEEP, deletion_page, privacy_page

log = logging.getLogger(__name__)

LARGEST_FILE = 10 * 1024 * 1024  # Discord's
FILE_NAME = "arbitre.json"


class Privacy(commands.Cog):
    def __init__(self, bot: Arbitre) -> None:
        self.bot = bot
        self._one_at_a_time = asyncio.Lock()
        self._waiting: dict[int, asyncio.Task[None]] = {}  # deletions that have not begun, by who asked
        bot.router.route(Verb.PRIVACY, self.press)
        self._wishes: dict[str, Callable[[Answer, Locale], Awaitable[None]]] = {
            EXPORT: self._export,
            DELETE: self._ask,
            DELETE_SURE: self._delete,
            KEEP: self._keep,
        }

    @app_commands.command(name=named("command.privacy"), description=named("command.privacy.about"))
    async def privacy(self, interaction: discord.Interaction) -> None:
        async with answering(self.bot, interaction) as answer:
            locale = await meet(self.bot, interaction)
            await answer.private(privacy_page(locale))

    async def press(self, answer: Answer, locale: Locale, control: Control) -> None:
        if control.argument not in self._wishes:
            raise Refusal("unknown_button")
        await self._wishes[control.argument](answer, locale)

    async def _export(self, answer: Answer, locale: Locale) -> None:
        """A large file is on its way for longer than Discord waits for a first answer."""
        await answer.promise()
        kept = await self.bot.store.privacy.handed_out(answer.interaction.user.id)
        data = json.dumps(kept, ensure_ascii=False, indent=1).encode()
        if len(data) > LARGEST_FILE:
            await answer.note(locale.text("privacy.copy_too_big"))
            return
        file = discord.File(io.BytesIO(data), FILE_NAME)
        await answer.interaction.followup.send(locale.text("privacy.copy"), file=file, ephemeral=True)

    async def _ask(self, answer: Answer, locale: Locale) -> None:
        running = await self.bot.referee.running_of(answer.interaction.user.id)
        await answer.private(deletion_page(len(running), locale))

    async def _keep(self, answer: Answer, locale: Locale) -> None:
        await answer.private(notice_page(locale, "privacy.kept"))

    async def _delete(self, answer: Answer, locale: Locale) -> None:
        """The answer is the last thing that needs to know who it was."""
        await answer.defer()
        erasure = Erasure()
        try:
            await self._depart_once(answer.interaction.user.id, erasure)
            await answer.private(notice_page(locale, "privacy.deleted"))
        finally:  # what has ended has, whether or not everything could be deleted
            await self._show(erasure)

    async def _depart_once(self, user_id: int, erasure: Erasure) -> None:
        """Every file is written anew, which holds up everybody's moves: who presses again while theirs waits shares it.
        While theirs is at work they get another one, for the press has made them known again."""
        if user_id not in self._waiting:
            self._waiting[user_id] = asyncio.create_task(self._depart(user_id, erasure), name="erasure")
        await asyncio.shield(self._waiting[user_id])

    async def _depart(self, user_id: int, erasure: Erasure) -> None:
        bot = self.bot
        async with self._one_at_a_time:
            del self._waiting[user_id]
            await depart_everywhere(bot.referee, user_id, erasure, Backups.of(bot.settings), bot.clock)
            log.info("somebody had their data deleted")

    async def _show(self, erasure: Erasure) -> None:
        """The games that ended and the challenges and lobbies that closed look so, without a name. What is being posted
        just now, or cannot be reached, is shown by a later sweep."""
        for game_id in erasure.games:
            self.bot.announcer.touch(game_id)
        for challenge_id in erasure.challenges:
            if (challenge := await self.bot.store.challenges.get(challenge_id)) and challenge.message_id is not None:
                await self.bot.challenges.show_closed(challenge)
        for lobby_id in erasure.lobbies:
            if (lobby := await self.bot.store.lobbies.get(lobby_id)) and lobby.message_id is not None:
                await self.bot.lobbies.update(lobby_id)


async def setup(bot: Arbitre) -> None:
    await bot.add_cog(Privacy(bot))
