"""Computers' turns: after every commit, a computer that is on turn or has something to say plays through the referee,
one task a game."""

import asyncio
import logging

from bot.edge.delivery.announcer import Announcer
from bot.edge.gateway.client import Client
from bot.referee.match import Match

log = logging.getLogger(__name__)


class ComputerTurns:
    def __init__(self, bot: Client, announcer: Announcer) -> None:
        self.bot = bot
        self.announcer = announcer
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self._overtaking: dict[int, Match] = {}  # people's moves while a computer's task is running
        self.stalled: set[int] = set()  # games whose computer failed: retried by the scheduler

    def close(self) -> None:
        for task in list(self._thinking.values()):
            task.cancel()

    def moved(self, match: Match, *, is_seen: bool = True) -> None:
        """Call after a commit and the answer to it. Touches the announcer unless only the player who moved can see a
        change, and starts a computer that is on turn."""
        if match.id in self._thinking:
            self._overtaking[match.id] = match
            self.announcer.touch(match.id)
        elif not self.bot.computers.has_work(match):
            if is_seen:
                self.announcer.touch(match.id)
        else:
            task = asyncio.create_task(self._play(match), name=f"computer {match.id}")
            self._thinking[match.id] = task

    async def _play(self, match: Match) -> None:
        """Removes itself from `_thinking` before anything else can run, so that the next move starts a new task."""
        try:
            match = await self._speak(match)
            while self.bot.computers.seat_to_act(match) is not None:
                await asyncio.sleep(self.bot.pace)
                match = await self._speak(await self.bot.computers.play(match))
        except Exception as error:
            log.error("game %d: the computer failed: %s", match.id, type(error).__name__)
            self.stalled.add(match.id)
            self.announcer.touch(match.id)
        finally:
            del self._thinking[match.id]
            self._overtaking.pop(match.id, None)

    async def _speak(self, match: Match) -> Match:
        """Remarks are committed before the announcer is touched, so that one redraw shows both. Returns the newest
        match, people's moves in the meantime included."""
        match = await self.bot.computers.send_remarks(match)
        self.announcer.touch(match.id)
        overtaking = self._overtaking.pop(match.id, match)
        return overtaking if overtaking.revision > match.revision else match

    def resume(self, match: Match) -> None:
        """After a boot: start a computer that is on turn."""
        if self.bot.computers.has_work(match):
            self.moved(match)
