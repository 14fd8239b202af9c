"""Counts interactions not yet answered; above MANY, and for a moment after, pictures are skipped. Time spent waiting
for Discord's own response does not count."""

import time
from collections.abc import Callable, Hashable

MANY = 4  # unanswered at once: with time to spare, each is answered before the next arrives
CALM = 1.0  # seconds below MANY before pictures are drawn again


class Load:
    def __init__(self, timer: Callable[[], float] = time.monotonic) -> None:
        self._timer = timer
        self._waiting: set[Hashable] = set()
        self._calm_at = timer()

    def __len__(self) -> int:
        return len(self._waiting)

    @property
    def is_high(self) -> bool:
        return len(self) > MANY or self._timer() < self._calm_at

    def begin(self, one: Hashable) -> None:
        self._waiting.add(one)
        self._look()

    def end(self, one: Hashable) -> None:
        self._look()
        self._waiting.discard(one)

    def _look(self) -> None:
        if len(self._waiting) > MANY:
            self._calm_at = self._timer() + CALM
