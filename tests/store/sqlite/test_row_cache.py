"""Rows kept at hand: never older than what this process has written."""

import asyncio

import pytest

from bot.store.sqlite.row_cache import Kept

OLD, NEW = ["old"], ["new"]
Row = list[str]


async def nothing() -> Row | None:
    return None


async def read(kept: Kept[Row], row: Row, key: int = 1) -> None:
    async def find() -> Row | None:
        return row

    await kept.get(key, find)


async def at_hand(kept: Kept[Row], key: int = 1) -> Row | None:
    return await kept.get(key, nothing)


class Slow:
    """Reads for as long as it is not let go."""

    def __init__(self, row: Row) -> None:
        self._row, self._let_go = row, asyncio.Event()

    async def __call__(self) -> Row | None:
        await self._let_go.wait()
        return self._row

    async def begin(self, kept: Kept[Row]) -> asyncio.Task[Row | None]:
        task = asyncio.create_task(kept.get(1, self))
        await asyncio.sleep(0)
        return task

    async def end(self, task: asyncio.Task[Row | None]) -> None:
        self._let_go.set()
        assert await task is self._row


async def test_what_was_read_is_kept_until_it_changes() -> None:
    kept = Kept[Row](10)
    await read(kept, OLD)
    assert await at_hand(kept) is OLD
    kept.changed(1)
    assert await at_hand(kept) is None


async def test_who_reads_while_somebody_writes_it_keeps_nothing() -> None:
    kept, slow = Kept[Row](10), Slow(OLD)
    task = await slow.begin(kept)
    kept.changed(1)
    await slow.end(task)
    assert await at_hand(kept) is None


async def test_who_reads_while_somebody_writes_something_else_keeps_it() -> None:
    """Or in a rush, in which somebody always writes, nothing would be."""
    kept, slow = Kept[Row](10), Slow(OLD)
    task = await slow.begin(kept)
    kept.changed(2)
    await slow.end(task)
    assert await at_hand(kept) is OLD


async def test_of_two_readers_the_one_from_before_a_write_keeps_nothing() -> None:
    kept, first, second = Kept[Row](10), Slow(OLD), Slow(NEW)
    early = await first.begin(kept)
    kept.changed(1)
    late = await second.begin(kept)
    await first.end(early)
    await second.end(late)
    assert await at_hand(kept) is NEW


async def test_a_reading_that_failed_leaves_nothing_behind() -> None:
    kept = Kept[Row](10)

    async def fails() -> Row | None:
        raise FileNotFoundError

    with pytest.raises(FileNotFoundError):
        await kept.get(1, fails)
    assert kept._readings == {}


async def test_a_write_over_what_is_kept_is_kept() -> None:
    kept = Kept[Row](10)
    await read(kept, OLD)
    kept.follow(1, OLD, NEW)
    assert await at_hand(kept) is NEW


async def test_a_write_over_what_somebody_else_has_changed_is_not() -> None:
    kept = Kept[Row](10)
    await read(kept, OLD)
    kept.changed(1)
    kept.follow(1, OLD, NEW)
    assert await at_hand(kept) is None
    await read(kept, ["other"])
    kept.follow(1, OLD, NEW)
    assert await at_hand(kept) is None


async def test_what_is_not_worth_keeping_is_not_kept() -> None:
    kept = Kept[Row](10, lambda row: row is OLD)
    await read(kept, NEW)
    assert await at_hand(kept) is None
    await read(kept, OLD)
    kept.follow(1, OLD, NEW)
    assert await at_hand(kept) is None


async def test_a_slow_reader_does_not_bring_back_the_old() -> None:
    kept, slow = Kept[Row](10), Slow(OLD)
    task = await slow.begin(kept)
    await read(kept, OLD)
    kept.follow(1, OLD, NEW)
    await slow.end(task)
    assert await at_hand(kept) is NEW


async def test_what_was_not_asked_for_longest_makes_room() -> None:
    kept = Kept[Row](2)
    for number in (1, 2):
        await read(kept, [str(number)], number)
    await at_hand(kept, 1)
    await read(kept, ["3"], 3)
    assert [await at_hand(kept, number) for number in (1, 2, 3)] == [["1"], None, ["3"]]


async def test_everything_may_have_changed() -> None:
    kept, slow = Kept[Row](10), Slow(OLD)
    task = await slow.begin(kept)
    kept.all_changed()
    await slow.end(task)
    assert await at_hand(kept) is None
