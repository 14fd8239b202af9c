"""Brings what Discord shows up to what the store holds: the public table, the panels in DMs, the turn pings.

A reconciler, not a queue: each shown message has a revision, whatever is behind is drawn anew from the newest state,
and many touches make one redraw. What fails for now is tried again by the sweep; what fails for good (a closed DM, a
lost channel) is noted and leaves the game alone.

A message that takes another's place is sent, then the old one goes, then it is written down: whatever comes between,
what is written down is behind, and whoever looks there again finds the new one (`cogs.recovery`).
"""

import asyncio
import contextlib
import logging
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import replace

import aiohttp
import discord

from bot.app import Arbitre
from bot.games.core import Seat
from bot.referee.clocks import HOUR, MINUTE
from bot.referee.match import Match
from bot.store.rows import ShownRow
from bot.store.shown import PING, TABLE, panel
from bot.table.illustrations import drawn_panel, drawn_table
from bot.table.page import Page
from bot.table.pages import draw_offer_page
from cogs.keys import Key, KeyRing
from cogs.news import NEWS, tell_result
from cogs.recovery import is_panel, is_table, posted, revision_of
from cogs.render import edited_message, new_message
from cogs.sights import private_words, public_words, sight_of

log = logging.getLogger(__name__)

UNKNOWN_MESSAGE = 10008
STALE_EDIT = HOUR  # Discord throttles edits of messages older than this
PRESENT = MINUTE  # who pressed something within this is looking
CHANNEL_LOCK = "channel"
_UNKNOWN = -1  # the revision of a table that has to be drawn anew


def ephemeral_lock(seat: Seat) -> str:
    return f"ephemeral{seat}"


