"""What showing a panel, a ping and a table have in common: whose keys fit, what may be asked now, what is in doubt,
and which places are lost. What is shown is decided elsewhere."""

import contextlib
import logging
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

import discord

from bot.edge.delivery.message_handles import MessageHandle, MessageHandles
from bot.edge.gateway.client import Client
from bot.games.core import Seat
from bot.referee.match import Match
from bot.store.rows import MessageRow
from bot.store.sqlite.messages import TABLE
from bot.table.page import Page

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Told:
    """What a player was last answered with: the game at this revision, in that message."""

    revision: int = -1
    message_id: int | None = None
    is_over: bool = False


@dataclass(frozen=True, slots=True)
class Loss:
    """A place that was given up because Discord refused it."""

    at: int
    game_id: int
    role: str
    seat: Seat | None = None  # whose DMs


class DeliveryState:
    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self.handles = MessageHandles()
        self.gate = bot.gate
        self._told: dict[tuple[int, Seat], Told] = {}
        self._since = bot.referee.now()
        self._doubts: dict[int, bool] = {}
        self._losses: list[Loss] = []
        self._regained: dict[int, list[Loss]] = {}
        self.unsettled: set[int] = set()  # games whose tables were shown before everything else was
        self._outdated: dict[int, object] = {}  # games whose tables are to be drawn anew, whatever is written down

    def now(self) -> int:
        return self.bot.referee.now()

    def channel(self, channel_id: int) -> discord.PartialMessageable:
        return self.bot.get_partial_messageable(channel_id)

    # What players know

    def tell(self, match: Match, seat: Seat, message_id: int | None) -> None:
        self._told[match.id, seat] = Told(match.revision, message_id, match.is_over)

    def told(self, match: Match, seat: Seat) -> Told:
        return self._told.get((match.id, seat), Told())

    def sweep(self, behind: Set[int]) -> None:
        """Whoever looks at a game that is over and shown so has nothing more to be told."""
        past = [(game_id, seat) for (game_id, seat), told in self._told.items() if told.is_over]
        for game_id, seat in past:
            if game_id not in behind:
                del self._told[game_id, seat]

    def forget(self, match: Match) -> None:
        for seat in match.seats:
            self._told.pop((match.id, seat), None)
        self._doubts.pop(match.id, None)

    # What may have been posted without being written down

    def doubt(self, game_id: int) -> None:
        self._doubts[game_id] = True

    def trust(self, game_id: int) -> None:
        self._doubts[game_id] = False

    @contextlib.contextmanager
    def writing_down(self, match: Match) -> Iterator[None]:
        """Something was posted and is not written down yet: whatever comes between, it is looked for next time."""
        try:
            yield
        except BaseException:
            self.doubt(match.id)
            raise

    def is_in_doubt(self, match: Match) -> bool:
        """As is every game that was there before us, until it has been looked at once."""
        return self._doubts.get(match.id, match.row.created_at < self._since)

    async def adopt(
        self,
        match: Match,
        role: str,
        shown: MessageRow | None,
        found: Sequence[discord.Message],
        revision: int,
        owner: int | None = None,
    ) -> MessageRow:
        """The newest of them is the one; the others go."""
        newest, *others = found
        for message in others:
            with contextlib.suppress(discord.NotFound):
                await message.delete()
        if shown is not None and shown.message_id not in (None, *(message.id for message in found)):
            await self.remove(shown, None)
        posted_at = shown.posted_at if shown is not None and shown.message_id == newest.id else self.now()
        row = MessageRow(match.id, role, newest.channel.id, newest.id, revision, posted_at)
        await self.bot.store.messages.put(row, owner)
        return row

    # Places that refuse us

    def lose(self, match: Match, role: str, seat: Seat | None = None) -> None:
        """Given up for now. Once a place takes something again it was right to."""
        self._losses = [loss for loss in self._losses if loss.at >= self.gate.doubtful_since]
        self._losses.append(Loss(self.gate.now(), match.id, role, seat))

    def regain(self, since: int) -> set[int]:
        """Everything is refused: what was given up since then was not about its place. Answers whose games these are;
        `restore` comes first when they are next looked at."""
        doubtful = [loss for loss in self._losses if loss.at >= since]
        self._losses.clear()
        for loss in doubtful:
            self._regained.setdefault(loss.game_id, []).append(loss)
        return {loss.game_id for loss in doubtful}

    async def restore(self, game_id: int) -> None:
        for loss in self._regained.pop(game_id, []):
            if loss.seat is not None:
                await self.bot.store.games.close_dm(game_id, loss.seat, is_closed=False)
            elif loss.role == TABLE:
                await self.outdate_table(game_id)
            else:
                await self.bot.store.messages.forget(game_id, loss.role)

    def is_up_to_date(self, match: Match, shown: MessageRow | None) -> bool:
        """Whether its table is."""
        return shown is not None and shown.revision >= match.row.public_revision and match.id not in self._outdated

    def outdated(self, game_id: int) -> object | None:
        """What `renewed` wants to know; to be asked before the game is read that is drawn."""
        return self._outdated.get(game_id)

    def renewed(self, game_id: int, outdated: object | None) -> None:
        """Its table was drawn as it stood after that; unless somebody has asked for another since."""
        if self._outdated.get(game_id) is outdated:
            self._outdated.pop(game_id, None)

    async def outdate_table(self, game_id: int) -> None:
        """An edit that is under way writes down that it was made, and would make us forget."""
        self._outdated[game_id] = object()
        await self.bot.store.messages.outdate(game_id)

    # Messages

    async def edit_by_handle(self, match: Match, slot: str, page: Page) -> bool:
        """Whether there was a key and it still fitted; one that does not is thrown away."""
        handle = self.handles.get(match.id, slot, self.now())
        if handle is None:
            return False
        if not await self.edit_through(handle, page):
            self.handles.drop(match.id, slot)
            return False
        return True

    async def edit_through(self, handle: MessageHandle, page: Page) -> bool:
        """Whether the key fitted."""
        try:
            await handle.edit(page)
        except discord.HTTPException as error:
            if self.gate.is_passing(error):
                raise
            return False
        return True

    async def remove(self, shown: MessageRow, handle: MessageHandle | None) -> None:
        """An old message goes; that it is gone already is as good, and so is that we may not."""
        if shown.message_id is None:
            return
        if handle is not None:
            with contextlib.suppress(discord.HTTPException):
                await handle.delete()
                return
        try:
            await self.channel(shown.channel_id).get_partial_message(shown.message_id).delete()
        except (discord.Forbidden, discord.NotFound) as error:
            if self.gate.is_passing(error):
                raise
