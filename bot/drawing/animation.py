"""Encode a sequence of pictures as an animation. No game may enter: frames are sketches.

Lossless WebP: a whole game takes about a sixth of the bytes of a GIF, which would exceed the size limit.
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
_METHOD: Final = 2  # higher ones take twice the time and save 1 % of the bytes
_EFFORT: Final = 30

Frame = tuple[Callable[[Any], bytes], Hashable]


@dataclass(frozen=True, slots=True)
class Animation:
    """The painter and the scene of each frame."""

    frames: tuple[Frame, ...]


def animated(sketches: Sequence[Sketch], alt: tuple[Phrase, ...]) -> Sketch:
    return Sketch(paint, Animation(tuple((sketch.paint, sketch.scene) for sketch in sketches)), alt)


def paint(animation: Animation) -> bytes:
    frames = _same_size([_opened(painter(scene)) for painter, scene in animation.frames])
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


def _same_size(frames: Sequence[Image.Image]) -> list[Image.Image]:
    """Pad smaller frames to the largest size, centred on a dark background."""
    size = max(frame.width for frame in frames), max(frame.height for frame in frames)
    return [frame if frame.size == size else _padded(frame, size) for frame in frames]


def _padded(frame: Image.Image, size: tuple[int, int]) -> Image.Image:
    image = Image.new("RGB", size, palette.TEAL_DARK)
    image.paste(frame, ((size[0] - frame.width) // 2, (size[1] - frame.height) // 2))
    return image


def _opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")
