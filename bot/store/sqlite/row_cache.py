"""An LRU cache of rows. Only this process writes to the database, so an entry can only become stale through a write
here, which invalidates it. A row read while it is being written is not cached. No SQL."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class RowCache(Generic[T]):
    """At capacity the least recently used row is evicted."""

    def __init__(self, capacity: int, is_cacheable: Callable[[T], bool] = lambda _: True) -> None:
        self._capacity = capacity
        self._is_cacheable = is_cacheable
        self._rows: OrderedDict[int, T] = OrderedDict()
        self._reads: dict[int, object] = {}  # a token for each read in progress; a write removes it

    async def get(self, row_id: int, read: Callable[[], Awaitable[T | None]]) -> T | None:
        """The cached row, else the one `read` returns."""
        if (row := self._rows.get(row_id)) is not None:
            self._rows.move_to_end(row_id)
            return row
        reading = self._reads[row_id] = object()
        try:
            row = await read()
            if row is not None and self._reads.get(row_id) is reading and self._is_cacheable(row):
                self._add(row_id, row)
        finally:
            if self._reads.get(row_id) is reading:
                del self._reads[row_id]
        return row

    def _add(self, row_id: int, row: T) -> None:
        self._rows[row_id] = row
        if len(self._rows) > self._capacity:
            self._rows.popitem(last=False)

    def replace(self, row_id: int, before: T, after: T) -> None:
        """Cache `after`, just written over `before`. If `before` is no longer the cached row, another write came
        between and `after` may be incomplete: then nothing is cached."""
        is_current = self._rows.get(row_id) is before
        self.invalidate(row_id)
        if is_current and self._is_cacheable(after):
            self._rows[row_id] = after

    def invalidate(self, row_id: int) -> None:
        self._reads.pop(row_id, None)
        self._rows.pop(row_id, None)

    def clear(self) -> None:
        self._reads.clear()
        self._rows.clear()
