"""Answering an interaction: once, in time, to the right eyes. Errors are answers too."""

import asyncio
import contextlib
import logging
import secrets
import traceback
from collections.abc import AsyncIterator
from typing import Any

import discord

from bot.app import Arbitre
from bot.games.core import GameError
from bot.table.locale import Locale, language_of, locale
from bot.table.page import Page
from bot.table.pages import error_text
from cogs.render import edited_message, new_message

log = logging.getLogger(__name__)

PATIENCE = 1.5  # seconds; Discord gives three
_GONE = (10062, 40060, 10008, 10015, 50027)  # the interaction or its message is no longer there to be answered


class Answer:
    """One interaction's answer. In a private panel it changes the panel; elsewhere it is a new message."""

    def __init__(self, bot: Arbitre, interaction: discord.Interaction) -> None:
        self.bot = bot
        self.interaction = interaction

    @property
    def is_in_panel(self) -> bool:
        """Whether the pressed button sits on a message only its presser can see."""
        message = self.interaction.message
        return message is not None and (message.flags.ephemeral or self.interaction.guild_id is None)

    async def defer(self) -> None:
        if self.interaction.response.is_done():
            return
        if self.is_in_panel:
            await self.interaction.response.defer()
        else:
            await self.interaction.response.defer(ephemeral=True, thinking=True)

    async def private(self, page: Page) -> None:
        """For the asker alone: in their panel if they pressed there, else a new message only they see."""
        if self.interaction.response.is_done():
            await self.interaction.edit_original_response(**edited_message(page))
        elif self.is_in_panel:
            await self.interaction.response.edit_message(**edited_message(page))
        else:
            await self.interaction.response.send_message(**new_message(page), ephemeral=True)

    async def beside(self, page: Page) -> None:
        """For the asker alone and apart from what they pressed, which stays as it is."""
        if self.interaction.response.is_done():
            await self.interaction.followup.send(**new_message(page), ephemeral=True)
        else:
            await self.interaction.response.send_message(**new_message(page), ephemeral=True)

    async def note(self, text: str) -> None:
        """A sentence for the asker alone; what they pressed stays as it is."""
        if self.interaction.response.is_done():
            await self.interaction.followup.send(text, ephemeral=True)
        else:
            await self.interaction.response.send_message(text, ephemeral=True)

    async def public(self, page: Page, **more: Any) -> int:
        """For everyone in the channel; answers the message's id."""
        if self.interaction.response.is_done():
            return (await self.interaction.followup.send(**new_message(page), **more, wait=True)).id
        sent = await self.interaction.response.send_message(**new_message(page), **more)
        return sent.message_id or (await self.interaction.original_response()).id

    async def replace(self, page: Page) -> None:
        """The pressed message itself, whoever sees it, becomes this page."""
        if self.interaction.response.is_done():
            await self.interaction.edit_original_response(**edited_message(page))
        else:
            await self.interaction.response.edit_message(**edited_message(page))


@contextlib.asynccontextmanager
async def answering(bot: Arbitre, interaction: discord.Interaction) -> AsyncIterator[Answer]:
    """Around everything a cog does: a late answer is announced in time, a refusal is explained, a failure gets a number
    that is in the log. Nobody is left without an answer, and nothing private is logged."""
    answer = Answer(bot, interaction)
    patience = asyncio.create_task(_defer_later(answer))
    try:
        yield answer
    except GameError as error:
        await _say(answer, error_text(error, words_of(interaction)))
    except Exception as error:  # whatever it was, the person gets an answer
        await report(answer, error)
    finally:
        patience.cancel()


async def report(answer: Answer, error: BaseException) -> None:
    number = secrets.token_hex(3)
    frames = " < ".join(f"{f.name}:{f.lineno}" for f in reversed(traceback.extract_tb(error.__traceback__)[-6:]))
    code = getattr(error, "code", "")
    log.error("failure %s: %s %s at %s", number, type(error).__name__, code if isinstance(code, int) else "", frames)
    await _say(answer, words_of(answer.interaction).text("error.unexpected", number=number))


def words_of(interaction: discord.Interaction) -> Locale:
    return locale(language_of(interaction.locale.value))


async def _say(answer: Answer, text: str) -> None:
    try:
        await answer.note(text)
    except discord.HTTPException as error:
        if error.code not in _GONE:
            log.warning("an answer could not be given: %d", error.code)


async def _defer_later(answer: Answer) -> None:
    await asyncio.sleep(PATIENCE)
    with contextlib.suppress(discord.HTTPException):
        await answer.defer()
