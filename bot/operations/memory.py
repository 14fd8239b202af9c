"""Keeps the process small where the C library is glibc. By itself it gives every thread that draws a heap of its own,
and puts pictures on them, which are then full of holes and never given back: twice what is in use after a day."""

import asyncio
import contextlib
import ctypes

_ARENA_MAX, _MMAP_THRESHOLD, _TRIM_THRESHOLD = -8, -3, -1  # of malloc.h
ARENAS = 2
TRIM_PERIOD = 60.0  # seconds
LARGE = 256 * 1024  # bytes, from which on memory goes back at once; drawing takes a third more processor time for it


async def trim_memory_regularly() -> None:
    """Give back what is free between what is in use; run until cancelled."""
    while True:
        await asyncio.sleep(TRIM_PERIOD)
        await asyncio.to_thread(trim_memory)


def trim_memory() -> None:
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL("libc.so.6").malloc_trim(0)


def bound_memory() -> None:
    """Call before any thread is started. No effect with another C library."""
    with contextlib.suppress(OSError, AttributeError):
        libc = ctypes.CDLL("libc.so.6")
        for option, value in ((_ARENA_MAX, ARENAS), (_MMAP_THRESHOLD, LARGE), (_TRIM_THRESHOLD, LARGE)):
            libc.mallopt(option, value)
