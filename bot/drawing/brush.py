"""Anti-aliased shapes and text sprites: shapes are drawn at four times the size on transparency and scaled down."""

import math
from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from bot.drawing.palette import Rgb
from bot.drawing.text import TEXT, text_mask

_SCALE: Final = 4

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom


class Brush:
    """A transparent image of `width` by `height` to draw shapes on, in picture pixels."""

    def __init__(self, width: int, height: int) -> None:
        self._image = Image.new("RGBA", (width * _SCALE, height * _SCALE))
        self._draw = ImageDraw.Draw(self._image)

    def image(self) -> Image.Image:
        return self._image.reduce(_SCALE)

    def polygon(self, points: Sequence[Point], fill: Rgb) -> None:
        self._draw.polygon([(x * _SCALE, y * _SCALE) for x, y in points], fill=fill)

    def disc(self, centre: Point, radius: float, fill: Rgb) -> None:
        (x, y), r = centre, radius
        self._draw.ellipse(_scaled((x - r, y - r, x + r, y + r)), fill=fill)

    def ring(self, centre: Point, radius: float, fill: Rgb, thickness: float) -> None:
        (x, y), r = centre, radius
        self._draw.ellipse(_scaled((x - r, y - r, x + r, y + r)), outline=fill, width=max(1, round(thickness * _SCALE)))

    def box(self, box: Box, fill: Rgb, radius: float = 0) -> None:
        self._draw.rounded_rectangle(_scaled(box), radius=radius * _SCALE, fill=fill)

    def polyline(self, points: Sequence[Point], fill: Rgb, thickness: float) -> None:
        scaled = [(x * _SCALE, y * _SCALE) for x, y in points]
        self._draw.line(scaled, fill=fill, width=max(1, round(thickness * _SCALE)), joint="curve")

    def paste_clipped(self, other: "Brush", points: Sequence[Point]) -> None:
        """Composite another brush of the same size over this one, clipped to a polygon."""
        mask = Image.new("L", self._image.size)
        ImageDraw.Draw(mask).polygon([(x * _SCALE, y * _SCALE) for x, y in points], fill=255)
        layer = other._image.copy()
        layer.putalpha(ImageChops.multiply(layer.getchannel("A"), mask))
        self._image.alpha_composite(layer)


def _scaled(box: Box) -> Box:
    left, top, right, bottom = box
    return left * _SCALE, top * _SCALE, right * _SCALE - 1, bottom * _SCALE - 1


def round_corners(box: Box, radius: float) -> list[Point]:
    """A rounded rectangle as a polygon."""
    left, top, right, bottom = box
    corners = (
        ((right - radius, top + radius), 270),
        ((right - radius, bottom - radius), 0),
        ((left + radius, bottom - radius), 90),
        ((left + radius, top + radius), 180),
    )
    return [polar(centre, radius, start + step * 9) for centre, start in corners for step in range(11)]


def cut_corners(box: Box, cut: float) -> list[Point]:
    left, top, right, bottom = box
    return [
        (left + cut, top),
        (right - cut, top),
        (right, top + cut),
        (right, bottom - cut),
        (right - cut, bottom),
        (left + cut, bottom),
        (left, bottom - cut),
        (left, top + cut),
    ]


def inset(box: Box, by: float) -> Box:
    left, top, right, bottom = box
    return left + by, top + by, right - by, bottom - by


def polar(centre: Point, radius: float, degrees: float) -> Point:
    """The point of a circle at an angle, clockwise from 3 o'clock."""
    angle = math.radians(degrees)
    return centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)


def text_sprite(text: str, size: int, colour: Rgb, font: str = TEXT) -> Image.Image:
    """A line of text on transparency, cropped to the bounding box of its glyphs."""
    mask, _, _ = text_mask(text, size, font)
    image = Image.new("RGBA", mask.size, colour)
    image.putalpha(mask)
    return image


def write_centred(image: Image.Image, text: str, size: int, colour: Rgb, centre: Point, font: str = TEXT) -> None:
    """Write with the centre of the glyphs' bounding box on the given point."""
    sprite = text_sprite(text, size, colour, font)
    image.alpha_composite(sprite, (round(centre[0] - sprite.width / 2), round(centre[1] - sprite.height / 2)))


def side_by_side(parts: Sequence[Image.Image], height: int, gap: int = 3) -> Image.Image:
    """Sprites in one row, each vertically centred."""
    image = Image.new("RGBA", (sum(part.width + gap for part in parts) - gap, height))
    x = 0
    for part in parts:
        image.alpha_composite(part, (x, (height - part.height) // 2))
        x += part.width + gap
    return image
