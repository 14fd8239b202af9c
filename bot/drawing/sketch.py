"""A picture that is not drawn yet. No drawing here."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

from bot.games.core import Phrase


@dataclass(frozen=True, slots=True)
class Sketch:
    """A deferred picture. `scene` is everything it shows, and its cache key: equal scenes are equal pictures."""

    paint: Callable[[Any], bytes]
    scene: Hashable
    alt: tuple[Phrase, ...]
