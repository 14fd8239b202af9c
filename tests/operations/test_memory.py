"""glibc's allocator is told to keep few heaps, and any other C library is left alone."""

import asyncio
import subprocess
import sys
import threading
from unittest.mock import patch

import pytest

from bot.operations import memory
from tests.store.support import ROOT

# Threads that are alive at a time each get a heap of their own, up to the limit.
HEAPS = """
import ctypes, re, sys, threading
if sys.argv[1] == "bound":
    from bot.operations.memory import bound_memory
    bound_memory()
libc = ctypes.CDLL("libc.so.6")
barrier = threading.Barrier(7)
def use():
    held = libc.malloc(5000)
    barrier.wait(30)
    barrier.wait(30)
threads = [threading.Thread(target=use) for _ in range(6)]
[thread.start() for thread in threads]
barrier.wait(30)
libc.malloc_stats()
barrier.wait(30)
"""


def heaps(kind: str) -> int:
    command = [sys.executable, "-c", HEAPS, kind]
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT)
    return done.stderr.count("Arena")


def test_threads_share_few_heaps() -> None:
    assert heaps("free") > memory.ARENAS
    assert heaps("bound") <= memory.ARENAS


def test_another_c_library_is_left_alone() -> None:
    with patch("ctypes.CDLL", side_effect=OSError):
        memory.bound_memory()


async def test_what_is_free_is_given_back_each_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    trimmed = threading.Event()
    monkeypatch.setattr(memory, "TRIM_PERIOD", 0.001)
    monkeypatch.setattr(memory, "trim_memory", trimmed.set)
    trimming = asyncio.create_task(memory.trim_memory_regularly())
    assert await asyncio.to_thread(trimmed.wait, 30)
    trimming.cancel()


def test_memory_is_given_back_where_the_library_can() -> None:
    memory.trim_memory()
    with patch("ctypes.CDLL", side_effect=OSError):
        memory.trim_memory()
