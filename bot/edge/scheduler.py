"""What happens by itself: time passing, boots, servers coming and going."""

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

from bot.edge.challenges import Challenges
from bot.edge.computer_turns import ComputerTurns
from bot.edge.delivery.announcer import BEHIND, ENDED, Announcer
from bot.edge.delivery.recovery import find_lost, settle_invitations
from bot.edge.gateway.client import Client
from bot.edge.lobbies import Lobbies
from bot.edge.members import has_left
from bot.edge.transport.gate import UNREACHED, WithheldError
from bot.referee.errors import Refusal
from bot.referee.match import Match

log = logging.getLogger(__name__)

PERIOD = 10  # seconds between two looks at the clock
WARNED, REMINDED = "nudge.warned", "nudge.reminder"


@dataclass(frozen=True, slots=True)
class Word:
    """What whoever is on turn has to be told about their time. After so many turns: once they have played, it would
    reach somebody else."""

    game_id: int
    code: str
    turns: int


class Scheduler:
    def __init__(
        self,
        bot: Client,
        announcer: Announcer,
        computers: ComputerTurns,
        challenges: Challenges,
        lobbies: Lobbies,
    ) -> None:
        self.bot = bot
        self.announcer = announcer
        self.computers = computers
        self.challenges = challenges
        self.lobbies = lobbies
        self._has_booted = False
        self._is_taken_up = True  # until a boot fails at it
        self._since = bot.referee.now()
        self._untold: deque[Word] = deque()
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
        """Once, however often Discord reconnects."""
        if self._has_booted:
            return
        self._has_booted = True
        log.info("ready; invite: %s", self.bot.invite())
        await self._boot()

    async def _boot(self) -> None:
        """A store that could not be read just then is asked again after the next sweep."""
        try:
            await self._take_up()
            self._is_taken_up = True
        except Exception as error:
            self._is_taken_up = False
            self._complain("what the bot was at could not be taken up: %s", type(error).__name__)

    async def _take_up(self) -> None:
        """Redraws what is behind and lets computers go on."""
        running = [game_id for guild in self.bot.guilds for game_id in await self.bot.store.games.running_in(guild.id)]
        for game_id in await self.bot.store.messages.behind():
            self.announcer.catch_up(game_id)
        for game_id in sorted(running, reverse=True):  # panels may be behind their tables; newer games are livelier
            self.announcer.touch(game_id, BEHIND)
        for game_id in await self.bot.store.games.running_with_computers():
            await self._resume(game_id)
        await settle_invitations(self.bot, self._since)

    async def _resume(self, game_id: int) -> None:
        """One that cannot be read holds up no other; where the disk was at fault, the next sweep comes back to it."""
        try:
            self.computers.resume(await self.bot.referee.match(game_id))
        except Exception as error:
            self._complain("game %d cannot be resumed: %s", game_id, type(error).__name__)
            if isinstance(error, sqlite3.OperationalError):
                self.computers.stalled.add(game_id)

    def _complain(self, what: str, *values: object) -> None:
        """A bot that is stopped as it starts has lost its store on the way, and that is no failure."""
        if not self.bot.is_closed():
            log.error(what, *values)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Back again, or new: games that were waiting show their tables."""
        for game_id in await self.bot.store.games.running_in(guild.id):
            await self.announcer.redraw(game_id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Games go on in private; their tables wait for us to come back."""
        log.info("left server %d", guild.id)

    @tasks.loop(seconds=PERIOD)
    async def pulse(self) -> None:
        """Asks for the time, however long a sweep takes: whoever does not was asleep, and their players' time with
        them."""
        self.bot.referee.now()
        _next_from_now(self.pulse)

    @tasks.loop(seconds=PERIOD)
    async def tick(self) -> None:
        try:
            await self._tick()
        except Exception as error:  # the next look must come, whatever this one met
            log.error("the sweep failed: %s", type(error).__name__)
        _next_from_now(self.tick)

    async def _tick(self) -> None:
        swept = await self.bot.referee.sweep()
        self.bot.metrics.swept()
        self._untold += [Word(game_id, WARNED, swept.turns[game_id]) for game_id in swept.warned]
        self._untold += [Word(game_id, REMINDED, swept.turns[game_id]) for game_id in swept.reminded]
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
        """What has to be said on Discord, apart from the sweep: a clock waits for nobody's answer."""
        try:
            if not self._is_taken_up:
                await self._boot()
            for _ in range(len(self._untold)):
                await self._tell(self._untold.popleft())
            await find_lost(self.bot)
            for row in await self.bot.store.challenges.unshown():
                await self.challenges.show_closed(row)
            await self.lobbies.catch_up()
        except Exception as error:  # the next sweep sends somebody again
            log.error("an errand failed: %s", type(error).__name__)

    async def _tell(self, word: Word) -> None:
        if (match := await self._meant(word)) is None:
            return
        if word.code == WARNED:
            if await self._ends_for_who_left(match):
                return
            await self.announcer.redraw(match.id)
        elif not (await self.bot.store.servers.get(match.row.guild_id)).has_reminders:
            return
        if (match := await self._meant(word)) is not None:
            await self._nudge(match, word)

    async def _meant(self, word: Word) -> Match | None:
        """The game, if it still is where it was when time was looked at: many may have to be told before."""
        match = await self.bot.referee.match(word.game_id)
        return None if match.is_over or match.turns != word.turns else match

    async def _nudge(self, match: Match, word: Word) -> None:
        """One that Discord does not take keeps no other waiting: the table shows the time too. What was not asked, for
        want of room, is asked after the next sweep."""
        try:
            await self.announcer.pings.nudge(match, word.code)
        except WithheldError:
            self._untold.append(word)
        except UNREACHED as error:
            log.warning("game %d: nobody could be told of the time: %s", match.id, type(error).__name__)

    async def _ends_for_who_left(self, match: Match) -> bool:
        """Without the privileged list of members, leaving is noticed when somebody is late (LD17)."""
        for seat in sorted(match.to_act):
            user_id = match.seat(seat).user_id
            if user_id is not None and await has_left(self.bot, match.row.guild_id, user_id):
                with contextlib.suppress(Refusal):  # it has ended meanwhile
                    await self.bot.referee.leave(match.id, user_id)
                self.announcer.touch(match.id)
                return True
        return False

    @tick.before_loop
    async def _until_ready(self) -> None:
        await self.bot.wait_until_ready()


def _next_from_now(loop: "tasks.Loop[Any]") -> None:
    """The last thing a round does. discord.py names the moment of the next by the machine's clock and from the one
    before: where that is set back, it would sleep for as long, and where it is set ahead, make up for every round."""
    loop._next_iteration = discord.utils.utcnow() + timedelta(seconds=loop._sleep)  # type: ignore[assignment]
