"""Discord's rate limits, and counts of all requests: by kind, those answered with 401, 403 or 429, and those over a
limit. Interaction endpoints are exempt from the fifty a second."""

import re
import time
from bisect import insort
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

A_SECOND = 50
INVALID = (401, 403, 429)
BOT, CALLBACK, FOLLOWUP = "bot", "callback", "followup"
_NUMBER = re.compile(r"(?<=/)[0-9]+(?=/|$)")


@dataclass(frozen=True, slots=True)
class Violation:
    """A request over a limit."""

    limit: str
    path: str
    at: float


@dataclass(slots=True)
class Bucket:
    """A fixed-window rate limit; the window opens with its first request."""

    name: str
    limit: int
    seconds: float
    used: int = 0
    until: float = 0.0

    def take(self, now: float) -> bool:
        if now >= self.until:
            self.used, self.until = 0, now + self.seconds
        self.used += 1
        return self.used <= self.limit

    def headers(self, now: float) -> dict[str, str]:
        left = max(self.until - now, 0.0)
        return {
            "X-RateLimit-Bucket": self.name,
            "X-RateLimit-Limit": str(self.limit),
            "X-RateLimit-Remaining": str(max(self.limit - self.used, 0)),
            "X-RateLimit-Reset": f"{time.time() + left:.3f}",
            "X-RateLimit-Reset-After": f"{left:.3f}",
        }


@dataclass(frozen=True, slots=True)
class Admission:
    """A request's rate limit headers, and how long to wait if it was refused."""

    headers: dict[str, str]
    wait: float | None = None
    scope: str = "user"


def kind_of(path: str) -> str:
    if path.startswith("/interactions/"):
        return CALLBACK
    return FOLLOWUP if path.startswith("/webhooks/") else BOT


@dataclass
class Meter:
    clock: Callable[[], float] = time.monotonic
    requests: Counter[str] = field(default_factory=Counter)  # by kind
    routes: Counter[str] = field(default_factory=Counter)  # by method and path, ids as `#`
    answers: Counter[int] = field(default_factory=Counter)  # by status
    invalid_at: list[float] = field(default_factory=list)  # when an invalid answer was served
    violations: list[Violation] = field(default_factory=list)
    peak: int = 0  # the most counted requests within any second
    _recent: list[float] = field(default_factory=list)
    _buckets: dict[tuple[str, str], Bucket] = field(default_factory=dict)

    @property
    def invalid(self) -> int:
        return len(self.invalid_at)

    def admit(self, method: str, path: str, sent_at: float | None = None) -> Admission:
        """Count a request and check Discord's limits, by its send time if known."""
        now, kind = self.clock() if sent_at is None else sent_at, kind_of(path)
        self.requests[kind] += 1
        self.routes[f"{method} {_route(path)}"] += 1
        if kind == BOT and (wait := self._pass_a_second(now)) is not None:
            self.violations.append(Violation("50 a second", path, now))
            return Admission({"X-RateLimit-Global": "true"}, wait, "global")
        bucket = self._bucket(method, path, kind)
        if bucket is None:
            return Admission({})
        is_in = bucket.take(now)
        if is_in:
            return Admission(bucket.headers(now))
        self.violations.append(Violation(bucket.name, path, now))
        return Admission(bucket.headers(now), bucket.until - now)

    def answered(self, status: int, *, is_shared: bool = False) -> None:
        """Discord counts 401, 403 and 429 against a bot, except a 429 of a shared limit."""
        self.answers[status] += 1
        if status in INVALID and not is_shared:
            self.invalid_at.append(self.clock())

    def _pass_a_second(self, now: float) -> float | None:
        """How long to wait if this request exceeds the fifty a second: until the window is empty. Requests may arrive
        out of the order they were sent in; a refused one takes no room."""
        insort(self._recent, now)
        while self._recent[-1] - self._recent[0] >= 1.0:
            self._recent.pop(0)
        self.peak = max(self.peak, len(self._recent))
        if len(self._recent) <= A_SECOND:
            return None
        self._recent.remove(now)
        return max(self._recent[-1] + 1.0 - now, 0.0)

    def _bucket(self, method: str, path: str, kind: str) -> Bucket | None:
        found = _terms(method, path, kind)
        if found is None:
            return None
        name, major, limit, seconds = found
        if (bucket := self._buckets.get((name, major))) is None:
            bucket = self._buckets[name, major] = Bucket(name, limit, seconds)
        return bucket


def _route(path: str) -> str:
    if (kind := kind_of(path)) != BOT:
        return f"/{kind}"
    return _NUMBER.sub("#", path)


def _terms(method: str, path: str, kind: str) -> tuple[str, str, int, float] | None:
    """A bucket's name, the major parameter it is counted by, and its size: five messages, or five edits, in five
    seconds a channel."""
    parts = path.strip("/").split("/")
    if kind == FOLLOWUP:
        return f"followup-{method}", parts[2], 5, 2.0
    if kind == CALLBACK:
        return None
    if parts[0] == "channels" and len(parts) >= 3 and parts[2] == "messages":
        seconds = 1.0 if method == "DELETE" else 5.0
        return f"messages-{method}", parts[1], 5, seconds
    return f"{method}-{parts[0]}", "", A_SECOND, 1.0
