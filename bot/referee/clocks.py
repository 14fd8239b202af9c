"""Time to think. Deadlines are wall-clock milliseconds kept with the game, never a timer."""

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


@dataclass(frozen=True, slots=True)
class Clock:
    name: str
    turn: int | None  # milliseconds for a turn; None: as long as they like
    remind_at: int | None = None  # with no more than this left


CLOCKS = {
    clock.name: clock
    for clock in (Clock("live", 3 * MINUTE), Clock("daily", DAY, remind_at=DAY // 4), Clock("none", None))
}


def deadline(game: AnyGame, state: Any, clock: str, now: int) -> int | None:
    """Until when somebody has to act; None: no hurry. What falls to the lot if nobody decides (TG3) does so once a
    challenge would have expired, or sooner where a turn is shorter, whatever the clock."""
    turn = CLOCKS[clock].turn
    if game.overdue(state) is not None:
        return now + min(turn or CHALLENGE_LASTS, CHALLENGE_LASTS)
    return None if turn is None else now + turn
