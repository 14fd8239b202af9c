"""Measures and reports every ruling: the request, the game, the outcome and the duration. Contains no actions and no
user ids, only seats."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bot.games.core import GameError, Seat
from bot.referee.match import Match

log = logging.getLogger(__name__)

ACCEPTED, FAILED, CANCELLED = "accepted", "failed", "cancelled"


@dataclass(slots=True)
class Ruling:
    """One request to the referee about a game; filled in while it is processed."""

    kind: str
    game: int
    seat: Seat | None = None
    revision: int | None = None
    code: str = ACCEPTED  # or the refusal's code
    ended: str | None = None  # the reason, if this ended the game
    seconds: float = 0.0
    is_void: bool = False  # nothing to rule on: not reported

    def set_subject(self, match: Match, seat: Seat | None) -> None:
        """Set revision and seat from the match as read."""
        self.revision, self.seat = match.revision, seat

    def set_result(self, match: Match) -> Match:
        """Set revision and ending from the match after the ruling; return it."""
        self.revision, self.ended = match.revision, match.row.reason
        return match


Listener = Callable[[Ruling], None]


class Rulings:
    """Times each ruling and notifies the listeners once it is done or has failed."""

    def __init__(self, *listeners: Listener, timer: Callable[[], float] = time.perf_counter) -> None:
        self._listeners = listeners
        self._timer = timer

    @contextlib.contextmanager
    def track(self, kind: str, game: int) -> Iterator[Ruling]:
        ruling, begun = Ruling(kind, game), self._timer()
        try:
            yield ruling
        except GameError as error:
            ruling.code = error.code
            raise
        except asyncio.CancelledError:
            ruling.code = CANCELLED
            raise
        except BaseException:
            ruling.code = FAILED
            raise
        finally:
            ruling.seconds = self._timer() - begun
            for listener in () if ruling.is_void else self._listeners:
                listener(ruling)


def log_ruling(ruling: Ruling) -> None:
    """Log the ruling as one line; nothing else is logged about a move."""
    fields = {
        "kind": ruling.kind,
        "game": ruling.game,
        "revision": ruling.revision,
        "seat": ruling.seat,
        "code": ruling.code,
        "ended": ruling.ended,
        "ms": round(ruling.seconds * 1000, 1),
    }
    log.info("ruling", extra={"fields": fields})
