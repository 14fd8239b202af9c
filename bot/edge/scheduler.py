"""What happens without an interaction: the periodic sweep of deadlines, the boot, servers joined and left."""

import asyncio
import contextlib
import logging
import sqlite3
from collections import deque
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import discord
from discord.ext import tasks

from bot.edge.computer_turns import ComputerTurns
from bot.edge.delivery.announcer import BEHIND, ENDED, Announcer
from bot.edge.delivery.recovery import find_lost, settle_invitations
from bot.edge.gateway.client import Client
from bot.edge.gatherings import Gatherings
from bot.edge.members import has_left
from bot.edge.stand_ins import StandIns
from bot.edge.transport.gate import UNREACHED, WithheldError
from bot.referee.errors import Refusal
from bot.referee.match import Match

log = logging.getLogger(__name__)

PERIOD = 10  # seconds between two sweeps
PULSE = 5  # seconds between two looks at the clock; a third of SUSPENDED_AFTER
WARNED, REMINDED = "nudge.warned", "nudge.reminder"
ABSENT = "absent"  # a late player left a seat that a computer could take


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice about a player's time that is still to be sent. Valid after exactly so many turns: after another one it
    would reach the wrong player."""

    game_id: int
    code: str
    turns: int


class Scheduler:
    def __init__(
        self,
        bot: Client,
        announcer: Announcer,
        computers: ComputerTurns,
        gatherings: Gatherings,
        stand_ins: StandIns,
    ) -> None:
        self.bot = bot
        self.announcer = announcer
        self.computers = computers
        self.gatherings = gatherings
        self.stand_ins = stand_ins
        self._has_booted = False
        self._is_taken_up = True  # False after a boot that failed
        self._since = bot.referee.now()
        self._notices: deque[Notice] = deque()
        self._errands: asyncio.Task[None] | None = None

    def start(self) -> None:
        for listener in (self.on_ready, self.on_guild_join, self.on_guild_remove):
            self.bot.add_listener(listener)
        self.tick.start()
        self.pulse.start()

    def close(self) -> None:
        self.tick.cancel()
        self.pulse.cancel()
        if self._errands is not None:
            self._errands.cancel()

    async def on_ready(self) -> None:
        """Runs once, however often Discord reconnects."""
        if self._has_booted:
            return
        self._has_booted = True
        log.info("ready; invite: %s", self.bot.invite())
        await self._boot()

    async def _boot(self) -> None:
        """A store that cannot be read now is tried again after the next sweep."""
        try:
            await self._take_up()
            self._is_taken_up = True
        except Exception as error:
            self._is_taken_up = False
            self._complain("what the bot was at could not be taken up: %s", type(error).__name__)

    async def _take_up(self) -> None:
        """Redraw what is behind and resume computers."""
        running = [game_id for guild in self.bot.guilds for game_id in await self.bot.store.games.running_in(guild.id)]
        for game_id in await self.bot.store.messages.behind():
            self.announcer.catch_up(game_id)
        for game_id in sorted(running, reverse=True):  # panels may be behind their tables; newer games first
            self.announcer.touch(game_id, BEHIND)
        for game_id in await self.bot.store.games.running_with_computers():
            await self._resume(game_id)
        await settle_invitations(self.bot, self._since)

    async def _resume(self, game_id: int) -> None:
        """A game that cannot be read holds up no other; if the disk was at fault, the next sweep retries."""
        try:
            self.computers.resume(await self.bot.referee.match(game_id))
        except Exception as error:
            self._complain("game %d cannot be resumed: %s", game_id, type(error).__name__)
            if isinstance(error, sqlite3.OperationalError):
                self.computers.stalled.add(game_id)

    def _complain(self, what: str, *values: object) -> None:
        """Stopping the bot while it boots closes its store; that is no error."""
        if not self.bot.is_closed():
            log.error(what, *values)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Back in a server, or new in it: redraw the tables of its running games."""
        for game_id in await self.bot.store.games.running_in(guild.id):
            await self.announcer.redraw(game_id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Its games go on in DMs; their tables wait until the bot is back."""
        log.info("left server %d", guild.id)

    @tasks.loop(seconds=PULSE)
    async def pulse(self) -> None:
        """Read the clock at a fixed period, however long a sweep takes: a gap means that the process was paused, and
        that time is given back to the players."""
        self.bot.referee.now()
        _next_from_now(self.pulse)

    @tasks.loop(seconds=PERIOD)
    async def tick(self) -> None:
        try:
            await self._tick()
        except Exception as error:  # the next sweep must come
            log.error("the sweep failed: %s", type(error).__name__)
        _next_from_now(self.tick)

    async def _tick(self) -> None:
        swept = await self.bot.referee.sweep()
        self.bot.metrics.swept()
        self._notices += [Notice(game_id, WARNED, swept.turns[game_id]) for game_id in swept.warned]
        self._notices += [Notice(game_id, ABSENT, swept.turns[game_id]) for game_id in swept.absent]
        self._notices += [Notice(game_id, REMINDED, swept.turns[game_id]) for game_id in swept.reminded]
        for game_id in sorted(swept.ended):
            self.announcer.touch(game_id, ENDED)
        self.announcer.sweep()
        for game_id in sorted(self.computers.stalled):
            self.computers.stalled.discard(game_id)
            await self._resume(game_id)
        for game_id in swept.shifted:
            await self.announcer.redraw(game_id)
        for game_id in swept.by_lot:
            self.computers.moved(await self.bot.referee.match(game_id))
        if self._errands is None or self._errands.done():
            self._errands = asyncio.create_task(self._run_errands(), name="errands")

    async def _run_errands(self) -> None:
        """Everything that needs Discord, apart from the sweep: clocks wait for no request."""
        try:
            if not self._is_taken_up:
                await self._boot()
            for _ in range(len(self._notices)):
                await self._tell(self._notices.popleft())
            await settle_invitations(self.bot, self._since)  # those that the rate limiter withheld at the boot
            await find_lost(self.bot)
            await self.gatherings.catch_up()
            await self.bot.referee.gatherings.prune()
        except Exception as error:  # retried after the next sweep
            log.error("an errand failed: %s", type(error).__name__)

    async def _tell(self, notice: Notice) -> None:
        if (match := await self._meant(notice)) is None:
            return
        if notice.code == ABSENT:
            self.announcer.touch(match.id)
            await self.stand_ins.ask(match.id)
            return
        if notice.code == WARNED:
            if await self._ends_for_who_left(match):
                return
            await self.announcer.redraw(match.id)
        elif not (await self.bot.store.servers.get(match.row.guild_id)).has_reminders:
            return
        if (match := await self._meant(notice)) is not None:
            await self._nudge(match, notice)

    async def _meant(self, notice: Notice) -> Match | None:
        """The game, unless a turn was played since the notice was queued."""
        match = await self.bot.referee.match(notice.game_id)
        return None if match.is_over or match.turns != notice.turns else match

    async def _nudge(self, match: Match, notice: Notice) -> None:
        """Send the notice. One that Discord refuses is dropped, because the table shows the time too; one that the rate
        limiter withholds is queued again."""
        try:
            await self.announcer.pings.nudge(match, notice.code)
        except WithheldError:
            self._notices.append(notice)
        except UNREACHED as error:
            log.warning("game %d: nobody could be told of the time: %s", match.id, type(error).__name__)

    async def _ends_for_who_left(self, match: Match) -> bool:
        """Without the members intent, leaving the server is noticed when the player is late (LD17)."""
        for seat in sorted(match.to_act):
            user_id = match.seat(seat).user_id
            if user_id is not None and await has_left(self.bot, match.row.guild_id, user_id):
                with contextlib.suppress(Refusal):  # ended meanwhile
                    await self.bot.referee.leave(match.id, user_id)
                self.announcer.touch(match.id)
                await self.stand_ins.ask(match.id)
                return True
        return False

    @tick.before_loop
    async def _until_ready(self) -> None:
        await self.bot.wait_until_ready()


def _next_from_now(loop: "tasks.Loop[Any]") -> None:
    """Call at the end of each round. discord.py schedules the next round by the wall clock: set back, it would sleep
    for as long; set ahead, it would catch up on every round missed."""
    loop._next_iteration = discord.utils.utcnow() + timedelta(seconds=loop._sleep)  # type: ignore[assignment]
