"""Games with an exchange of their own in the arena, which is their default; every game can be played by protocol 2."""

from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

from bot.arena.connections import Connector
from bot.arena.le_duel import guests, host
from bot.games.le_duel.game import LE_DUEL
from bot.players.core import Level
from bot.referee.records import AnyRecord


@dataclass(frozen=True, slots=True)
class Exchange:
    """For two guests: our computer as one, a program as one, and a game between them by seed and number."""

    level_guest: Callable[[Level, Executor | None], Any]
    line_guest: Callable[[Connector, int], Any]
    play_game: Callable[[Sequence[Any], int, int], Awaitable[AnyRecord]]


EXCHANGES = {LE_DUEL.key: Exchange(guests.LevelGuest, guests.LineGuest, host.play_game)}
