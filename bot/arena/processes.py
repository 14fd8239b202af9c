"""What guests leave running, found and ended. Only descendants of this process are ever touched.

Each guest is the leader of a session of its own. Its helpers are known by that session or by descending from it. On
Linux this process also becomes the one that orphans fall to, so that a helper which left both its parent and the
session (a daemon) is still found: an orphan that belongs to no guest's session is nobody's, and is ended.
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
_PAUSE = 0.005  # seconds between rounds, for the killed to die


@dataclass(frozen=True, slots=True)
class _ProcessInfo:
    parent: int
    group: int
    session: int
    is_zombie: bool


class GuestProcesses:
    """Guests' processes of one run. Leaving it ends all of them, and everything they started."""

    def __init__(self) -> None:
        self._guests: set[int] = set()
        self._watched: set[int] = set()  # whose exit status asyncio waits for
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
        keyboard = signal.signal(signal.SIGINT, signal.SIG_IGN)  # nobody may stop this half-way
        for _ in range(_ROUNDS):
            if not self._kill_once(last, excluded=self._preexisting):
                break
            time.sleep(_PAUSE)
        _set_subreaper(is_on=False)
        signal.signal(signal.SIGINT, keyboard)

    @contextmanager
    def starting(self) -> Iterator[None]:
        """While a guest is being started it is not known yet, and must not be taken for an orphan."""
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
        """Ends a guest, all its helpers, and orphans that are nobody's."""
        self._guests.discard(guest)
        for _ in range(_ROUNDS):
            pool = {child.pid for child in multiprocessing.active_children() if child.pid is not None}
            if not self._kill_once(frozenset({guest}), excluded=self._preexisting | pool):
                break
            await asyncio.sleep(_PAUSE)

    def _kill_once(self, ended: Set[int], *, excluded: Set[int]) -> bool:
        """Kills what is to be killed as of now; answers whether there was anything alive."""
        snapshot = _snapshot()
        if not snapshot:
            return bool([guest for guest in ended if _kill_group(guest)])
        to_kill = self._to_kill(snapshot, ended, excluded)
        _reap(pid for pid in to_kill - self._watched if snapshot[pid].is_zombie and snapshot[pid].parent == os.getpid())
        alive = {pid for pid in to_kill if not snapshot[pid].is_zombie}
        for group in {snapshot[pid].group for pid in alive} & ended:
            _kill_group(group)  # at one stroke, so that nobody in it can fork away
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
    """Everything that runs, where the system shows it as Linux does; else nothing."""
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
