"""The two kinds of players at an arena's table: a program that speaks the line protocol, and one of our computers.

A guest is handed observations of its own seat only, so it cannot see the opponent's cards. It yields a turn or raises
`GuestError`; `host` judges the turn.
"""

import asyncio
from collections.abc import Iterable
from concurrent.futures import Executor
from typing import Protocol

from bot.arena.connections import Connector
from bot.arena.programs import Program
from bot.arena.seats import chosen, trusted
from bot.games.le_duel.game import LE_DUEL
from bot.games.le_duel.state import View
from bot.players.core import Level

PROTOCOL_VERSION = 1


class Guest(Protocol):
    """One who plays. A computer of ours has nothing to close, and sees the table in `ask`."""

    async def begin(self, view: View, dice: str) -> None:
        """A game starts. `dice` seeds a computer's randomness."""

    async def ask(self, view: View) -> str:
        """The whole turn, as the guest wrote it."""

    def show(self, view: View, drawn: Iterable[int] | None) -> None:
        """The table after a turn. `drawn` holds the cards drawn by the player who moved, None for the opponent."""
        return

    def refuse(self, code: str) -> None:
        """The turn was illegal or unreadable: the guest has lost, and is replaced before the next game."""
        return

    async def finish(self, *, has_won: bool) -> None:
        return

    async def close(self) -> None:
        return


class LineGuest:
    """A program that speaks the line protocol."""

    def __init__(self, connector: Connector, move_ms: int) -> None:
        self._program = Program(connector, move_ms, answer="card")

    async def begin(self, view: View, dice: str) -> None:
        self._program.queue("hello", f"{LE_DUEL.key} {PROTOCOL_VERSION} move_ms={self._program.move_ms}")
        self._queue_cards(view.position.hand)
        await self._program.start()

    async def ask(self, view: View) -> str:
        self._program.queue("playACard")
        return await self._program.ask()

    def show(self, view: View, drawn: Iterable[int] | None) -> None:
        """Send at once to the player who is not on turn next; the other gets it with the next `playACard`."""
        if drawn is not None:
            self._queue_cards(drawn)
        self._program.queue("updateStack", _numbers(view.position.tops))
        if drawn is not None:
            self._program.flush()

    def refuse(self, code: str) -> None:
        self._program.has_failed = True
        self._program.queue("illegal", code)

    async def finish(self, *, has_won: bool) -> None:
        self._program.queue("gameOver", "win" if has_won else "lost")
        await self._program.finish()

    async def close(self) -> None:
        await self._program.close()

    def _queue_cards(self, cards: Iterable[int]) -> None:
        self._program.queue("cardsForYou", _numbers(cards))


def _numbers(values: Iterable[int]) -> str:
    return ",".join(map(str, values))


class LevelGuest(Guest):
    """One of our computers. It is trusted: its move time is not limited."""

    def __init__(self, level: Level, executor: Executor | None) -> None:
        self._level = level
        self._executor = executor
        self._dice = ""

    async def begin(self, view: View, dice: str) -> None:
        self._dice = dice

    async def ask(self, view: View) -> str:
        await asyncio.sleep(0)  # let other tables and signal handlers run
        with trusted(self._level):
            return await chosen(self._level, view, f"{self._dice}:{view.turns}", self._executor)
