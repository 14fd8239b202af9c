"""The colours cards come in. Each has a shape and an emblem of its own, so that nobody needs to see the colour."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.drawing import palette
from bot.drawing.brush import Box, Brush, Point, around, cut_corners, round_corners
from bot.drawing.palette import Rgb
from bot.drawing.png_palette import mix

Outline = Callable[[Box, float], list[Point]]
Emblem = Callable[[Brush, Point, float, Rgb], None]
Pattern = Callable[[Brush, Box, Rgb], None]


@dataclass(frozen=True, slots=True)
class Suit:
    ink: Rgb
    dark: Rgb
    metal: Rgb
    light: Rgb
    pale: Rgb
    outline: Outline
    emblem: Emblem
    pattern: Pattern
    roundness: float  # of a medallion: the share of its side that its corners take


def _sun(brush: Brush, centre: Point, radius: float, colour: Rgb) -> None:
    for ray in range(8):
        tip = around(centre, radius, ray * 45)
        brush.polygon(
            [around(centre, radius * 0.62, ray * 45 - 17), tip, around(centre, radius * 0.62, ray * 45 + 17)], colour
        )
    brush.disc(centre, radius * 0.5, colour)


def _moon(brush: Brush, centre: Point, radius: float, colour: Rgb) -> None:
    outer = [around(centre, radius * 0.94, 62 + step * 236 / 40) for step in range(41)]
    hollow = (centre[0] + radius * 0.42, centre[1])
    inner = [around(hollow, radius * 0.83, 272 - step * 184 / 40) for step in range(41)]
    brush.polygon(outer + inner, colour)


def _sunburst(brush: Brush, box: Box, colour: Rgb) -> None:
    left, top, right, bottom = box
    centre = (left + right) / 2, (top + bottom) / 2
    for ray in range(16):
        angle = ray * 22.5
        brush.polygon(
            [centre, around(centre, bottom - top, angle - 5.6), around(centre, bottom - top, angle + 5.6)], colour
        )


def _ripples(brush: Brush, box: Box, colour: Rgb) -> None:
    left, top, right, bottom = box
    centre = (left + right) / 2, (top + bottom) / 2
    step = (right - left) / 8.5
    for ring in range(1, 9):
        brush.ring(centre, step * ring, colour, step * 0.42)


GOLD: Final = Suit(
    palette.GOLD_INK,
    palette.GOLD_DARK,
    palette.GOLD,
    palette.GOLD_LIGHT,
    palette.GOLD_PALE,
    round_corners,
    _sun,
    _sunburst,
    0.5,
)
SILVER: Final = Suit(
    palette.SILVER_INK,
    palette.SILVER_DARK,
    palette.SILVER,
    palette.SILVER_LIGHT,
    palette.SILVER_PALE,
    cut_corners,
    _moon,
    _ripples,
    0.29,
)


def glint(suit: Suit) -> Rgb:
    """What a card's pattern is drawn in: a shade above its face."""
    return mix(suit.light, suit.pale, 0.5)
