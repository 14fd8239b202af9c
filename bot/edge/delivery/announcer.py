"""Brings what Discord shows up to what the store holds: which game is next, how many at once, and when a failed one is
retried. `panels`, `pings` and `tables` decide what is shown where.

A reconciler, not a queue: each stored message has a revision; whatever is behind is redrawn from the newest state, and
many touches make one redraw. At most one task a game, so that no message has two edits in flight. What fails for now is
retried with growing delays; what fails for good (a closed DM, a lost channel) is stored and does not stop the game. Any
other refusal is final too until there is something new to show.

A message that replaces another is sent first, then the old one is deleted, then the new one is stored: a crash in
between leaves a stored revision that is behind, and the next attempt finds the new message (`recovery`).
"""

import asyncio
import contextlib
import logging
import sqlite3
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass

from bot.edge.delivery.delivery_state import DeliveryState
from bot.edge.delivery.panels import Panels
from bot.edge.delivery.pings import Pings
from bot.edge.delivery.result_posts import NEWS, tell_result
from bot.edge.delivery.tables import Tables
from bot.edge.gateway.client import Client
from bot.edge.transport.gate import MALFORMED, UNREACHED, WithheldError, cause_of
from bot.games.core import Seat
from bot.referee.clocks import SECOND
from bot.referee.locks import Locks
from bot.referee.match import Match
from bot.store.sqlite.messages import DRAW, PING, TABLE, panel

log = logging.getLogger(__name__)

AT_ONCE = 10  # tasks: with answers in a fifth of a second, as many requests as the rate limit allows
SHORT = 5 * SECOND  # shorter waits get a timer; longer ones end with a sweep
PLAYED, ENDED, BEHIND = 60 * SECOND, 30 * SECOND, 0  # head starts before games that have waited longer


@dataclass(slots=True)
class _Job:
    """A game that is to be brought up to date: waiting for its turn, put off until `due`, or at work."""

    rank: int  # the lowest is next
    due: int | None = None  # put off until then
    is_soon: bool = False  # put off for so short a time that it has a timer of its own
    again: int | None = None  # rank of a touch that came while at work