class Announcer:
    def __init__(self, bot: Arbitre) -> None:
        self.bot = bot
        self.keys = KeyRing()
        self._told: dict[tuple[int, Seat], int] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._touched: set[int] = set()
        self.behind: set[int] = set()  # to be tried again
        self._since = bot.referee.now()
        self._doubts: dict[int, bool] = {}

    def touch(self, game_id: int) -> None:
        """Something about this game may look different now."""
        self._touched.add(game_id)
        if game_id not in self._tasks:
            self._tasks[game_id] = asyncio.create_task(self._work(game_id), name=f"announce {game_id}")

    def told(self, match: Match, seat: Seat) -> None:
        """This player has just been answered with the game as it stands."""
        self._told[match.id, seat] = match.revision

    def doubt(self, game_id: int) -> None:
        """Something of this game may have been posted without being written down."""
        self._doubts[game_id] = True

    def _is_in_doubt(self, match: Match) -> bool:
        """As is every game that was there before us, until it has been looked at once."""
        return self._doubts.get(match.id, match.row.created_at < self._since)

    async def close(self) -> None:
        for task in list(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _work(self, game_id: int) -> None:
        """Strikes itself off before anything else can run, so that no touch is lost on a task that is done."""
        try:
            while game_id in self._touched:
                self._touched.discard(game_id)
                await self._bring_up(await self.bot.referee.match(game_id))
        except Exception as error:  # the sweep tries again, whatever this met
            self.behind.add(game_id)
            self.doubt(game_id)
            log.error("game %d could not be shown: %s", game_id, type(error).__name__)
        finally:
            del self._tasks[game_id]

    async def _bring_up(self, match: Match) -> None:
        """Each place by itself: one that fails keeps no other waiting. The table comes last."""
        self.behind.discard(match.id)
        shown = await self.bot.store.shown.of(match.id)
        for seat in match.seats:
            if match.seat(seat).user_id is not None:
                with self._forgiving(match):
                    await self._show_panel(match, seat, shown.get(panel(seat)))
        with self._forgiving(match):
            await self._show_ping(match, shown.get(PING))
        with self._forgiving(match):
            await tell_result(self.bot, match, is_told=NEWS in shown)
        with self._forgiving(match):
            await self._show_table(match, shown.get(TABLE))
        if match.id not in self.behind:
            self._doubts[match.id] = False
            if match.is_over:
                self._forget(match)

    @contextlib.contextmanager
    def _forgiving(self, match: Match) -> Iterator[None]:
        """What Discord does not take now, or the disk, is tried again by the sweep."""
        try:
            yield
        except (discord.HTTPException, aiohttp.ClientError, OSError, sqlite3.OperationalError) as error:
            self.behind.add(match.id)
            self.doubt(match.id)
            log.warning("game %d is behind: %s %s", match.id, type(error).__name__, getattr(error, "status", ""))

    def _forget(self, match: Match) -> None:
        for seat in match.seats:
            self._told.pop((match.id, seat), None)
        self._doubts.pop(match.id, None)

    # Panels

    async def _show_panel(self, match: Match, seat: Seat, shown: ShownRow | None) -> None:
        if self._has_news(match, seat, shown) and self._is_in_doubt(match) and not match.seat(seat).is_dm_closed:
            shown = await self._recover_panel(match, seat, shown)
        if not self._has_news(match, seat, shown):
            return
        words = await private_words(self.bot, match.seat(seat).user_id or 0)
        page = await drawn_panel(await sight_of(self.bot, match, seat, words), words, self.bot.studio)
        await self._refresh_ephemeral(match, seat, page)
        if not match.seat(seat).is_dm_closed:
            await self._deliver(match, seat, page, shown)

    def _has_news(self, match: Match, seat: Seat, shown: ShownRow | None) -> bool:
        """The start, their turn and the end are news; what they did themselves is not."""
        is_news = shown is None or seat in match.to_act or match.is_over
        return is_news and self._known(match, seat, shown) < max(match.row.public_revision, 0)

    def _known(self, match: Match, seat: Seat, shown: ShownRow | None) -> int:
        """The revision this player has seen."""
        return max(-1 if shown is None else shown.revision, self._told.get((match.id, seat), -1))

    async def _refresh_ephemeral(self, match: Match, seat: Seat, page: Page) -> None:
        """Unless its reader has put it away, or it is too old."""
        await self._edit_by_key(match, ephemeral_lock(seat), page)

    async def _deliver(self, match: Match, seat: Seat, page: Page, shown: ShownRow | None) -> None:
        """A new message, because edits do not notify; the old one goes. A computer's answer to somebody who is still
        looking only changes what they look at, and so does a remark."""
        role, now = panel(seat), self.bot.referee.now()
        if shown is not None and await self.bot.referee.is_only_talk(match, self._known(match, seat, shown)):
            await self._edit_panel(match, seat, page, shown)
            return
        key = self._key_of(match, role, shown)
        is_looking = match.is_against_computer and key is not None and now - key.made_at < PRESENT
        if is_looking and await self._edit_by_key(match, role, page):
            self.told(match, seat)
            return
        message = await self._send_dm(match, seat, page, shown)
        if message is None:
            return
        if shown is not None:
            await self._remove(shown, key)
        await self.bot.store.shown.put(
            ShownRow(match.id, role, message.channel.id, message.id, match.row.public_revision, now)
        )
        self.keys.drop(match.id, role)

    async def _recover_panel(self, match: Match, seat: Seat, shown: ShownRow | None) -> ShownRow | None:
        """What their DMs show, which may be newer than what was written down."""
        try:
            place = await self._dm_channel(match, seat, shown)
        except discord.HTTPException as error:
            if _is_passing(error):
                raise
            return shown  # whoever cannot be reached is dealt with when it is tried
        found = await posted(self.bot, place, match, shown, lambda message: is_panel(match, message))
        if not found:
            return shown
        return await self._adopt(match, panel(seat), shown, found, revision_of(match, found[0]))

    async def _adopt(
        self, match: Match, role: str, shown: ShownRow | None, found: Sequence[discord.Message], revision: int
    ) -> ShownRow:
        """The newest of them is the one; the others go."""
        newest, *others = found
        for message in others:
            with contextlib.suppress(discord.NotFound):
                await message.delete()
        if shown is not None and shown.message_id not in (None, *(message.id for message in found)):
            await self._remove(shown, None)
        now = self.bot.referee.now()
        posted_at = shown.posted_at if shown is not None and shown.message_id == newest.id else now
        row = ShownRow(match.id, role, newest.channel.id, newest.id, revision, posted_at)
        await self.bot.store.shown.put(row)
        return row

    async def _edit_panel(self, match: Match, seat: Seat, page: Page, shown: ShownRow) -> None:
        """One that is not there any more has been put away; their next turn brings another."""
        key = self._key_of(match, panel(seat), shown)
        if key is None or not await self._edit_by_key(match, panel(seat), page):
            with contextlib.suppress(discord.NotFound, discord.Forbidden):
                message = self._channel(shown.channel_id).get_partial_message(shown.message_id or 0)
                await message.edit(**edited_message(page))
        await self.bot.store.shown.put(replace(shown, revision=match.row.public_revision))

    def _key_of(self, match: Match, role: str, shown: ShownRow | None) -> Key | None:
        """The key to the panel that is shown, not to an older one somebody pressed."""
        key = self.keys.get(match.id, role, self.bot.referee.now())
        pressed = None if key is None else key.interaction.message
        return key if shown is not None and pressed is not None and pressed.id == shown.message_id else None

    async def _send_dm(self, match: Match, seat: Seat, page: Page, shown: ShownRow | None) -> discord.Message | None:
        try:
            return await (await self._dm_channel(match, seat, shown)).send(**new_message(page))
        except discord.HTTPException as error:
            if _is_passing(error):
                raise
            await self._close_dm(match, seat, error)
            return None

    async def _close_dm(self, match: Match, seat: Seat, error: discord.HTTPException) -> None:
        """They do not take our DMs, share no server with us any more, or have no account: the channel has to do."""
        log.info("game %d: a player cannot be reached by DM: %d", match.id, error.code)
        await self.bot.store.games.close_dm(match.id, seat, is_closed=True)

    async def _dm_channel(self, match: Match, seat: Seat, shown: ShownRow | None) -> discord.abc.Messageable:
        return await self._dm(match.seat(seat).user_id or 0) if shown is None else self._channel(shown.channel_id)

    async def _dm(self, user_id: int) -> discord.abc.Messageable:
        return await self.bot.create_dm(discord.Object(user_id))

    # Pings

    async def _show_ping(self, match: Match, shown: ShownRow | None) -> None:
        """Only for those who cannot be reached by DM: a short message in the channel, gone once it is answered."""
        if shown is not None and not match.is_over and await self._is_still_right(match, shown):
            return
        fresh = await self.bot.referee.match(match.id)
        absent = [
            seat
            for seat in sorted(match.to_act)
            if fresh.seat(seat).is_dm_closed and self._told.get((match.id, seat), -1) < match.row.public_revision
        ]
        if shown is not None:
            await self._remove(shown, self.keys.get(match.id, PING, self.bot.referee.now()))
            await self.bot.store.shown.forget(match.id, PING)
            self.keys.drop(match.id, PING)
        if absent:
            await self._ping(match, absent)

    async def _is_still_right(self, match: Match, shown: ShownRow) -> bool:
        return shown.revision >= match.row.public_revision or await self.bot.referee.is_only_talk(match, shown.revision)

    async def _ping(self, match: Match, seats: Sequence[Seat]) -> None:
        words = await public_words(self.bot, match.row.guild_id)
        users = [discord.Object(match.seat(seat).user_id or 0) for seat in seats]
        mentions = ", ".join(f"<@{user.id}>" for user in users)
        code = "ping.turn" if len(match.to_act) == 1 else "ping.undecided"
        content = words.text(code, mention=mentions, number=match.id)
        found = await self._pinged(match, content) if self._is_in_doubt(match) else None
        message = found or await self._post(match, content, discord.AllowedMentions(users=users))
        if message is not None:
            now = self.bot.referee.now()
            row = ShownRow(match.id, PING, message.channel.id, message.id, match.row.public_revision, now)
            await self.bot.store.shown.put(row)

    async def _pinged(self, match: Match, content: str) -> discord.Message | None:
        """The same words, which are only there until they are answered."""
        place = self._channel(match.row.channel_id)
        return next(iter(await posted(self.bot, place, match, None, lambda it: it.content == content)), None)

    async def _post(self, match: Match, content: str, mentions: discord.AllowedMentions) -> discord.Message | None:
        """Through the interaction of whoever just played in the channel, else as the bot."""
        key = self.keys.get(match.id, CHANNEL_LOCK, self.bot.referee.now())
        if key is not None and key.interaction.channel_id == match.row.channel_id:
            try:
                message = await key.post(content, mentions)
            except discord.HTTPException as error:
                if _is_passing(error):
                    raise
                self.keys.drop(match.id, CHANNEL_LOCK)
            else:
                self.keys.keep(match.id, PING, Key(key.interaction, key.made_at, message.id))
                return message
        try:
            return await self._channel(match.row.channel_id).send(content, allowed_mentions=mentions)
        except (discord.Forbidden, discord.NotFound):
            return None  # nobody can be reached there any more; /hand always works

    # The table

    async def _show_table(self, match: Match, shown: ShownRow | None) -> None:
        if shown is not None and shown.revision >= match.row.public_revision:
            return
        if self._is_in_doubt(match):
            shown = await self._recover_table(match, shown)
        words = await public_words(self.bot, match.row.guild_id)
        page = await drawn_table(await sight_of(self.bot, match, None, words), words, self.bot.studio)
        now = self.bot.referee.now()
        try:
            if shown is None or shown.message_id is None or now - shown.posted_at > STALE_EDIT:
                await self._post_table(match, page, shown)
            else:
                await self._edit_table(match, page, shown)
        except (discord.Forbidden, discord.NotFound) as error:
            log.warning("game %d has lost its table's channel: %d", match.id, error.code)
            lost = shown or ShownRow(match.id, TABLE, match.row.channel_id, None, -1, now)
            await self.bot.store.shown.put(replace(lost, revision=match.row.public_revision))

    async def _recover_table(self, match: Match, shown: ShownRow | None) -> ShownRow | None:
        place = self._channel(match.row.channel_id)
        found = await posted(self.bot, place, match, shown, lambda message: is_table(match, message))
        return await self._adopt(match, TABLE, shown, found, _UNKNOWN) if found else shown

    async def _edit_table(self, match: Match, page: Page, shown: ShownRow) -> None:
        assert shown.message_id is not None  # noqa: S101 (asked by the caller)
        try:
            if not await self._edit_by_key(match, TABLE, page):
                message = self._channel(shown.channel_id).get_partial_message(shown.message_id)
                await message.edit(**edited_message(page))
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            await self._post_table(match, page, None)
            return
        await self.bot.store.shown.put(replace(shown, revision=match.row.public_revision))

    async def _edit_by_key(self, match: Match, lock: str, page: Page) -> bool:
        """Whether there was a key and it still fitted; one that does not is thrown away."""
        key = self.keys.get(match.id, lock, self.bot.referee.now())
        if key is None:
            return False
        try:
            await key.edit(page)
        except discord.HTTPException as error:
            if _is_passing(error):
                raise
            self.keys.drop(match.id, lock)
            return False
        return True

    async def _post_table(self, match: Match, page: Page, old: ShownRow | None) -> None:
        message = await self._channel(match.row.channel_id).send(**new_message(page))
        if old is not None:
            await self._remove(old, None)
        await self.table_posted(match, message.channel.id, message.id)
        self.keys.drop(match.id, TABLE)

    async def table_posted(self, match: Match, channel_id: int, message_id: int) -> None:
        now = self.bot.referee.now()
        await self.bot.store.shown.put(
            ShownRow(match.id, TABLE, channel_id, message_id, match.row.public_revision, now)
        )

    async def table_moves(self, match: Match, channel_id: int) -> None:
        """Before it is posted there: if it is never written down that it was, it is looked for."""
        await self._outdate_table(match.id)
        await self.bot.store.games.move_table(match.id, channel_id)

    async def table_moved(self, match: Match, channel_id: int, message_id: int) -> None:
        old = (await self.bot.store.shown.of(match.id)).get(TABLE)
        if old is not None:
            await self._remove(old, self.keys.get(match.id, TABLE, self.bot.referee.now()))
        await self.table_posted(match, channel_id, message_id)

    async def post_draw_offer(self, match: Match) -> None:
        words = await public_words(self.bot, match.row.guild_id)
        page = draw_offer_page(await sight_of(self.bot, match, None, words), words)
        try:
            await self._channel(match.row.channel_id).send(**new_message(page))
        except (discord.Forbidden, discord.NotFound):
            log.warning("game %d: a draw offer could not be posted", match.id)  # it is on the panels too

    async def redraw(self, game_id: int) -> None:
        """The table again, though nobody has played: another deadline, another channel, a way back in."""
        await self._outdate_table(game_id)
        self.touch(game_id)

    async def _outdate_table(self, game_id: int) -> None:
        shown = (await self.bot.store.shown.of(game_id)).get(TABLE)
        if shown is not None:
            await self.bot.store.shown.put(replace(shown, revision=_UNKNOWN))

    # Nudges

    async def nudge(self, match: Match, code: str) -> None:
        """Tells whoever is on turn about their time, where they can be reached."""
        for seat in sorted(match.to_act):
            if (user_id := match.seat(seat).user_id) is not None:
                await self._nudge(match, seat, user_id, code)

    async def _nudge(self, match: Match, seat: Seat, user_id: int, code: str) -> None:
        time = f"<t:{(match.row.deadline or 0) // 1000}:R>"
        try:
            if not match.seat(seat).is_dm_closed:
                words = await private_words(self.bot, user_id)
                await (await self._dm(user_id)).send(words.text(code, number=match.id, time=time))
                return
        except discord.HTTPException as error:
            if _is_passing(error):
                raise
            await self._close_dm(match, seat, error)
        words = await public_words(self.bot, match.row.guild_id)
        mention = words.text("ping.nudge", mention=f"<@{user_id}>", text=words.text(code, number=match.id, time=time))
        await self._post(match, mention, discord.AllowedMentions(users=[discord.Object(user_id)]))

    # Helpers

    def _channel(self, channel_id: int) -> discord.PartialMessageable:
        return self.bot.get_partial_messageable(channel_id)

    async def _remove(self, shown: ShownRow, key: Key | None) -> None:
        """An old message goes; that it is gone already is as good."""
        if shown.message_id is None:
            return
        if key is not None:
            with contextlib.suppress(discord.HTTPException):
                await key.delete()
                return
        with contextlib.suppress(discord.NotFound, discord.Forbidden):
            await self._channel(shown.channel_id).get_partial_message(shown.message_id).delete()


def _is_passing(error: discord.HTTPException) -> bool:
    """Whether Discord is only out of breath: the same request may succeed later."""
    return error.status >= 500 or error.status == 429
