"""Makes time run faster for one process: ten minutes of waiting pass in seconds. It scales the event loop's clock and
timeouts, discord.py's loops and clock, and so the bot's. For the bot's own process only."""

import asyncio
import datetime as calendar
import selectors
import time
from types import SimpleNamespace
from typing import Any

import discord.ext.tasks
import discord.utils


def speed_up_clock(speed: float) -> None:
    """Must be called before anything reads the time."""
    steady, began, began_at = time.monotonic, time.monotonic(), calendar.datetime.now(calendar.UTC)

    def elapsed() -> float:
        return (steady() - began) * speed

    class FastSelector(selectors.DefaultSelector):
        def select(self, timeout: float | None = None) -> Any:
            return super().select(timeout / speed if timeout is not None and timeout > 0 else timeout)

    class IsDatetime(type):
        def __instancecheck__(cls, it: object) -> bool:
            return isinstance(it, calendar.datetime)

    class FastDatetime(calendar.datetime, metaclass=IsDatetime):
        @classmethod
        def now(cls, tz: calendar.tzinfo | None = None) -> Any:
            return (began_at + calendar.timedelta(seconds=elapsed())).astimezone(tz)

    fast: Any = SimpleNamespace(**{**vars(calendar), "datetime": FastDatetime})
    for module in (discord.utils, discord.ext.tasks):
        vars(module)["datetime"] = fast
    time.monotonic = lambda: began + elapsed()
    asyncio.events.new_event_loop = lambda: asyncio.SelectorEventLoop(FastSelector())
