"""Arrow and emblem sprites: small arrows for text, and tall progress arrows for piles."""

from functools import lru_cache
from typing import Final

from PIL import Image

from bot.drawing import palette
from bot.drawing.brush import Brush, Point, write_centred
from bot.drawing.palette import Rgb
from bot.drawing.suits import Suit
from bot.drawing.text import TEXT

PROGRESS_WIDTH: Final = 38
_HEAD: Final = 32
_LABEL: Final = 30
_GAP: Final = 4


def _arrow(width: float, height: float, shaft: float, head: float, *, is_up: bool, edge: float = 0) -> list[Point]:
    """Outline of an arrow within a box of that size, inset by `edge`."""
    middle, half = width / 2, shaft / 2 - edge
    tip, shoulder, end = edge * 1.5, head - edge * 0.6, height - edge
    points = [
        (middle, tip),
        (width - edge * 2, shoulder),
        (middle + half, shoulder),
        (middle + half, end),
        (middle - half, end),
        (middle - half, shoulder),
        (edge * 2, shoulder),
    ]
    return points if is_up else [(x, height - y) for x, y in points]


@lru_cache(maxsize=128)
def progress_arrow(suit: Suit, height: int, base: int, done: int, span: int, *, is_up: bool) -> Image.Image:
    """A pile's progress: an arrow from the label with its base card to the tip, filled to `done` of `span`."""
    length = height - _LABEL - _GAP
    brush = Brush(PROGRESS_WIDTH, length)
    brush.polygon(_arrow(PROGRESS_WIDTH, length, 20, _HEAD, is_up=is_up), suit.main)
    inside = _arrow(PROGRESS_WIDTH, length, 20, _HEAD, is_up=is_up, edge=2)
    brush.polygon(inside, palette.TEAL_DARK)
    if done:
        brush.paste_clipped(_filling(suit, length, length * done / span, is_up=is_up), inside)
    image = Image.new("RGBA", (PROGRESS_WIDTH, height))
    image.alpha_composite(brush.image(), (0, 0 if is_up else _LABEL + _GAP))
    image.alpha_composite(_base_label(suit, base), (0, height - _LABEL if is_up else 0))
    return image


def _filling(suit: Suit, length: int, reach: float, *, is_up: bool) -> Brush:
    """The filled part, from the base to `reach`, with a bright line at its end."""
    filling = Brush(PROGRESS_WIDTH, length)
    level = length - reach if is_up else reach
    filling.box((0, level, PROGRESS_WIDTH, length) if is_up else (0, 0, PROGRESS_WIDTH, level), suit.main)
    filling.box((0, level - 2, PROGRESS_WIDTH, level + 2), suit.pale)
    return filling


def _base_label(suit: Suit, base: int) -> Image.Image:
    brush = Brush(PROGRESS_WIDTH, _LABEL)
    brush.polygon(suit.outline((0, 0, PROGRESS_WIDTH, _LABEL), 6), suit.main)
    image = brush.image()
    write_centred(image, str(base), 24, suit.text, (PROGRESS_WIDTH / 2, _LABEL / 2), TEXT)
    return image


@lru_cache(maxsize=64)
def arrow(width: int, height: int, colour: Rgb, *, is_up: bool) -> Image.Image:
    brush = Brush(width, height)
    brush.polygon(_arrow(width, height, width * 0.36, height * 0.5, is_up=is_up), colour)
    return brush.image()


@lru_cache(maxsize=64)
def emblem(suit: Suit, size: int) -> Image.Image:
    brush = Brush(size, size)
    suit.emblem(brush, (size / 2, size / 2), size / 2, suit.light)
    return brush.image()
