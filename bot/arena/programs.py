"""A guest program behind a connection: started when it is first needed, asked within its move time, replaced after a
failure. What the messages mean does not enter here."""

import asyncio
import itertools

from bot.arena.connections import Connection, Connector
from bot.arena.lines import GuestError
from bot.referee.record_fields import CRASH, PROTOCOL, TIMEOUT

_LINES_PER_YIELD = 64


class Program:
    """`answer` names the message by which it answers; sent unasked, that is a protocol error."""

    def __init__(self, connector: Connector, move_ms: int, *, answer: str) -> None:
        self.move_ms = move_ms
        self.has_failed = False
        self._connector = connector
        self._answer = answer
        self._connection: Connection | None = None
        self._unsent = ""

    def queue(self, name: str, body: str = "") -> None:
        self._unsent += f"{name} {body}\n" if body else f"{name}\n"

    def flush(self) -> None:
        """Send the queued messages in one write."""
        if self._connection is not None:
            self._connection.write(self._unsent)
        self._unsent = ""

    async def start(self) -> None:
        """A game begins: connect if need be, and send what is queued."""
        is_fresh = self._connection is None
        try:
            connection = self._connection = self._connection or await self._connector.connect(self._move_time)
            if not is_fresh:
                _discard_pending(connection)
            self.flush()
            if is_fresh:
                await self._await_hello(connection)
        except GuestError:
            self.has_failed = True
            raise

    async def _await_hello(self, connection: Connection) -> None:
        """Give a fresh program the move time to start, so that its first turn is not charged for it. Any line shows
        that it is up; it need not send one."""
        buffer, loop = connection.buffer, asyncio.get_running_loop()
        deadline = loop.time() + self._move_time
        while loop.time() < deadline:
            if (line := buffer.take()) is not None:
                self._reject_unasked(line)
                return
            if buffer.has_ended:
                raise GuestError(CRASH)
            await buffer.wait_for_change(deadline)

    async def ask(self) -> str:
        """Send what is queued, and return the body of the answer."""
        if self._connection is None:
            raise GuestError(CRASH)
        try:
            return await self._asked(self._connection)
        except GuestError:
            self.has_failed = True
            raise

    async def _asked(self, connection: Connection) -> str:
        buffer = connection.buffer
        while (line := buffer.take()) is not None:
            self._reject_unasked(line)
        if buffer.has_ended:
            raise GuestError(CRASH)
        self.flush()
        timer = asyncio.get_running_loop().call_later(self._move_time, buffer.end, TIMEOUT)
        try:
            for count in itertools.count(1):
                name, _, body = (await buffer.line()).partition(" ")
                if name == self._answer:
                    return body
                if count % _LINES_PER_YIELD == 0:
                    await asyncio.sleep(0)  # buffered lines alone would starve the event loop
        finally:
            timer.cancel()
        raise AssertionError("count never ends")

    def _reject_unasked(self, line: str) -> None:
        if line.partition(" ")[0] == self._answer:
            raise GuestError(PROTOCOL)

    async def finish(self) -> None:
        """Send what is queued; a program that failed is closed, so that the next game has a fresh one."""
        self.flush()
        if self.has_failed:
            await self.close()

    async def close(self) -> None:
        connection, self._connection = self._connection, None
        self.has_failed, self._unsent = False, ""
        if connection is not None:
            await connection.close()

    @property
    def _move_time(self) -> float:
        return self.move_ms / 1000


def _discard_pending(connection: Connection) -> None:
    """Drop lines left over from the last game."""
    while connection.buffer.take() is not None:
        pass
