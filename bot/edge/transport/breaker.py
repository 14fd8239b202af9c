"""When to stop asking. Discord bans an address for ten minutes after ten thousand refused requests in ten, and answers
every request with a refusal meanwhile: going on asking makes it longer.

Nothing of Discord enters: a breaker is told how requests ended and says whether one more may be sent. One place that
refuses us is that place's matter; refusals from everywhere, with nothing taken in between, are ours.
"""

import random
from collections import deque
from collections.abc import Hashable

SECOND = 1_000
PATIENCE = 3  # refusals without a reason in a row: not a word about the place, so it is about us
CROWD, ROW = 10, 20  # places, or requests, in a row that are each refused for a reason of their own
FIRST_PAUSE, LONGEST_PAUSE = 15 * SECOND, 120 * SECOND
WINDOW = 600 * SECOND
MOST_REFUSALS = 5_000  # in that window: half of what Discord bans for


class Breaker:
    """Shut, it lets one request through after each pause to see whether things are better; each that is refused makes
    the next pause longer, and so does being shut again soon after."""

    def __init__(self, dice: random.Random) -> None:
        self._dice = dice
        self._suspects: set[Hashable] = set()
        self._bare = 0  # refusals without a reason since anything was taken
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
        """Since when nothing was taken: what was refused from then on may not have been about its place."""
        return self._doubtful_since

    def wait(self, now: int) -> int:
        """Milliseconds until a request may be sent; 0: now."""
        if self._until is None:
            return 0
        if self._is_probing:
            return max(self._until - now, SECOND)
        return max(self._until - now, 0)

    def send(self) -> None:
        """A request is on its way; while shut it is the one that finds out."""
        self._is_probing = self.is_shut

    def taken(self, now: int) -> None:
        """Discord deals with us: whatever the answer was, it was about the request."""
        self._until, self._is_probing = None, False
        self._bare = self._row = 0
        self._suspects.clear()
        self._doubtful_since = now

    def lost(self) -> None:
        """No answer at all: a probe that says nothing leaves things as they are."""
        self._is_probing = False

    def delayed(self, now: int) -> bool:
        """Told to wait for a while: no refusal, but Discord counts it as one. Answers whether this was one too many."""
        self._count(now)
        self._is_probing = False
        if self.is_shut or len(self._refusals) < MOST_REFUSALS:
            return False
        self._shut(now, 0)
        return True

    def refused(self, now: int, place: Hashable, *, is_bare: bool, retry_after: int = 0) -> bool:
        """Answers whether this was one too many."""
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
            self._until = now  # it may be chance: the very next answer decides
        return self.is_shut

    def _shut(self, now: int, retry_after: int) -> None:
        """With a little chance, so that bots behind one address do not come back all at once."""
        if self._shut_at is not None and now - self._shut_at > WINDOW:
            self._pause = FIRST_PAUSE
        pause = int(self._pause * self._dice.uniform(0.8, 1.2))
        self._until, self._shut_at = now + max(pause, retry_after), now
        self._pause = min(2 * self._pause, LONGEST_PAUSE)

    def _count(self, now: int) -> None:
        self._refusals.append(now)
        while self._refusals[0] <= now - WINDOW:
            self._refusals.popleft()
