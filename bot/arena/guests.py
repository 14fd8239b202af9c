"""The two kinds of players at an arena's table: a program that speaks the line protocol, and one of our computers.

A guest is handed observations of its own seat only, so it cannot see the opponent's cards. It yields a turn or raises
`GuestError`; `host` judges the turn.
"""

import asyncio
import itertools
import logging
import random
from collections.abc import Iterable
from concurrent.futures import Executor
from typing import Protocol

from bot.arena.connections import Connection, Connector
from bot.arena.lines import GuestError
from bot.games.le_duel.game import LE_DUEL
from bot.games.le_duel.state import View
from bot.players.core import Level
from bot.players.registry import LEVELS
from bot.referee.record_fields import CRASH, PROTOCOL, TIMEOUT

PROTOCOL_VERSION = 1
_LINES_PER_YIELD = 64
_log = logging.getLogger(__name__)


class Guest(Protocol):
    async def begin(self, view: View, dice: str) -> None:
        """A game starts. `dice` seeds a computer's randomness."""

    async def ask(self, view: View) -> str:
        """The whole turn, as the guest wrote it."""

    def show(self, view: View, drawn: Iterable[int] | None) -> None:
        """The table after a turn. `drawn` holds the cards drawn by the player who moved, None for the opponent."""

    def refuse(self, code: str) -> None:
        """The turn was illegal or unreadable: the guest has lost, and is replaced before the next game."""

    async def finish(self, *, has_won: bool) -> None: ...

    async def close(self) -> None: ...


class LineGuest:
    """A program. It is kept from game to game, and replaced by a fresh one after a failure."""

    def __init__(self, connector: Connector, move_ms: int) -> None:
        self._connector = connector
        self._move_ms = move_ms
        self._connection: Connection | None = None
        self._has_failed = False
        self._unsent = ""

    async def begin(self, view: View, dice: str) -> None:
        is_fresh = self._connection is None
        try:
            connection = self._connection = self._connection or await self._connector.connect(self._move_time)
            if not is_fresh:
                _discard_pending(connection)
            self._queue("hello", f"{LE_DUEL.key} {PROTOCOL_VERSION} move_ms={self._move_ms}")
            self._queue_cards(view.position.hand)
            self._flush()
            if is_fresh:
                await self._await_hello(connection)
        except GuestError:
            self._has_failed = True
            raise

    async def _await_hello(self, connection: Connection) -> None:
        """Give a fresh program the move time to start, so that its first turn is not charged for it. Any line shows
        that it is up; it need not send one."""
        buffer, loop = connection.buffer, asyncio.get_running_loop()
        deadline = loop.time() + self._move_time
        while loop.time() < deadline:
            if (line := buffer.take()) is not None:
                _reject_unrequested_turn(line)
                return
            if buffer.has_ended:
                raise GuestError(CRASH)
            await buffer.wait_for_change(deadline)

    async def ask(self, view: View) -> str:
        if self._connection is None:
            raise GuestError(CRASH)
        try:
            return await self._answer(self._connection)
        except GuestError:
            self._has_failed = True
            raise

    async def _answer(self, connection: Connection) -> str:
        buffer = connection.buffer
        while (line := buffer.take()) is not None:
            _reject_unrequested_turn(line)
        if buffer.has_ended:
            raise GuestError(CRASH)
        self._queue("playACard")
        self._flush()
        timer = asyncio.get_running_loop().call_later(self._move_time, buffer.end, TIMEOUT)
        try:
            for count in itertools.count(1):
                name, _, body = (await buffer.line()).partition(" ")
                if name == "card":
                    return body
                if count % _LINES_PER_YIELD == 0:
                    await asyncio.sleep(0)  # buffered lines alone would starve the event loop
        finally:
            timer.cancel()
        raise AssertionError("count never ends")

    def show(self, view: View, drawn: Iterable[int] | None) -> None:
        """Send at once to the player who is not on turn next; the other gets it with the next `playACard`."""
        if drawn is not None:
            self._queue_cards(drawn)
        self._queue("updateStack", _numbers(view.position.tops))
        if drawn is not None:
            self._flush()

    def refuse(self, code: str) -> None:
        self._has_failed = True
        self._queue("illegal", code)

    async def finish(self, *, has_won: bool) -> None:
        self._queue("gameOver", "win" if has_won else "lost")
        self._flush()
        if self._has_failed:
            await self.close()

    async def close(self) -> None:
        connection, self._connection = self._connection, None
        self._has_failed, self._unsent = False, ""
        if connection is not None:
            await connection.close()

    @property
    def _move_time(self) -> float:
        return self._move_ms / 1000

    def _queue_cards(self, cards: Iterable[int]) -> None:
        self._queue("cardsForYou", _numbers(cards))

    def _queue(self, name: str, body: str = "") -> None:
        self._unsent += f"{name} {body}\n" if body else f"{name}\n"

    def _flush(self) -> None:
        """Send the queued messages in one write."""
        if self._connection is not None:
            self._connection.write(self._unsent)
        self._unsent = ""


def _reject_unrequested_turn(line: str) -> None:
    """A turn sent before `playACard` is a protocol error."""
    if line.partition(" ")[0] == "card":
        raise GuestError(PROTOCOL)


def _discard_pending(connection: Connection) -> None:
    """Drop lines left over from the last game."""
    while connection.buffer.take() is not None:
        pass


def _numbers(values: Iterable[int]) -> str:
    return ",".join(map(str, values))


class LevelGuest:
    """One of our computers. It is trusted: its move time is not limited."""

    def __init__(self, level: Level, executor: Executor | None) -> None:
        self._level = level
        self._executor = executor
        self._dice = ""

    async def begin(self, view: View, dice: str) -> None:
        self._dice = dice

    async def ask(self, view: View) -> str:
        dice = f"{self._dice}:{view.turns}"
        try:
            if self._level.is_slow:
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(self._executor, choose_turn, self._level.name, view, dice)
            await asyncio.sleep(0)  # let other tables and signal handlers run
            return choose_turn(self._level.name, view, dice)
        except Exception:
            _log.exception("level %s failed", self._level.name)
            raise GuestError(CRASH) from None

    def show(self, view: View, drawn: Iterable[int] | None) -> None:
        """Nothing to do: it sees the table in `ask`."""

    def refuse(self, code: str) -> None:
        """Nothing to do: it keeps no state between games."""

    async def finish(self, *, has_won: bool) -> None:
        """Nothing to do."""

    async def close(self) -> None:
        """Nothing to close."""


def choose_turn(level: str, view: View, dice: str) -> str:
    return LEVELS[level].choose(view, random.Random(dice))
