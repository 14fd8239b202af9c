"""Brings what Discord shows up to what the store holds: which game is looked at next, how many at once, and when what
failed is tried again. `panels`, `pings` and `tables` decide what is shown where.

A reconciler, not a queue: each shown message has a revision, whatever is behind is drawn anew from the newest state,
and many touches make one redraw. A game is at work once at a time, so that no message has two edits under way. What
fails for now is tried again later and later; what fails for good (a closed DM, a lost channel) is noted and leaves the
game alone.

A message that takes another's place is sent, then the old one goes, then it is written down: whatever comes between,
what is written down is behind, and whoever looks there again finds the new one (`bot.edge.delivery.recovery`).
"""

import asyncio
import contextlib
import logging
import sqlite3
from collections.abc import AsyncIterator, Iterator

from bot.edge.delivery.delivery_state import DeliveryState
from bot.edge.delivery.panels import Panels
from bot.edge.delivery.pings import Pings
from bot.edge.delivery.result_posts import NEWS, tell_result
from bot.edge.delivery.tables import Tables
from bot.edge.gateway.client import Client
from bot.edge.transport.gate import UNREACHED, WithheldError
from bot.games.core import Seat
from bot.referee.clocks import SECOND
from bot.referee.locks import Locks
from bot.referee.match import Match
from bot.store.sqlite.messages import DRAW, PING, TABLE, panel

log = logging.getLogger(__name__)

AT_ONCE = 10  # games at work: with answers in a fifth of a second, as many requests as we allow ourselves
SHORT = 5 * SECOND  # waits up to this, for room, have a timer of their own; longer ones end with a look around
PLAYED, ENDED, BEHIND = 60 * SECOND, 30 * SECOND, 0  # head starts before who has waited longer


