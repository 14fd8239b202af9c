"""The row cache never holds a row older than what this process has written."""

import asyncio

import pytest

from bot.store.sqlite.row_cache import RowCache

OLD, NEW = ["old"], ["new"]
Row = list[str]


async def nothing() -> Row | None:
    return None


async def read(cache: RowCache[Row], row: Row, row_id: int = 1) -> None:
    async def find() -> Row | None:
        return row

    await cache.get(row_id, find)


async def cached(cache: RowCache[Row], row_id: int = 1) -> Row | None:
    return await cache.get(row_id, nothing)


class Slow:
    """A read that lasts until `end`."""

    def __init__(self, row: Row) -> None:
        self._row, self._let_go = row, asyncio.Event()

    async def __call__(self) -> Row | None:
        await self._let_go.wait()
        return self._row

    async def begin(self, cache: RowCache[Row]) -> asyncio.Task[Row | None]:
        task = asyncio.create_task(cache.get(1, self))
        await asyncio.sleep(0)
        return task

    async def end(self, task: asyncio.Task[Row | None]) -> None:
        self._let_go.set()
        assert await task is self._row


async def test_a_read_row_is_cached_until_invalidated() -> None:
    cache = RowCache[Row](10)
    await read(cache, OLD)
    assert await cached(cache) is OLD
    cache.invalidate(1)
    assert await cached(cache) is None


async def test_a_row_read_during_its_write_is_not_cached() -> None:
    cache, slow = RowCache[Row](10), Slow(OLD)
    task = await slow.begin(cache)
    cache.invalidate(1)
    await slow.end(task)
    assert await cached(cache) is None


async def test_a_row_read_during_another_rows_write_is_cached() -> None:
    """Otherwise nothing would be cached under load, when there is always a write."""
    cache, slow = RowCache[Row](10), Slow(OLD)
    task = await slow.begin(cache)
    cache.invalidate(2)
    await slow.end(task)
    assert await cached(cache) is OLD


async def test_of_two_reads_the_one_from_before_a_write_is_not_cached() -> None:
    cache, first, second = RowCache[Row](10), Slow(OLD), Slow(NEW)
    early = await first.begin(cache)
    cache.invalidate(1)
    late = await second.begin(cache)
    await first.end(early)
    await second.end(late)
    assert await cached(cache) is NEW


async def test_a_failed_read_leaves_no_token() -> None:
    cache = RowCache[Row](10)

    async def fails() -> Row | None:
        raise FileNotFoundError

    with pytest.raises(FileNotFoundError):
        await cache.get(1, fails)
    assert cache._reads == {}


async def test_a_write_over_the_cached_row_is_cached() -> None:
    cache = RowCache[Row](10)
    await read(cache, OLD)
    cache.replace(1, OLD, NEW)
    assert await cached(cache) is NEW


async def test_a_write_over_another_row_than_the_cached_one_is_not() -> None:
    cache = RowCache[Row](10)
    await read(cache, OLD)
    cache.invalidate(1)
    cache.replace(1, OLD, NEW)
    assert await cached(cache) is None
    await read(cache, ["other"])
    cache.replace(1, OLD, NEW)
    assert await cached(cache) is None


async def test_rows_that_are_not_cacheable() -> None:
    cache = RowCache[Row](10, lambda row: row is OLD)
    await read(cache, NEW)
    assert await cached(cache) is None
    await read(cache, OLD)
    cache.replace(1, OLD, NEW)
    assert await cached(cache) is None


async def test_a_slow_read_does_not_bring_back_the_old_row() -> None:
    cache, slow = RowCache[Row](10), Slow(OLD)
    task = await slow.begin(cache)
    await read(cache, OLD)
    cache.replace(1, OLD, NEW)
    await slow.end(task)
    assert await cached(cache) is NEW


async def test_the_least_recently_used_row_is_evicted() -> None:
    cache = RowCache[Row](2)
    for number in (1, 2):
        await read(cache, [str(number)], number)
    await cached(cache, 1)
    await read(cache, ["3"], 3)
    assert [await cached(cache, number) for number in (1, 2, 3)] == [["1"], None, ["3"]]


async def test_clear() -> None:
    cache, slow = RowCache[Row](10), Slow(OLD)
    task = await slow.begin(cache)
    cache.clear()
    await slow.end(task)
    assert await cached(cache) is None
