"""Arrows: small ones for words, and the tall ones that fill up as a pile goes its way."""

from functools import lru_cache
from typing import Final

from PIL import Image

from bot.drawing import palette
from bot.drawing.brush import Brush, Point, write_centred
from bot.drawing.palette import Rgb
from bot.drawing.suits import Suit
from bot.drawing.text import TEXT

TRACK_WIDTH: Final = 38
_HEAD: Final = 32
_FOOT: Final = 30
_GAP: Final = 4


def _arrow(width: float, height: float, shaft: float, head: float, *, is_up: bool, edge: float = 0) -> list[Point]:
    """An arrow in a box of that size, drawn in from its edges."""
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
def track(suit: Suit, height: int, base: int, done: int, steps: int, *, is_up: bool) -> Image.Image:
    """The way a pile has to go, from the foot that names its base to the tip, filled as far as it has come."""
    length = height - _FOOT - _GAP
    brush = Brush(TRACK_WIDTH, length)
    brush.polygon(_arrow(TRACK_WIDTH, length, 20, _HEAD, is_up=is_up), suit.metal)
    inside = _arrow(TRACK_WIDTH, length, 20, _HEAD, is_up=is_up, edge=2)
    brush.polygon(inside, palette.FELT_DEEP)
    if done:
        brush.clipped(_filling(suit, length, length * done / steps, is_up=is_up), inside)
    image = Image.new("RGBA", (TRACK_WIDTH, height))
    image.alpha_composite(brush.done(), (0, 0 if is_up else _FOOT + _GAP))
    image.alpha_composite(_foot(suit, base), (0, height - _FOOT if is_up else 0))
    return image


def _filling(suit: Suit, length: int, reach: float, *, is_up: bool) -> Brush:
    """Metal from the foot up to where the pile stands, with a bright line there."""
    filling = Brush(TRACK_WIDTH, length)
    level = length - reach if is_up else reach
    filling.box((0, level, TRACK_WIDTH, length) if is_up else (0, 0, TRACK_WIDTH, level), suit.metal)
    filling.box((0, level - 2, TRACK_WIDTH, level + 2), suit.pale)
    return filling


def _foot(suit: Suit, base: int) -> Image.Image:
    brush = Brush(TRACK_WIDTH, _FOOT)
    brush.polygon(suit.outline((0, 0, TRACK_WIDTH, _FOOT), 6), suit.metal)
    image = brush.done()
    write_centred(image, str(base), 24, suit.ink, (TRACK_WIDTH / 2, _FOOT / 2), TEXT)
    return image


@lru_cache(maxsize=64)
def arrow(width: int, height: int, colour: Rgb, *, is_up: bool) -> Image.Image:
    brush = Brush(width, height)
    brush.polygon(_arrow(width, height, width * 0.36, height * 0.5, is_up=is_up), colour)
    return brush.done()


@lru_cache(maxsize=64)
def emblem(suit: Suit, size: int) -> Image.Image:
    brush = Brush(size, size)
    suit.emblem(brush, (size / 2, size / 2), size / 2, suit.light)
    return brush.done()
