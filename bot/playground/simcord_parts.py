"""Replacements for parts of simcord: real time, and logs that only notify."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from simcord._clock import Clock


class LiveClock(Clock):
    def now(self) -> datetime:
        """Real time and what was skipped."""
        return datetime.now(UTC) + timedelta(seconds=self.elapsed)


class DiscardingList(list[Any]):
    """A log that simcord appends to and nothing here reads."""

    def append(self, _entry: Any) -> None:
        return


class NotifyingList(DiscardingList):
    """simcord appends every event and request here, also those of hidden messages: notify subscribers of a change."""

    def __init__(self, notify: Callable[[], None]) -> None:
        super().__init__()
        self._notify = notify

    def append(self, _entry: Any) -> None:
        self._notify()
