"""Splits a guest's bytes into lines, with bounds on line length and buffered bytes. No pipe, socket or process enters
here: the connection feeds the bytes in, and is told when to pause reading."""

import asyncio
from collections.abc import Callable

from bot.referee.record_fields import PROTOCOL

LONGEST_LINE = 4_096
_PAUSE_ABOVE = 16_384  # unread bytes above which reading is paused


class GuestError(Exception):
    """A guest has lost by its own fault; `reason` is what the record says."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class LineBuffer:
    """Bytes in, lines out. After `end` nothing more is accepted; lines buffered before it can still be taken."""

    def __init__(self, pause: Callable[[], None], resume: Callable[[], None]) -> None:
        self._pause = pause
        self._resume = resume
        self._is_paused = False
        self._unread = bytearray()
        self._end: str | None = None
        self._waiter: asyncio.Future[None] | None = None

    def feed(self, data: bytes) -> None:
        if self._end is not None:
            return
        self._unread += data
        if self.is_full and not self._is_paused:
            self._is_paused = True
            self._pause()
        self._wake()

    def end(self, reason: str) -> None:
        """Accept no more bytes; a reader that finds no complete line raises `GuestError` with this reason."""
        self._end = self._end or reason
        self._wake()

    @property
    def is_full(self) -> bool:
        return len(self._unread) > _PAUSE_ABOVE

    @property
    def has_ended(self) -> bool:
        return self._end is not None

    def take(self) -> str | None:
        """The next complete line, or None."""
        at = self._unread.find(b"\n", 0, LONGEST_LINE + 1)
        if at < 0:
            if len(self._unread) > LONGEST_LINE:
                raise GuestError(PROTOCOL)
            return None
        raw = bytes(self._unread[:at])
        del self._unread[: at + 1]
        try:
            return raw.decode().removesuffix("\r")
        except UnicodeDecodeError:
            raise GuestError(PROTOCOL) from None

    async def line(self) -> str:
        """Wait for the next complete line. There is no time limit here: a deadline is a timer that calls `end`."""
        while (line := self.take()) is None:
            if self._end is not None:
                raise GuestError(self._end)
            await self.wait_for_change()
        return line

    async def wait_for_change(self, until: float | None = None) -> None:
        """Wait until bytes are fed, `end` is called, or the loop's clock reaches `until`."""
        if self._is_paused:
            self._is_paused = False
            self._resume()
        loop = asyncio.get_running_loop()
        self._waiter = loop.create_future()
        timer = None if until is None else loop.call_at(until, self._wake)
        try:
            await self._waiter
        finally:
            self._waiter = None
            if timer is not None:
                timer.cancel()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)
