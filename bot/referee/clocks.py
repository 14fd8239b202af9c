"""Time to think. Deadlines are wall-clock milliseconds kept with the game, never a timer."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bot.games.core import AnyGame

SECOND = 1_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR

CHALLENGE_LASTS = 15 * MINUTE
IDLE_LIMIT = 14 * DAY  # without a clock, a game nobody touches for this long is called off
MISSES_FORGIVEN = 1  # the first missed deadline warns
ASLEEP = MINUTE  # time is asked for every few seconds; who has not asked for this long could hear nobody
JUMP = 5 * SECOND  # what a clock is off by less than this is no jump


@dataclass(frozen=True, slots=True)
class Clock:
    name: str
    turn: int | None  # milliseconds for a turn; None: as long as they like
    remind_at: int | None = None  # with no more than this left


NO_CLOCK = "none"
CLOCKS = {
    clock.name: clock
    for clock in (Clock("live", 3 * MINUTE), Clock("daily", DAY, remind_at=DAY // 4), Clock(NO_CLOCK, None))
}


def deadline(game: AnyGame, state: Any, clock: str, now: int) -> int | None:
    """Until when somebody has to act; None: no hurry. What falls to the lot if nobody decides (TG3) does so once a
    challenge would have expired, or sooner where a turn is shorter, whatever the clock."""
    turn = CLOCKS[clock].turn
    if game.overdue(state) is not None:
        return now + min(turn or CHALLENGE_LASTS, CHALLENGE_LASTS)
    return None if turn is None else now + turn


class Watch:
    """The time players are held to. Between two looks at the wall clock it goes by a steady one, so that it neither
    jumps when somebody sets the clock nor runs on while the machine, or this process alone, was asleep."""

    def __init__(self, wall: Callable[[], int], steady: Callable[[], float] | None) -> None:
        """Milliseconds since 1970, and seconds since any moment; without those the wall clock is believed."""
        self._wall = wall
        self._steady = steady
        self._asked = self._ticks()
        self._ahead = wall() - self._asked

    def now(self) -> int:
        if self._steady is None:
            return self._wall()
        ticks = self._ticks()
        if ticks - self._asked > ASLEEP:
            self._ahead -= ticks - self._asked
        self._asked = ticks
        return self._ahead + ticks

    def lived(self) -> int:
        """Milliseconds since any moment: they only ever go on, whatever is done to the clock."""
        return self._wall() if self._steady is None else self._ticks()

    def drift(self) -> int:
        """How far the wall clock has got ahead of the time that was lived through; negative if it was set back."""
        drift = self._wall() - self.now()
        return drift if abs(drift) >= JUMP else 0

    def follow(self, drift: int) -> None:
        """Goes by the wall clock again, once every deadline has been moved by as much."""
        self._ahead += drift

    def _ticks(self) -> int:
        return 0 if self._steady is None else int(self._steady() * SECOND)
