"""Sprites shared by DUEL's pictures: suits by seat, blood as drops, piles with their sizes."""

from functools import lru_cache

from PIL import Image

from bot.drawing import cards, palette
from bot.drawing.brush import Brush, side_by_side, text_sprite
from bot.drawing.emblems import emblem
from bot.drawing.palette import Rgb
from bot.drawing.suits import GOLD, IVORY, SILVER, Suit
from bot.drawing.text import NUMERALS
from bot.games.duel.cards import DECK_SIZE
from bot.table.pictures.duel.faces import Face, drop, upright


def suit_of(seat: int, seats: int) -> Suit:
    return (GOLD, SILVER)[seat] if seats == 2 else IVORY


@lru_cache(maxsize=256)
def drops(wounded: int, total: int, size: int, room: int) -> Image.Image:
    """A drop for each blood card, filled if it is wounded; in rows of `room` pixels."""
    pitch = round(size * 0.8)
    row = max(1, room // pitch)
    rows = -(-max(1, total) // row)
    brush = Brush(min(row, max(1, total)) * pitch, rows * size)
    for at in range(total):
        centre = (at % row + 0.5) * pitch, at // row * size + size * 0.6
        brush.polygon(drop(centre, size * 0.36), palette.DANGER if at < wounded else palette.CREAM_DIM)
        if at >= wounded:
            brush.polygon(drop(centre, size * 0.36 - 2.6), palette.TEAL_DARK)
    return brush.image()


def drop_size(total: int, most: int, room: int, rows: int) -> int:
    """The largest size, at most `most`, in which so many drops fill so many rows."""
    return next((size for size in range(most, 8, -1) if room // round(size * 0.8) * rows >= total), 8)


@lru_cache(maxsize=64)
def stack(suit: Suit, count: int, width: int) -> Image.Image:
    return cards.stack(suit, count, DECK_SIZE, width)


@lru_cache(maxsize=64)
def top_of_wounds(face: Face | None, width: int) -> Image.Image:
    """The open card on top; an empty place without one."""
    if face is not None:
        return upright(face, width)
    return cards.stack(IVORY, 0, 1, width).crop((0, 30, *_corner(width)))


def _corner(width: int) -> tuple[int, int]:
    wide, high = cards.card_size(width)
    return wide, high + 30


@lru_cache(maxsize=256)
def counted(sign: str, count: int, colour: Rgb = palette.CREAM) -> Image.Image:
    """A pile's sign and size."""
    return side_by_side(
        [emblem(f"sign.{sign}", 30, palette.CREAM_DIM), text_sprite(str(count), 28, colour, NUMERALS)], 32, 6
    )


@lru_cache(maxsize=32)
def backs(suit: Suit, count: int, room: int) -> Image.Image:
    """A hand in little: its backs, and how many they are."""
    number = text_sprite(str(count), 28, palette.CREAM, NUMERALS)
    return side_by_side([cards.fan(suit, count, room, 24), number], 46, 6)
