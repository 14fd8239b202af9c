"""Card suits. Each has its own outline and emblem, so that no information is in the colour alone."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from bot.drawing import palette
from bot.drawing.brush import Box, Brush, Point, cut_corners, polar, round_corners
from bot.drawing.palette import Rgb
from bot.drawing.png_palette import mix

Outline = Callable[[Box, float], list[Point]]
Emblem = Callable[[Brush, Point, float, Rgb], None]
Pattern = Callable[[Brush, Box, Rgb], None]


@dataclass(frozen=True, slots=True)
class Suit:
    text: Rgb
    dark: Rgb
    main: Rgb
    light: Rgb
    pale: Rgb
    outline: Outline
    emblem: Emblem
    pattern: Pattern
    roundness: float  # corner radius of a medallion, as a share of its side


def _sun(brush: Brush, centre: Point, radius: float, colour: Rgb) -> None:
    for ray in range(8):
        tip = polar(centre, radius, ray * 45)
        brush.polygon(
            [polar(centre, radius * 0.62, ray * 45 - 17), tip, polar(centre, radius * 0.62, ray * 45 + 17)], colour
        )
    brush.disc(centre, radius * 0.5, colour)


def _moon(brush: Brush, centre: Point, radius: float, colour: Rgb) -> None:
    outer = [polar(centre, radius * 0.94, 62 + step * 236 / 40) for step in range(41)]
    inner_centre = (centre[0] + radius * 0.42, centre[1])
    inner = [polar(inner_centre, radius * 0.83, 272 - step * 184 / 40) for step in range(41)]
    brush.polygon(outer + inner, colour)


def _sunburst(brush: Brush, box: Box, colour: Rgb) -> None:
    left, top, right, bottom = box
    centre = (left + right) / 2, (top + bottom) / 2
    for ray in range(16):
        angle = ray * 22.5
        brush.polygon(
            [centre, polar(centre, bottom - top, angle - 5.6), polar(centre, bottom - top, angle + 5.6)], colour
        )


def _ripples(brush: Brush, box: Box, colour: Rgb) -> None:
    left, top, right, bottom = box
    centre = (left + right) / 2, (top + bottom) / 2
    step = (right - left) / 8.5
    for ring in range(1, 9):
        brush.ring(centre, step * ring, colour, step * 0.42)


GOLD: Final = Suit(
    palette.GOLD_TEXT,
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
    palette.SILVER_TEXT,
    palette.SILVER_DARK,
    palette.SILVER,
    palette.SILVER_LIGHT,
    palette.SILVER_PALE,
    cut_corners,
    _moon,
    _ripples,
    0.29,
)
IVORY: Final = replace(  # of no player, or of each where there are more than two
    SILVER,
    text=palette.TEAL_DARK,
    dark=palette.TEAL_PALE,
    main=palette.CREAM_DIM,
    light=palette.CREAM,
    pale=palette.CREAM,
    outline=GOLD.outline,
    emblem=GOLD.emblem,
    roundness=GOLD.roundness,
)


def pattern_colour(suit: Suit) -> Rgb:
    """The shade of a card's pattern: halfway between `light` and `pale`."""
    return mix(suit.light, suit.pale, 0.5)
