"""Rate limits and back-off, by the clock that is handed in. Knows nothing of Discord's library.

Discord allows a bot fifty requests a second, and five message edits in five seconds in a channel. Staying below both
ourselves matters, because a 429 counts towards a ban.
"""

import random
from collections import defaultdict, deque
from collections.abc import Hashable
from dataclasses import dataclass

SECOND = 1_000
A_SECOND = 40  # requests; Discord's fifty less a margin for what people's presses need
CHANNEL_EDITS, CHANNEL_WINDOW = 5, 5 * SECOND
FIRST_DELAY, LONGEST_DELAY = 8 * SECOND, 60 * SECOND


class SlidingWindow:
    """At most `count` events in any `length` milliseconds."""

    def __init__(self, count: int, length: int) -> None:
        self._count = count
        self._length = length
        self._times: deque[int] = deque()

    def note(self, now: int) -> None:
        self._times.append(now)

    def is_idle(self, now: int) -> bool:
        return not self._times or self._times[-1] <= now - self._length

    def wait(self, now: int, others: int = 0) -> int:
        """Milliseconds until one more fits, besides `others` about to come."""
        while self._times and self._times[0] <= now - self._length:
            self._times.popleft()
        too_many = len(self._times) + others - self._count
        if too_many < 0 or not self._times:
            return 0
        return self._times[min(too_many, len(self._times) - 1)] + self._length - now


@dataclass(slots=True)
class _Delay:
    failures: int = 0
    until: int = 0


class RateLimits:
    """All requests together, edits in each channel, and back-off of places that failed."""

    def __init__(self, dice: random.Random) -> None:
        self._dice = dice
        self._all = SlidingWindow(A_SECOND, SECOND)
        self._edits: defaultdict[Hashable, SlidingWindow] = defaultdict(
            lambda: SlidingWindow(CHANNEL_EDITS, CHANNEL_WINDOW)
        )
        self._delays: defaultdict[Hashable, _Delay] = defaultdict(_Delay)

    def note(self, place: Hashable, now: int, *, is_edit: bool) -> None:
        """A request is about to be sent."""
        self._all.note(now)
        if is_edit:
            self._edits[place].note(now)

    def wait(self, now: int, others: int = 0) -> int:
        """Milliseconds until anything may be asked, besides what others are about to ask."""
        return self._all.wait(now, others)

    def wait_in(self, place: Hashable, now: int, *, is_edit: bool) -> int:
        """Milliseconds until a request may be sent to this place."""
        room = self._edits[place].wait(now) if is_edit and place in self._edits else 0
        delay = self._delays[place].until - now if place in self._delays else 0
        return max(room, delay, self.wait(now), 0)

    def failed(self, place: Hashable, now: int, retry_after: int = 0) -> None:
        """Exponential back-off up to a minute, with jitter. Shorter where Discord said how long to wait."""
        delay = self._delays[place]
        first = SECOND if retry_after else FIRST_DELAY
        longest = min(first * 2 ** min(delay.failures, 10), LONGEST_DELAY)
        delay.failures += 1
        delay.until = now + max(int(longest * self._dice.uniform(0.7, 1.0)), retry_after)

    def worked(self, place: Hashable) -> None:
        self._delays.pop(place, None)

    def sweep(self, now: int) -> None:
        """Drop what no longer matters."""
        for place in [one for one, window in self._edits.items() if window.is_idle(now)]:
            del self._edits[place]
        for place in [one for one, delay in self._delays.items() if delay.until < now - 2 * LONGEST_DELAY]:
            del self._delays[place]
