"""Tracks guests' processes and kills what they leave running. Only descendants of this process are ever touched.

Each guest leads a session of its own. Its helpers are found by that session or by descent. On Linux this process also
becomes a subreaper, so that a helper that left both its parent and the session (a daemon) is re-parented to it: an
orphan outside every guest's session is killed.
"""

import asyncio
import ctypes
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Iterator, Set
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

_SET_CHILD_SUBREAPER = 36
_ROUNDS = 200
_PAUSE = 0.005  # seconds between rounds, for killed processes to exit


@dataclass(frozen=True, slots=True)
class _ProcessInfo:
    parent: int
    group: int
    session: int
    is_zombie: bool


class GuestProcesses:
    """The guests' processes of one run. Leaving the context kills all of them, and everything they started."""

    def __init__(self) -> None:
        self._guests: set[int] = set()
        self._watched: set[int] = set()  # asyncio collects their exit status
        self._preexisting: frozenset[int] = frozenset()
        self._starting = 0

    def __enter__(self) -> "GuestProcesses":
        self._preexisting = frozenset(_children(_snapshot()))
        _set_subreaper(is_on=True)
        return self

    def __exit__(self, *error: object) -> None:
        last = frozenset(self._guests)
        self._guests.clear()
        self._starting = 0
        keyboard = signal.signal(signal.SIGINT, signal.SIG_IGN)  # cleanup must complete
        for _ in range(_ROUNDS):
            if not self._kill_once(last, excluded=self._preexisting):
                break
            time.sleep(_PAUSE)
        _set_subreaper(is_on=False)
        signal.signal(signal.SIGINT, keyboard)

    @contextmanager
    def starting(self) -> Iterator[None]:
        """While a guest starts, its pid is not known yet; do not take it for an orphan."""
        self._starting += 1
        try:
            yield
        finally:
            self._starting -= 1

    def add(self, guest: int) -> None:
        self._guests.add(guest)
        self._watched.add(guest)

    def has_exited(self, guest: int) -> None:
        self._watched.discard(guest)

    async def end(self, guest: int) -> None:
        """Kill a guest, all its helpers, and orphans outside every guest's session."""
        self._guests.discard(guest)
        for _ in range(_ROUNDS):
            pool = {child.pid for child in multiprocessing.active_children() if child.pid is not None}
            if not self._kill_once(frozenset({guest}), excluded=self._preexisting | pool):
                break
            await asyncio.sleep(_PAUSE)

    def _kill_once(self, ended: Set[int], *, excluded: Set[int]) -> bool:
        """Kill what is to be killed now; return whether any of it was alive."""
        snapshot = _snapshot()
        if not snapshot:
            return bool([guest for guest in ended if _kill_group(guest)])
        to_kill = self._to_kill(snapshot, ended, excluded)
        _reap(pid for pid in to_kill - self._watched if snapshot[pid].is_zombie and snapshot[pid].parent == os.getpid())
        alive = {pid for pid in to_kill if not snapshot[pid].is_zombie}
        for group in {snapshot[pid].group for pid in alive} & ended:
            _kill_group(group)  # atomic, so that no member can escape by forking
        for pid in alive:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        return bool(alive)

    def _to_kill(self, snapshot: dict[int, _ProcessInfo], ended: Set[int], excluded: Set[int]) -> Set[int]:
        orphans = set[int]() if self._starting else _children(snapshot) - excluded - self._guests
        strays = {pid for pid in orphans if snapshot[pid].session not in self._guests}
        descendants = _descendants(snapshot, os.getpid())
        helpers = {pid for pid in descendants if snapshot[pid].session in ended}
        roots = strays | helpers | (ended & descendants)
        return roots.union(*(_descendants(snapshot, root) for root in roots))


def _set_subreaper(*, is_on: bool) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, int(is_on), 0, 0, 0)


def _snapshot() -> dict[int, _ProcessInfo]:
    """Every process, on Linux; elsewhere empty."""
    return dict(_each_process()) if sys.platform == "linux" else {}


def _each_process() -> Iterator[tuple[int, _ProcessInfo]]:
    for name in os.listdir("/proc"):
        if name.isdecimal():
            with suppress(OSError):
                stat = Path("/proc", name, "stat").read_text(errors="replace")
                state, parent, group, session = stat.rpartition(")")[2].split()[:4]
                yield int(name), _ProcessInfo(int(parent), int(group), int(session), state in "ZX")


def _children(snapshot: dict[int, _ProcessInfo]) -> set[int]:
    return {pid for pid, process in snapshot.items() if process.parent == os.getpid()}


def _descendants(snapshot: dict[int, _ProcessInfo], root: int) -> set[int]:
    below: dict[int, list[int]] = {}
    for pid, process in snapshot.items():
        below.setdefault(process.parent, []).append(pid)
    found: set[int] = set()
    waiting = [root]
    while waiting:
        children = below.get(waiting.pop(), ())
        waiting += [pid for pid in children if pid not in found]
        found.update(children)
    return found


def _kill_group(group: int) -> bool:
    try:
        os.killpg(group, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return False
    return True


def _reap(zombies: Iterator[int]) -> None:
    for pid in zombies:
        with suppress(ChildProcessError):
            os.waitpid(pid, os.WNOHANG)
