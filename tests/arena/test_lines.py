"""The line buffer: any bytes in any pieces yield lines, or the guest has lost."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.arena.lines import LONGEST_LINE, GuestError, LineBuffer


class PauseCounter:
    """Counts pauses and resumes of reading."""

    def __init__(self) -> None:
        self.pauses = 0
        self.resumes = 0
        self.buffer = LineBuffer(self._pause, self._resume)

    def _pause(self) -> None:
        self.pauses += 1

    def _resume(self) -> None:
        self.resumes += 1


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n"), max_size=30)), st.data())
def test_lines_do_not_depend_on_the_pieces(lines: list[str], data: st.DataObject) -> None:
    raw = "".join(f"{line}\n" for line in lines).encode()
    cuts = sorted(data.draw(st.lists(st.integers(0, len(raw)))))
    buffer, found = PauseCounter().buffer, list[str]()
    for start, end in zip([0, *cuts], [*cuts, len(raw)], strict=True):
        buffer.feed(raw[start:end])
        while (line := buffer.take()) is not None:
            found.append(line)
    assert found == lines


def test_the_longest_line_is_taken() -> None:
    buffer = PauseCounter().buffer
    buffer.feed(b"x" * LONGEST_LINE + b"\n")
    assert buffer.take() == "x" * LONGEST_LINE


@pytest.mark.parametrize("raw", [b"x" * (LONGEST_LINE + 1), b"x" * (LONGEST_LINE + 1) + b"\n", b"caf\xe9\n"])
def test_too_long_or_not_utf8(raw: bytes) -> None:
    buffer = PauseCounter().buffer
    buffer.feed(raw)
    with pytest.raises(GuestError, match="protocol"):
        buffer.take()


async def test_what_came_before_the_end_counts() -> None:
    buffer = PauseCounter().buffer
    buffer.feed(b"one\ntwo\n")
    buffer.end("crash")
    buffer.feed(b"three\n")
    buffer.end("timeout")
    assert [await buffer.line(), await buffer.line()] == ["one", "two"]
    with pytest.raises(GuestError, match="crash"):
        await buffer.line()


async def test_a_flood_is_stopped_until_it_is_read() -> None:
    counter = PauseCounter()
    for _ in range(100):
        counter.buffer.feed(b"noise\n" * 1000)
    assert (counter.pauses, counter.resumes) == (1, 0)
    while counter.buffer.take() is not None:
        pass
    waiting = asyncio.create_task(counter.buffer.line())
    await asyncio.sleep(0)
    assert counter.resumes == 1
    counter.buffer.feed(b"card\n")
    assert await waiting == "card"


async def test_waiting_ends_at_a_time() -> None:
    buffer, loop = PauseCounter().buffer, asyncio.get_running_loop()
    until = loop.time() + 0.01
    await buffer.wait_for_change(until)
    assert loop.time() >= until - 0.001
