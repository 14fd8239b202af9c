"""Measures rates and prints tables. Each figure is shown with its ratio to a baseline of the same run, because ratios
carry over from machine to machine and absolute times do not."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from time import process_time

from rich.console import Console
from rich.table import Table


@dataclass(frozen=True, slots=True)
class Row:
    """One figure. `ratio` is the figure divided by that of `baseline`; a baseline's own row has ratio 1."""

    name: str
    figure: float
    unit: str
    ratio: float
    baseline: str


def rates(*works: Callable[[], int], rounds: int = 7, seconds: float = 0.2) -> tuple[float, ...]:
    """Units of work a second of this process's CPU time, for each work. The works alternate, so that a busy moment of
    the machine affects all of them; the best round of each counts."""
    for work in works:
        work()  # warms caches; not counted
    measured = [[_rate(work, seconds) for work in works] for _ in range(rounds)]
    return tuple(max(column) for column in zip(*measured, strict=True))


def _rate(work: Callable[[], int], seconds: float) -> float:
    done, start = 0, process_time()
    while (spent := process_time() - start) < seconds:
        done += work()
    return done / spent


def show(title: str, rows: Iterable[Row], console: Console) -> None:
    """Print one table once all its figures are measured."""
    table = Table(title=title, title_justify="left")
    table.add_column("measured")
    table.add_column("figure", justify="right")
    table.add_column("unit")
    table.add_column("ratio", justify="right")
    table.add_column("to")
    for row in rows:
        table.add_row(row.name, _number(row.figure), row.unit, f"{_number(row.ratio)}×", row.baseline)
    console.print(table)


def _number(value: float) -> str:
    """Three significant digits, thousands grouped."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
