"""Answering an interaction: once, in time, to the right eyes. Errors are answers too."""

import asyncio
import contextlib
import logging
import secrets
import sqlite3
import time
import traceback
from collections.abc import AsyncIterator, Iterator
from typing import Any, cast

import discord
from discord import app_commands

from bot.edge.gateway.client import Client
from bot.edge.interactions.fast_edit import edit_pressed
from bot.edge.render import edited_message, new_message, new_text
from bot.edge.transport.gate import WithheldError, is_refusal
from bot.games.core import GameError
from bot.referee.errors import Refusal
from bot.table.locale import Locale, language_of, locale_for
from bot.table.notices import error_text
from bot.table.page import Page

log = logging.getLogger(__name__)

PATIENCE = 1.5  # seconds until an answer is deferred; Discord waits three
_UNREADABLE = (ValueError, TypeError, LookupError)  # raised by forged values
_HERE = "⬇️"  # fills a deferred private answer for a moment, above the public one
TOO_LATE = (10062, 40060)  # the interaction has expired, or has its answer already
_UNKNOWN_MESSAGE = 10008
_GONE = (*TOO_LATE, _UNKNOWN_MESSAGE, 10015, 50027)  # or the message is gone


class Answer:
    """One interaction's answer. Pressed in a private panel, it edits the panel; elsewhere it is a new message.

    A late answer is deferred first and then takes another endpoint: an edit of the deferred answer where Discord shows
    one, because follow-ups in its place are deprecated; otherwise a follow-up. A lock keeps deferring and answering
    apart: Discord accepts one first response and refuses the other.
    """

    def __init__(self, bot: Client, interaction: discord.Interaction) -> None:
        self.bot = bot
        self.interaction = interaction
        self.message_id: int | None = None  # of the asker's private page
        self._turn = asyncio.Lock()
        self._is_filled = False  # the deferred answer has been edited
        self._begun = time.perf_counter()
        self.seconds: float | None = None  # until the first response

    @property
    def waited(self) -> float:
        """Seconds since the interaction arrived."""
        return time.perf_counter() - self._begun

    @property
    def is_in_panel(self) -> bool:
        """Whether the pressed button is on a message that only the presser can see."""
        message = self.interaction.message
        return message is not None and (message.flags.ephemeral or self.interaction.guild_id is None)

    @property
    def _is_late(self) -> bool:
        return self.interaction.response.is_done()

    @property
    def _is_press(self) -> bool:
        return self.interaction.message is not None

    @property
    def _is_thinking(self) -> bool:
        """Whether Discord shows a deferred answer that is still empty."""
        kind = self.interaction.response.type
        return kind is discord.InteractionResponseType.deferred_channel_message and not self._is_filled

    async def _edit_original(self, **message: Any) -> int:
        edited = await self.interaction.edit_original_response(**message)
        self._is_filled = True
        return edited.id

    @contextlib.asynccontextmanager
    async def _in_turn(self) -> AsyncIterator[None]:
        async with self._turn:
            self.bot.load.end(self)  # from here on Discord is waited for
            yield
            self.look()

    def look(self) -> None:
        """Record the response time once there is a first response."""
        if self.seconds is None and self._is_late:
            self.seconds = time.perf_counter() - self._begun

    async def defer(self) -> None:
        async with self._in_turn():
            if self._is_late:
                return
            if self._is_press:
                await self.interaction.response.defer()
            else:
                await self.interaction.response.defer(ephemeral=True, thinking=True)

    async def promise(self) -> None:
        """Defer with a private answer beside the pressed message."""
        async with self._in_turn():
            if not self._is_late:
                await self.interaction.response.defer(ephemeral=True, thinking=True)

    async def private(self, page: Page) -> int | None:
        """To the asker alone: edits the panel if pressed there, otherwise a new ephemeral message. Returns the
        message's id if it is not the interaction's original response."""
        async with self._in_turn():
            if self._is_late and self._is_press and not self.is_in_panel and not self._is_thinking:
                message = await self.interaction.followup.send(**new_message(page), ephemeral=True, wait=True)
                self.message_id = message.id
                return message.id
            if self._is_late:
                self.message_id = await self._edit_original(**edited_message(page))
            elif self.is_in_panel:
                await edit_pressed(self.interaction, page)
                self.message_id = self.interaction.message.id if self.interaction.message else None
            else:
                sent = await self.interaction.response.send_message(**new_message(page), ephemeral=True)
                self.message_id = sent.message_id
            return None

    async def beside(self, page: Page) -> None:
        """To the asker alone, in a new message; the pressed one stays as it is."""
        async with self._in_turn():
            if self._is_thinking:
                await self._edit_original(**edited_message(page))
            elif self._is_late:
                await self.interaction.followup.send(**new_message(page), ephemeral=True)
            else:
                await self.interaction.response.send_message(**new_message(page), ephemeral=True)

    async def note(self, text: str, *files: discord.File) -> None:
        """A sentence to the asker alone; the pressed message stays as it is."""
        async with self._in_turn():
            if self._is_thinking:
                await self._edit_original(**new_text(text), attachments=files)
            elif self._is_late:
                await self.interaction.followup.send(**new_text(text), files=files, ephemeral=True)
            else:
                await self.interaction.response.send_message(**new_text(text), files=files, ephemeral=True)

    async def public(self, page: Page, **more: Any) -> int:
        """To everyone in the channel; returns the message's id."""
        async with self._in_turn():
            if self._is_late:
                return await self._public_after_all(page, **more)
            sent = await self.interaction.response.send_message(**new_message(page), **more)
            return sent.message_id or (await self.interaction.original_response()).id

    async def _public_after_all(self, page: Page, **more: Any) -> int:
        """The first follow-up after a deferred private answer would take its place and be private too, so the deferred
        answer is filled first."""
        if is_promised := self._is_thinking:
            await self._edit_original(content=_HERE)
        message = await self.interaction.followup.send(**new_message(page), **more, wait=True)
        if is_promised:
            with contextlib.suppress(discord.HTTPException):
                await self.interaction.delete_original_response()
        return message.id

    async def ask(self, dialogue: discord.ui.Modal) -> None:
        """A dialogue can only be the first response: after deferring, the button has to be pressed again."""
        async with self._in_turn():
            if self._is_late:
                raise Refusal("dialogue_late")
            await self.interaction.response.send_modal(dialogue)

    async def replace(self, page: Page) -> None:
        """Edit the pressed message, public or private."""
        async with self._in_turn():
            if self._is_late:
                await self.interaction.edit_original_response(**edited_message(page))
            else:
                await edit_pressed(self.interaction, page)


