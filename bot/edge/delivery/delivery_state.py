"""What panels, pings and tables share while they are brought up to date: per game, what is known beyond the stored
message rows (`GameDelivery`), and the requests they all make. Deciding what to show is left to `panels`, `pings` and
`tables`."""

import contextlib
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field
from typing import Any

import discord

from bot.edge.delivery.message_handles import CHANNEL_SLOT, MessageHandle, MessageHandles
from bot.edge.gateway.client import Client
from bot.edge.transport.gate import WithheldError
from bot.games.core import Seat
from bot.referee.clocks import MINUTE
from bot.referee.match import Match
from bot.store.rows import NOBODY, MessageRow, Notices
from bot.store.sqlite.messages import TABLE
from bot.table.page import Page

MOST_HELD = 3 * MINUTE  # as long as a turn on a live clock


@dataclass(frozen=True, slots=True)
class Told:
    """What a player was last answered with: the game at this revision, in that message."""

    revision: int = -1
    message_id: int | None = None
    is_over: bool = False


@dataclass(frozen=True, slots=True)
class Loss:
    """A channel or DM given up because Discord refused it."""

    at: int
    game_id: int
    role: str
    seat: Seat | None = None  # whose DMs


@dataclass(frozen=True, slots=True)
class Headline:
    """What a message shows at once, although its edit counts against the rate limit: everything but steps within a
    turn."""

    turns: int
    is_begun: bool  # it is settled who begins (TG3)
    out: frozenset[Seat]
    absent: frozenset[Seat]
    draw_offers: frozenset[Seat]


def headline_of(match: Match) -> Headline:
    out = frozenset(seat for seat in match.seats if match.is_out(seat))
    return Headline(match.turns, len(match.to_act) == 1, out, match.absent, match.draw_offers)


@dataclass(slots=True)
class RequestedEdit:
    """What a message showed when it was last sent or edited by a request that counts against the rate limit."""

    headline: Headline
    held_since: int | None = None  # newer steps of the same turn wait since then


@dataclass(slots=True)
class GameDelivery:
    """One game's delivery state. In memory only: losing it costs requests, never a move."""

    told: dict[Seat, Told] = field(default_factory=dict)
    is_in_doubt: bool | None = None  # a message may be posted but not stored; None: not checked since the boot
    is_unsettled: bool = False  # the table was shown before everything else was: look again after a restart
    outdated: object | None = None  # identifies the last request to redraw the table although no revision is newer
    regained: list[Loss] = field(default_factory=list)  # to be tried again before anything else is shown
    requested: dict[str, RequestedEdit] = field(default_factory=dict)  # by role


