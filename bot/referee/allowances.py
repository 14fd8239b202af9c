"""How often a person may do what costs others something. Kept in memory only: a restart forgets it, and no file says
who asked for what."""

from collections.abc import Hashable

from bot.referee.clocks import HOUR, SECOND
from bot.referee.errors import Refusal

_FORGET_ABOVE = 10_000  # keys, from which on those of the past are dropped


class HourlyAllowance:
    """At most so many uses by one key in any hour; then a refusal with that code, which says until when."""

    def __init__(self, code: str) -> None:
        self._code = code
        self._uses: dict[Hashable, list[int]] = {}

    def check(self, key: Hashable, now: int, limit: int) -> None:
        recent = self._recent(key, now)
        if len(recent) >= limit:
            raise Refusal(self._code, limit=limit, until=relative_time(recent[-limit] + HOUR))

    def use(self, key: Hashable, now: int, limit: int) -> None:
        self.check(key, now, limit)
        if len(self._uses) >= _FORGET_ABOVE:
            self._uses = {one: uses for one, uses in self._uses.items() if uses[-1] > now - HOUR}
        self._uses[key] = [*self._recent(key, now), now]

    def _recent(self, key: Hashable, now: int) -> list[int]:
        return [at for at in self._uses.get(key, ()) if at > now - HOUR]

    def clear(self, key: Hashable) -> None:
        self._uses.pop(key, None)


def relative_time(milliseconds: int) -> str:
    """For Discord, which shows it as "in 5 minutes" in the reader's language."""
    return f"<t:{-(-milliseconds // SECOND)}:R>"
