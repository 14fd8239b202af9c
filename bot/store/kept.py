"""What was lately read, kept at hand. One process writes, so that what is kept can only be wrong by what is written
here; who reads while somebody writes keeps nothing."""

from collections import OrderedDict
from typing import Generic, TypeVar

T = TypeVar("T")


class Kept(Generic[T]):
    """No more than there is room for: what was not asked for longest goes first."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._rows: OrderedDict[int, T] = OrderedDict()
        self.writes = 0

    def get(self, key: int) -> T | None:
        if (row := self._rows.get(key)) is not None:
            self._rows.move_to_end(key)
        return row

    def keep(self, key: int, row: T, writes: int) -> None:
        """What was read when so many writes had been made; nothing if there were more meanwhile."""
        if writes != self.writes:
            return
        self._rows[key] = row
        if len(self._rows) > self._room:
            self._rows.popitem(last=False)

    def follow(self, key: int, before: T, after: T | None) -> None:
        """What was written over a row that was read before. If somebody else has written meanwhile, nobody here knows
        the whole of it, and nothing is kept."""
        is_known = self._rows.get(key) is before
        self.changed(key)
        if is_known and after is not None:
            self._rows[key] = after

    def changed(self, key: int) -> None:
        """What was kept of this is no longer so."""
        self.writes += 1
        self._rows.pop(key, None)

    def all_changed(self) -> None:
        self.writes += 1
        self._rows.clear()
