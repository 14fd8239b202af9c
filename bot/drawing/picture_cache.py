"""Where pictures are drawn: off the event loop, each once, and kept while there is room. It knows no game.

Two at a time: drawing and answering share one interpreter, so that more pencils would draw no more pictures and leave
less of it for the answers; with one alone a film of a whole game would hold up everybody's hands.

What is kept are finished pictures under what they show. They may show hands, so they stay in memory and are never
written anywhere or logged.
"""

import asyncio
import logging
import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import Final

from bot.drawing.sketch import Sketch

log = logging.getLogger(__name__)

_ROOM: Final = 16 * 1024 * 1024
_PENCILS: Final = 2
CROWD: Final = 6  # pictures under way, with which those in a hurry go without


class PictureCache:
    """Give every process one. `room` is how many bytes of pictures it keeps, the most recently asked for."""

    def __init__(self, room: int = _ROOM) -> None:
        self._room = room
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._size = 0
        self._lock = threading.Lock()
        self._under_way: dict[Hashable, asyncio.Task[bytes | None]] = {}
        self._pencils = asyncio.Semaphore(_PENCILS)

    def draw(self, sketch: Sketch) -> bytes:
        """The picture as a PNG, drawn here and now unless it is kept."""
        key = _key(sketch)
        if (png := self._find(key)) is None:
            png = sketch.paint(sketch.scene)
            self._keep(key, png)
        return png

    async def drawn(self, sketch: Sketch) -> bytes | None:
        """The same without holding up the event loop; whoever asks for a picture under way waits for that one. Nothing
        if it cannot be drawn: words say as much, and nobody is kept from playing by a picture."""
        key = _key(sketch)
        if (png := self._find(key)) is not None:
            return png
        if (task := self._under_way.get(key)) is None:
            task = asyncio.create_task(self._draw(sketch))
            self._under_way[key] = task
            task.add_done_callback(lambda _: self._under_way.pop(key, None))
        return await asyncio.shield(task)  # one who stops waiting does not stop the others

    async def drawn_soon(self, sketch: Sketch, most: int = CROWD) -> bytes | None:
        """For an answer somebody waits for: nothing if so many others are under way, for words come first."""
        key = _key(sketch)
        is_near = key in self._under_way or self._find(key) is not None
        return await self.drawn(sketch) if is_near or len(self._under_way) < most else None

    async def _draw(self, sketch: Sketch) -> bytes | None:
        async with self._pencils:
            try:
                return await asyncio.to_thread(self.draw, sketch)
            except Exception as error:
                log.error("a picture could not be drawn: %s", type(error).__name__)
                return None

    def _find(self, key: Hashable) -> bytes | None:
        with self._lock:
            if (png := self._kept.get(key)) is not None:
                self._kept.move_to_end(key)
            return png

    def _keep(self, key: Hashable, png: bytes) -> None:
        with self._lock:
            self._size += len(png) - len(self._kept.pop(key, b""))
            self._kept[key] = png
            while self._size > self._room:
                _, oldest = self._kept.popitem(last=False)
                self._size -= len(oldest)


def _key(sketch: Sketch) -> Hashable:
    return sketch.paint, sketch.scene
