"""Fault injection: which requests and gateway events fail, how, and how often. Seeded, so that a run is reproducible.

A rule applies to a share of the requests (or gateway events) that match it. The shares of all matching rules add up, so
that "two in ten requests fail, in every way" is one rule for each way. A gateway event is matched as `EVENT` and its
name: `Rule(Kind.TWICE, 0.1, "EVENT", "/INTERACTION_CREATE")`.
"""

import fnmatch
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

EVENT = "EVENT"  # the method of gateway events


class Kind(Enum):
    # requests
    LIMITED = "429, this bucket"
    LIMITED_SHARED = "429, shared"
    LIMITED_GLOBALLY = "429, global"
    SERVER_ERROR = 500
    BAD_GATEWAY = 502
    UNAVAILABLE = 503
    FORBIDDEN = 403
    NOT_FOUND = 404
    RESET = "the connection is reset before anything is done"
    LOST = "it is done, and the connection is reset before that is said"
    HANG = "no answer; the connection is reset after `seconds`"
    SLOW = "the answer comes after `seconds`"
    # gateway
    DROP = "the connection is cut; the event is there when the session is resumed"
    RECONNECT = "the bot is told to reconnect (op 7), and gets the event when it resumes"
    INVALID = "the session is over (op 9), and the event lost"
    TWICE = "the event comes twice"
    LATE = "the event comes after `seconds`"


GATEWAY = (Kind.DROP, Kind.RECONNECT, Kind.INVALID, Kind.TWICE, Kind.LATE)
REQUESTS = tuple(kind for kind in Kind if kind not in GATEWAY)
LIMITS = (Kind.LIMITED, Kind.LIMITED_SHARED, Kind.LIMITED_GLOBALLY)


@dataclass(frozen=True, slots=True)
class Rule:
    """`path` is a shell pattern; `code` is Discord's error code, for 403 and 404; `times` is how often the rule may
    apply."""

    kind: Kind
    share: float = 1.0
    method: str = "*"
    path: str = "*"
    seconds: float = 0.3
    code: int | None = None
    times: int | None = None

    def matches(self, method: str, path: str) -> bool:
        is_event = self.kind in GATEWAY
        return (
            is_event == (method == EVENT)
            and self.method in ("*", method)
            and (self.path == "*" or fnmatch.fnmatchcase(path, self.path))
        )


class Faults:
    """The active rules. `injected` counts faults by kind."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self._rules: list[Rule] = []
        self._injected: Counter[Rule] = Counter()
        self.injected: Counter[Kind] = Counter()

    def add(self, *rules: Rule) -> None:
        self._rules += rules

    def clear(self) -> None:
        self._rules.clear()
        self._injected.clear()

    def pick(self, method: str, path: str) -> Rule | None:
        if not self._rules:
            return None
        luck = self._chance.random()
        for rule in self._rules:
            if rule.matches(method, path) and (rule.times is None or self._injected[rule] < rule.times):
                luck -= rule.share
                if luck < 0:
                    self._injected[rule] += 1
                    self.injected[rule.kind] += 1
                    return rule
        return None


def mixed_faults(
    share: float, *, kinds: Sequence[Kind] = REQUESTS, path: str = "*", seconds: float = 0.3, code: int | None = 0
) -> list[Rule]:
    """This share of all requests (or events) fails, each way as often as the others. A 403 or 404 has no Discord error
    code by default: with one, the bot would take it as permanent."""
    return [Rule(kind, share / len(kinds), path=path, seconds=seconds, code=code) for kind in kinds]
