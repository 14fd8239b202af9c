"""What was lately read, kept at hand. One process writes, so that what is kept can only be wrong by what is written
here; who reads something while somebody writes it keeps nothing."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Kept(Generic[T]):
    """No more than there is room for: what was not asked for longest goes first."""

    def __init__(self, room: int, is_worth_keeping: Callable[[T], bool] = lambda _: True) -> None:
        self._room = room
        self._is_worth_keeping = is_worth_keeping
        self._rows: OrderedDict[int, T] = OrderedDict()
        self._readings: dict[int, object] = {}  # what is being read; who writes it meanwhile takes it away

    async def get(self, key: int, read: Callable[[], Awaitable[T | None]]) -> T | None:
        """What is kept, else what is read."""
        if (row := self._rows.get(key)) is not None:
            self._rows.move_to_end(key)
            return row
        reading = self._readings[key] = object()
        try:
            row = await read()
            if row is not None and self._readings.get(key) is reading and self._is_worth_keeping(row):
                self._keep(key, row)
        finally:
            if self._readings.get(key) is reading:
                del self._readings[key]
        return row

    def _keep(self, key: int, row: T) -> None:
        self._rows[key] = row
        if len(self._rows) > self._room:
            self._rows.popitem(last=False)

    def follow(self, key: int, before: T, after: T) -> None:
        """What was written over a row that was read before. If somebody else has written meanwhile, nobody here knows
        the whole of it, and nothing is kept."""
        is_known = self._rows.get(key) is before
        self.changed(key)
        if is_known and self._is_worth_keeping(after):
            self._rows[key] = after

    def changed(self, key: int) -> None:
        """What was kept of this is no longer so."""
        self._readings.pop(key, None)
        self._rows.pop(key, None)

    def all_changed(self) -> None:
        self._readings.clear()
        self._rows.clear()
