"""Short messages: whose turn it is where no DM says so, who is next, how much time is left, a draw offer. Each
mentions only the people it is for, and is deleted once answered."""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import discord

from bot.edge.delivery.delivery_state import DeliveryState
from bot.edge.delivery.panels import Panels
from bot.edge.delivery.recovery import is_draw_offer, is_ping, posted
from bot.edge.interactions.answers import tolerating_store_errors
from bot.edge.presenting.match_views import match_view_of, private_locale, public_locale
from bot.edge.render import new_message, new_text
from bot.edge.transport.gate import NEW_DM, UNREACHED, cause_of, is_closed
from bot.games.core import Seat
from bot.referee.match import Match
from bot.store.rows import MessageRow, Notices
from bot.store.sqlite.messages import DRAW, PING, early, panel
from bot.table.game.pages import WORD, game_against, game_title, hand_button
from bot.table.game.questions import draw_offer_page
from bot.table.locale import Locale

log = logging.getLogger(__name__)


class Pings:
    def __init__(self, delivery: DeliveryState, panels: Panels) -> None:
        self.delivery = delivery
        self.panels = panels
        self.bot = delivery.bot

    async def show(self, match: Match, shown: MessageRow | None) -> None:
        """For players who want no DMs or whose are closed: a ping in the channel, deleted once they have played."""
        shown = await self._found(match, shown, is_ping)
        if shown is not None and not match.is_over and await self._is_still_right(match, shown):
            return
        fresh = await self.bot.referee.match(match.id)
        absent = [
            seat
            for seat in sorted(match.to_act - match.absent)
            if self.delivery.told(match, seat).revision < match.row.public_revision
            and await self.delivery.reach(fresh, seat) is Notices.CHANNEL
        ]
        if shown is not None:
            await self.delivery.remove(shown, self.delivery.handles.get(match.id, PING, self.delivery.now()))
            await self.bot.store.messages.forget(match.id, PING)
            self.delivery.handles.drop(match.id, PING)
        if absent:
            await self._ping(match, absent)

    async def _is_still_right(self, match: Match, shown: MessageRow) -> bool:
        return shown.revision >= match.row.public_revision or await self.bot.referee.has_only_remarks_since(
            match, shown.revision
        )

    async def _ping(self, match: Match, seats: Sequence[Seat]) -> None:
        """Stored before it is sent: if it is not known whether it was posted, it is searched for."""
        locale = await public_locale(self.bot, match.row.guild_id)
        users = [discord.Object(match.seat(seat).user_id or 0) for seat in seats]
        mentions = ", ".join(f"<@{user.id}>" for user in users)
        code = "ping.turn" if len(match.to_act) == 1 else "ping.undecided"
        game = game_title(await match_view_of(self.bot, match, None, locale), locale)
        content = locale.text(code, mention=mentions, number=match.id, game=game)
        row = MessageRow(match.id, PING, match.row.channel_id, None, match.row.public_revision, self.delivery.now())
        await self.bot.store.messages.put(row)
        message = await self._post(match, content, locale, discord.AllowedMentions(users=users), PING)
        if message is None:
            await self.bot.store.messages.forget(match.id, PING)
        else:
            await self.bot.store.messages.put(replace(row, message_id=message.id))

    async def _post(
        self, match: Match, content: str, locale: Locale, mentions: discord.AllowedMentions, slot: str | None = None
    ) -> discord.Message | None:
        """Through the interaction of the player who just moved in the channel, otherwise as the bot."""
        sent = {**new_text(content, hand_button(match.id, locale, WORD)), "allowed_mentions": mentions}
        message = await self.delivery.post_by_handle(match, slot, **sent)
        if message is not None:
            return message
        self.delivery.gate.ask_leave(match.row.channel_id)
        try:
            place = self.delivery.channel(match.row.channel_id)
            return await place.send(**sent)
        except (discord.Forbidden, discord.NotFound) as error:
            if self.delivery.gate.is_passing(error):
                raise
            return None  # the channel is lost; /hand always works

    async def _wants_notices(self, user_id: int) -> bool:
        person = await self.bot.store.people.get(user_id)
        return person is None or person.notices is not Notices.NONE

    async def show_next(self, match: Match, shown: Mapping[str, MessageRow]) -> None:
        """Tell the player who is next, if they want to know; deleted once they are not any more."""
        for seat in match.seats:
            row, user_id = shown.get(early(seat)), match.seat(seat).user_id
            if seat != match.next_seat:
                if row is not None:
                    await self.delivery.remove(row, None)
                    await self.bot.store.messages.forget(match.id, row.role)
            elif row is None and user_id is not None and seat not in match.absent:
                person = await self.bot.store.people.get(user_id)
                if person is not None and person.has_early_notices:
                    await self._tell_next(match, seat, user_id)

    async def _tell_next(self, match: Match, seat: Seat, user_id: int) -> None:
        """Stored before it is sent: it is not worth a search, and is not to be said twice."""
        reach, revision = await self.delivery.reach(match, seat), match.row.public_revision
        if reach is Notices.NONE:
            return
        row = MessageRow(match.id, early(seat), match.row.channel_id, None, revision, self.delivery.now())
        if not await self.bot.store.messages.put(row, user_id):
            return
        message = await self._say(match, seat, user_id, reach, "ping.next")
        if message is not None:
            sent = replace(row, channel_id=message.channel.id, message_id=message.id)
            await self.bot.store.messages.put(sent, user_id)

    async def post_draw_offer(self, match: Match) -> None:
        """Call inside `Announcer.alone`."""
        locale = await public_locale(self.bot, match.row.guild_id)
        match_view = await match_view_of(self.bot, match, None, locale)
        asked = [
            discord.Object(it.user_id)
            for it in match.row.seats
            if it.user_id and not match.is_out(Seat(it.seat)) and it.seat not in match_view.draw_offers
        ]
        content = locale.text("draw.call", mention=", ".join(f"<@{user.id}>" for user in asked))
        users = [user for user in asked if await self._wants_notices(user.id)]
        mentions = discord.AllowedMentions(users=users)
        sent = {"content": content, "allowed_mentions": mentions, **new_message(draw_offer_page(match_view, locale))}
        with tolerating_store_errors("game", match.id):
            await self._send_draw_offer(match, sent)

    async def _send_draw_offer(self, match: Match, sent: dict[str, Any]) -> None:
        """Stored before it is sent: after a crash in between it is searched for. Its message id stays unknown, and so
        is searched for, if an older offer could not be deleted."""
        is_only = await self._is_older_one_gone(match)
        row = MessageRow(match.id, DRAW, match.row.channel_id, None, match.row.public_revision, self.delivery.now())
        await self.bot.store.messages.put(row)
        try:
            message = await self.delivery.channel(row.channel_id).send(**sent)
        except UNREACHED as error:  # the panels show it too
            log.warning("game %d: a draw offer could not be posted: %s", match.id, cause_of(error))
            return
        if is_only:
            await self.bot.store.messages.put(replace(row, message_id=message.id))

    async def _is_older_one_gone(self, match: Match) -> bool:
        try:
            await self._take_away(
                match, await self._found(match, (await self.bot.store.messages.of(match.id)).get(DRAW), is_draw_offer)
            )
        except UNREACHED:  # no reason not to offer a draw
            return False
        return True

    async def end_draw_offer(self, match: Match, shown: MessageRow | None) -> None:
        """Delete an offer that has lapsed or was answered elsewhere. One that was never posted stands in the panels."""
        shown = await self._found(match, shown, is_draw_offer)
        if match.row.draw_offer is None:
            await self._take_away(match, shown)

    async def _found(
        self, match: Match, shown: MessageRow | None, is_it: Callable[[Match, discord.Message], bool]
    ) -> MessageRow | None:
        """The stored one, searched for if its id is unknown; None if it was never posted."""
        if shown is None or shown.message_id is not None:
            return shown
        self.delivery.gate.ask_leave(shown.channel_id)
        place = self.delivery.channel(shown.channel_id)
        found = await posted(self.bot, place, match, shown, lambda message: is_it(match, message))
        if found:
            return await self.delivery.adopt(match, shown.role, shown, found, shown.revision)
        await self.bot.store.messages.forget(match.id, shown.role)
        return None

    async def _take_away(self, match: Match, shown: MessageRow | None) -> None:
        if shown is not None:
            await self.delivery.remove(shown, None)
            await self.bot.store.messages.forget(match.id, DRAW)

    async def keep_draw_offer(self, match: Match, message_id: int | None) -> None:
        """The message says what became of the offer, and stays."""
        shown = (await self.bot.store.messages.of(match.id)).get(DRAW)
        if shown is not None and shown.message_id in (None, message_id):
            await self.bot.store.messages.forget(match.id, DRAW)

    async def nudge(self, match: Match, code: str) -> None:
        """Tell the players on turn about their time, by DM or in the channel."""
        for seat in sorted(match.to_act - match.absent):
            if (user_id := match.seat(seat).user_id) is not None:
                await self._nudge(match, seat, user_id, code)

    async def _nudge(self, match: Match, seat: Seat, user_id: int, code: str) -> None:
        reach = await self.delivery.reach(match, seat)
        if reach is Notices.NONE:
            return
        time = f"<t:{(match.row.deadline or 0) // 1000}:R>"
        await self._say(match, seat, user_id, reach, code, time=time)

    async def _say(
        self, match: Match, seat: Seat, user_id: int, reach: Notices, code: str, **values: str
    ) -> discord.Message | None:
        """By DM, or in the channel where that is wanted or DMs are closed."""
        if reach is Notices.DM:
            try:
                return await self._say_by_dm(match, seat, user_id, code, **values)
            except discord.HTTPException as error:
                if self.delivery.gate.is_passing(error) or not is_closed(error):
                    raise
                await self.panels.close_dm(match, seat, error)
        locale = await public_locale(self.bot, match.row.guild_id)
        game = game_title(await match_view_of(self.bot, match, None, locale), locale)
        text = locale.text(code, number=match.id, game=game, **values)
        mention = locale.text("ping.nudge", mention=f"<@{user_id}>", text=text)
        return await self._post(match, mention, locale, discord.AllowedMentions(users=[discord.Object(user_id)]))

    async def _say_by_dm(self, match: Match, seat: Seat, user_id: int, code: str, **values: str) -> discord.Message:
        """Through the player's last interaction with their panel, otherwise as the bot."""
        locale = await private_locale(self.bot, user_id)
        game = game_against(await match_view_of(self.bot, match, seat, locale), locale)
        sent = new_text(locale.text(code, number=match.id, game=game, **values), hand_button(match.id, locale, WORD))
        handle = self.delivery.handles.get(match.id, panel(seat), self.delivery.now())
        if handle is not None and (message := await self.delivery.post_through(handle, **sent)):
            return message
        self.delivery.gate.ask_leave(NEW_DM)
        return await (await self.panels.dm(user_id)).send(**sent)
