"""Backgrounds: a patterned, framed base image, and the panels and pills that text is written on."""

from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image

from bot.drawing import palette
from bot.drawing.brush import Box, Brush, Point, cut_corners, inset, write_centred
from bot.drawing.palette import Rgb
from bot.drawing.png_palette import mix
from bot.drawing.text import TEXT, width

WIDTH: Final = 720  # of every picture
MARGIN: Final = 26
_PATTERN_COLOUR: Final = mix(palette.TEAL, palette.TEAL_LIGHT, 1 / 2)
_FAN_WIDTH: Final = 48
_FRAME: Final = mix(palette.TEAL, palette.GOLD, 1 / 2)


@lru_cache(maxsize=2)  # 2 MB each
def patterned(width: int, height: int) -> Image.Image:
    """A pattern of fans inside a double frame with stepped corners. Cached: copy it before drawing on it."""
    image = Image.new("RGBA", (width, height), palette.TEAL)
    image.alpha_composite(_fan_pattern(width, height))
    brush = Brush(width, height)
    for distance, thickness in ((5, 2.0), (10, 1.0)):
        _frame(brush, (distance, distance, width - distance, height - distance), 9, thickness)
    image.alpha_composite(brush.image())
    return image


_PERIOD: Final = _FAN_WIDTH // 2  # rows after which the pattern repeats
_PIECE: Final = 21 * _PERIOD


def felt_height(least: int) -> int:
    """The next height that `felt` has."""
    return _PIECE + max(0, -(-(least - _PIECE) // _PERIOD)) * _PERIOD


@lru_cache(maxsize=16)
def felt(width: int, height: int) -> Image.Image:
    """As `patterned`, for pictures whose height varies: put together from one piece, a hundred times as fast."""
    piece, half = patterned(width, _PIECE), _PIECE // 2 // _PERIOD * _PERIOD
    image = Image.new("RGBA", (width, height))
    image.paste(piece.crop((0, 0, width, half)), (0, 0))
    rows = piece.crop((0, half - _PERIOD, width, half))
    for top in range(half, height - _PIECE + half, _PERIOD):
        image.paste(rows, (0, top))
    image.paste(piece.crop((0, half, width, _PIECE)), (0, height - _PIECE + half))
    return image


def _fan_pattern(width: int, height: int) -> Image.Image:
    brush = Brush(width, height)
    half = _FAN_WIDTH / 2
    for row in range(-1, int(height / (half / 2)) + 3):
        shift = half * (row % 2)
        for column in range(-1, width // _FAN_WIDTH + 2):
            centre = column * _FAN_WIDTH + shift, row * half / 2
            brush.disc(centre, half, palette.TEAL)
            for radius in (half, half * 0.66, half * 0.33):
                brush.ring(centre, radius, _PATTERN_COLOUR, 1)
    return brush.image()


def _frame(brush: Brush, box: Box, step: float, thickness: float) -> None:
    """A rectangle with stepped corners."""
    left, top, right, bottom = box
    points: list[Point] = [
        (left + step, top), (right - step, top), (right - step, top + step), (right, top + step),
        (right, bottom - step), (right - step, bottom - step), (right - step, bottom), (left + step, bottom),
        (left + step, bottom - step), (left, bottom - step), (left, top + step), (left + step, top + step),
    ]  # fmt: skip
    brush.polyline([*points, points[0], points[1]], _FRAME, thickness)


def panel(image: Image.Image, box: Box, fill: Rgb, edge: Rgb, cut: float = 10) -> None:
    """Draw a filled box with cut corners and a border."""
    left, top, right, bottom = (round(side) for side in box)
    size = right - left, bottom - top
    brush = Brush(*size)
    shape: Box = (0, 0, *size)
    brush.polygon(cut_corners(shape, cut), edge)
    brush.polygon(cut_corners(inset(shape, 2), cut - 1), fill)
    image.alpha_composite(brush.image(), (left, top))


class Panel(NamedTuple):
    box: Box
    fill: Rgb
    edge: Rgb


def across(top: int, bottom: int, fill: Rgb = palette.TEAL_DARK, edge: Rgb = palette.TEAL_PALE) -> Panel:
    """A panel from margin to margin."""
    return Panel((MARGIN - 5, top, WIDTH - MARGIN + 5, bottom), fill, edge)


def around(box: Box, rim: int) -> Panel:
    """A panel around the area of a plot."""
    left, top, right, bottom = box
    return Panel((left - rim, top - rim, right + rim, bottom + rim), palette.TEAL_DARK, palette.TEAL_PALE)


def panelled(height: int, *panels: Panel) -> Image.Image:
    """The background of a picture, with its panels."""
    image = patterned(WIDTH, height).copy()
    for box, fill, edge in panels:
        panel(image, box, fill, edge)
    return image


@lru_cache(maxsize=64)
def panel_sprite(width: int, height: int, fill: Rgb, edge: Rgb) -> Image.Image:
    """A panel to lay on a canvas."""
    image = Image.new("RGBA", (width, height))
    panel(image, (0, 0, width, height), fill, edge)
    return image


_PILL_PADDING: Final = 16


def pill_width(text: str, size: int) -> int:
    return width(text, size) + 2 * _PILL_PADDING


@lru_cache(maxsize=128)
def pill(text: str, size: int, height: int, fill: Rgb, text_colour: Rgb) -> Image.Image:
    """A short label on a rounded box."""
    brush = Brush(pill_width(text, size), height)
    brush.box((0, 0, pill_width(text, size), height), fill, height / 2)
    image = brush.image()
    write_centred(image, text, size, text_colour, (image.width / 2, height / 2), TEXT)
    return image
