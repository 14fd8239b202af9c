"""The figures of a run."""

import io
import re
from dataclasses import replace

import pytest
from rich.console import Console

from bot.arena.report import Tally, percentile, table, wilson
from tests.arena.support import level, play


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(50, 100, 0.4038, 0.5962), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (1, 1, 0.2065, 1.0)],
)
def test_wilson(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=5e-5)


def test_percentile() -> None:
    values = [float(value) for value in range(100, 0, -1)]
    assert [percentile(values, percent) for percent in (1, 50, 99, 100)] == [1, 50, 99, 100]
    assert percentile([], 50) is None


def test_table() -> None:
    (record,) = play(level("greedy"), level("random"))
    record = replace(record, winner=0, reason="stuck", ms=((1.0, 3.0), (2.0,)))
    tallies = [Tally("[red]greedy"), Tally("random")]
    for seat, tally in enumerate(tallies):
        tally.add(record, [seat])
        tally.add(replace(record, winner=1, reason="timeout"), [seat])
    console = Console(file=io.StringIO(), width=200)
    console.print(table(tallies, 2))
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert [line.split("  ") for line in re.sub(" {3,}", "  ", text).splitlines()[-3:-1]] == [
        ["", "[red]greedy", "1", "9.5 – 90.5", "stuck 1", "2.0", "1.00 / 3.00", ""],
        ["", "random", "1", "9.5 – 90.5", "timeout 1", "1.0", "2.00 / 2.00", ""],
    ]
