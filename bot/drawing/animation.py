"""Pictures one after the other as one moving picture. It knows no game: what moves are sketches.

WebP without loss: of whole games it takes about a sixth of the bytes of a GIF, which would not stay under the limit.
"""

import io
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from PIL import Image

from bot.drawing import palette
from bot.drawing.sketch import Sketch
from bot.games.core import Phrase

FRAME: Final = 800  # milliseconds
LAST_FRAME: Final = 5000
_METHOD: Final = 2  # more effort takes twice the time for a hundredth of the bytes
_EFFORT: Final = 30

Frame = tuple[Callable[[Any], bytes], Hashable]


@dataclass(frozen=True, slots=True)
class Film:
    """Sketches without their words: each painter and its scene."""

    frames: tuple[Frame, ...]


def film_sketch(sketches: Sequence[Sketch], alt: tuple[Phrase, ...]) -> Sketch:
    return Sketch(paint, Film(tuple((sketch.paint, sketch.scene) for sketch in sketches)), alt)


def paint(film: Film) -> bytes:
    frames = _alike([_opened(painter(scene)) for painter, scene in film.frames])
    buffer = io.BytesIO()
    frames[0].save(
        buffer,
        "WEBP",
        save_all=True,
        append_images=frames[1:],
        duration=[*[FRAME] * (len(frames) - 1), LAST_FRAME],
        loop=0,
        lossless=True,
        method=_METHOD,
        quality=_EFFORT,
    )
    return buffer.getvalue()


def _alike(frames: Sequence[Image.Image]) -> list[Image.Image]:
    """All of one size: a smaller one stands in the middle of a dark ground."""
    size = max(frame.width for frame in frames), max(frame.height for frame in frames)
    return [frame if frame.size == size else _framed(frame, size) for frame in frames]


def _framed(frame: Image.Image, size: tuple[int, int]) -> Image.Image:
    ground = Image.new("RGB", size, palette.FELT_DEEP)
    ground.paste(frame, ((size[0] - frame.width) // 2, (size[1] - frame.height) // 2))
    return ground


def _opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")
