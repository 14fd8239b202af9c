"""Time to think. Deadlines are wall-clock milliseconds kept with the game, never a timer."""

from dataclasses import dataclass

SECOND = 1_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR

CHALLENGE_LASTS = 15 * MINUTE
IDLE_LIMIT = 14 * DAY  # without a clock, a game nobody touches for this long is called off
MISSES_FORGIVEN = 1  # the first missed deadline warns


@dataclass(frozen=True, slots=True)
class Clock:
    name: str
    turn: int | None  # milliseconds for a turn; None: as long as they like
    remind_at: int | None = None  # with no more than this left

    def deadline(self, now: int) -> int | None:
        return None if self.turn is None else now + self.turn


CLOCKS = {
    clock.name: clock
    for clock in (Clock("live", 3 * MINUTE), Clock("daily", DAY, remind_at=DAY // 4), Clock("none", None))
}