class Announcer:
    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self.delivery = DeliveryState(bot)
        self.handles = self.delivery.handles
        self.panels = Panels(self.delivery)
        self.pings = Pings(self.delivery, self.panels)
        self.tables = Tables(self.delivery)
        self._jobs: dict[int, _Job] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}  # of the jobs at work
        self._exclusive = Locks()
        self._held: set[int] = set()  # games a caller of `alone` is showing something of
        self._timer: asyncio.TimerHandle | None = None
        self._timer_due = 0
        self._is_closed = False
        self.delivery.gate.when_shut.append(self._regain)

    @property
    def behind(self) -> set[int]:
        """Games that show less than there is, as far as we know."""
        return set(self._jobs)

    def touch(self, game_id: int, head_start: int = PLAYED) -> None:
        """Something about this game may look different now. Its rank is the time of the touch less a head start: a game
        being played goes before all that have waited for less than a minute, and none waits for ever."""
        rank = self.delivery.gate.now() - head_start
        job = self._jobs.setdefault(game_id, _Job(rank))
        if game_id in self._tasks:
            job.again = rank if job.again is None else min(rank, job.again)
        else:
            job.rank, job.due, job.is_soon = min(rank, job.rank), None, False
        self._start()

    def catch_up(self, game_id: int) -> None:
        """Not everything of it was shown when the bot last stopped."""
        self.delivery.of(game_id).is_unsettled = True
        self.touch(game_id, ENDED)

    def told(self, match: Match, seat: Seat, message_id: int | None) -> None:
        """This player has just been answered with the game as it stands."""
        self.delivery.tell(match, seat, message_id)

    async def move_panel(self, match: Match, seat: Seat, message_id: int | None) -> None:
        """Another message of the player's DMs has become their panel: it takes the place of the stored one."""
        async with self.alone(match.id):
            with contextlib.suppress(*UNREACHED):  # the player is answered; the next panel replaces the stored one
                await self.panels.move(match, seat, message_id)

    def doubt(self, game_id: int) -> None:
        """A message of this game may be posted but not stored."""
        self.delivery.doubt(game_id)

    @contextlib.asynccontextmanager
    async def alone(self, game_id: int) -> AsyncIterator[None]:
        """Around posting this game's table or a draw offer elsewhere: the announcer shows nothing of it meanwhile, or
        there would be two. A task under way ends first; touches in the meantime are worked off afterwards."""
        async with self._exclusive.of(game_id):
            self._held.add(game_id)
            try:
                if task := self._tasks.get(game_id):
                    await asyncio.wait([task])
                yield
            finally:
                self._held.discard(game_id)
                self._start()

    async def redraw(self, game_id: int) -> None:
        """Redraw the table although no revision is newer: another deadline, another channel, back in the server."""
        await self.delivery.outdate_table(game_id)
        self.touch(game_id, BEHIND)

    def sweep(self) -> None:
        """Every few seconds: start jobs that are due, and drop expired state."""
        now = self.delivery.gate.now()
        self.handles.sweep(self.delivery.now())
        self.delivery.sweep(self.behind)
        self.delivery.gate.limits.sweep(now)
        self._start_due(now)

    def _start_due(self, now: int) -> None:
        for job in self._jobs.values():
            if job.due is not None and job.due <= now:
                job.due, job.is_soon = None, False
        self._start()

    async def close(self) -> None:
        self._is_closed = True
        if self._timer is not None:
            self._timer.cancel()
        for task in list(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def _start(self) -> None:
        """Start as many tasks as may run at once, the lowest rank first; none without room for one request of each, or
        what it draws would be drawn for nothing."""
        while len(self._tasks) < AT_ONCE and not self._is_closed and (waiting := self._waiting()):
            if wait := self.delivery.gate.wait(len(self._tasks)):
                self._set_timer(wait)
                return
            game_id = min(waiting, key=lambda one: self._jobs[one].rank)
            self._tasks[game_id] = asyncio.create_task(self._work(game_id), name=f"announce {game_id}")

    def _waiting(self) -> list[int]:
        tasks, held = self._tasks, self._held
        return [one for one, job in self._jobs.items() if job.due is None and one not in tasks and one not in held]

    def _set_timer(self, wait: int) -> None:
        """Unless one is set that runs out before."""
        due = self.delivery.gate.now() + wait
        if wait > SHORT or (self._timer is not None and self._timer_due <= due):
            return
        if self._timer is not None:
            self._timer.cancel()
        self._timer_due = due
        self._timer = asyncio.get_running_loop().call_later(wait / 1000, self._timer_ran_out)

    def _timer_ran_out(self) -> None:
        self._timer, now = None, self.delivery.gate.now()
        self._start_due(now)
        if soon := [job.due for job in self._jobs.values() if job.is_soon and job.due is not None]:
            self._set_timer(max(min(soon) - now, 1))

    async def _work(self, game_id: int) -> None:
        """Removes itself from `_tasks` before anything else can run, so that no touch is lost on a finished task."""
        wait: int | None = None
        try:
            wait = await self._bring_up(game_id)
        except asyncio.CancelledError:
            self._is_closed = True
            raise
        except Exception as error:  # retried, whatever it was
            gate, place = self.delivery.gate, ("game", game_id)
            self.delivery.doubt(game_id)
            gate.limits.failed(place, gate.now())
            wait = gate.limits.wait_in(place, gate.now(), is_edit=False)
            log.error("game %d could not be shown: %s", game_id, type(error).__name__)
        finally:
            del self._tasks[game_id]
            self._finish(game_id, wait)

    def _finish(self, game_id: int, wait: int | None) -> None:
        job = self._jobs[game_id]
        if job.again is not None:
            job.rank, job.again = job.again, None
        elif wait is not None:
            job.due, job.is_soon = self.delivery.gate.now() + wait, wait <= SHORT
            if job.is_soon:
                self._set_timer(wait)
        else:
            del self._jobs[game_id]
        self._start()

    async def _bring_up(self, game_id: int) -> int | None:
        """Show each message by itself: one that fails holds up no other. The table comes last. Returns after how many
        milliseconds to retry what failed."""
        await self.delivery.restore(game_id)
        outdated, match = self.delivery.outdated(game_id), await self.bot.referee.match(game_id)
        shown, waits = await self.bot.store.messages.of(game_id), list[int]()
        for seat in match.seats:
            with self._retrying_later(match, waits):
                if match.seat(seat).user_id is None or (seat in match.absent and not match.is_over):
                    await self.panels.take_away(match, seat, shown.get(panel(seat)))
                else:
                    await self.panels.show(match, seat, shown.get(panel(seat)))
        with self._retrying_later(match, waits):
            await self.pings.show(match, shown.get(PING))
        with self._retrying_later(match, waits):
            await self.pings.show_next(match, shown)
        with self._retrying_later(match, waits):
            await self.pings.end_draw_offer(match, shown.get(DRAW))
        with self._retrying_later(match, waits):
            await tell_result(self.delivery, match, is_told=NEWS in shown)
        if waits:
            self.delivery.of(game_id).is_unsettled = True
        with self._retrying_later(match, waits):
            await self.tables.show(match, shown.get(TABLE), outdated)
        if waits:
            return min(waits)
        await self._settle(match)
        return None

    async def _settle(self, match: Match) -> None:
        """Everything of the game is shown."""
        if self.delivery.of(match.id).is_unsettled:
            await self.bot.store.messages.mark_complete(match.id)
            self.delivery.of(match.id).is_unsettled = False
        self.delivery.trust(match.id)
        if match.is_over:
            self.delivery.forget(match)

    @contextlib.contextmanager
    def _retrying_later(self, match: Match, waits: list[int]) -> Iterator[None]:
        """What Discord or the disk does not take now is retried. What Discord refuses for good is not, until the game
        is touched again."""
        try:
            yield
        except WithheldError as error:
            waits.append(error.wait)  # no request was made, so there is nothing new to doubt
        except (*UNREACHED, sqlite3.OperationalError) as error:
            if not self.delivery.gate.is_passing(error):
                level = logging.ERROR if getattr(error, "code", None) == MALFORMED else logging.WARNING
                log.log(level, "game %d: Discord does not take what it shows: %s", match.id, cause_of(error))
                return
            waits.append(SHORT + 1)
            self.delivery.doubt(match.id)
            log.warning("game %d is behind: %s %s", match.id, type(error).__name__, getattr(error, "status", ""))

    def _regain(self, since: int) -> None:
        """Discord refuses everything: channels given up since then are tried again once it takes something."""
        for game_id in self.delivery.regain(since):
            self.touch(game_id, BEHIND)
