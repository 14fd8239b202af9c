"""The public table: one message a game, edited in place, posted anew where it is gone or too old to be edited."""

import logging
from dataclasses import replace

import discord

from bot.edge.delivery.delivery_state import Stage
from bot.edge.delivery.recovery import is_table, posted
from bot.edge.presenting.match_views import public_words, sight_of
from bot.edge.render import edited_message, new_message
from bot.referee.clocks import HOUR
from bot.referee.match import Match
from bot.store.rows import ShownRow
from bot.store.sqlite.messages import TABLE, UNKNOWN_REVISION
from bot.table.illustrations import drawn_table
from bot.table.page import Page

log = logging.getLogger(__name__)

UNKNOWN_MESSAGE = 10008
STALE_EDIT = HOUR  # Discord throttles edits of messages older than this


class Tables:
    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.bot = stage.bot

    async def show(self, match: Match, shown: ShownRow | None, outdated: object | None) -> None:
        if self.stage.is_up_to_date(match, shown):
            return
        if self.stage.is_in_doubt(match):
            shown = await self._recover(match, shown)
        is_editable = self._is_editable(shown)
        if not is_editable or self.stage.keys.get(match.id, TABLE, self.stage.now()) is None:
            self.stage.gate.ask_leave(self._place(match, shown), is_edit=is_editable)  # before anything is drawn
        try:
            await self._draw(match, shown)
        except (discord.Forbidden, discord.NotFound) as error:
            if self.stage.gate.is_passing(error):
                raise
            await self._lose(match, shown, error)
        self.stage.renewed(match.id, outdated)

    async def _draw(self, match: Match, shown: ShownRow | None) -> None:
        words = await public_words(self.bot, match.row.guild_id)
        sight = await sight_of(self.bot, match, None, words)
        page = await drawn_table(sight, words, self.bot.studio, is_hurried=self.bot.crowd.is_there)
        if shown is not None and shown.message_id is not None and self._is_editable(shown):
            await self._edit(match, page, shown, shown.message_id)
        else:
            await self._post(match, page, shown)

    def _is_editable(self, shown: ShownRow | None) -> bool:
        return shown is not None and shown.message_id is not None and self.stage.now() - shown.posted_at <= STALE_EDIT

    def _place(self, match: Match, shown: ShownRow | None) -> int:
        return shown.channel_id if shown is not None and self._is_editable(shown) else match.row.channel_id

    async def _lose(self, match: Match, shown: ShownRow | None, error: discord.HTTPException) -> None:
        """Until there is something new to see, which is tried again."""
        log.warning("game %d has lost its table's channel: %d", match.id, error.code)
        lost = shown or ShownRow(match.id, TABLE, match.row.channel_id, None, UNKNOWN_REVISION, self.stage.now())
        await self._write_down(replace(lost, revision=match.row.public_revision))
        self.stage.lose(match, TABLE)

    async def _recover(self, match: Match, shown: ShownRow | None) -> ShownRow | None:
        self.stage.gate.ask_leave(match.row.channel_id)
        place = self.stage.channel(match.row.channel_id)
        found = await posted(self.bot, place, match, shown, lambda message: is_table(match, message))
        return await self.stage.adopt(match, TABLE, shown, found, UNKNOWN_REVISION) if found else shown

    async def _edit(self, match: Match, page: Page, shown: ShownRow, message_id: int) -> None:
        try:
            if not await self.stage.edit_by_key(match, TABLE, page):
                self.stage.gate.ask_leave(shown.channel_id, is_edit=True)
                await self.stage.channel(shown.channel_id).get_partial_message(message_id).edit(**edited_message(page))
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            await self._post(match, page, None)
            return
        await self._write_down(replace(shown, revision=match.row.public_revision))

    async def _post(self, match: Match, page: Page, old: ShownRow | None) -> None:
        message = await self.stage.channel(match.row.channel_id).send(**new_message(page))
        with self.stage.writing_down(match):
            if old is not None:
                await self.stage.remove(old, None)
            await self.posted(match, message.channel.id, message.id)
        self.stage.keys.drop(match.id, TABLE)

    async def posted(self, match: Match, channel_id: int, message_id: int) -> None:
        row = ShownRow(match.id, TABLE, channel_id, message_id, match.row.public_revision, self.stage.now())
        await self._write_down(row)

    async def _write_down(self, row: ShownRow) -> None:
        """While something else of its game is still to be shown, whoever starts next must look at it again."""
        await self.bot.store.shown.put(row, is_all=row.game_id not in self.stage.unsettled)

    async def will_move(self, match: Match, channel_id: int) -> None:
        """Before it is posted there: if it is never written down that it was, it is looked for."""
        await self.stage.outdate_table(match.id)
        if channel_id != match.row.channel_id:
            await self.bot.store.games.move_table(match.id, channel_id)

    async def moved(self, match: Match, channel_id: int, message_id: int) -> None:
        old = (await self.bot.store.shown.of(match.id)).get(TABLE)
        if old is not None:
            await self.stage.remove(old, self.stage.keys.get(match.id, TABLE, self.stage.now()))
        await self.posted(match, channel_id, message_id)
