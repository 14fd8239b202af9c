"""The totals of a run as a table, computed from records alone."""

import math
from array import array
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from bot.referee.records import AnyRecord
from bot.referee.turn_records import TurnRecord

_AN = {"turn": "a", "action": "an"}
_Z = 1.959964  # standard deviations that hold 95 % of a normal distribution


@dataclass(slots=True)
class Tally:
    """One guest's games."""

    name: str
    wins: int = 0
    ends: Counter[str] = field(default_factory=Counter)  # how the games it won ended
    ms: "array[float]" = field(default_factory=lambda: array("d"))
    scores: list[int] = field(default_factory=list)  # of games that ended by their rules

    def add(self, record: AnyRecord, seats: Collection[int]) -> None:
        """A game in which this guest had these seats."""
        if isinstance(record, TurnRecord):
            is_won = record.winner in seats
            times = [ms for seat in seats for ms in (record.ms or ())[seat]]
        else:
            is_won = any(seat in record.winners for seat in seats)
            times = [ms for (seat, _), ms in zip(record.actions, record.ms or (), strict=False) if seat in seats]
            self.scores += [record.scores[seat] for seat in seats] if record.scores is not None else []
        if is_won:
            self.wins += 1
            self.ends[record.reason] += 1
        self.ms.extend(times)


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The 95 % confidence interval of a win rate (Wilson score interval)."""
    share, spread = wins / games, _Z * _Z / games
    middle = (share + spread / 2) / (1 + spread)
    half = _Z * math.sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


def percentile(values: Sequence[float], percent: int) -> float | None:
    """The smallest value that at least `percent` per cent of the values do not exceed."""
    if not values:
        return None
    return sorted(values)[max(0, math.ceil(len(values) * percent / 100) - 1)]


def table(tallies: Sequence[Tally], games: int, *, asked: str = "turn") -> Table:
    """`asked` is what a guest is asked for each time: a turn or an action."""
    shown = Table(box=SIMPLE_HEAD)
    scored = ("score",) if any(tally.scores for tally in tallies) else ()
    for heading in (
        "guest",
        "wins",
        "95 %",
        "won by",
        *scored,
        f"{asked}s\na game",
        f"ms {_AN[asked]} {asked}\np50 / p99",
    ):
        is_text = heading in ("guest", "won by")
        shown.add_column(heading, justify="left" if is_text else "right", overflow="fold", no_wrap=not is_text)
    for tally in tallies:
        low, high = wilson(tally.wins, games)
        shown.add_row(
            Text(tally.name),
            str(tally.wins),
            f"{low * 100:.1f} – {high * 100:.1f}",
            ", ".join(f"{reason} {count}" for reason, count in tally.ends.most_common()) or "–",
            *((f"{fmean(tally.scores):.2f}" if tally.scores else "–",) if scored else ()),
            f"{len(tally.ms) / games:.1f}",
            f"{_ms(percentile(tally.ms, 50))} / {_ms(percentile(tally.ms, 99))}",
        )
    return shown


def _ms(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"
