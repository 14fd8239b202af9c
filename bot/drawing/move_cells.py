"""What a card would do on a pile, as a number in a small frame: what every game's picture of a hand is made of."""

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from bot.drawing import palette
from bot.drawing.brush import Brush, inset, write_centred
from bot.drawing.palette import Rgb
from bot.drawing.suits import Suit

CELL_HEIGHT = 46


@dataclass(frozen=True, slots=True)
class Step:
    """How far the pile would move, and whether that is a jump by ten."""

    by: int
    is_jump: bool = False


def signed(number: int) -> str:
    return f"{number:+d}".replace("-", "−")


def nothing() -> Image.Image:
    """Where a card may not lie."""
    brush = Brush(10, 10)
    brush.disc((5, 5), 4, palette.FELT_LINE)
    return brush.done()


@lru_cache(maxsize=256)
def cell(suit: Suit, step: Step, width: int, is_on_turn: bool) -> Image.Image:  # noqa: FBT001
    """How far the pile would move; a preview in thin lines while it is somebody else's turn."""
    fill, edge, ink = _colours(step, suit.metal, is_on_turn=is_on_turn)
    brush = Brush(width, CELL_HEIGHT)
    box = (0.0, 0.0, float(width), float(CELL_HEIGHT))
    brush.polygon(suit.outline(box, 9), edge)
    brush.polygon(suit.outline(inset(box, 2), 8), fill)
    image = brush.done()
    write_centred(image, signed(step.by), 30 if width > 70 else 26, ink, (width / 2, CELL_HEIGHT / 2))
    return image


def _colours(step: Step, metal: Rgb, *, is_on_turn: bool) -> tuple[Rgb, Rgb, Rgb]:
    """Fill, edge and ink."""
    if not is_on_turn:
        return palette.FELT, palette.FELT_LINE, palette.CREAM_DIM
    if step.is_jump:
        return palette.JUMP, palette.JUMP, palette.FELT_DEEP
    return palette.FELT_RAISED, metal, palette.CREAM
