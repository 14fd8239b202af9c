"""The two kinds of players at a table of protocol 2, which is for every game: a program that is shown views and legal
actions as JSON, and one of our computers. Either is handed observations of its own seat only."""

import asyncio
import json
import logging
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any, Protocol

from bot.arena.connections import Connector
from bot.arena.json_views import as_json
from bot.arena.lines import GuestError
from bot.arena.programs import Program
from bot.games.core import AnyGame, Json
from bot.players.core import Level
from bot.players.registry import choose
from bot.referee.record_fields import CRASH, PROTOCOL

PASS = "pass"  # noqa: S105 (the answer of who may act but need not)
_log = logging.getLogger(__name__)


class Seated(Protocol):
    """One who plays. A computer of ours has nothing to close, and sees the table in `ask`."""

    async def begin(self, hello: Json, view: Any, dice: str) -> None:
        """A game starts. `dice` seeds a computer's randomness."""

    def show(self, view: Any) -> None:
        """Something happened that this seat can see."""
        return

    async def ask(self, view: Any, choices: Sequence[str], *, is_free: bool) -> str:
        """One of the choices; `PASS` too if the seat is free not to act."""

    def refuse(self, code: str) -> None:
        """The answer was illegal or unreadable, and this guest is out."""
        return

    async def finish(self, over: Json) -> None:
        return

    async def close(self) -> None:
        return


class JsonGuest:
    """A program."""

    def __init__(self, connector: Connector, move_ms: int) -> None:
        self._program = Program(connector, move_ms, answer="act")

    async def begin(self, hello: Json, view: Any, dice: str) -> None:
        self._queue("hello", hello | {"move_ms": self._program.move_ms})
        self._queue("view", as_json(view))
        await self._program.start()

    def show(self, view: Any) -> None:
        self._queue("view", as_json(view))
        self._program.flush()

    async def ask(self, view: Any, choices: Sequence[str], *, is_free: bool) -> str:
        self._queue("choose", [*choices, *((PASS,) if is_free else ())])
        body = await self._program.ask()
        try:
            answer = json.loads(body)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, str):
            self._program.has_failed = True
            raise GuestError(PROTOCOL)
        return answer

    def refuse(self, code: str) -> None:
        self._program.has_failed = True
        self._queue("illegal", {"code": code})

    async def finish(self, over: Json) -> None:
        self._queue("over", over)
        await self._program.finish()

    async def close(self) -> None:
        await self._program.close()

    def _queue(self, name: str, body: Json) -> None:
        self._program.queue(name, json.dumps(body, separators=(",", ":")))


@contextmanager
def trusted(level: Level) -> Iterator[None]:
    """A computer that fails has crashed, as a program may; why is logged."""
    try:
        yield
    except Exception:
        _log.exception("level %s failed", level.name)
        raise GuestError(CRASH) from None


async def chosen(level: Level, view: Any, dice: str, executor: Executor | None) -> str:
    """A computer's turn; a slow one thinks in the executor."""
    if level.is_slow:
        return await asyncio.get_running_loop().run_in_executor(executor, choose, level.name, view, dice)
    return choose(level.name, view, dice)


class LevelSeat(Seated):
    """One of our computers. It is trusted: its move time is not limited. What it chooses may be several actions, which
    it then plays one by one."""

    def __init__(self, game: AnyGame, level: Level, executor: Executor | None) -> None:
        self._game = game
        self._level = level
        self._executor = executor
        self._dice = ""
        self._asked = 0
        self._planned: list[str] = []

    async def begin(self, hello: Json, view: Any, dice: str) -> None:
        self._dice, self._asked, self._planned = dice, 0, []

    async def ask(self, view: Any, choices: Sequence[str], *, is_free: bool) -> str:
        await asyncio.sleep(0)  # let other tables and signal handlers run
        with trusted(self._level):
            if is_free:
                said = self._level.remarks(view) if self._level.remarks is not None else ()
                return next((text for text in said if text in choices), PASS)
            if not self._planned or self._planned[0] not in choices:
                self._planned = await self._plan(view)
            return self._planned.pop(0)

    async def _plan(self, view: Any) -> list[str]:
        self._asked += 1
        text = await chosen(self._level, view, f"{self._dice}:{self._asked}", self._executor)
        return [self._game.notation.notate(action) for action in self._game.parse_turn(text)]
