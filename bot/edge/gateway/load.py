"""Who waits for us to find an answer, and whether they are so many that pictures have to wait for quieter times: words
say as much. How long Discord takes to hear it is not our hurry."""

import time
from collections.abc import Callable, Hashable

MANY = 4  # who wait at once: on a machine with time to spare each is answered before the next asks
CALM = 1.0  # seconds without so many before there is time to draw again: a rush has its lulls


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
