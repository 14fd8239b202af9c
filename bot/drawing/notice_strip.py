"""A notice under any picture, where eyes are on the way to the buttons. No game may enter."""

import io
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, Final

from PIL import Image

from bot.drawing import palette
from bot.drawing.brush import text_sprite
from bot.drawing.png_palette import encode, to_palette
from bot.drawing.sketch import Sketch
from bot.drawing.text import drawable_part, text_mask, wrapped

_SIZE: Final = 28
_LINE: Final = 38
_PADDING: Final = 12
_MARGIN: Final = 26
_MOST_LINES: Final = 3
WARNED: Final = "⚠"  # begins a refusal
_WARNING: Final = palette.NEW, palette.TEAL_DARK
_CALM: Final = palette.GOLD_LIGHT, palette.GOLD_TEXT


@dataclass(frozen=True, slots=True)
class Noticed:
    """A picture's painter and scene, and the notice under it."""

    paint: Callable[[Any], bytes]
    scene: Hashable
    notice: str


def with_notice(sketch: Sketch, notice: str) -> Sketch:
    """The sketch with a strip under it; unchanged without a notice."""
    return Sketch(paint, Noticed(sketch.paint, sketch.scene, notice), sketch.alt) if notice else sketch


def paint(noticed: Noticed) -> bytes:
    above = Image.open(io.BytesIO(noticed.paint(noticed.scene))).convert("RGB")
    lines = wrapped(drawable_part(noticed.notice), _SIZE, above.width - 2 * _MARGIN, lines=_MOST_LINES)
    fill, colour = _WARNING if noticed.notice.startswith(WARNED) else _CALM
    image = Image.new("RGB", (above.width, above.height + _LINE * len(lines) + 2 * _PADDING), fill)
    image.paste(above, (0, 0))
    for number, line in enumerate(lines):
        _, right, up = text_mask(line, _SIZE)
        baseline = above.height + _PADDING + _LINE * number + _SIZE
        sprite = text_sprite(line, _SIZE, colour)
        image.paste(sprite, (_MARGIN + right, baseline - up), sprite)
    return encode(to_palette(image))
