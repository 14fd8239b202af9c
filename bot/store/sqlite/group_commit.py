"""Commands in line for the one connection that writes. Those that wait are committed together, so that many share one
wait for the disk; each is still kept by itself or not at all. No SQL but that of transactions."""

import asyncio
import contextlib
import copy
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Self, TypeVar

import aiosqlite

T = TypeVar("T")
Command = Callable[[sqlite3.Connection], T]
Outcome = tuple[Any, Exception | None]

MOST_TOGETHER = 64  # more would share the disk no better, and only make the first wait for the last


class Joint(ABC):
    """A command that can be run in one go with others of its kind. Every statement gives the interpreter away and then
    waits for it: in a rush that is most of what a move waits for."""

    @abstractmethod
    def __call__(self, connection: sqlite3.Connection) -> None:
        """By itself."""

    @classmethod
    @abstractmethod
    def run_all(cls, connection: sqlite3.Connection, commands: Sequence[Self]) -> None:
        """All of them; raises, whatever it is, if one would by itself."""


@dataclass(slots=True, eq=False)
class _Waiting:
    command: Command[Any]
    answer: asyncio.Future[Any]
    has_begun: bool = False
    is_decided: bool = False
    decision: asyncio.Future[None] | None = None  # awaited by who was cancelled meanwhile


class Line:
    """First come, first served. Whoever finds nobody at work starts it; it goes on while somebody waits."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self._waiting: list[_Waiting] = []
        self._work: asyncio.Task[None] | None = None
        self._is_closed = False

    async def run(self, command: Command[T]) -> T:
        """Answers once it is on the disk. Who is cancelled before its turn has done nothing; who is cancelled later
        cannot know, and is let go when it is decided."""
        if self._is_closed:
            raise ValueError("closed")
        waiting = _Waiting(command, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        if self._work is None:
            self._work = asyncio.create_task(self._commit_all(), name="commit")
        try:
            answer: T = await waiting.answer
        except asyncio.CancelledError:
            if waiting.has_begun and not waiting.is_decided:
                waiting.decision = asyncio.get_running_loop().create_future()
                await _to_its_end(waiting.decision)
            if not waiting.answer.cancelled() and waiting.answer.done():
                waiting.answer.exception()  # taken note of, or it would be logged as nobody's
            raise
        return answer

    async def close(self) -> None:
        """Takes no more, and waits for those who are in line."""
        self._is_closed = True
        if self._work is not None:
            await asyncio.wait([self._work])

    async def _commit_all(self) -> None:
        try:
            while self._waiting:
                group = self._waiting[:MOST_TOGETHER]
                del self._waiting[:MOST_TOGETHER]
                await self._commit([one for one in group if not one.answer.cancelled()])
        finally:
            self._work = None
            for one in self._waiting:  # the event loop is ending
                one.answer.cancel()
            self._waiting.clear()

    async def _commit(self, group: Sequence[_Waiting]) -> None:
        """Nobody is told anything before the whole group is on the disk."""
        for one in group:
            one.has_begun = True
        commands = [one.command for one in group]
        try:
            outcomes = await on_its_thread(self._connection, lambda connection: committed(connection, commands))
        except Exception as error:
            outcomes = [(None, copy.copy(error)) for _ in group]
        except asyncio.CancelledError:  # the event loop is ending
            for one in group:
                one.answer.cancel()
                _decide(one)
            raise
        for one, (result, failure) in zip(group, outcomes, strict=True):
            if not one.answer.done():  # or who was cancelled
                if failure is None:
                    one.answer.set_result(result)
                else:
                    one.answer.set_exception(failure)
            _decide(one)


def _decide(one: _Waiting) -> None:
    one.is_decided = True
    if one.decision is not None:
        one.decision.set_result(None)


async def on_its_thread(connection: aiosqlite.Connection, command: Command[T]) -> T:
    """In one piece: nothing else happens on this connection meanwhile."""
    answer: T = await connection._execute(command, connection._conn)  # type: ignore[no-untyped-call]
    return answer


def committed(connection: sqlite3.Connection, commands: Sequence[Command[Any]]) -> list[Outcome]:
    """All of them in one transaction. One that raises undoes only itself; if the transaction fails, all have. Hardly
    any raises, and a savepoint costs as much as a write: there are some only once one of several has raised."""
    try:
        with transaction(connection):
            return [(result, None) for result in _trusted(connection, commands)]
    except _RaisedError as raised:
        if len(commands) == 1:
            return [(None, raised.error)]
    with transaction(connection):
        return [_attempted(connection, command) for command in commands]


class _RaisedError(Exception):
    """One of a group has raised, and nothing else is wrong."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error


def _trusted(connection: sqlite3.Connection, commands: Sequence[Command[Any]]) -> list[Any]:
    try:
        return [result for kind, some in groupby(commands, type) for result in _results(connection, kind, list(some))]
    except Exception as error:
        if not connection.in_transaction:  # a full or failing disk: SQLite has undone everybody's
            raise
        raise _RaisedError(error) from None


def _results(connection: sqlite3.Connection, kind: type, commands: Sequence[Any]) -> Sequence[Any]:
    if issubclass(kind, Joint) and len(commands) > 1:
        kind.run_all(connection, commands)
        return [None] * len(commands)
    return [command(connection) for command in commands]


@contextlib.contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    try:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _attempted(connection: sqlite3.Connection, command: Command[Any]) -> Outcome:
    connection.execute("SAVEPOINT command")
    try:
        result = command(connection)
        connection.execute("RELEASE command")
    except Exception as error:
        if not connection.in_transaction:
            raise
        connection.execute("ROLLBACK TO command")
        connection.execute("RELEASE command")
        return None, error
    return result, None


async def _to_its_end(answer: asyncio.Future[Any]) -> None:
    """Waits however often the waiter is cancelled meanwhile."""
    while not answer.done():
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.wait([answer])
