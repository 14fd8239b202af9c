"""Computer players: given an observation only, they choose off the event loop and play through the referee."""

import asyncio
import multiprocessing
import signal
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from bot.games.core import Seat
from bot.players.registry import LEVELS, choose
from bot.referee.clocks import default_action
from bot.referee.errors import Refusal
from bot.referee.match import Match
from bot.referee.referee import Referee


def ignore_keyboard() -> None:
    """In a worker: Ctrl-C reaches every process of the terminal, but ending the workers is their parent's."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Computers:
    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self._pool: ProcessPoolExecutor | None = None
        self._is_closed = False

    def seat_to_act(self, match: Match) -> Seat | None:
        """The computer that must act. If several seats may start (TG3) users decide; with a single user, a computer
        drawn by lot starts without waiting."""
        waiting = sorted(match.to_act)
        if len(waiting) > 1:
            people = sum(match.seat(seat).level is None for seat in match.seats)
            overdue = default_action(match.game, match.state)
            waiting = [overdue[0]] if people == 1 and overdue is not None else []
        return next((seat for seat in waiting if match.seat(seat).level is not None), None)

    def has_work(self, match: Match) -> bool:
        """Whether a computer has a turn to play or a remark to send."""
        return self.seat_to_act(match) is not None or self._remarks(match) is not None

    def _remarks(self, match: Match) -> tuple[Seat, str] | None:
        for seat in () if match.is_over else match.seats:
            level = LEVELS.get(match.seat(seat).level or "")
            if level is not None and level.remarks is not None and (said := level.remarks(match.view(seat))):
                return seat, ",".join(said)
        return None

    async def send_remarks(self, match: Match) -> Match:
        """Send every computer's remarks on the current state. After a lost race return the newer match; the next call
        retries."""
        try:
            while (said := self._remarks(match)) is not None:
                match = await self._referee.say_as_computer(match, *said)
        except Refusal:
            return await self._referee.match(match.id)
        return match

    async def play(self, match: Match) -> Match:
        """Play one computer turn; return the current match if no computer must act or the game has moved on."""
        seat = self.seat_to_act(match)
        if seat is None:
            return match
        level = match.seat(seat).level or ""
        turn = await self.choose_turn(level, match.view(seat), f"{match.row.binding}:{match.revision}")
        try:
            return await self._referee.act_as_computer(match, seat, turn)
        except Refusal:
            return await self._referee.match(match.id)

    async def choose_turn(self, level: str, view: Any, dice: str) -> str:
        if not LEVELS[level].is_slow:
            return await asyncio.to_thread(choose, level, view, dice)
        try:
            return await self._choose_in_process(level, view, dice)
        except BrokenProcessPool:  # the worker was killed, perhaps out of memory: retry once in a new one
            if self._is_closed:
                raise
            self._pool = None
            return await self._choose_in_process(level, view, dice)

    async def _choose_in_process(self, level: str, view: Any, dice: str) -> str:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), initializer=ignore_keyboard)
        return await asyncio.get_running_loop().run_in_executor(self._pool, choose, level, view, dice)

    def close(self) -> None:
        """Kill the worker process, even in mid-search. Do not wait on the process here: the pool reaps it, and a
        second waiter would never learn that it exited."""
        self._is_closed = True
        pool, self._pool = self._pool, None
        if pool is None:
            return
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(wait=True, cancel_futures=True)
