"""How often a person may do what costs others something, within any hour."""

from collections.abc import Hashable, Sequence

from bot.referee.clocks import HOUR, SECOND
from bot.referee.errors import Refusal

_FORGET_ABOVE = 10_000  # keys, from which on those of the past are dropped


def check_hourly(code: str, recent: Sequence[int], limit: int) -> None:
    """Refuse one more than `limit` of what was done at these moments, all within the last hour; say until when."""
    if len(recent) >= limit:
        raise Refusal(code, limit=limit, until=relative_time(recent[-limit] + HOUR))


class HourlyAllowance:
    """Counts in memory, for what must leave no trace in a file: who had their data deleted, or took a copy of it. A
    restart, which only the operator can bring about, forgets it."""

    def __init__(self, code: str) -> None:
        self._code = code
        self._uses: dict[Hashable, list[int]] = {}

    def use(self, key: Hashable, now: int, limit: int) -> None:
        recent = [at for at in self._uses.get(key, ()) if at > now - HOUR]
        check_hourly(self._code, recent, limit)
        if len(self._uses) >= _FORGET_ABOVE:
            self._uses = {one: uses for one, uses in self._uses.items() if uses[-1] > now - HOUR}
        self._uses[key] = [*recent, now]


def relative_time(milliseconds: int) -> str:
    """For Discord, which shows it as "in 5 minutes" in the reader's language."""
    return f"<t:{-(-milliseconds // SECOND)}:R>"
