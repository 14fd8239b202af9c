"""Card sprites shared by all games: faces, backs, stacks, fans, medallions, chips. Cached by their arguments."""

from dataclasses import replace
from functools import lru_cache
from typing import Final

from PIL import Image

from bot.drawing import background, palette
from bot.drawing.brush import Brush, Point, inset, write_centred
from bot.drawing.png_palette import mix
from bot.drawing.suits import Suit, pattern_colour
from bot.drawing.text import NUMERALS, TEXT

RATIO: Final = 1.39  # height to width
_LARGE: Final = 80  # from this width on, cards have emblems
TAG: Final = 14  # how far a tag protrudes above its card
_TAG_SIZE: Final = 22
RIM: Final = 5  # margin around a card for its shadow or ring
FRESH: Final = (36, 7)  # size of the mark under a card that was drawn last


def card_size(width: int) -> tuple[int, int]:
    """Sprite size of a card of this width, margin included."""
    return width + 2 * RIM, round(width * RATIO) + 2 * RIM


def _box(width: int) -> tuple[float, float, float, float]:
    return RIM, RIM, RIM + width, RIM + round(width * RATIO)


@lru_cache(maxsize=48)
def face(suit: Suit, value: int, width: int, *, is_new: bool = False, badge_suit: Suit | None = None) -> Image.Image:
    """A number card, face up; `is_new` adds a ring, `badge_suit` an emblem in its corner."""
    brush = Brush(*card_size(width))
    _body(brush, suit, width, is_new=is_new)
    return _numbered(brush, suit.text, suit, value, width, badge_suit)


@lru_cache(maxsize=64)
def base(suit: Suit, value: int, width: int) -> Image.Image:
    """The base card of an empty pile: the same card with a dark face."""
    box, corner = _box(width), width * 0.09
    brush = Brush(*card_size(width))
    brush.polygon(suit.outline(box, corner), suit.main)
    brush.polygon(suit.outline(inset(box, width * 0.022), corner), palette.TEAL_DARK)
    brush.polygon(suit.outline(inset(box, width * 0.06), corner * 0.8), suit.dark)
    brush.polygon(suit.outline(inset(box, width * 0.07), corner * 0.8), palette.TEAL_DARK)
    return _numbered(brush, suit.light, suit, value, width, None)


def _body(brush: Brush, suit: Suit, width: int, *, is_new: bool) -> None:
    box, corner = _box(width), width * 0.09
    if is_new:
        brush.polygon(suit.outline(inset(box, -4.5), corner + 3), palette.NEW)
        brush.polygon(suit.outline(inset(box, -1), corner), palette.TEAL_DARK)
    else:
        left, top, right, bottom = box
        brush.polygon(suit.outline((left + 1, top + 3, right + 2, bottom + 4), corner), palette.SHADOW)
    brush.polygon(suit.outline(box, corner), suit.dark)
    brush.polygon(suit.outline(inset(box, max(1.2, width * 0.016)), corner), suit.pale)
    panel = inset(box, width * 0.06)
    brush.polygon(suit.outline(panel, corner * 0.8), suit.dark)
    panel = inset(panel, max(0.8, width * 0.01))
    shape = suit.outline(panel, corner * 0.75)
    brush.polygon(shape, suit.light)
    rays = Brush(*card_size(width))
    suit.pattern(rays, panel, pattern_colour(suit))
    brush.paste_clipped(rays, shape)


def _numbered(
    brush: Brush, colour: palette.Rgb, suit: Suit, value: int, width: int, badge_suit: Suit | None
) -> Image.Image:
    left, top, right, bottom = _box(width)
    middle = (left + right) / 2
    if width >= _LARGE:
        suit.emblem(brush, (middle, bottom - width * 0.22), width * 0.1, colour)
        suit.emblem(brush, (middle, top + width * 0.22), width * 0.1, colour)
    if badge_suit is not None:
        badge(brush, badge_suit, (right - width * 0.16, top + width * 0.16), width * 0.15)
    image = brush.image()
    share = (0.62 if width >= _LARGE else 0.56) * (0.72 if value > 99 else 1)  # three digits are narrower
    write_centred(image, str(value), round(width * share), colour, (middle, (top + bottom) / 2), NUMERALS)
    return image


def badge(brush: Brush, suit: Suit, centre: Point, radius: float) -> None:
    """A small emblem on a card: who placed it on another player's pile, or a fire."""
    brush.disc(centre, radius, palette.NEW)
    brush.disc(centre, radius * 0.86, palette.TEAL_DARK)
    suit.emblem(brush, centre, radius * 0.62, suit.light)


@lru_cache(maxsize=16)
def spread(suit: Suit, values: tuple[int, ...], width: int, step: int) -> Image.Image:
    """Overlapping faces from left to right, `step` pixels apart."""
    card_width, height = card_size(width)
    image = Image.new("RGBA", (card_width + step * (len(values) - 1), height))
    for at, value in enumerate(values):
        image.alpha_composite(face(suit, value, width), (at * step, 0))
    return image


@lru_cache(maxsize=32)
def dimmed(suit: Suit, value: int, width: int) -> Image.Image:
    """A card without a legal move: the same in dull colours."""
    dull = mix(suit.dark, palette.TEAL, 1 / 2)
    return face(replace(suit, text=suit.main, light=dull, pale=mix(suit.dark, palette.TEAL, 1 / 3)), value, width)


