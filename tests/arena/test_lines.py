"""The inbox: whatever bytes come, in whatever pieces, lines come out or the guest has lost."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.arena.lines import LONGEST_LINE, GuestError, Inbox


class Taps:
    """Counts how often reading was stopped and let go on."""

    def __init__(self) -> None:
        self.pauses = 0
        self.resumes = 0
        self.inbox = Inbox(self._pause, self._resume)

    def _pause(self) -> None:
        self.pauses += 1

    def _resume(self) -> None:
        self.resumes += 1


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n"), max_size=30)), st.data())
def test_lines_do_not_depend_on_the_pieces(lines: list[str], data: st.DataObject) -> None:
    raw = "".join(f"{line}\n" for line in lines).encode()
    cuts = sorted(data.draw(st.lists(st.integers(0, len(raw)))))
    inbox, found = Taps().inbox, list[str]()
    for start, end in zip([0, *cuts], [*cuts, len(raw)], strict=True):
        inbox.feed(raw[start:end])
        while (line := inbox.take()) is not None:
            found.append(line)
    assert found == lines


def test_the_longest_line_is_taken() -> None:
    inbox = Taps().inbox
    inbox.feed(b"x" * LONGEST_LINE + b"\n")
    assert inbox.take() == "x" * LONGEST_LINE


@pytest.mark.parametrize("raw", [b"x" * (LONGEST_LINE + 1), b"x" * (LONGEST_LINE + 1) + b"\n", b"caf\xe9\n"])
def test_too_long_or_not_utf8(raw: bytes) -> None:
    inbox = Taps().inbox
    inbox.feed(raw)
    with pytest.raises(GuestError, match="protocol"):
        inbox.take()


async def test_what_came_before_the_end_counts() -> None:
    inbox = Taps().inbox
    inbox.feed(b"one\ntwo\n")
    inbox.end("crash")
    inbox.feed(b"three\n")
    inbox.end("timeout")
    assert [await inbox.line(), await inbox.line()] == ["one", "two"]
    with pytest.raises(GuestError, match="crash"):
        await inbox.line()


async def test_a_flood_is_stopped_until_it_is_read() -> None:
    taps = Taps()
    for _ in range(100):
        taps.inbox.feed(b"noise\n" * 1000)
    assert (taps.pauses, taps.resumes) == (1, 0)
    while taps.inbox.take() is not None:
        pass
    waiting = asyncio.create_task(taps.inbox.line())
    await asyncio.sleep(0)
    assert taps.resumes == 1
    taps.inbox.feed(b"card\n")
    assert await waiting == "card"


async def test_waiting_ends_at_a_time() -> None:
    inbox, loop = Taps().inbox, asyncio.get_running_loop()
    until = loop.time() + 0.01
    await inbox.stir(until)
    assert loop.time() >= until - 0.001
