"""Computers at the table: they are shown an observation, think off the event loop, and play through the referee."""

import asyncio
import multiprocessing
import random
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from bot.games.core import Seat
from bot.players.registry import LEVELS
from bot.referee.errors import Refusal
from bot.referee.match import Match
from bot.referee.referee import Referee


class Computers:
    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self._pool: ProcessPoolExecutor | None = None
        self._is_closed = False

    def seat_to_act(self, match: Match) -> Seat | None:
        """The computer that is on turn. Where anyone may begin (TG3) people choose; one person alone among computers
        is not kept waiting by one that the lot has named."""
        waiting = sorted(match.to_act)
        if len(waiting) > 1:
            people = sum(match.seat(seat).level is None for seat in match.seats)
            overdue = match.game.overdue(match.state)
            waiting = [overdue[0]] if people == 1 and overdue is not None else []
        return next((seat for seat in waiting if match.seat(seat).level is not None), None)

    def is_called(self, match: Match) -> bool:
        """Whether a computer has a turn to play, or something to say."""
        return self.seat_to_act(match) is not None or self._remarks(match) is not None

    def _remarks(self, match: Match) -> tuple[Seat, str] | None:
        for seat in () if match.is_over else match.seats:
            level = LEVELS.get(match.seat(seat).level or "")
            if level is not None and level.remarks is not None and (said := level.remarks(match.view(seat))):
                return seat, ",".join(said)
        return None

    async def speak(self, match: Match) -> Match:
        """Everything computers have to say as the game stands; whoever overtakes them is answered next time."""
        try:
            while (said := self._remarks(match)) is not None:
                match = await self._referee.say_as_computer(match, *said)
        except Refusal:
            return await self._referee.match(match.id)
        return match

    async def play(self, match: Match) -> Match:
        """One turn of the computer that is on turn; the match as it stands when there is none, or it was overtaken."""
        seat = self.seat_to_act(match)
        if seat is None:
            return match
        level = match.seat(seat).level or ""
        turn = await self.think(level, match.view(seat), f"{match.row.binding}:{match.revision}")
        try:
            return await self._referee.act_as_computer(match, seat, turn)
        except Refusal:
            return await self._referee.match(match.id)

    async def think(self, level: str, view: Any, dice: str) -> str:
        if not LEVELS[level].is_slow:
            return await asyncio.to_thread(choose, level, view, dice)
        try:
            return await self._think_elsewhere(level, view, dice)
        except BrokenProcessPool:  # its process was killed, perhaps for want of memory: a new one gets one try
            if self._is_closed:
                raise
            self._pool = None
            return await self._think_elsewhere(level, view, dice)

    async def _think_elsewhere(self, level: str, view: Any, dice: str) -> str:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(max_workers=1, mp_context=multiprocessing.get_context("spawn"))
        return await asyncio.get_running_loop().run_in_executor(self._pool, choose, level, view, dice)

    def close(self) -> None:
        """At once, even in mid-thought: nobody waits for it any more. The pool collects its killed process itself;
        were we to wait for that process too, whoever came second would never learn that it had ended."""
        self._is_closed = True
        pool, self._pool = self._pool, None
        if pool is None:
            return
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(wait=True, cancel_futures=True)


def choose(level: str, view: Any, dice: str) -> str:
    """Top level, so that another process can be asked too."""
    return LEVELS[level].choose(view, random.Random(dice))
