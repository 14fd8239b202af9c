"""The interface of a computer player, observation and random generator in, whole turn out; and what advisers say."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bot.games.core import Phrase, Seat

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


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A turn in record notation, the reason for it, and the chance to win with it (None without an evaluator)."""

    turn: str
    reason: Phrase
    chance: float | None = None


@dataclass(frozen=True, slots=True)
class JudgedTurn:
    """A turn that was worse than it had to be: what was played, what was better, and why."""

    turn: int  # from 1
    seat: Seat
    view: Any  # its player's, at the start of the turn
    played: str
    better: str
    reason: Phrase


@dataclass(frozen=True, slots=True)
class Mistake(JudgedTurn):
    """It lowered its player's chance."""

    cost: float  # loss of chance to win


@dataclass(frozen=True, slots=True)
class Waste(JudgedTurn):
    """It used up more room than it had to."""

    used: int
    least: int  # room that the better turn uses up
