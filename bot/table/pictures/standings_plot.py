"""A rating over time, with its uncertainty as a band around it."""

from dataclasses import dataclass
from typing import Final

from PIL import Image

from bot.drawing import background, palette
from bot.drawing.brush import Brush, Point
from bot.drawing.canvas import Canvas
from bot.drawing.png_palette import mix
from bot.drawing.text import NUMERALS, drawable_part, fitted

WIDTH, HEIGHT = 720, 430
_BOX: Final = (96, 126, WIDTH - 36, HEIGHT - 68)  # left, top, right, bottom of the plot area
_SIZE: Final = 22
_BAND: Final = mix(palette.TEAL_DARK, palette.GOLD, 1 / 3)
_EDGE: Final = 8  # inset, so that the dots at both ends are not cut


@dataclass(frozen=True, slots=True)
class Dot:
    """A rating after a game; `at` is in thousandths of the plot's width."""

    at: int
    rating: int
    uncertainty: int


@dataclass(frozen=True, slots=True)
class RatingPlotScene:
    """Everything drawn."""

    name: str
    rating: str
    subtitle: str
    dots: tuple[Dot, ...]
    first: str
    last: str


def paint(scene: RatingPlotScene) -> bytes:
    left, top, right, bottom = _BOX
    canvas = Canvas(background.panelled, HEIGHT, background.around(_BOX, 4))
    rating, size = fitted(scene.rating, 34, 300, smallest=20, font=NUMERALS)
    canvas.text(right + 4, 66, rating, size, palette.GOLD_LIGHT, anchor="r", font=NUMERALS)
    name, size = fitted(drawable_part(scene.name) or "?", 40, 340, smallest=22)
    canvas.text(40, 66, name, size, palette.CREAM)
    subtitle, size = fitted(scene.subtitle, 24, right - 40, smallest=16)
    canvas.text(40, 102, subtitle, size, palette.CREAM_DIM)
    low, high = _range(scene.dots)
    for value in (low, (low + high) // 2, high):
        y = bottom - (bottom - top) * (value - low) / (high - low)
        canvas.text(left - 14, round(y) + 8, str(value), _SIZE, palette.CREAM_DIM, anchor="r")
    if scene.first == scene.last:
        canvas.text((left + right) // 2, bottom + 38, scene.first, _SIZE, palette.CREAM_DIM, anchor="m")
    else:
        canvas.text(left, bottom + 38, scene.first, _SIZE, palette.CREAM_DIM)
        canvas.text(right, bottom + 38, scene.last, _SIZE, palette.CREAM_DIM, anchor="r")
    canvas.put(left, top, _curve, scene.dots)
    return canvas.png()


def _range(dots: tuple[Dot, ...]) -> tuple[int, int]:
    """The vertical axis: from the lowest to the highest value, rounded outwards to hundreds."""
    lowest = min(dot.rating - dot.uncertainty for dot in dots)
    highest = max(dot.rating + dot.uncertainty for dot in dots)
    return lowest // 100 * 100, -(-highest // 100) * 100


def _curve(dots: tuple[Dot, ...]) -> Image.Image:
    left, top, right, bottom = _BOX
    brush = Brush(right - left, bottom - top)
    upper = _points(dots, 1)
    lower = _points(dots, -1)
    middle = _points(dots, 0)
    if len(dots) == 1:
        brush.polyline([upper[0], lower[0]], _BAND, 14)
    else:
        brush.polygon([*upper, *reversed(lower)], _BAND)
        brush.polyline(middle, palette.GOLD, 4)
    if len(dots) <= 40:  # more would overlap
        for point in middle:
            brush.disc(point, 4.5, palette.GOLD_LIGHT)
    brush.disc(middle[-1], 7, palette.GOLD_PALE)
    return brush.image()


def _points(dots: tuple[Dot, ...], side: int) -> list[Point]:
    left, top, right, bottom = _BOX
    low, high = _range(dots)
    width, height = right - left - 2 * _EDGE, bottom - top - 2 * _EDGE
    return [
        (
            _EDGE + width * dot.at / 1000,
            _EDGE + height * (1 - (dot.rating + side * dot.uncertainty - low) / (high - low)),
        )
        for dot in dots
    ]
