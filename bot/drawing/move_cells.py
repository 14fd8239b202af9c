"""Cells of a hand's move grid: by how much a card would move a pile's top, as a framed number."""

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from bot.drawing import palette
from bot.drawing.brush import Brush, inset, write_centred
from bot.drawing.palette import Rgb
from bot.drawing.suits import Suit

CELL_HEIGHT = 46


@dataclass(frozen=True, slots=True)
class Move:
    """By how much a card changes the top of a pile, and whether that is a jump back by ten."""

    by: int
    is_jump: bool = False


def signed(number: int) -> str:
    return f"{number:+d}".replace("-", "−")


def illegal() -> Image.Image:
    """The dot of an illegal placement."""
    brush = Brush(10, 10)
    brush.disc((5, 5), 4, palette.TEAL_PALE)
    return brush.image()


@lru_cache(maxsize=256)
def cell(suit: Suit, move: Move, width: int, is_on_turn: bool) -> Image.Image:  # noqa: FBT001
    """A legal placement; a faint preview unless the player is on turn."""
    fill, edge, text_colour = _colours(move, suit.main, is_on_turn=is_on_turn)
    brush = Brush(width, CELL_HEIGHT)
    box = (0.0, 0.0, float(width), float(CELL_HEIGHT))
    brush.polygon(suit.outline(box, 9), edge)
    brush.polygon(suit.outline(inset(box, 2), 8), fill)
    image = brush.image()
    write_centred(image, signed(move.by), 30 if width > 70 else 26, text_colour, (width / 2, CELL_HEIGHT / 2))
    return image


def _colours(move: Move, main: Rgb, *, is_on_turn: bool) -> tuple[Rgb, Rgb, Rgb]:
    """Fill, edge and text."""
    if not is_on_turn:
        return palette.TEAL, palette.TEAL_PALE, palette.CREAM_DIM
    if move.is_jump:
        return palette.JUMP, palette.JUMP, palette.TEAL_DARK
    return palette.TEAL_LIGHT, main, palette.CREAM
