"""One asyncio lock per id, kept (weakly) while a task holds or awaits it."""

import asyncio
import weakref


class Locks:
    def __init__(self) -> None:
        self._locks: weakref.WeakValueDictionary[int, asyncio.Lock] = weakref.WeakValueDictionary()

    def of(self, game_id: int) -> asyncio.Lock:
        return self._locks.setdefault(game_id, asyncio.Lock())