@contextlib.asynccontextmanager
async def answering(bot: Client, interaction: discord.Interaction) -> AsyncIterator[Answer]:
    """Around everything a handler does: defers a late answer in time, explains a refusal, gives a failure a number that
    is in the log. Every interaction gets an answer, and nothing private is logged."""
    answer = Answer(bot, interaction)
    patience = _Patience(answer)
    code = "done"
    bot.load.begin(answer)
    try:
        yield answer
    except GameError as error:
        code = error.code
        await _say(answer, error_text(error, locale_of(interaction)))
    except Exception as error:  # every interaction gets an answer
        if isinstance(error, discord.HTTPException) and error.code in TOO_LATE:
            code = "too_late"
            log.warning("an answer came too late: %d", error.code)
        elif answer.is_in_panel and isinstance(error, discord.NotFound) and error.code == _UNKNOWN_MESSAGE:
            code = "replaced"  # by a newer panel
            log.info("a panel was replaced while its answer was on its way")
        elif isinstance(error, WithheldError):  # an explanation would be withheld too
            code = "withheld"
            log.info("an answer was not sent: Discord refuses them all")
        else:
            code = "failed"
            await report(answer, error)
    finally:
        patience.end()
        answer.look()
        bot.load.end(answer)
        bot.metrics.answered(interaction.type.name, code, answer.seconds)


async def report(answer: Answer, error: BaseException) -> None:
    """Log the failure and tell the asker its number. A refusal of everything is Discord's, so it is only a warning."""
    number, level = secrets.token_hex(3), logging.WARNING if is_refusal(error) else logging.ERROR
    frames = " < ".join(f"{f.name}:{f.lineno}" for f in reversed(traceback.extract_tb(error.__traceback__)[-6:]))
    code = getattr(error, "code", None)
    name = code if isinstance(code, int) else getattr(error, "sqlite_errorname", "")
    log.log(level, "failure %s: %s %s at %s", number, type(error).__name__, name, frames)
    await _say(answer, locale_of(answer.interaction).text(_sentence(error), number=number))


def _sentence(error: BaseException) -> str:
    """What the store could not commit was not done and can be repeated."""
    if not isinstance(error, sqlite3.OperationalError):
        return "error.unexpected"
    is_full = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
    return "error.store_full" if is_full else "error.store_failed"


@contextlib.contextmanager
def tolerating_store_errors(what: str, number: int) -> Iterator[None]:
    """Around storing where something is shown, after it was committed: a failing disk changes nothing about it, and the
    sweep or the announcer shows it again."""
    try:
        yield
    except sqlite3.OperationalError as error:
        log.error("%s %d: what is shown of it could not be noted: %s", what, number, error)


async def answer_failed_command(interaction: discord.Interaction, error: Exception) -> None:
    """For a command that failed before its handler: unreadable options, or options from before an update. Autocomplete
    gets no suggestions."""
    if interaction.type is discord.InteractionType.autocomplete:
        level = logging.WARNING if isinstance(error.__cause__, _UNREADABLE) else logging.ERROR
        log.log(level, "nothing could be suggested: %s", type(error.__cause__ or error).__name__)
        with contextlib.suppress(discord.HTTPException, discord.InteractionResponded):
            await interaction.response.autocomplete([])
        return
    answer = Answer(cast("Client", interaction.client), interaction)
    if isinstance(error, app_commands.CommandInvokeError):
        await report(answer, error.original)
        return
    log.warning("a command could not be read: %s", type(error.__cause__ or error).__name__)
    await _say(answer, locale_of(interaction).text("error.unreadable"))


def locale_of(interaction: discord.Interaction) -> Locale:
    return locale_for(language_of(interaction.locale.value))


async def _say(answer: Answer, text: str) -> None:
    try:
        await answer.note(text)
    except discord.HTTPException as error:
        if error.code not in _GONE:
            log.warning("an answer could not be given: %d", error.code)


class _Patience:
    """Defers an answer that is late. Few are, so there is a timer and no task."""

    def __init__(self, answer: Answer) -> None:
        self._announcing: asyncio.Task[None] | None = None
        self._timer = asyncio.get_running_loop().call_later(PATIENCE, self._run_out, answer)

    def _run_out(self, answer: Answer) -> None:
        self._announcing = asyncio.create_task(_announce(answer))

    def end(self) -> None:
        self._timer.cancel()
        if self._announcing is not None:
            self._announcing.cancel()


async def _announce(answer: Answer) -> None:
    with contextlib.suppress(discord.HTTPException):
        await answer.defer()
