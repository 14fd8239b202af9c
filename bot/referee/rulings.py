"""Word of every ruling: what was asked of which game, what came of it and how long it took. What was played does not
enter here, nor who it was: a seat has to do."""

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
    """One request to the referee about a game; filled in while it is dealt with."""

    kind: str
    game: int
    seat: Seat | None = None
    revision: int | None = None
    code: str = ACCEPTED  # or why not
    ended: str | None = None  # why, if this ended the game
    seconds: float = 0.0
    is_void: bool = False  # there was nothing to rule on after all

    def of(self, match: Match, seat: Seat | None) -> None:
        """What it is about, as found."""
        self.revision, self.seat = match.revision, seat

    def gave(self, match: Match) -> Match:
        """The game as it stands after it."""
        self.revision, self.ended = match.revision, match.row.reason
        return match


Listener = Callable[[Ruling], None]


class Rulings:
    """Times each ruling and tells of it once it is done, whichever way."""

    def __init__(self, *listeners: Listener, timer: Callable[[], float] = time.perf_counter) -> None:
        self._listeners = listeners
        self._timer = timer

    @contextlib.contextmanager
    def on(self, kind: str, game: int) -> Iterator[Ruling]:
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
    """One line: the whole of what the log says about a move."""
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
