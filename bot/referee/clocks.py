"""Time controls and deadlines. A deadline is wall-clock milliseconds stored with the game, never a timer."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bot.games.core import AnyGame, Seat

SECOND = 1_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR

CHALLENGE_LASTS = 15 * MINUTE  # of a game that is played at once
SLOW_CHALLENGE_LASTS = 3 * DAY  # of one in which a turn may take a day or more
GATHERINGS_KEPT = 30 * DAY  # after they have expired
IDLE_LIMIT = 14 * DAY  # a game without a clock is called off after this long without a move
MAX_WARNINGS = 1  # missed deadlines that only warn
SUSPENDED_AFTER = 15 * SECOND  # `now` is called every five seconds; a longer gap means the process was suspended
MIN_DRIFT = 5 * SECOND  # smaller differences from the wall clock are ignored


@dataclass(frozen=True, slots=True)
class Clock:
    name: str
    turn: int | None  # milliseconds per turn; None: unlimited
    remind_at: int | None = None  # milliseconds before the deadline


NO_CLOCK = "none"
CLOCKS = {
    clock.name: clock
    for clock in (
        Clock("live", 3 * MINUTE, remind_at=MINUTE),
        Clock("daily", DAY, remind_at=DAY // 4),
        Clock(NO_CLOCK, None),
    )
}


def challenge_lasts(clock: str) -> int:
    """How long seats stay open before a game on this clock: people answer no faster than they would play."""
    turn = CLOCKS[clock].turn
    return SLOW_CHALLENGE_LASTS if turn is None or turn >= DAY else CHALLENGE_LASTS


def default_action(game: AnyGame, state: Any) -> tuple[Seat, Any] | None:
    """The seat to act for which the game itself acts once time is up, and how; None: those to act run out of time."""
    found = ((seat, game.rules.default(state, seat)) for seat in sorted(game.rules.to_act(state)))
    return next(((seat, action) for seat, action in found if action is not None), None)


def deadline(game: AnyGame, state: Any, clock: str, now: int) -> int | None:
    """When the seats to act run out of time; None: never. A default action (TG3) is due after
    CHALLENGE_LASTS, or after a turn's time if that is shorter, even without a clock."""
    turn = CLOCKS[clock].turn
    if default_action(game, state) is not None:
        return now + min(turn or CHALLENGE_LASTS, CHALLENGE_LASTS)
    return None if turn is None else now + turn


class GameTime:
    """The time deadlines are measured in: wall-clock time advanced by a monotonic clock, so that it does not jump when
    the system clock is set and stops while the machine or this process is suspended."""

    def __init__(self, wall: Callable[[], int], steady: Callable[[], float] | None) -> None:
        """`wall` gives milliseconds since 1970, `steady` monotonic seconds; without `steady` the wall clock is used."""
        self._wall = wall
        self._steady = steady
        self._last_ticks = self._ticks()
        self._offset = wall() - self._last_ticks

    def now(self) -> int:
        if self._steady is None:
            return self._wall()
        ticks = self._ticks()
        if ticks - self._last_ticks > SUSPENDED_AFTER:
            self._offset -= ticks - self._last_ticks
        self._last_ticks = ticks
        return self._offset + ticks

    def monotonic_ms(self) -> int:
        """Monotonic milliseconds since an arbitrary moment, for durations; the wall clock without `steady`."""
        return self._wall() if self._steady is None else self._ticks()

    def drift(self) -> int:
        """How far the wall clock is ahead of `now`; negative if it was set back, 0 below MIN_DRIFT."""
        drift = self._wall() - self.now()
        return drift if abs(drift) >= MIN_DRIFT else 0

    def add_drift(self, drift: int) -> None:
        """Catch up with the wall clock. Call after moving every stored deadline by the same amount."""
        self._offset += drift

    def _ticks(self) -> int:
        return 0 if self._steady is None else int(self._steady() * SECOND)