class DeliveryState:
    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self.gate = bot.gate
        self.handles = MessageHandles()
        self._booted_at = bot.referee.now()
        self._games: dict[int, GameDelivery] = {}
        self._losses: list[Loss] = []

    def of(self, game_id: int) -> GameDelivery:
        if game_id not in self._games:
            self._games[game_id] = GameDelivery()
        return self._games[game_id]

    def now(self) -> int:
        return self.bot.referee.now()

    def channel(self, channel_id: int) -> discord.PartialMessageable:
        return self.bot.get_partial_messageable(channel_id)

    # What players have been told

    def tell(self, match: Match, seat: Seat, message_id: int | None) -> None:
        self.of(match.id).told[seat] = Told(match.revision, message_id, match.is_over)

    def told(self, match: Match, seat: Seat) -> Told:
        return self.of(match.id).told.get(seat, Told())

    def sweep(self, behind: Set[int]) -> None:
        """Drop delivery state of finished games that are fully shown, and state that says nothing."""
        for game_id, game in list(self._games.items()):
            is_past = any(told.is_over for told in game.told.values()) or game == GameDelivery()
            if is_past and game_id not in behind:
                del self._games[game_id]

    def forget(self, match: Match) -> None:
        """A finished game is fully shown. A redraw requested meanwhile is still to be done."""
        game = self.of(match.id)
        game.told.clear()
        game.requested.clear()
        game.is_in_doubt = None

    async def reach(self, match: Match, seat: Seat) -> Notices:
        """How this player is told that it is their turn: as they wish, as far as Discord lets us. Computers and people
        whose data was deleted are not."""
        row = match.seat(seat)
        if row.user_id is None or row.user_id <= NOBODY:
            return Notices.NONE
        person = await self.bot.store.people.get(row.user_id)
        wanted = Notices.DM if person is None else person.notices
        return Notices.CHANNEL if wanted is Notices.DM and row.is_dm_closed else wanted

    # Messages that may be posted but not stored

    def doubt(self, game_id: int) -> None:
        self.of(game_id).is_in_doubt = True

    def trust(self, game_id: int) -> None:
        self.of(game_id).is_in_doubt = False

    @contextlib.contextmanager
    def storing_posted(self, match: Match) -> Iterator[None]:
        """Around storing a message that is posted already: if that fails, the message is searched for next time."""
        try:
            yield
        except BaseException:
            self.doubt(match.id)
            raise

    def is_in_doubt(self, match: Match) -> bool:
        """Games created before the boot are in doubt until they have been checked once."""
        known = self.of(match.id).is_in_doubt
        return match.row.created_at < self._booted_at if known is None else known

    async def adopt(
        self,
        match: Match,
        role: str,
        shown: MessageRow | None,
        found: Sequence[discord.Message],
        revision: int,
        owner: int | None = None,
    ) -> MessageRow:
        """Store the newest of the found messages as the one for this role, and delete the others."""
        newest, *others = found
        for message in others:
            await self._delete(message.channel.id, message.id)
        if shown is not None and shown.message_id not in (None, *(message.id for message in found)):
            await self.remove(shown, None)
        posted_at = shown.posted_at if shown is not None and shown.message_id == newest.id else self.now()
        row = MessageRow(match.id, role, newest.channel.id, newest.id, revision, posted_at)
        await self.bot.store.messages.put(row, owner)
        return row

    # Channels and DMs that refuse us

    def lose(self, match: Match, role: str, seat: Seat | None = None) -> None:
        """Give a channel or DM up. Losses from before Discord last took a request were justified and are dropped."""
        self._losses = [loss for loss in self._losses if loss.at >= self.gate.doubtful_since]
        self._losses.append(Loss(self.gate.now(), match.id, role, seat))

    def regain(self, since: int) -> set[int]:
        """Everything is refused since then, so losses since then say nothing about their channels. Returns their games;
        `restore` undoes the losses when each game is next brought up to date."""
        doubtful = [loss for loss in self._losses if loss.at >= since]
        self._losses.clear()
        for loss in doubtful:
            self.of(loss.game_id).regained.append(loss)
        return {loss.game_id for loss in doubtful}

    async def restore(self, game_id: int) -> None:
        game = self.of(game_id)
        regained, game.regained = game.regained, []
        for loss in regained:
            if loss.seat is not None:
                await self.bot.store.games.close_dm(game_id, loss.seat, is_closed=False)
            elif loss.role == TABLE:
                await self.outdate_table(game_id)
            else:
                await self.bot.store.messages.forget(game_id, loss.role)

    # Tables to be redrawn

    def is_up_to_date(self, match: Match, shown: MessageRow | None) -> bool:
        """Whether the table is."""
        is_outdated = self.of(match.id).outdated is not None
        return shown is not None and shown.revision >= match.row.public_revision and not is_outdated

    def outdated(self, game_id: int) -> object | None:
        """Pass it to `renewed` later. Read it before reading the game that is drawn."""
        return self.of(game_id).outdated

    def renewed(self, game_id: int, outdated: object | None) -> None:
        """The table was redrawn, unless another redraw was requested since `outdated` was read."""
        game = self.of(game_id)
        if game.outdated is outdated:
            game.outdated = None

    async def outdate_table(self, game_id: int) -> None:
        """Also mark it stale in memory: an edit in flight would overwrite the stored mark."""
        self.of(game_id).outdated = object()
        await self.bot.store.messages.mark_stale(game_id)

    # Requests

    async def wait_for_turn(self, match: Match, role: str, revision: int) -> None:
        """Call before an edit that counts against the rate limit, of a message that shows `revision`. Raises while all
        that is new are steps within a turn: they are shown with its end, or after `MOST_HELD`. Remarks do not wait, nor
        does a game in doubt: there it is not known what a message shows."""
        last = self.of(match.id).requested.get(role)
        if last is None or match.is_over or last.headline != headline_of(match) or self.is_in_doubt(match):
            return
        if await self.bot.referee.has_only_remarks_since(match, revision):
            return
        last.held_since = self.now() if last.held_since is None else last.held_since
        if (wait := last.held_since + MOST_HELD - self.now()) > 0:
            raise WithheldError(wait)

    def requested(self, match: Match, role: str) -> None:
        """A message of this role was sent or edited by a request."""
        self.of(match.id).requested[role] = RequestedEdit(headline_of(match))

    async def edit_by_handle(self, match: Match, slot: str, page: Page) -> bool:
        """Whether there was a handle and Discord took the edit; a refused handle is dropped."""
        handle = self.handles.get(match.id, slot, self.now())
        if handle is None:
            return False
        if not await self.edit_through(handle, page):
            self.handles.drop(match.id, slot)
            return False
        return True

    async def edit_through(self, handle: MessageHandle, page: Page) -> bool:
        """Whether Discord took the edit. Raises if it may take it later."""
        try:
            await handle.edit(page)
        except discord.HTTPException as error:
            if self.gate.is_passing(error):
                raise
            return False
        return True

    def handle_to_post(self, match: Match) -> MessageHandle | None:
        """The interaction of the last move made in the game's channel: posting through it spends none of the bot's
        requests."""
        handle = self.handles.get(match.id, CHANNEL_SLOT, self.now())
        return handle if handle is not None and handle.token.channel_id == match.row.channel_id else None

    async def post_by_handle(self, match: Match, slot: str | None, **message: Any) -> discord.Message | None:
        """None without a handle, or if Discord refused it; a refused handle is dropped. The message's own handle is
        kept in `slot`."""
        handle = self.handle_to_post(match)
        if handle is None:
            return None
        posted = await self.post_through(handle, **message)
        if posted is None:
            self.handles.drop(match.id, CHANNEL_SLOT)
        elif slot is not None:
            self.handles.keep(match.id, slot, handle.to(posted.id))
        return posted

    async def post_through(self, handle: MessageHandle, **message: Any) -> discord.Message | None:
        """None if Discord refused it. Raises if it may take it later."""
        try:
            return await handle.post(**message)
        except discord.HTTPException as error:
            if self.gate.is_passing(error):
                raise
            return None

    async def remove(self, shown: MessageRow, handle: MessageHandle | None) -> None:
        """Delete an old message, through its handle if there is one. One that is gone, or that the bot may not delete,
        counts as removed."""
        if shown.message_id is None:
            return
        if handle is not None and handle.message_id in (None, shown.message_id):
            with contextlib.suppress(discord.HTTPException):
                await handle.delete()
                return
        await self._delete(shown.channel_id, shown.message_id)

    async def _delete(self, channel_id: int, message_id: int) -> None:
        try:
            await self.channel(channel_id).get_partial_message(message_id).delete()
        except discord.HTTPException as error:
            if self.gate.is_passing(error):
                raise
