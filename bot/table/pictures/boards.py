"""What boards of every kind lie on: felt with a plate for each row, the reader's own rows marked, and one that stands
apart below the others where it is on another page."""

from typing import Final

from PIL import Image

from bot.drawing import background, palette

WIDTH: Final = 720
MARGIN: Final = 26
_TOP: Final = 112
_FOOT: Final = 26
_APART: Final = 12


def row_top(number: int, rows: int, height: int, *, is_apart: bool) -> int:
    """Where a row of this height begins."""
    return _TOP + number * height + (_APART if is_apart and number == rows - 1 else 0)


def ground(rows: int, height: int, marked: tuple[int, ...], plated: tuple[int, ...], *, is_apart: bool) -> Image.Image:
    """The felt for so many rows, with plates under those that are marked and those that are plated."""
    image = background.patterned(WIDTH, row_top(rows, rows + 1, height, is_apart=is_apart) + _FOOT).copy()
    for number in range(rows):
        top = row_top(number, rows, height, is_apart=is_apart)
        box = (MARGIN - 5, top + 2, WIDTH - MARGIN + 5, top + height - 2)
        if number in marked:
            background.panel(image, box, palette.TEAL_LIGHT, palette.GOLD)
        elif number in plated:
            background.panel(image, box, palette.TEAL_DARK, palette.TEAL_PALE)
    return image
