"""Players' panels: in DMs, and ephemeral ones in the channel. A hand goes to its player alone: every page here is drawn
for one seat and sent to that seat's user."""

import logging
from dataclasses import replace

import discord

from bot.edge.delivery.delivery_state import DeliveryState, Told
from bot.edge.delivery.message_handles import MessageHandle, ephemeral_slot
from bot.edge.delivery.recovery import is_panel, posted, revision_of
from bot.edge.presenting.match_views import panel_view_of, private_locale
from bot.edge.render import edited_message, new_message
from bot.edge.transport.gate import NEW_DM, is_closed
from bot.games.core import Seat
from bot.referee.clocks import MINUTE
from bot.referee.match import Match
from bot.store.rows import MessageRow, Notices
from bot.store.sqlite.messages import TABLE, panel
from bot.table.illustrations import drawn_panel
from bot.table.page import Page

log = logging.getLogger(__name__)

PRESENT = MINUTE  # a player who pressed something within this is still looking
AT_PLAY = 10 * MINUTE  # a game moved in within this may have been interrupted by a crash

DirectChannel = discord.DMChannel | discord.PartialMessageable


class Panels:
    def __init__(self, delivery: DeliveryState) -> None:
        self.delivery = delivery
        self.bot = delivery.bot

    async def show(self, match: Match, seat: Seat, shown: MessageRow | None) -> None:
        is_by_dm = await self.delivery.reach(match, seat) is Notices.DM
        if is_by_dm and self._may_be_there_twice(match, seat, shown):
            shown = await self._recover(match, seat, shown)
        if self._has_news(match, seat, shown, is_by_dm=is_by_dm):
            page = await self._page(match, seat)
            await self._follow(match, seat, ephemeral_slot(seat), page)  # unless dismissed
            if is_by_dm:
                await self._deliver(match, seat, page, shown)
            elif shown is not None and not match.seat(seat).is_dm_closed:
                await self._edit(match, seat, page, shown)  # from before the player wanted no more of them
        elif match.is_over:
            await self._close(match, seat, shown)
        else:
            await self._keep_up(match, seat, None if match.seat(seat).is_dm_closed else shown)

    async def _keep_up(self, match: Match, seat: Seat, shown: MessageRow | None) -> None:
        """Edit the panels of a player who has nothing to do: what others played, and what they played themselves in
        another message. An edit notifies no one."""
        told, newest = self.delivery.told(match, seat), match.row.public_revision
        is_open = told.revision < newest and self.delivery.handles.get(
            match.id, ephemeral_slot(seat), self.delivery.now()
        )
        is_dm_behind = shown is not None and shown.message_id is not None and self._in_dm(told, shown) < newest
        if not is_open and not is_dm_behind:
            return
        if not is_open and shown is not None and self._handle_of(match, panel(seat), shown) is None:
            await self.delivery.wait_for_turn(match, panel(seat), self._in_dm(told, shown))
        page = await self._page(match, seat)
        if is_open and await self._follow(match, seat, ephemeral_slot(seat), page):
            self.delivery.tell(match, seat, told.message_id)
        if is_dm_behind and shown is not None:
            await self._edit(match, seat, page, shown)

    def _in_dm(self, told: Told, shown: MessageRow) -> int:
        """The revision that their panel in DMs shows."""
        return max(shown.revision, told.revision) if told.message_id == shown.message_id else shown.revision

    async def take_away(self, match: Match, seat: Seat, shown: MessageRow | None) -> None:
        """Delete the panel of who left the seat: to a computer, or while the others decide."""
        if shown is not None:
            await self.delivery.remove(shown, self._handle_of(match, panel(seat), shown))
            await self.bot.store.messages.forget(match.id, panel(seat))
            self.delivery.handles.drop(match.id, panel(seat))

    def _may_be_there_twice(self, match: Match, seat: Seat, shown: MessageRow | None) -> bool:
        """A crash between posting a new panel and deleting the old one leaves two, even if the player has already
        played on the new one. Only games moved in recently are checked: after a boot there may be thousands."""
        was_at_play = match.row.moved_at > self.delivery.now() - AT_PLAY
        return self.delivery.is_in_doubt(match) and (was_at_play or self._has_news(match, seat, shown, is_by_dm=True))

    async def _follow(self, match: Match, seat: Seat, slot: str, page: Page) -> bool:
        """Edit through a handle; returns whether there was one. If the player was answered with a newer revision
        meanwhile, edit once more, because either of the two may have arrived last."""
        if not await self.delivery.edit_by_handle(match, slot, page):
            return False
        if self.delivery.told(match, seat).revision > match.revision:
            newest = await self.bot.referee.match(match.id)
            await self.delivery.edit_by_handle(match, slot, await self._page(newest, seat))
        return True

    async def _page(self, match: Match, seat: Seat) -> Page:
        locale = await private_locale(self.bot, match.seat(seat).user_id or 0)
        match_view = await panel_view_of(self.bot, match, seat, locale)
        return await drawn_panel(match_view, locale, self.bot.pictures, is_under_load=self.bot.load.is_high)

    def _has_news(self, match: Match, seat: Seat, shown: MessageRow | None, *, is_by_dm: bool) -> bool:
        """The start, the player's turn and the end are news; their own moves are not. The first DM is sent even if they
        have looked already: it is where they will play."""
        if shown is None and is_by_dm:
            return True
        is_news = shown is None or _is_called(match, seat)
        return is_news and self._known(match, seat, shown) < match.row.public_revision

    def _known(self, match: Match, seat: Seat, shown: MessageRow | None) -> int:
        """The revision this player has seen."""
        return max(-1 if shown is None else shown.revision, self.delivery.told(match, seat).revision)

    async def _close(self, match: Match, seat: Seat, shown: MessageRow | None) -> None:
        """The player who ended the game saw the result in their answer; their other open panels show it too."""
        answered = self.delivery.told(match, seat).message_id
        handles = [
            handle
            for handle in self.delivery.handles.all(match.id, ephemeral_slot(seat), self.delivery.now())
            if handle.message_id
        ]
        others = [handle for handle in handles if handle.message_id != answered]
        is_dm_old = shown is not None and shown.message_id != answered and shown.revision < match.row.public_revision
        if not others and not is_dm_old:
            return
        page = await self._page(match, seat)
        for handle in others:
            await self.delivery.edit_through(handle, page)
        self.delivery.handles.drop(match.id, ephemeral_slot(seat))
        if is_dm_old and shown is not None:
            await self._edit(match, seat, page, shown)

    async def _deliver(self, match: Match, seat: Seat, page: Page, shown: MessageRow | None) -> None:
        """Send a new message, because edits do not notify, and delete the old one. Edit instead if a computer answers a
        player who is still looking, and for remarks and a first turn claimed by another (TG3)."""
        role, now = panel(seat), self.delivery.now()
        if shown is not None and not await self._calls(match, seat, shown):
            await self._edit(match, seat, page, shown)
            return
        handle = self._handle_of(match, role, shown)
        is_looking = match.is_against_computer and handle is not None and now - handle.made_at < PRESENT
        if is_looking and await self._follow(match, seat, role, page):
            self.delivery.tell(match, seat, None if shown is None else shown.message_id)
            return
        message = await self._send(match, seat, page, shown, handle)
        if message is None:
            return
        row = MessageRow(match.id, role, message.channel.id, message.id, match.row.public_revision, now)
        with self.delivery.storing_posted(match):
            if shown is not None:
                await self.delivery.remove(shown, handle)
            if not await self.bot.store.messages.put(row, match.seat(seat).user_id):
                await self.delivery.remove(row, None)  # the player was erased meanwhile

    async def _calls(self, match: Match, seat: Seat, shown: MessageRow) -> bool:
        """Whether the player has to act, or the game has ended."""
        return _is_called(match, seat) and not await self.bot.referee.has_only_remarks_since(
            match, self._known(match, seat, shown)
        )

    async def _edit(self, match: Match, seat: Seat, page: Page, shown: MessageRow) -> None:
        """A missing message was deleted by its reader; their next turn brings another."""
        handle = self._handle_of(match, panel(seat), shown)
        if handle is None or not await self._follow(match, seat, panel(seat), page):
            self.delivery.gate.ask_leave(shown.channel_id, is_edit=True)
            try:
                message = self.delivery.channel(shown.channel_id).get_partial_message(shown.message_id or 0)
                await message.edit(**edited_message(page))
                self.delivery.requested(match, panel(seat))
            except (discord.NotFound, discord.Forbidden) as error:
                if self.delivery.gate.is_passing(error):
                    raise
        await self.bot.store.messages.put(replace(shown, revision=match.row.public_revision), match.seat(seat).user_id)

    def _handle_of(self, match: Match, role: str, shown: MessageRow | None) -> MessageHandle | None:
        """The handle to the panel that is shown, not to an older one that was pressed."""
        handle = self.delivery.handles.get(match.id, role, self.delivery.now())
        return handle if handle is not None and shown is not None and handle.message_id == shown.message_id else None

    async def _send(
        self, match: Match, seat: Seat, page: Page, shown: MessageRow | None, handle: MessageHandle | None
    ) -> discord.Message | None:
        """As the bot. While the table costs a request each turn, through the player's last interaction instead: that is
        not rate-limited, but Discord shows it as a reply to the deleted panel."""
        handles = self.delivery.handles
        is_table_free = handles.get(match.id, TABLE, self.delivery.now()) is not None
        if (
            handle is not None
            and not is_table_free
            and (message := await self.delivery.post_through(handle, **new_message(page)))
        ):
            handles.drop(match.id, panel(seat))
            handles.keep(match.id, panel(seat), handle.to(message.id))
            return message
        try:
            if shown is None:
                self.delivery.gate.ask_leave(NEW_DM)
            channel = await self._channel(match, seat, shown)
            self.delivery.gate.ask_leave(channel.id)
            message = await channel.send(**new_message(page))
            handles.drop(match.id, panel(seat))
            self.delivery.requested(match, panel(seat))
            return message
        except discord.HTTPException as error:
            if self.delivery.gate.is_passing(error) or not is_closed(error):
                raise
            await self.close_dm(match, seat, error)
            return None

    async def _recover(self, match: Match, seat: Seat, shown: MessageRow | None) -> MessageRow | None:
        """The newest panel in their DMs, which may be newer than the stored one."""
        self.delivery.gate.ask_leave(NEW_DM if shown is None else shown.channel_id)
        try:
            place = await self._channel(match, seat, shown)
        except discord.HTTPException as error:
            if self.delivery.gate.is_passing(error):
                raise
            return shown  # handled when sending
        found = await posted(self.bot, place, match, shown, lambda message: is_panel(match, message))
        if not found:
            return shown
        owner = match.seat(seat).user_id
        return await self.delivery.adopt(match, panel(seat), shown, found, revision_of(match, found[0]), owner)

    async def move(self, match: Match, seat: Seat, message_id: int | None) -> None:
        """Call inside `Announcer.alone`."""
        shown = (await self.bot.store.messages.of(match.id)).get(panel(seat))
        if shown is None or message_id in (None, shown.message_id):
            return
        await self.delivery.remove(shown, None)
        row = replace(shown, message_id=message_id, revision=match.row.public_revision)
        await self.bot.store.messages.put(row, match.seat(seat).user_id)

    async def _channel(self, match: Match, seat: Seat, shown: MessageRow | None) -> DirectChannel:
        if shown is not None:
            return self.delivery.channel(shown.channel_id)
        return await self.dm(match.seat(seat).user_id or 0)

    async def dm(self, user_id: int) -> discord.DMChannel:
        return await self.bot.create_dm(discord.Object(user_id))

    async def close_dm(self, match: Match, seat: Seat, error: discord.HTTPException) -> None:
        """DMs are blocked, no server is shared any more, or the account is gone: pings in the channel take over."""
        log.info("game %d: a player cannot be reached by DM: %d", match.id, error.code)
        await self.bot.store.games.close_dm(match.id, seat, is_closed=True)
        self.delivery.lose(match, panel(seat), seat)


def _is_called(match: Match, seat: Seat) -> bool:
    return seat in match.to_act or match.is_over
