"""Draw pictures off the event loop and keep them in an LRU cache, keyed by what they show. No game may enter.

Two worker threads: drawing and answering share one interpreter, so more would draw no faster and delay answers; with
one, the animation of a whole game would block every player's hand.

Pictures may show hands: they stay in memory and are never written to disk or logged.
"""

import asyncio
import logging
import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import Final

from bot.drawing.sketch import Sketch

log = logging.getLogger(__name__)

_MAX_BYTES: Final = 12 * 1024 * 1024
_WORKERS: Final = 2
MAX_PENDING: Final = 6  # pictures being drawn, from which on `drawn_unless_busy` draws no more


class PictureCache:
    """One a process. Evicts the least recently used pictures above `max_bytes`."""

    def __init__(self, max_bytes: int = _MAX_BYTES) -> None:
        self._max_bytes = max_bytes
        self._cache: OrderedDict[Hashable, bytes] = OrderedDict()
        self._size = 0
        self._lock = threading.Lock()
        self._pending: dict[Hashable, asyncio.Task[bytes | None]] = {}
        self._workers = asyncio.Semaphore(_WORKERS)

    def draw(self, sketch: Sketch) -> bytes:
        """The encoded picture, drawn in this thread unless cached."""
        key = _key(sketch)
        if (png := self._cached(key)) is None:
            png = sketch.paint(sketch.scene)
            self._store(key, png)
        return png

    async def drawn(self, sketch: Sketch) -> bytes | None:
        """The encoded picture, drawn in a worker thread; concurrent calls for one picture share its task. None if
        drawing fails: the text of the page says the same, so a failure never blocks play."""
        key = _key(sketch)
        if (png := self._cached(key)) is not None:
            return png
        if (task := self._pending.get(key)) is None:
            task = asyncio.create_task(self._draw(sketch))
            self._pending[key] = task
            task.add_done_callback(lambda _: self._pending.pop(key, None))
        return await asyncio.shield(task)  # a cancelled caller does not cancel the others

    async def drawn_unless_busy(self, sketch: Sketch, max_pending: int = MAX_PENDING) -> bytes | None:
        """For interactive answers: None if the picture is neither cached nor pending and `max_pending` others are."""
        key = _key(sketch)
        is_ready_or_pending = key in self._pending or self._cached(key) is not None
        return await self.drawn(sketch) if is_ready_or_pending or len(self._pending) < max_pending else None

    async def _draw(self, sketch: Sketch) -> bytes | None:
        async with self._workers:
            try:
                return await asyncio.to_thread(self.draw, sketch)
            except Exception as error:
                log.error("a picture could not be drawn: %s", type(error).__name__)
                return None

    def _cached(self, key: Hashable) -> bytes | None:
        with self._lock:
            if (png := self._cache.get(key)) is not None:
                self._cache.move_to_end(key)
            return png

    def _store(self, key: Hashable, png: bytes) -> None:
        with self._lock:
            self._size += len(png) - len(self._cache.pop(key, b""))
            self._cache[key] = png
            while self._size > self._max_bytes:
                _, oldest = self._cache.popitem(last=False)
                self._size -= len(oldest)


def _key(sketch: Sketch) -> Hashable:
    return sketch.paint, sketch.scene
