"""The public table: one message a game, edited in place; posted anew if it is gone, too old to be edited, or in an
archived thread."""

import logging
from dataclasses import replace

import discord

from bot.edge.delivery.delivery_state import DeliveryState
from bot.edge.delivery.message_handles import MessageHandle
from bot.edge.delivery.recovery import is_table, posted
from bot.edge.presenting.match_views import match_view_of, public_locale
from bot.edge.render import edited_message, new_message
from bot.referee.clocks import HOUR
from bot.referee.match import Match
from bot.store.rows import MessageRow
from bot.store.sqlite.messages import TABLE, UNKNOWN_REVISION
from bot.table.illustrations import drawn_table
from bot.table.page import Page

log = logging.getLogger(__name__)

UNKNOWN_MESSAGE = 10008
ARCHIVED = 50083  # the thread: a message sent to it opens it again, an edit does not
STALE_EDIT = HOUR  # Discord throttles edits of messages older than this


class Tables:
    def __init__(self, delivery: DeliveryState) -> None:
        self.delivery = delivery
        self.bot = delivery.bot

    async def show(self, match: Match, shown: MessageRow | None, outdated: object | None) -> None:
        if self.delivery.is_up_to_date(match, shown):
            return
        if match.row.is_in_dm:  # the player's panel is all there is
            await self._store(_nowhere(match, self.delivery.now(), match.row.public_revision))
            self.delivery.renewed(match.id, outdated)
            return
        if self.delivery.is_in_doubt(match):
            shown = await self._recover(match, shown)
        is_editable = self._is_editable(match, shown)
        if (self._handle_to_edit(match) if is_editable else self.delivery.handle_to_post(match)) is None:
            if is_editable and shown is not None and outdated is None:
                await self.delivery.wait_for_turn(match, TABLE, shown.revision)
            self.delivery.gate.ask_leave(self._place(match, shown), is_edit=is_editable)  # before drawing
        try:
            await self._draw(match, shown)
        except (discord.Forbidden, discord.NotFound) as error:
            if self.delivery.gate.is_passing(error):
                raise
            await self._lose(match, shown, error)
        self.delivery.renewed(match.id, outdated)

    async def _draw(self, match: Match, shown: MessageRow | None) -> None:
        locale = await public_locale(self.bot, match.row.guild_id)
        match_view = await match_view_of(self.bot, match, None, locale)
        page = await drawn_table(match_view, locale, self.bot.pictures, is_under_load=self.bot.load.is_high)
        if shown is not None and shown.message_id is not None and self._is_editable(match, shown):
            await self._edit(match, page, shown, shown.message_id)
        else:
            await self._post(match, page, shown)

    def _handle_to_edit(self, match: Match) -> MessageHandle | None:
        return self.delivery.handles.get(match.id, TABLE, self.delivery.now())

    def _is_editable(self, match: Match, shown: MessageRow | None) -> bool:
        """A result is posted anew once: an edit sends no notification."""
        if shown is None or shown.message_id is None or self.delivery.now() - shown.posted_at > STALE_EDIT:
            return False
        return not match.is_over or not UNKNOWN_REVISION < shown.revision < match.row.public_revision

    def _place(self, match: Match, shown: MessageRow | None) -> int:
        return shown.channel_id if shown is not None and self._is_editable(match, shown) else match.row.channel_id

    async def _lose(self, match: Match, shown: MessageRow | None, error: discord.HTTPException) -> None:
        """Store the revision as shown, so that the channel is tried again when there is a newer one."""
        log.warning("game %d has lost its table's channel: %d", match.id, error.code)
        lost = shown or _nowhere(match, self.delivery.now(), UNKNOWN_REVISION)
        await self._store(replace(lost, revision=match.row.public_revision))
        self.delivery.lose(match, TABLE)

    async def _recover(self, match: Match, shown: MessageRow | None) -> MessageRow | None:
        self.delivery.gate.ask_leave(match.row.channel_id)
        place = self.delivery.channel(match.row.channel_id)
        found = await posted(self.bot, place, match, shown, lambda message: is_table(match, message))
        return await self.delivery.adopt(match, TABLE, shown, found, UNKNOWN_REVISION) if found else shown

    async def _edit(self, match: Match, page: Page, shown: MessageRow, message_id: int) -> None:
        try:
            if not await self.delivery.edit_by_handle(match, TABLE, page):
                self.delivery.gate.ask_leave(shown.channel_id, is_edit=True)
                await (
                    self.delivery.channel(shown.channel_id).get_partial_message(message_id).edit(**edited_message(page))
                )
                self.delivery.requested(match, TABLE)
        except discord.HTTPException as error:
            if error.code not in (UNKNOWN_MESSAGE, ARCHIVED):
                raise
            await self._post(match, page, shown if error.code == ARCHIVED else None)
            return
        await self._store(replace(shown, revision=match.row.public_revision))

    async def _post(self, match: Match, page: Page, old: MessageRow | None) -> None:
        old_handle = self._handle_to_edit(match)
        self.delivery.handles.drop(match.id, TABLE)
        message = await self.delivery.post_by_handle(match, TABLE, **new_message(page))
        if message is None:
            message = await self.delivery.channel(match.row.channel_id).send(**new_message(page))
        with self.delivery.storing_posted(match):
            if old is not None:
                await self.delivery.remove(old, old_handle)
            await self.posted(match, message.channel.id, message.id)

    async def posted(self, match: Match, channel_id: int, message_id: int) -> None:
        row = MessageRow(match.id, TABLE, channel_id, message_id, match.row.public_revision, self.delivery.now())
        await self._store(row)

    async def _store(self, row: MessageRow) -> None:
        """Unless something else of the game is still to be shown: then the next boot looks at it again."""
        await self.bot.store.messages.put(row, is_complete=not self.delivery.of(row.game_id).is_unsettled)

    async def will_move(self, match: Match, channel_id: int) -> None:
        """Call before posting it there: if the new message is never stored, it is searched for."""
        await self.delivery.outdate_table(match.id)
        if channel_id != match.row.channel_id:
            await self.bot.store.games.move_table(match.id, channel_id)

    async def moved(self, match: Match, channel_id: int, message_id: int) -> None:
        old = (await self.bot.store.messages.of(match.id)).get(TABLE)
        if old is not None:
            await self.delivery.remove(old, self._handle_to_edit(match))
        await self.posted(match, channel_id, message_id)


def _nowhere(match: Match, now: int, revision: int) -> MessageRow:
    """A table without a message."""
    return MessageRow(match.id, TABLE, match.row.channel_id, None, revision, now)
