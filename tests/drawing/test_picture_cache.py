"""The picture cache: each picture drawn once, off the event loop, and the cache within its limit."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from bot.drawing.picture_cache import PictureCache
from bot.drawing.sketch import Sketch
from bot.table.locale import locale_for
from tests.support.tiers import has_long_version, sized
from tests.table.pictures.le_duel.test_drawer import clear_sprite_caches
from tools.pictures import le_duel_samples as samples


class Painter:
    """Paints pictures of ten bytes; records its calls and their threads."""

    def __init__(self, until: threading.Event | None = None) -> None:
        self.painted: list[str] = []
        self.threads: set[int] = set()
        self.began = threading.Event()
        self.begun = threading.Semaphore(0)  # released once for each call
        self._until = until

    def __call__(self, scene: str) -> bytes:
        self.painted.append(scene)
        self.began.set()
        self.begun.release()
        self.threads.add(threading.get_ident())
        if self._until is not None:
            assert self._until.wait(10)
        if scene == "bad":
            raise ValueError("bad")
        return scene.encode().ljust(10, b".")

    def sketch(self, scene: str) -> Sketch:
        return Sketch(self, scene, ())


def test_the_same_scene_is_painted_once() -> None:
    pictures, painter = PictureCache(), Painter()
    first, second = (pictures.draw(painter.sketch("a")) for _ in range(2))
    assert first is second
    assert painter.painted == ["a"]


def test_the_same_scene_of_another_picture_is_another_picture() -> None:
    pictures, painter, other = PictureCache(), Painter(), Painter()
    pictures.draw(painter.sketch("a"))
    pictures.draw(other.sketch("a"))
    assert (painter.painted, other.painted) == (["a"], ["a"])


def test_the_least_recently_used_picture_is_evicted() -> None:
    pictures, painter = PictureCache(max_bytes=30), Painter()
    for scene in "abcadab":
        pictures.draw(painter.sketch(scene))
    assert painter.painted == ["a", "b", "c", "d", "b"]  # d evicted b, then b evicted c; a was in use


def test_a_picture_larger_than_the_cache_is_drawn_and_not_cached() -> None:
    pictures, painter = PictureCache(max_bytes=5), Painter()
    assert pictures.draw(painter.sketch("a")) == b"a........."
    pictures.draw(painter.sketch("a"))
    assert painter.painted == ["a", "a"]


async def test_drawing_leaves_the_event_loop_free() -> None:
    until = threading.Event()
    pictures, painter = PictureCache(), Painter(until)
    task = asyncio.create_task(pictures.drawn(painter.sketch("a")))
    assert await asyncio.to_thread(painter.began.wait, 10)
    assert not task.done()
    until.set()
    assert await task == b"a........."
    assert painter.threads.isdisjoint({threading.get_ident()})


async def test_concurrent_calls_share_one_drawing() -> None:
    until = threading.Event()
    pictures, painter = PictureCache(), Painter(until)
    tasks = [asyncio.create_task(pictures.drawn(painter.sketch("a"))) for _ in range(50)]
    assert await asyncio.to_thread(painter.began.wait, 10)
    until.set()
    assert set(await asyncio.gather(*tasks)) == {b"a........."}
    assert await pictures.drawn(painter.sketch("a")) == b"a........."
    assert painter.painted == ["a"]


async def test_a_cancelled_caller_does_not_cancel_the_others() -> None:
    until = threading.Event()
    pictures, painter = PictureCache(), Painter(until)
    first, second = (asyncio.create_task(pictures.drawn(painter.sketch("a"))) for _ in range(2))
    assert await asyncio.to_thread(painter.began.wait, 10)
    first.cancel()
    until.set()
    assert await second == b"a........."
    with pytest.raises(asyncio.CancelledError):
        await first
    assert painter.painted == ["a"]


async def test_two_are_drawn_at_a_time() -> None:
    until = threading.Event()
    pictures, painter = PictureCache(), Painter(until)
    tasks = [asyncio.create_task(pictures.drawn(painter.sketch(scene))) for scene in "abcde"]
    for _ in range(2):
        assert await asyncio.to_thread(painter.begun.acquire, timeout=10)
    assert painter.painted == ["a", "b"]
    until.set()
    assert await asyncio.gather(*tasks) == [scene.encode().ljust(10, b".") for scene in "abcde"]


async def test_interactive_calls_get_none_while_many_are_pending() -> None:
    until = threading.Event()
    pictures, painter = PictureCache(), Painter(until)
    tasks = [asyncio.create_task(pictures.drawn_unless_busy(painter.sketch(scene))) for scene in "abcdefgh"]
    tasks.append(asyncio.create_task(pictures.drawn_unless_busy(painter.sketch("a"))))  # shares the pending task
    waiting = asyncio.create_task(pictures.drawn(painter.sketch("z")))
    for _ in range(2):
        assert await asyncio.to_thread(painter.begun.acquire, timeout=10)
    assert [task.done() for task in tasks] == [False] * 6 + [True, True, False]
    until.set()
    drawn = [None if png is None else png[:1].decode() for png in await asyncio.gather(*tasks)]
    assert drawn == ["a", "b", "c", "d", "e", "f", None, None, "a"]
    assert await waiting == b"z........."
    assert await pictures.drawn_unless_busy(painter.sketch("g")) == b"g........."
    assert await pictures.drawn_unless_busy(painter.sketch("g"), 0) == b"g.........", "cached"
    assert await pictures.drawn_unless_busy(painter.sketch("h"), 0) is None


async def test_a_failed_drawing_is_none_and_not_cached(caplog: pytest.LogCaptureFixture) -> None:
    """The picture may be private, so the log names the exception's type alone."""
    pictures, painter = PictureCache(), Painter()
    assert [await pictures.drawn(painter.sketch("bad")) for _ in range(2)] == [None, None]
    assert painter.painted == ["bad", "bad"]
    assert [record.getMessage() for record in caplog.records] == ["a picture could not be drawn: ValueError"] * 2


@has_long_version
def test_concurrent_threads_draw_the_same_pictures_as_one() -> None:
    sketches = [sample.sketch for sample in samples.samples(locale_for("en"))][:: sized(10, 1)]
    alone = [sketch.paint(sketch.scene) for sketch in sketches]
    clear_sprite_caches()
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda sketch: sketch.paint(sketch.scene), sketches * 3))
    assert together == alone * 3
