"""`/privacy`: what is stored about the asker, a copy of it, and its deletion. All answers are private."""

import asyncio
import io
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands, tasks

from bot.edge.app import Arbitre
from bot.edge.interactions.answers import Answer, answering
from bot.edge.interactions.translation import named
from bot.edge.presenting.match_views import meet, person_name
from bot.operations.backups import Backups
from bot.operations.erase_from_backups import erase_and_note, owed_by, settle_apart
from bot.referee.allowances import HourlyAllowance
from bot.referee.erase_person import Erasure, finish_scrub
from bot.referee.errors import Refusal
from bot.table.controls import Control, Verb
from bot.table.locale import Locale
from bot.table.notices import notice_page
from bot.table.page import Page
from bot.table.privacy_pages import DELETE, DELETE_SURE, EXPORT, KEEP, MOST_BLOCKED, deletion_page, privacy_page

log = logging.getLogger(__name__)

LARGEST_FILE = 10 * 1024 * 1024  # Discord's limit
FILE_NAME = "arbitre.json"
EXPORTS = 5  # of one person an hour
COPIES_PATIENCE = 10 * 60.0  # seconds; an interaction can be answered for fifteen minutes
DELETIONS = 2  # of one person an hour: the second for what they have done since


class Privacy(commands.Cog):
    def __init__(self, bot: Arbitre) -> None:
        self.bot = bot
        self._one_at_a_time = asyncio.Lock()
        self._one_pass = asyncio.Lock()
        self._waiting: dict[int, asyncio.Task[int]] = {}  # queued deletions, by user
        self._next_pass: asyncio.Task[None] | None = None  # over the backups; not begun
        self._one_export = asyncio.Lock()
        self._exports = HourlyAllowance("copied_lately")
        self._deletions = HourlyAllowance("deleted_lately")
        bot.router.route(Verb.PRIVACY, self.press)
        bot.router.route(Verb.BLOCK, self.block)
        bot.router.route(Verb.UNBLOCK, self.unblock)
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
            await answer.private(await self._page(interaction.user.id, locale))

    async def _page(self, user_id: int, locale: Locale) -> Page:
        blocked = await self.bot.store.blocks.of(user_id)
        return privacy_page(locale, [(one, await person_name(self.bot, one, locale)) for one in blocked])

    async def block(self, answer: Answer, locale: Locale, control: Control) -> None:
        user_id, blocks = answer.interaction.user.id, self.bot.store.blocks
        if len(await blocks.of(user_id)) >= MOST_BLOCKED:
            raise Refusal("too_many_blocked", limit=MOST_BLOCKED)
        await blocks.add(user_id, _person(control))
        await answer.private(notice_page(locale, "block.done"))

    async def unblock(self, answer: Answer, locale: Locale, control: Control) -> None:
        user_id = answer.interaction.user.id
        await self.bot.store.blocks.remove(user_id, _person(control))
        await answer.private(await self._page(user_id, locale))

    async def press(self, answer: Answer, locale: Locale, control: Control) -> None:
        if control.argument not in self._wishes:
            raise Refusal("unknown_button")
        await self._wishes[control.argument](answer, locale)

    async def _export(self, answer: Answer, locale: Locale) -> None:
        """Deferred first: uploading a large file takes longer than Discord waits for a first response."""
        user_id = answer.interaction.user.id
        self._exports.use(user_id, self.bot.referee.now(), EXPORTS)
        await answer.promise()
        async with self._one_export:
            data = await asyncio.to_thread(_as_json, await self.bot.store.privacy.export(user_id))
        if len(data) > LARGEST_FILE:
            await answer.note(locale.text("privacy.copy_too_big"))
            return
        await answer.note(locale.text("privacy.copy"), discord.File(io.BytesIO(data), FILE_NAME))

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
            owed = await self._erase_once(answer.interaction.user.id, erasure)
            done = "privacy.deleted_but_copies" if owed else "privacy.deleted"
            await answer.private(notice_page(locale, done, count=owed))
        finally:  # games have ended even if not everything could be deleted
            await self._show(erasure)

    async def _erase_once(self, user_id: int, erasure: Erasure) -> int:
        """Returns how many backups still hold the person. Presses while a deletion is queued share it. While one is
        running a press queues another, because the press has stored the person again."""
        if user_id not in self._waiting:
            self._deletions.use(user_id, self.bot.referee.now(), DELETIONS)
            self._waiting[user_id] = asyncio.create_task(self._erase(user_id, erasure), name="erasure")
        return await asyncio.shield(self._waiting[user_id])

    async def _erase(self, user_id: int, erasure: Erasure) -> int:
        async with self._one_at_a_time:
            del self._waiting[user_id]
            await erase_and_note(self.bot.referee, user_id, erasure, Backups.of(self.bot.settings))
        owed = await self._clean_backups()
        log.info("the data of a person was deleted; copies still to be cleaned: %d", owed)
        return owed

    async def _clean_backups(self) -> int:
        """Return how many are still to be cleaned, at the latest before the interaction expires."""
        if self._next_pass is None:
            self._next_pass = asyncio.create_task(self._pass(), name="backups")
        await asyncio.wait([self._next_pass], timeout=COPIES_PATIENCE)
        return len(owed_by(Backups.of(self.bot.settings)))

    async def _pass(self) -> None:
        """Copies every backup, so deletions that end while a pass is running share the next one."""
        async with self._one_pass:
            self._next_pass = None
            await settle_apart(Backups.of(self.bot.settings))

    @tasks.loop(hours=1)
    async def finish_interrupted(self) -> None:
        """Take up what a crash, or another program that read the database, kept from ending."""
        try:
            async with self._one_at_a_time:
                erasures = {user_id: Erasure() for user_id in await self.bot.store.privacy.interrupted()}
                for user_id, erasure in erasures.items():
                    try:
                        await erase_and_note(self.bot.referee, user_id, erasure, Backups.of(self.bot.settings))
                    finally:  # games have ended even if not everything could be deleted
                        await self._show(erasure)
                was_due = await finish_scrub(self.bot.referee)
            if erasures or was_due:
                await self._clean_backups()
        except Exception as error:  # tried again in an hour
            log.warning("a deletion that was interrupted could not be finished yet: %s", type(error).__name__)

    @finish_interrupted.before_loop
    async def _until_ready(self) -> None:
        await self.bot.wait_until_ready()

    async def cog_load(self) -> None:
        self.finish_interrupted.start()

    async def cog_unload(self) -> None:
        self.finish_interrupted.cancel()

    async def _show(self, erasure: Erasure) -> None:
        """Update the messages of games that ended and of gatherings they left. A later sweep updates what cannot be
        reached now."""
        for game_id in erasure.games:
            self.bot.announcer.touch(game_id)
            await self.bot.stand_ins.ask(game_id)
        for gathering_id in erasure.gatherings:
            if (row := await self.bot.store.gatherings.get(gathering_id)) and row.message_id is not None:
                await self.bot.gatherings.update(gathering_id)


def _person(control: Control) -> int:
    """A forged argument is refused."""
    if not control.argument.isdecimal() or int(control.argument) >= 2**63:
        raise Refusal("unknown_button")
    return int(control.argument)


def _as_json(kept: dict[str, list[dict[str, Any]]]) -> bytes:
    """A row a line."""
    tables = []
    for name, rows in kept.items():
        lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
        tables.append(f"{json.dumps(name)}: [\n{lines}\n]")
    return ("{" + ",\n".join(tables) + "}\n").encode()


async def setup(bot: Arbitre) -> None:
    await bot.add_cog(Privacy(bot))
