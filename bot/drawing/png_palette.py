"""The one PNG palette of all pictures and sprites: composing a picture copies palette indices, without blending."""

import io
from functools import cache
from typing import Final

from PIL import Image

from bot.drawing import palette
from bot.drawing.palette import Rgb

_SHADES: Final = 5  # between the two colours of a blend
_MAX_COLOURS: Final = 256


def mix(one: Rgb, other: Rgb, share: float) -> Rgb:
    """Linear interpolation: 0 is `one`, 1 is `other`."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def _colours() -> list[Rgb]:
    ends = [colour for blend in palette.BLENDS for colour in blend]
    between = [mix(a, b, shade / (_SHADES + 1)) for a, b in palette.BLENDS for shade in range(1, _SHADES + 1)]
    return list(dict.fromkeys(ends + between))


@cache
def palette_image() -> Image.Image:
    """A 1×1 image that carries the palette, as `quantize` requires."""
    colours = _colours()
    if len(colours) > _MAX_COLOURS:
        raise ValueError("the palette has more colours than a PNG can index")
    holder = Image.new("P", (1, 1))
    holder.putpalette([channel for colour in colours for channel in colour])
    return holder


def to_palette(image: Image.Image) -> Image.Image:
    return image.quantize(palette=palette_image(), dither=Image.Dither.NONE)


def encode(image: Image.Image, *, level: int = 2) -> bytes:
    """PNG bytes. Compression level 2 is as fast as level 1 and a tenth smaller."""
    buffer = io.BytesIO()
    image.save(buffer, "PNG", compress_level=level)
    return buffer.getvalue()