class Announcer:
    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self.delivery = DeliveryState(bot)
        self.handles = self.delivery.handles
        self.panels = Panels(self.delivery)
        self.pings = Pings(self.delivery, self.panels)
        self.tables = Tables(self.delivery)
        self._waiting: dict[int, int] = {}  # games by rank: whoever has the lowest is next
        self._later: dict[int, tuple[int, int]] = {}  # when to look again, and the rank
        self._soon: set[int] = set()  # those of them that only wait for room
        self._again: dict[int, int] = {}  # touched while at work
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._ranks: dict[int, int] = {}  # of those at work
        self._alone = Locks()
        self._left_alone: set[int] = set()  # games somebody else shows something of just now
        self._alarm: asyncio.TimerHandle | None = None
        self._rings_at = 0
        self._is_closed = False
        self.delivery.gate.when_shut.append(self._regain)

    @property
    def behind(self) -> set[int]:
        """Games that show less than there is, as far as we know."""
        return {*self._waiting, *self._later, *self._tasks}

    def touch(self, game_id: int, head_start: int = PLAYED) -> None:
        """Something about this game may look different now. The rank is the time of the touch, less a head start: a
        game people are at goes before all that have waited for less than a minute, and nobody waits for ever."""
        rank = self.delivery.gate.now() - head_start
        _, earlier = self._later.pop(game_id, (0, rank))
        self._soon.discard(game_id)
        queue = self._again if game_id in self._tasks else self._waiting
        queue[game_id] = min(rank, earlier, queue.get(game_id, rank))
        self._start()

    def catch_up(self, game_id: int) -> None:
        """Something of it was still to be shown when the bot last stopped."""
        self.delivery.unsettled.add(game_id)
        self.touch(game_id, ENDED)

    def told(self, match: Match, seat: Seat, message_id: int | None) -> None:
        """This player has just been answered with the game as it stands."""
        self.delivery.tell(match, seat, message_id)

    def doubt(self, game_id: int) -> None:
        """Something of this game may have been posted without being written down."""
        self.delivery.doubt(game_id)

    @contextlib.asynccontextmanager
    async def alone(self, game_id: int) -> AsyncIterator[None]:
        """Nothing of this game is shown while somebody else posts its table or a draw offer, or there would be two of
        them. Who is at it comes to an end first; what came meanwhile is looked at afterwards."""
        async with self._alone.of(game_id):
            self._left_alone.add(game_id)
            try:
                if task := self._tasks.get(game_id):
                    await asyncio.wait([task])
                yield
            finally:
                self._left_alone.discard(game_id)
                self._start()

    async def redraw(self, game_id: int) -> None:
        """The table again, though nobody has played: another deadline, another channel, a way back in."""
        await self.delivery.outdate_table(game_id)
        self.touch(game_id, BEHIND)

    def look_around(self) -> None:
        """Every now and then: whatever was put off and is due is looked at again, what is past is forgotten."""
        now = self.delivery.gate.now()
        self.handles.sweep(self.delivery.now())
        self.delivery.sweep(self.behind)
        self.delivery.gate.limits.sweep(now)
        self._take_up(now)

    def _take_up(self, now: int) -> None:
        for game_id, (due, rank) in list(self._later.items()):
            if due <= now:
                del self._later[game_id]
                self._soon.discard(game_id)
                self._waiting[game_id] = rank
        self._start()

    async def close(self) -> None:
        self._is_closed = True
        if self._alarm is not None:
            self._alarm.cancel()
        for task in list(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def _start(self) -> None:
        """As many as may be at work at once, the most urgent first; none without room for one request of each, or what
        they draw would be drawn for nothing."""
        while self._waiting and len(self._tasks) < AT_ONCE and not self._is_closed:
            if wait := self.delivery.gate.wait(len(self._tasks)):
                self._ring(wait)
                return
            ready = self._waiting.keys() - self._left_alone  # thousands may wait: only looked through if one may start
            if not ready:
                return
            game_id = min(ready, key=lambda one: self._waiting[one])
            self._ranks[game_id] = self._waiting.pop(game_id)
            self._tasks[game_id] = asyncio.create_task(self._work(game_id), name=f"announce {game_id}")

    def _ring(self, wait: int) -> None:
        """Once that much time has passed, unless something rings before."""
        at = self.delivery.gate.now() + wait
        if wait > SHORT or (self._alarm is not None and self._rings_at <= at):
            return
        if self._alarm is not None:
            self._alarm.cancel()
        self._rings_at = at
        self._alarm = asyncio.get_running_loop().call_later(wait / 1000, self._wake)

    def _wake(self) -> None:
        self._alarm, now = None, self.delivery.gate.now()
        self._take_up(now)
        soon = [self._later[one][0] for one in self._soon & self._later.keys()]
        if soon:
            self._ring(max(min(soon) - now, 1))

    async def _work(self, game_id: int) -> None:
        """Strikes itself off before anything else can run, so that no touch is lost on a task that is done."""
        wait: int | None = None
        try:
            wait = await self._bring_up(game_id)
        except asyncio.CancelledError:
            self._is_closed = True
            raise
        except Exception as error:  # it is tried again, whatever this met
            self.delivery.doubt(game_id)
            self.delivery.gate.limits.failed(("game", game_id), self.delivery.gate.now())
            wait = self.delivery.gate.limits.wait_in(("game", game_id), self.delivery.gate.now(), is_edit=False)
            log.error("game %d could not be shown: %s", game_id, type(error).__name__)
        finally:
            del self._tasks[game_id]
            self._finish(game_id, wait)

    def _finish(self, game_id: int, wait: int | None) -> None:
        rank = self._ranks.pop(game_id)
        if game_id in self._again:
            self._waiting[game_id] = self._again.pop(game_id)
        elif wait is not None:
            self._later[game_id] = (self.delivery.gate.now() + wait, rank)
            if wait <= SHORT:
                self._soon.add(game_id)
                self._ring(wait)
        self._start()

    async def _bring_up(self, game_id: int) -> int | None:
        """Each place by itself: one that fails keeps no other waiting. The table comes last. Answers how soon what was
        not shown may be tried again."""
        await self.delivery.restore(game_id)
        outdated, match = self.delivery.outdated(game_id), await self.bot.referee.match(game_id)
        shown, waits = await self.bot.store.messages.of(game_id), list[int]()
        for seat in match.seats:
            if match.seat(seat).user_id is not None:
                with self._forgiving(match, waits):
                    await self.panels.show(match, seat, shown.get(panel(seat)))
        with self._forgiving(match, waits):
            await self.pings.show(match, shown.get(PING))
        with self._forgiving(match, waits):
            await self.pings.end_draw_offer(match, shown.get(DRAW))
        with self._forgiving(match, waits):
            await tell_result(self.delivery, match, is_told=NEWS in shown)
        if waits:
            self.delivery.unsettled.add(game_id)
        with self._forgiving(match, waits):
            await self.tables.show(match, shown.get(TABLE), outdated)
        if waits:
            return min(waits)
        if game_id in self.delivery.unsettled:
            await self.bot.store.messages.settle(game_id)
            self.delivery.unsettled.discard(game_id)
        self.delivery.trust(game_id)
        if match.is_over:
            self.delivery.forget(match)
        return None

    @contextlib.contextmanager
    def _forgiving(self, match: Match, waits: list[int]) -> Iterator[None]:
        """What Discord does not take now, or the disk, is tried again."""
        try:
            yield
        except WithheldError as error:
            waits.append(error.wait)  # never asked: who had posted something before is in doubt already
        except (*UNREACHED, sqlite3.OperationalError) as error:
            waits.append(SHORT + 1)
            self.delivery.doubt(match.id)
            log.warning("game %d is behind: %s %s", match.id, type(error).__name__, getattr(error, "status", ""))

    def _regain(self, since: int) -> None:
        """Nothing at all is taken: places that were given up just now are tried again once something is."""
        for game_id in self.delivery.regain(since):
            self.touch(game_id, BEHIND)