@lru_cache(maxsize=32)
def tagged(suit: Suit, value: int, width: int, tag: str) -> Image.Image:
    """A card with a label across its upper edge."""
    card = face(suit, value, width)
    label = background.pill(tag, _TAG_SIZE, 28, palette.JUMP, palette.TEAL_DARK)
    image = Image.new("RGBA", (tagged_width(width, tag), card.height + TAG))
    image.alpha_composite(card, ((image.width - card.width) // 2, TAG))
    image.alpha_composite(label, ((image.width - label.width) // 2, 0))
    return image


def tagged_width(width: int, tag: str) -> int:
    return max(card_size(width)[0], background.pill_width(tag, _TAG_SIZE))


@lru_cache(maxsize=64)
def back(suit: Suit, width: int) -> Image.Image:
    brush = Brush(*card_size(width))
    _draw_back(brush, suit, (RIM, RIM), width)
    return brush.image()


def _draw_back(brush: Brush, suit: Suit, at: Point, width: int) -> None:
    """A card face down: dark, framed in the suit's colour, the emblem in its centre."""
    x, y = at
    box, corner = (x, y, x + width, y + round(width * RATIO)), width * 0.1
    brush.polygon(suit.outline(box, corner), palette.TEAL_DARK)
    brush.polygon(suit.outline(inset(box, 1.2), corner), suit.main)
    brush.polygon(suit.outline(inset(box, width * 0.06), corner * 0.8), suit.dark)
    brush.polygon(suit.outline(inset(box, width * 0.12), corner * 0.7), suit.main)
    brush.polygon(suit.outline(inset(box, width * 0.14), corner * 0.7), suit.dark)
    suit.emblem(brush, (x + width / 2, y + round(width * RATIO) / 2), width * 0.27, suit.light)


_LAYERS: Final = 10  # drawn for a full draw pile
_LAYER_HEIGHT: Final = 3


@lru_cache(maxsize=64)
def stack(suit: Suit, count: int, full: int, width: int) -> Image.Image:
    """A draw pile, its thickness proportional to `count / full`; an empty one is an outline."""
    height = round(width * RATIO)
    brush = Brush(width + 2 * RIM, height + _LAYERS * _LAYER_HEIGHT + 2 * RIM)
    floor = RIM + _LAYERS * _LAYER_HEIGHT
    if count == 0:
        _empty_slot(brush, suit, (RIM, floor), width)
        return brush.image()
    layers = max(0, min(_LAYERS, -(-count * _LAYERS // full)) - 1)
    for layer in range(layers):
        y = floor - layer * _LAYER_HEIGHT
        box = RIM, y, RIM + width, y + height
        brush.polygon(suit.outline(box, width * 0.1), palette.SHADOW if layer == 0 else palette.TEAL_DARK)
        brush.polygon(suit.outline((box[0] + 0.8, y, box[2] - 0.8, y + height - 1.2), width * 0.1), suit.pale)
    _draw_back(brush, suit, (RIM, floor - layers * _LAYER_HEIGHT), width)
    return brush.image()


def _empty_slot(brush: Brush, suit: Suit, at: Point, width: int) -> None:
    x, y = at
    box = x, y, x + width, y + round(width * RATIO)
    brush.polygon(suit.outline(box, width * 0.1), palette.TEAL_PALE)
    brush.polygon(suit.outline(inset(box, 2), width * 0.1), palette.TEAL_DARK)


@lru_cache(maxsize=64)
def fan(suit: Suit, count: int, room: int, width: int) -> Image.Image:
    """A hidden hand: `count` overlapping backs within `room` pixels."""
    height = round(width * RATIO)
    brush = Brush(room, height + 2 * RIM)
    if count == 0:
        _empty_slot(brush, suit, ((room - width) / 2, RIM), width)
        return brush.image()
    step = min(width * 0.42, (room - width - 2) / max(1, count - 1))
    start = (room - width - step * (count - 1)) / 2
    for card in range(count):
        _draw_back(brush, suit, (start + card * step, RIM), width)
    return brush.image()


@lru_cache(maxsize=256)
def medallion(suit: Suit, initial: str, size: int) -> Image.Image:
    """A player's badge: an initial in the suit's shape, or the suit's emblem without one."""
    brush = Brush(size, size)
    box, corner = (0.0, 0.0, float(size), float(size)), size * suit.roundness
    brush.polygon(suit.outline(box, corner), suit.pale)
    brush.polygon(suit.outline(inset(box, 2.5), corner - 1.5), suit.dark)
    brush.polygon(suit.outline(inset(box, 5), corner - 3), suit.main)
    if not initial:
        suit.emblem(brush, (size / 2, size / 2), size * 0.3, suit.text)
        return brush.image()
    image = brush.image()
    write_centred(image, initial, round(size * 0.56), suit.text, (size / 2, size / 2), TEXT)
    return image


@lru_cache(maxsize=512)
def chip(suit: Suit, value: int, height: int) -> Image.Image:
    """A card at text height: only its number and outline."""
    size = chip_width(height), height
    brush = Brush(*size)
    box = (0.0, 0.0, float(size[0]), float(height))
    brush.polygon(suit.outline(box, height * 0.2), suit.dark)
    brush.polygon(suit.outline(inset(box, 1.5), height * 0.18), suit.light)
    image = brush.image()
    write_centred(image, str(value), round(height * 0.78), suit.text, (size[0] / 2, height / 2), NUMERALS)
    return image


def chip_width(height: int) -> int:
    return round(height * 1.22)


def fresh_mark() -> Image.Image:
    brush = Brush(*FRESH)
    brush.box((0.0, 0.0, float(FRESH[0]), float(FRESH[1])), palette.NEW, FRESH[1] / 2)
    return brush.image()
