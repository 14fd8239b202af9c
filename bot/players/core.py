"""The interface of a computer player: observation and random generator in, whole turn out."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Chooser = Callable[[Any, random.Random], str]
Talker = Callable[[Any], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Level:
    """One computer player. `choose` returns the whole turn in record notation (`Game.parse_turn`), deterministically
    for a given observation and generator state. A slow one runs in another process. `remarks` returns what it has to
    tell its team-mates, on turn or not, in strict notation; usually nothing."""

    name: str
    game: str
    choose: Chooser
    is_slow: bool = False
    remarks: Talker | None = None
