"""What a computer opponent is: an observation and dice in, a whole turn out."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Chooser = Callable[[Any, random.Random], str]
Talker = Callable[[Any], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Level:
    """One computer. `choose` answers the whole turn as records write it (`Game.parse_turn`); for the same observation
    and the same dice it answers the same. A slow one is kept off the event loop. `remarks` is what it has to tell its
    team-mates, in strict notation, whoever is on turn; most often nothing."""

    name: str
    game: str
    choose: Chooser
    is_slow: bool = False
    remarks: Talker | None = None
