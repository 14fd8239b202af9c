"""Group commit: commands that wait for the writing connection share a transaction, and so one fsync; each is still
atomic by itself. No SQL but that of transactions."""

import asyncio
import contextlib
import copy
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import aiosqlite

T = TypeVar("T")
Command = Callable[[sqlite3.Connection], T]
_Result = tuple[Any, Exception | None]

GROUP_LIMIT = 64  # more would gain nothing and delay the first


@dataclass(slots=True, eq=False)
class _Pending:
    command: Command[Any]
    answer: asyncio.Future[Any]
    has_begun: bool = False
    is_settled: bool = False
    waiter: asyncio.Future[None] | None = None  # set by a caller that was cancelled meanwhile


class GroupCommit:
    """Commands run in the order they come. The first one starts the worker task, which runs while any are pending."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self._pending: list[_Pending] = []
        self._worker: asyncio.Task[None] | None = None
        self._is_closed = False

    async def run(self, command: Command[T]) -> T:
        """Return once the command is durable. If the caller is cancelled before it begins, it never runs; if later, the
        cancellation is delayed until it is committed or has failed, and the caller cannot know which."""
        if self._is_closed:
            raise ValueError("closed")
        pending = _Pending(command, asyncio.get_running_loop().create_future())
        self._pending.append(pending)
        if self._worker is None:
            self._worker = asyncio.create_task(self._drain(), name="commit")
        try:
            answer: T = await pending.answer
        except asyncio.CancelledError:
            if pending.has_begun and not pending.is_settled:
                pending.waiter = asyncio.get_running_loop().create_future()
                await _wait_uncancelled(pending.waiter)
            if not pending.answer.cancelled() and pending.answer.done():
                pending.answer.exception()  # marks it as retrieved, or asyncio would log it
            raise
        return answer

    async def close(self) -> None:
        """Refuse new commands, and wait for the pending ones."""
        self._is_closed = True
        if self._worker is not None:
            await asyncio.wait([self._worker])

    async def _drain(self) -> None:
        try:
            while self._pending:
                group = self._pending[:GROUP_LIMIT]
                del self._pending[:GROUP_LIMIT]
                await self._commit_group([one for one in group if not one.answer.cancelled()])
        finally:
            self._worker = None
            for one in self._pending:  # the event loop is ending
                one.answer.cancel()
            self._pending.clear()

    async def _commit_group(self, group: Sequence[_Pending]) -> None:
        """Set the results once the whole group is durable."""
        for one in group:
            one.has_begun = True
        commands = [one.command for one in group]
        try:
            results = await run_on_thread(self._connection, lambda connection: commit_together(connection, commands))
        except Exception as error:
            results = [(None, copy.copy(error)) for _ in group]
        except asyncio.CancelledError:  # the event loop is ending
            for one in group:
                one.answer.cancel()
                _settle(one)
            raise
        for one, (result, failure) in zip(group, results, strict=True):
            if not one.answer.done():  # not cancelled
                if failure is None:
                    one.answer.set_result(result)
                else:
                    one.answer.set_exception(failure)
            _settle(one)


def _settle(one: _Pending) -> None:
    one.is_settled = True
    if one.waiter is not None:
        one.waiter.set_result(None)


async def run_on_thread(connection: aiosqlite.Connection, command: Command[T]) -> T:
    """Run the command on the connection's thread; nothing else runs there meanwhile."""
    answer: T = await connection._execute(command, connection._conn)  # type: ignore[no-untyped-call]
    return answer


def commit_together(connection: sqlite3.Connection, commands: Sequence[Command[Any]]) -> list[_Result]:
    """Run all in one transaction. A command that raises is rolled back alone; if the transaction fails, all fail. A
    savepoint costs as much as a write, so the group is first tried without, and run again with savepoints if a command
    raises, which is rare."""
    try:
        with transaction(connection):
            return [(result, None) for result in _run_all(connection, commands)]
    except _CommandError as raised:
        if len(commands) == 1:
            return [(None, raised.error)]
    with transaction(connection):
        return [_run_in_savepoint(connection, command) for command in commands]


class _CommandError(Exception):
    """A command has raised while the transaction is intact."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error


def _run_all(connection: sqlite3.Connection, commands: Sequence[Command[Any]]) -> list[Any]:
    try:
        return [command(connection) for command in commands]
    except Exception as error:
        if not connection.in_transaction:  # a full or failing disk: SQLite has rolled back the transaction
            raise
        raise _CommandError(error) from None


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


def _run_in_savepoint(connection: sqlite3.Connection, command: Command[Any]) -> _Result:
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


async def _wait_uncancelled(answer: asyncio.Future[Any]) -> None:
    """Wait, ignoring cancellations."""
    while not answer.done():
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.wait([answer])
