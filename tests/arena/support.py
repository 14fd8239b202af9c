"""Helpers of the arena's tests: guests, runs, and a check for processes left running."""

import shlex
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from bot.arena.connections import can_isolate
from bot.arena.registry import EXCHANGES
from bot.arena.tournament import Entrant, Plan, ShellCommand, run
from bot.players.core import Level
from bot.players.registry import LEVELS
from bot.referee.records import AnyRecord
from bot.referee.turn_records import TurnRecord

ROOT = Path(__file__).parents[2]
IS_ISOLATED = can_isolate()
_PROGRAMS = Path(__file__).parent / "programs"


def program(name: str, *arguments: object) -> ShellCommand:
    """One of the scripts here, with the fastest Python start-up."""
    return ShellCommand(shlex.join((sys.executable, "-S", "-E", str(_PROGRAMS / name), *map(str, arguments))))


def level(name: str) -> Level:
    return LEVELS[name]


def play(*guests: Entrant, games: int = 1, seed: int = 1, move_ms: int = 20_000, jobs: int = 1) -> Sequence[TurnRecord]:
    """A run in this process. The move time is long, so that a busy machine makes no guest time out by accident."""
    first, second = guests
    records: list[AnyRecord] = []
    run(
        Plan((first, second), games, seed, move_ms, jobs, EXCHANGES["le-duel"], is_isolated=IS_ISOLATED),
        None,
        records.append,
    )
    return [record for record in records if isinstance(record, TurnRecord)]


def left_running(word: Path) -> list[str]:
    """Command lines that contain this word, after up to a second for killed processes to disappear."""
    for _ in range(100):
        if not (found := _command_lines(word)):
            break
        time.sleep(0.01)
    return found


def _command_lines(word: Path) -> list[str]:
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = path.read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if str(word) in line and path.parent.name != "self":
            found.append(line)
    return found
