"""Pictures of rule pages: a grid of examples, each with pieces and a label. No game may enter."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from bot.drawing import background, palette
from bot.drawing.background import WIDTH, Panel, panelled
from bot.drawing.brush import Brush
from bot.drawing.canvas import Canvas, Paint
from bot.drawing.palette import Rgb
from bot.drawing.sketch import Sketch
from bot.drawing.text import fitted
from bot.games.core import phrase
from bot.table.pictures.core import PictureText

CARD: Final = 84
SMALL_CARD: Final = 66  # for hands
_MARGIN: Final = 24
_GAP: Final = 12
_CELL_WIDTH: Final = (WIDTH - 2 * _MARGIN - _GAP) // 2
_CELL_HEIGHT: Final = 196
_SPACE: Final = 10
_PILL: Final = 40

Piece = tuple[Paint, tuple[object, ...]]
GOOD, JUMP, BAD, PLAIN = palette.SUCCESS, palette.JUMP, palette.DANGER, palette.TEAL_PALE
_TEXT_COLOURS: Final = {GOOD: palette.CREAM, JUMP: palette.TEAL_DARK, BAD: palette.CREAM, PLAIN: palette.CREAM}


@dataclass(frozen=True, slots=True)
class Cell:
    """One example: pieces from left to right, and a label below."""

    pieces: tuple[Piece, ...]
    label: str
    tone: Rgb
    is_wide: bool = False


@dataclass(frozen=True, slots=True)
class LessonScene:
    cells: tuple[Cell, ...]


Lesson = Callable[[PictureText], tuple[Cell, ...]]


def lesson_sketch(game: str, lessons: Sequence[Lesson], number: int, words: PictureText) -> Sketch | None:
    """The picture of a page, counted from 0; None past the last."""
    if number not in range(len(lessons)):
        return None
    return Sketch(paint, LessonScene(lessons[number](words)), (phrase(f"lesson.{game}.{number + 1}.alt"),))


def paint(scene: LessonScene) -> bytes:
    placed = boxes(scene)
    panels = (Panel(box, palette.TEAL, palette.TEAL_PALE) for box in placed)
    canvas = Canvas(panelled, placed[-1][3] + _MARGIN, *panels)
    for cell, box in zip(scene.cells, placed, strict=True):
        _draw_cell(canvas, cell, box)
    return canvas.png()


def boxes(scene: LessonScene) -> list[tuple[int, int, int, int]]:
    """The box of each cell: left, top, right, bottom."""
    placed, x, y = [], _MARGIN, _MARGIN
    for cell in scene.cells:
        wide = WIDTH - 2 * _MARGIN if cell.is_wide else _CELL_WIDTH
        placed.append((x, y, x + wide, y + _CELL_HEIGHT))
        x += wide + _GAP
        if x >= WIDTH - _MARGIN:
            x, y = _MARGIN, y + _CELL_HEIGHT + _GAP
    return placed


def _draw_cell(canvas: Canvas, cell: Cell, box: tuple[int, int, int, int]) -> None:
    left, top, right, bottom = box
    x = left + (right - left - row_width(cell)) // 2
    middle = top + (bottom - top - _PILL) // 2
    for paint_piece, args in cell.pieces:
        wide, high = paint_piece(*args).size
        canvas.put(x, middle - high // 2, paint_piece, *args, on=palette.TEAL)
        x += wide + _SPACE
    label, size = label_of(cell, right - left)
    pill_left = (left + right - background.pill_width(label, size)) // 2
    colours = cell.tone, _TEXT_COLOURS[cell.tone]
    canvas.put(pill_left, bottom - _PILL - 8, background.pill, label, size, _PILL, *colours, on=palette.TEAL)


def row_width(cell: Cell) -> int:
    """Width of the pieces with the space between them."""
    return sum(paint_piece(*args).width + _SPACE for paint_piece, args in cell.pieces) - _SPACE


def label_of(cell: Cell, room: int) -> tuple[str, int]:
    """The label fitted into a cell, and its size."""
    return fitted(cell.label, 26, room - 48, smallest=20)


def _then() -> Image.Image:
    """An arrow to the right, between before and after."""
    brush = Brush(34, 30)
    brush.polygon([(0, 11), (18, 11), (18, 2), (34, 15), (18, 28), (18, 19), (0, 19)], palette.CREAM_DIM)
    return brush.image()


THEN: Final[Piece] = (_then, ())
