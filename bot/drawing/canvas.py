"""Compose one picture: a background and sprites beside each other.

A sprite is the image a paint function returns for its arguments. It is blended with the background once for each
position; the blended tile is cached and copied from then on. Sprites of one picture must therefore not overlap: a
piece on top of another is painted into the same sprite.
"""

import threading
from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Final

from PIL import Image

from bot.drawing.brush import text_sprite
from bot.drawing.palette import Rgb
from bot.drawing.png_palette import encode, to_palette
from bot.drawing.text import TEXT, text_mask, width

Paint = Callable[..., Image.Image]  # hashable arguments to RGBA; must be deterministic, for it is cached
_ANCHORS: Final = {"l": 0.0, "m": 0.5, "r": 1.0}
_SPRITE_LOCK: Final = threading.RLock()  # serialises painting; finished tiles are only read
_MAX_TILES: Final = 1000  # about 15 MB at most


class Canvas:
    def __init__(self, background: Paint, *args: Hashable) -> None:
        self._background = (background, args)
        with _SPRITE_LOCK:
            self._image = _palette_background(background, args).copy()

    def put(self, x: int, y: int, paint: Paint, *args: Hashable, on: Rgb | None = None) -> None:
        """Paste a sprite with its top left corner at (x, y). `on` states that the background there has one colour, so
        that the cached tile is shared by all such positions."""
        with _SPRITE_LOCK:
            tile = _colour_tile(on, paint, args) if on else _tile(self._background, x, y, paint, args)
        self._image.paste(tile, (x, y))

    def lay(self, x: int, y: int, paint: Paint, *args: Hashable) -> None:
        """Paste a sprite that others will be put on: those must state the colour it has there as `on`."""
        with _SPRITE_LOCK:
            tile = _tile(self._background, x, y, paint, args)
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
        """Write a line; `x` is its left end, its middle or its right end (anchor l, m, r)."""
        _, right, above = text_mask(text, size, font)
        start = x - round(width(text, size, font) * _ANCHORS[anchor])
        self.put(start + right, baseline - above, text_sprite, text, size, colour, font, on=on)

    def png(self) -> bytes:
        return encode(self._image)

    def png_within(self, limit: int, *, level: int) -> bytes:
        """For pictures with much on them: compressed at this level, and if it exceeds the limit as well as can be."""
        data = encode(self._image, level=level)
        return data if len(data) <= limit else encode(self._image, level=9)


@lru_cache(maxsize=8)  # 2 MB each
def painted(background: Paint, args: tuple[Hashable, ...]) -> Image.Image:
    """The background in RGBA, before quantization, to blend sprites with."""
    return background(*args)


@lru_cache(maxsize=16)
def _palette_background(background: Paint, args: tuple[Hashable, ...]) -> Image.Image:
    return to_palette(painted(background, args).convert("RGB"))


@lru_cache(maxsize=_MAX_TILES)
def _tile(
    background: tuple[Paint, tuple[Hashable, ...]], x: int, y: int, paint: Paint, args: tuple[Hashable, ...]
) -> Image.Image:
    sprite = paint(*args)
    under = painted(*background).crop((x, y, x + sprite.width, y + sprite.height))
    return _blended(under, sprite)


@lru_cache(maxsize=_MAX_TILES)
def _colour_tile(ground: Rgb, paint: Paint, args: tuple[Hashable, ...]) -> Image.Image:
    sprite = paint(*args)
    return _blended(Image.new("RGBA", sprite.size, ground), sprite)


def _blended(under: Image.Image, sprite: Image.Image) -> Image.Image:
    under.alpha_composite(sprite)
    return to_palette(under.convert("RGB"))
