"""What a picture is before it is drawn."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

from bot.games.core import Phrase


@dataclass(frozen=True, slots=True)
class Sketch:
    """A picture ready to be drawn. `scene` is all that is shown and nothing else: equal scenes are equal pictures."""

    paint: Callable[[Any], bytes]
    scene: Hashable
    alt: tuple[Phrase, ...]
