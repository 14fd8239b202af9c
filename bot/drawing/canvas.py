"""One picture being put together: a background, and sprites laid on it side by side.

A sprite is what a painting function returns for its arguments; it is composited with the background under it once for
each place, and from then on copied. So sprites of one picture must not overlap: what lies on something else is painted
together with it.
"""

import threading
from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Final

from PIL import Image

from bot.drawing.brush import written
from bot.drawing.palette import Rgb
from bot.drawing.png_palette import encode, to_palette
from bot.drawing.text import TEXT, line, width

Paint = Callable[..., Image.Image]  # hashable arguments in, RGBA out, the same every time
_ANCHORS: Final = {"l": 0.0, "m": 0.5, "r": 1.0}
_PAINTING: Final = threading.RLock()  # sprites are made by one thread at a time; finished ones are only read
_TILES: Final = 1000  # some fifteen megabytes at most


class Canvas:
    def __init__(self, background: Paint, *args: Hashable) -> None:
        self._background = (background, args)
        with _PAINTING:
            self._image = _plain(background, args).copy()

    def put(self, x: int, y: int, paint: Paint, *args: Hashable, on: Rgb | None = None) -> None:
        """Lays a sprite down with its top left corner there. `on` says that the ground there is all of one colour, so
        that the same sprite serves for every such place."""
        with _PAINTING:
            tile = _plate_tile(on, paint, args) if on else _tile(self._background, x, y, paint, args)
        self._image.paste(tile, (x, y))

    def text(
        self,
        x: int,
        baseline: int,
        text: str,
        size: int,
        colour: Rgb,
        *,
        anchor: str = "l",
        font: str = TEXT,
        on: Rgb | None = None,
    ) -> None:
        """Writes a line on the background: `x` is its left end, its middle or its right end (anchor l, m, r)."""
        _, right, above = line(text, size, font)
        start = x - round(width(text, size, font) * _ANCHORS[anchor])
        self.put(start + right, baseline - above, written, text, size, colour, font, on=on)

    def png(self) -> bytes:
        return encode(self._image)


@lru_cache(maxsize=16)
def painted(background: Paint, args: tuple[Hashable, ...]) -> Image.Image:
    """A background before it is brought to the palette, for sprites to be blended with."""
    return background(*args)


@lru_cache(maxsize=16)
def _plain(background: Paint, args: tuple[Hashable, ...]) -> Image.Image:
    return to_palette(painted(background, args).convert("RGB"))


@lru_cache(maxsize=_TILES)
def _tile(
    background: tuple[Paint, tuple[Hashable, ...]], x: int, y: int, paint: Paint, args: tuple[Hashable, ...]
) -> Image.Image:
    sprite = paint(*args)
    under = painted(*background).crop((x, y, x + sprite.width, y + sprite.height))
    return _blended(under, sprite)


@lru_cache(maxsize=_TILES)
def _plate_tile(ground: Rgb, paint: Paint, args: tuple[Hashable, ...]) -> Image.Image:
    sprite = paint(*args)
    return _blended(Image.new("RGBA", sprite.size, ground), sprite)


def _blended(under: Image.Image, sprite: Image.Image) -> Image.Image:
    under.alpha_composite(sprite)
    return to_palette(under.convert("RGB"))
