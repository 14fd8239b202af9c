"""The studio: each picture drawn once, off the event loop, and no more of them kept than there is room for."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from bot.drawing.picture_cache import PictureCache
from bot.drawing.sketch import Sketch
from bot.table.locale import locale_for
from bot.table.pictures.le_duel import samples
from tests.table.pictures.le_duel.test_drawer import forget_sprites


class Painter:
    """Paints pictures of ten bytes and remembers what it was asked for, and where it worked."""

    def __init__(self, until: threading.Event | None = None) -> None:
        self.painted: list[str] = []
        self.threads: set[int] = set()
        self.began = threading.Event()
        self.begun = threading.Semaphore(0)  # as many as have begun
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


def test_the_least_recently_used_row_is_evicted() -> None:
    pictures, painter = PictureCache(room=30), Painter()
    for scene in "abcadab":
        pictures.draw(painter.sketch(scene))
    assert painter.painted == ["a", "b", "c", "d", "b"]  # c and then b went when d came in; a was in use


def test_a_picture_larger_than_the_room_is_drawn_and_not_kept() -> None:
    pictures, painter = PictureCache(room=5), Painter()
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


async def test_many_who_ask_at_once_get_one_drawing() -> None:
    until = threading.Event()
    pictures, painter = PictureCache(), Painter(until)
    tasks = [asyncio.create_task(pictures.drawn(painter.sketch("a"))) for _ in range(50)]
    assert await asyncio.to_thread(painter.began.wait, 10)
    until.set()
    assert set(await asyncio.gather(*tasks)) == {b"a........."}
    assert await pictures.drawn(painter.sketch("a")) == b"a........."
    assert painter.painted == ["a"]


async def test_one_who_stops_waiting_does_not_stop_the_others() -> None:
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


async def test_who_is_in_a_hurry_goes_without_while_many_are_under_way() -> None:
    until = threading.Event()
    pictures, painter = PictureCache(), Painter(until)
    tasks = [asyncio.create_task(pictures.drawn_soon(painter.sketch(scene))) for scene in "abcdefgh"]
    tasks.append(asyncio.create_task(pictures.drawn_soon(painter.sketch("a"))))  # it is near: somebody waits for it
    waiting = asyncio.create_task(pictures.drawn(painter.sketch("z")))
    for _ in range(2):
        assert await asyncio.to_thread(painter.begun.acquire, timeout=10)
    assert [task.done() for task in tasks] == [False] * 6 + [True, True, False]
    until.set()
    drawn = [None if png is None else png[:1].decode() for png in await asyncio.gather(*tasks)]
    assert drawn == ["a", "b", "c", "d", "e", "f", None, None, "a"]
    assert await waiting == b"z........."
    assert await pictures.drawn_soon(painter.sketch("g")) == b"g........."
    assert await pictures.drawn_soon(painter.sketch("g"), 0) == b"g.........", "it is kept"
    assert await pictures.drawn_soon(painter.sketch("h"), 0) is None


async def test_a_failed_drawing_is_none_and_tried_anew(caplog: pytest.LogCaptureFixture) -> None:
    """What it would have shown may be private, so the log names the kind of failure alone."""
    pictures, painter = PictureCache(), Painter()
    assert [await pictures.drawn(painter.sketch("bad")) for _ in range(2)] == [None, None]
    assert painter.painted == ["bad", "bad"]
    assert [record.getMessage() for record in caplog.records] == ["a picture could not be drawn: ValueError"] * 2


def test_threads_that_draw_at_once_get_the_pictures_one_would() -> None:
    sketches = [sample.sketch for sample in samples.samples(locale_for("en"))]
    alone = [sketch.paint(sketch.scene) for sketch in sketches]
    forget_sprites()
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda sketch: sketch.paint(sketch.scene), sketches * 3))
    assert together == alone * 3
