"""Prometheus metrics of the running bot. Every label has a bounded number of values; no person, server, game or card is
ever one."""

import time
from collections.abc import Callable
from functools import cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

from bot.referee.rulings import Ruling

MOST_VALUES = 100  # of one label; further ones count as OTHER
OTHER = "other"
COMMIT_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)  # seconds
ANSWER_BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 1.5, 2.0, 3.0)  # seconds; Discord's timeout is three
TOO_MANY_REQUESTS = 429

Reading = Callable[[], float]


class BoundedLabel:
    """Bounds the values of a label: those beyond the limit become OTHER."""

    def __init__(self, limit: int = MOST_VALUES) -> None:
        self._limit = limit
        self._known: set[str] = set()

    def __call__(self, value: str) -> str:
        if value not in self._known and len(self._known) >= self._limit:
            return OTHER
        self._known.add(value)
        return value


class Metrics:
    """Counters and histograms are updated by events, gauges are read at each scrape."""

    def __init__(self, timer: Callable[[], float] = time.monotonic) -> None:
        self._timer = timer
        self._begun = timer()
        self._swept_at: float | None = None
        self._code = BoundedLabel()
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        # The lookup by labels is cached: it is most of the cost of counting.
        self._rulings = cache(
            self._counter(
                "rulings", "What the referee ruled, by what was asked and what came of it.", "kind", "code"
            ).labels
        )
        self._ruling_seconds = cache(
            self._histogram(
                "ruling_seconds", "From the request to the commit, waiting included.", COMMIT_BUCKETS, "kind"
            ).labels
        )
        self._answers = cache(
            self._counter(
                "answers", "Interactions, by kind and by what they were answered with.", "kind", "code"
            ).labels
        )
        self._answer_seconds = cache(
            self._histogram(
                "answer_seconds", "From hearing of an interaction to its first answer.", ANSWER_BUCKETS, "kind"
            ).labels
        )
        self._requests = cache(
            self._counter("discord_requests", "Requests to Discord, by what came back.", "result").labels
        )
        self._commit_seconds = self._histogram(
            "store_commit_seconds", "From asking for a write until it is on the disk.", COMMIT_BUCKETS
        )
        self._unread_events = self._counter(
            "unreadable_events", "Gateway events that could not be parsed, by kind.", "event"
        )
        self._backup_failures = self._counter("backup_failures", "Automatic copies of the database that failed.")
        self.live_games = self._gauge("live_games", "Games under way.")
        self.read("uptime_seconds", "Since the bot was started.", lambda: self._timer() - self._begun)
        self.read("sweep_age_seconds", "Since time was last looked at; NaN before the first time.", self.sweep_age)

    def _counter(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(f"arbitre_{name}", about, labels, registry=self.registry)

    def _gauge(self, name: str, about: str) -> Gauge:
        return Gauge(f"arbitre_{name}", about, registry=self.registry)

    def _histogram(self, name: str, about: str, buckets: tuple[float, ...], *labels: str) -> Histogram:
        return Histogram(f"arbitre_{name}", about, labels, registry=self.registry, buckets=buckets)

    def read(self, name: str, about: str, reading: Reading) -> None:
        """Add a gauge that is read at each scrape."""
        self._gauge(name, about).set_function(reading)

    # Events

    def ruled(self, ruling: Ruling) -> None:
        self._rulings(ruling.kind, self._code(ruling.code)).inc()
        self._ruling_seconds(ruling.kind).observe(ruling.seconds)

    def answered(self, kind: str, code: str, seconds: float | None) -> None:
        """Count an interaction. `seconds` is None if it could not be answered."""
        self._answers(kind, self._code(code)).inc()
        if seconds is not None:
            self._answer_seconds(kind).observe(seconds)

    def requested(self, status: int | None) -> None:
        """Count a request. `status` is None if the connection failed."""
        if status is None:
            result = "failed"
        else:
            result = str(TOO_MANY_REQUESTS) if status == TOO_MANY_REQUESTS else f"{status // 100}xx"
        self._requests(result).inc()

    def written(self, seconds: float) -> None:
        self._commit_seconds.observe(seconds)

    def swept(self) -> None:
        self._swept_at = self._timer()

    def event_unread(self, event: str) -> None:
        self._unread_events.labels(event).inc()

    def backup_failed(self) -> None:
        self._backup_failures.inc()

    # Queries

    def sweep_age(self) -> float:
        return float("nan") if self._swept_at is None else self._timer() - self._swept_at

    def page(self) -> bytes:
        return generate_latest(self.registry)
