"""A circuit breaker for requests to Discord. Discord bans an address after 10,000 refused requests (401, 403, 429) in
ten minutes and then refuses everything; requests made during a ban prolong it.

Knows nothing of Discord's library: it is told how requests ended and says whether another may be sent. Refusals from
one channel concern that channel; refusals from everywhere, with nothing accepted in between, concern the bot.
"""

import random
from collections import deque
from collections.abc import Hashable

SECOND = 1_000
PATIENCE = 3  # refusals in a row without Discord's error code: about the bot, not the channel
CROWD, ROW = 10, 20  # different places, or requests, refused in a row with an error code each
FIRST_PAUSE, LONGEST_PAUSE = 15 * SECOND, 120 * SECOND
WINDOW = 600 * SECOND
MOST_REFUSALS = 5_000  # in that window: half of the number Discord bans for


class Breaker:
    """While open (`is_shut`), one probe is sent after each pause. A refused probe doubles the next pause, and so does
    opening again soon after."""

    def __init__(self, dice: random.Random) -> None:
        self._dice = dice
        self._suspects: set[Hashable] = set()
        self._bare = 0  # refusals without an error code since anything was accepted
        self._row = 0  # all refusals since then
        self._refusals: deque[int] = deque()
        self._pause = FIRST_PAUSE
        self._shut_at: int | None = None  # the last time
        self._until: int | None = None  # shut until then; None: open
        self._is_probing = False
        self._doubtful_since = 0

    @property
    def is_shut(self) -> bool:
        return self._until is not None

    @property
    def doubtful_since(self) -> int:
        """Since when nothing was accepted: refusals from then on may not have been about their channels."""
        return self._doubtful_since

    def wait(self, now: int) -> int:
        """Milliseconds until a request may be sent; 0: now."""
        if self._until is None:
            return 0
        if self._is_probing:
            return max(self._until - now, SECOND)
        return max(self._until - now, 0)

    def send(self) -> None:
        """A request is about to be sent; while shut it is the probe."""
        self._is_probing = self.is_shut

    def taken(self, now: int) -> None:
        """Discord processed a request, whatever the answer."""
        self._until, self._is_probing = None, False
        self._bare = self._row = 0
        self._suspects.clear()
        self._doubtful_since = now

    def lost(self) -> None:
        """No answer: a probe without one changes nothing."""
        self._is_probing = False

    def delayed(self, now: int) -> bool:
        """A 429 with a wait. Counts towards a ban. Returns whether this shut the breaker."""
        self._count(now)
        self._is_probing = False
        if self.is_shut or len(self._refusals) < MOST_REFUSALS:
            return False
        self._shut(now, 0)
        return True

    def refused(self, now: int, place: Hashable, *, is_bare: bool, retry_after: int = 0) -> bool:
        """Returns whether this shut the breaker."""
        self._count(now)
        self._suspects.add(place)
        self._bare += is_bare
        self._row += 1
        if self.is_shut:
            if self._is_probing:
                self._is_probing = False
                self._shut(now, retry_after)
            return False
        if self._bare >= PATIENCE or len(self._refusals) >= MOST_REFUSALS:
            self._shut(now, retry_after)
        elif len(self._suspects) >= CROWD or self._row >= ROW:
            self._until = now  # may be chance: the next request is the probe
        return self.is_shut

    def _shut(self, now: int, retry_after: int) -> None:
        """The pause is randomised, so that bots behind one address do not come back at once."""
        if self._shut_at is not None and now - self._shut_at > WINDOW:
            self._pause = FIRST_PAUSE
        pause = int(self._pause * self._dice.uniform(0.8, 1.2))
        self._until, self._shut_at = now + max(pause, retry_after), now
        self._pause = min(2 * self._pause, LONGEST_PAUSE)

    def _count(self, now: int) -> None:
        self._refusals.append(now)
        while self._refusals[0] <= now - WINDOW:
            self._refusals.popleft()
