"""Sprites of DUEL's cards: upright with emblem and signs, flat as a line of text, and as an emblem alone.

A kind is told by its colour and by its sign. A name is never cut: it is broken and set smaller until it fits.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image

from bot.drawing import palette
from bot.drawing.brush import Brush, Point, inset, polar, round_corners, side_by_side, text_sprite, write_centred
from bot.drawing.cards import RATIO, RIM, card_size
from bot.drawing.emblems import emblem, has_emblem
from bot.drawing.palette import Rgb
from bot.drawing.text import NUMERALS, fitted, text_mask, width
from bot.games.duel.cards import Card
from bot.games.duel.language import Move, Pile

COLOURS: Final[dict[str, Rgb]] = {
    "attack": palette.ATTACK,
    "defence": palette.DEFENCE,
    "strategy": palette.STRATEGY,
    "equipment": palette.EQUIPMENT,
    "blood": palette.BLOOD,
}
PLAIN, LIT, DIM = "plain", "lit", "dim"  # how a card is shown: lit ones may be played, dim ones may not
_BAND: Final = 0.37  # of a card's width: the height of its name's band
_MARGIN: Final = 5  # beside a name
SMALLEST: Final = 17  # size of a name
_STEP: Final = 1.04  # from line to line, by size


@dataclass(frozen=True, slots=True)
class Face:
    """Everything a card shows. `cost` is a number, `-N` for N wounds, or empty."""

    card: str
    name: str
    kind: str
    cost: str = ""
    slot: str = ""
    hp: str = ""
    marks: tuple[str, ...] = ()

    @property
    def emblem(self) -> str:
        return f"card.{self.card}" if has_emblem(f"card.{self.card}") else f"sign.{self.kind}"


def face_of(card: Card, language: str, *, cost: int | None = None, hits: int = 0) -> Face:
    """`cost` is what it costs now, `hits` are those of a familiar in this turn."""
    return Face(
        card=card.id,
        name=card.names[language],
        kind=card.type,
        cost="" if card.is_blood else _price(card.cost if cost is None else cost),
        slot=card.slot or "",
        hp=f"{card.hp - hits}/{card.hp}" if hits else str(card.hp or ""),
        marks=tuple(mark for mark, has in (("reflex", card.is_reflex), ("unique", card.is_unique)) if has),
    )


def _price(cost: int | tuple[Move, ...]) -> str:
    if isinstance(cost, int):
        return str(cost)
    number = sum(move.number or 0 for move in cost)
    return f"-{number}" if all(move.target is Pile.WOUNDS for move in cost) else "…"


# Names


@lru_cache(maxsize=1024)
def name_lines(name: str, room: int, height: int, most: int) -> tuple[tuple[str, ...], int]:
    """A name on one line or two, broken at a space or after a hyphen, in the largest size that fits, at most `most`.
    One that fits in no size is cut."""
    for size in range(most, SMALLEST - 1, -1):
        for broken in _breaks(name):
            if len(broken) * size * _STEP <= height and all(width(line, size) <= room for line in broken):
                return broken, size
    return (fitted(name, SMALLEST, room, smallest=SMALLEST)[0],), SMALLEST


def _breaks(name: str) -> Iterator[tuple[str, ...]]:
    """One line, then two with the more even ones first."""
    yield (name,)
    places = [at + 1 for at, sign in enumerate(name) if sign in " -\u00a0"]
    for at in sorted(places, key=lambda place: abs(2 * place - len(name))):
        yield name[:at].strip(), name[at:].strip()


def _write_name(
    image: Image.Image, name: str, box: tuple[int, int, int, int], most: int, colour: Rgb, *, is_centred: bool = True
) -> None:
    """In the middle of a box, or from its left edge."""
    left, top, right, bottom = box
    lines, size = name_lines(name, right - left, bottom - top, most)
    step = round(size * _STEP)
    baseline = (top + bottom) / 2 + size * 0.34 - step * (len(lines) - 1) / 2
    for at, line in enumerate(lines):
        _, _, above = text_mask(line, size)
        sprite = text_sprite(line, size, colour)
        x = (left + right - sprite.width) / 2 if is_centred else left
        image.alpha_composite(sprite, (round(x), round(baseline + at * step - above)))


# Sprites: the canvas caches what it puts, so that only what is painted into other sprites is cached here


@dataclass(frozen=True, slots=True)
class _Colours:
    kind: Rgb
    field: Rgb
    name: Rgb
    ink: Rgb


def _colours(face: Face, mood: str) -> _Colours:
    if mood == DIM:
        return _Colours(palette.TEAL_LIGHT, palette.TEAL, palette.CREAM_DIM, palette.CREAM_DIM)
    return _Colours(COLOURS[face.kind], palette.CREAM, palette.CREAM, COLOURS[face.kind])


def upright(face: Face, width: int, mood: str = PLAIN) -> Image.Image:
    """A card, face up: name, cost, marks, emblem, kind, slot or hit points."""
    colours = _colours(face, mood)
    brush = Brush(*card_size(width))
    _body(brush, colours, width, is_lit=mood == LIT)
    image = brush.image()
    band = round(width * _BAND)
    _write_name(image, face.name, (RIM + _MARGIN, RIM + 1, RIM + width - _MARGIN, RIM + band - 1), round(width * 0.19),
                colours.name)  # fmt: skip
    size, height = round(width * 0.54), round(width * RATIO)
    middle = RIM + (band + height) // 2
    image.alpha_composite(emblem(face.emblem, size, colours.ink), (RIM + (width - size) // 2, middle - size // 2))
    _corners(image, face, width, colours)
    return image


def _body(brush: Brush, colours: _Colours, width: int, *, is_lit: bool) -> None:
    height, corner = round(width * RATIO), width * 0.08
    box = (float(RIM), float(RIM), float(RIM + width), float(RIM + height))
    if is_lit:
        brush.polygon(round_corners(inset(box, -4.5), corner + 3), palette.GOLD)
        brush.polygon(round_corners(inset(box, -1), corner), palette.TEAL_DARK)
    else:
        left, top, right, bottom = box
        brush.polygon(round_corners((left + 1, top + 3, right + 2, bottom + 4), corner), palette.SHADOW)
    brush.polygon(round_corners(box, corner), colours.kind)
    left, top, right, bottom = inset(box, width * 0.035)
    brush.polygon(round_corners((left, RIM + width * _BAND, right, bottom), corner * 0.6), colours.field)


def _corners(image: Image.Image, face: Face, width: int, colours: _Colours) -> None:
    """Cost above left, marks above right, kind below left, slot and hit points below right."""
    edge, sign = round(width * 0.06), round(width * 0.21)
    top, bottom = RIM + round(width * (_BAND + 0.05)), RIM + round(width * (RATIO - 0.07)) - sign
    left, right = RIM + edge, RIM + width - edge - sign
    if face.cost:
        image.alpha_composite(price(face.cost, round(width * 0.27)), (left - 1, top - 2))
    for at, mark in enumerate(face.marks):
        image.alpha_composite(emblem(f"sign.{mark}", sign, colours.ink), (right, top + at * (sign + 2)))
    image.alpha_composite(emblem(f"sign.{face.kind}", sign, colours.ink), (left, bottom))
    if face.hp:
        badge = hit_points(face.hp, sign, colours.ink)
        image.alpha_composite(badge, (RIM + width - edge - badge.width, bottom))
    elif face.slot:
        image.alpha_composite(emblem(f"sign.{face.slot}", sign, colours.ink), (right, bottom))


def drop(centre: Point, radius: float) -> list[Point]:
    """A drop around a disc: its tip is above."""
    tip = centre[0], centre[1] - radius * 1.4
    return [tip, *(polar(centre, radius, angle) for angle in range(-30, 211, 10))]


@lru_cache(maxsize=64)
def price(cost: str, size: int) -> Image.Image:
    """A cost: a number on a disc, or on a drop where it is paid in wounds."""
    brush = Brush(size, size)
    if cost.startswith("-"):
        brush.polygon(drop((size / 2, size * 0.58), size * 0.42), palette.BLOOD)
        image = brush.image()
        write_centred(image, cost[1:], round(size * 0.5), palette.CREAM, (size / 2, size * 0.6), NUMERALS)
        return image
    brush.disc((size / 2, size / 2), size / 2, palette.TEAL_DARK)
    image = brush.image()
    write_centred(image, cost, round(size * 0.72), palette.CREAM, (size / 2, size / 2), NUMERALS)
    return image


@lru_cache(maxsize=64)
def hit_points(text: str, size: int, ink: Rgb) -> Image.Image:
    """A heart, and beside it the hit points, or how many are left of them in this turn."""
    return side_by_side([emblem("sign.hit_points", size, ink), text_sprite(text, round(size * 1.05), ink)], size + 2, 2)


@lru_cache(maxsize=64)
def tile(face: Face, width: int, height: int) -> Image.Image:
    """An open card as one line: emblem, name, slot or hit points."""
    colour = COLOURS[face.kind]
    brush = Brush(width, height)
    box = (0.0, 0.0, float(width), float(height))
    brush.polygon(round_corners(box, 8), colour)
    brush.polygon(round_corners((height - 2, 2, width - 2, height - 2), 6), palette.CREAM)
    image = brush.image()
    size = height - 10
    image.alpha_composite(emblem(face.emblem, size, palette.CREAM), (5, 5))
    right = width - 6
    sign = _tile_sign(face, colour, height)
    if sign is not None:
        right -= sign.width
        image.alpha_composite(sign, (right, (height - sign.height) // 2))
    _write_name(image, face.name, (height + 6, 1, right - 3, height - 1), 24, palette.TEAL_DARK, is_centred=False)
    return image


def _tile_sign(face: Face, colour: Rgb, height: int) -> Image.Image | None:
    if face.hp:
        return hit_points(face.hp, round(height * 0.5), colour)
    return emblem(f"sign.{face.slot}", round(height * 0.48), colour) if face.slot else None


def chip(face: Face, size: int) -> Image.Image:
    """A card as its emblem alone, on the colour of its kind."""
    brush = Brush(size, size)
    brush.polygon(round_corners((0.0, 0.0, float(size), float(size)), size * 0.16), COLOURS[face.kind])
    image = brush.image()
    image.alpha_composite(emblem(face.emblem, size - 10, palette.CREAM), (5, 5))
    return image
