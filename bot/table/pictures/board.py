"""The picture of a board: columns and lines. No game and no kind of score may enter.

A line is a badge, a title with an optional note below it, and one cell a column: a text or a sprite.
"""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image

from bot.drawing import palette
from bot.drawing.background import MARGIN, WIDTH, Panel, across, panelled
from bot.drawing.brush import Brush, Point, polar, write_centred
from bot.drawing.canvas import Canvas, Paint
from bot.drawing.palette import Rgb
from bot.drawing.text import NUMERALS, drawable_part, fitted, width

RIGHT: Final = WIDTH - MARGIN - 8  # right edge of the last column
_TOP: Final = 112
_BOTTOM: Final = 26
_APART: Final = 12  # extra space above a line that is apart
_HEIGHT, _HEIGHT_WITH_NOTES = 56, 84  # of a line
_BADGE: Final = 42
_TITLE_AT: Final = 88
_GAP: Final = 12  # between titles and the first column
_LABEL: Final = 22
_SMALLEST: Final = 17
_BAR_HEIGHT: Final = 24
BAR_WIDTH: Final = 190
_MEDALS: Final[dict[int, tuple[Rgb, Rgb, Rgb]]] = {  # rim, face, text
    1: (palette.GOLD_PALE, palette.GOLD, palette.GOLD_TEXT),
    2: (palette.SILVER_PALE, palette.SILVER, palette.SILVER_TEXT),
    3: (palette.GOLD_LIGHT, palette.GOLD_DARK, palette.GOLD_PALE),
}
_NO_MEDAL: Final = palette.TEAL_PALE, palette.TEAL_DARK, palette.CREAM
_FIGURES: Final = {1: (1,), 2: (2,), 3: (1, 2), 4: (2, 2), 5: (2, 3)}  # by team size: figures in each row

Sprite = tuple[Paint, tuple[Hashable, ...]]


@dataclass(frozen=True, slots=True)
class Column:
    """Label and cells end at `right`; a text wider than `width` is set smaller."""

    label: str
    right: int
    width: int
    size: int = 30
    colour: Rgb = palette.CREAM
    font: str = NUMERALS


@dataclass(frozen=True, slots=True)
class BoardLine:
    badge: Sprite
    title: str
    cells: tuple[str | Sprite, ...]
    note: str = ""
    is_own: bool = False
    is_dim: bool = False


@dataclass(frozen=True, slots=True)
class BoardScene:
    """Everything drawn. `is_apart`: the last line is the reader's, from another page."""

    title: str
    subtitle: str
    columns: tuple[Column, ...]
    lines: tuple[BoardLine, ...]
    is_apart: bool = False

    @property
    def has_notes(self) -> bool:
        return any(line.note for line in self.lines)


def paint(scene: BoardScene) -> bytes:
    _, end = _line_box(len(scene.lines) - 1, scene)
    canvas = Canvas(panelled, end + _BOTTOM, *_panels(scene))
    title, size = fitted(drawable_part(scene.title) or "?", 38, WIDTH - 2 * MARGIN - 20, smallest=24, font=NUMERALS)
    canvas.text(WIDTH // 2, 56, title, size, palette.GOLD_LIGHT, anchor="m", font=NUMERALS)
    labelled = [column for column in scene.columns if column.label]
    room = labelled[0].right - width(labelled[0].label, _LABEL) - MARGIN - 30
    subtitle, size = fitted(scene.subtitle, 24, room, smallest=16)
    canvas.text(MARGIN + 10, 92, subtitle, size, palette.CREAM_DIM)
    for column in labelled:
        canvas.text(column.right, 92, column.label, _LABEL, palette.CREAM_DIM, anchor="r")
    for number, line in enumerate(scene.lines):
        top, bottom = _line_box(number, scene)
        _draw_title(canvas, line, scene.columns[0], top, bottom)
        for column, cell in zip(scene.columns, line.cells, strict=True):
            _draw_cell(canvas, cell, column, (top + bottom) // 2)
    return canvas.png()


def _line_box(number: int, scene: BoardScene) -> tuple[int, int]:
    """Top and bottom of a line."""
    height = _HEIGHT_WITH_NOTES if scene.has_notes else _HEIGHT
    top = _TOP + number * height + (_APART if scene.is_apart and number == len(scene.lines) - 1 else 0)
    return top, top + height


def _panels(scene: BoardScene) -> Iterator[Panel]:
    """A highlighted panel under own lines, a plain one under the others; without notes, under every second one."""
    for number, line in enumerate(scene.lines):
        top, bottom = _line_box(number, scene)
        if line.is_own:
            yield across(top + 2, bottom - 2, palette.TEAL_LIGHT, palette.GOLD)
        elif scene.has_notes or number % 2 == 0:
            yield across(top + 2, bottom - 2)


def _draw_title(canvas: Canvas, line: BoardLine, first: Column, top: int, bottom: int) -> None:
    """Badge, title and note of a line, up to the first column."""
    paint_badge, args = line.badge
    canvas.put(MARGIN + 8, (top + bottom - _BADGE) // 2, paint_badge, *args)
    room = first.right - first.width - _TITLE_AT - _GAP
    colour = palette.CREAM_DIM if line.is_dim else palette.CREAM
    size, baseline = (31, top + 38) if line.note else (28, (top + bottom) // 2 + 10)
    title, size = fitted(drawable_part(line.title) or "?", size, room, smallest=19)
    canvas.text(_TITLE_AT, baseline, title, size, colour)
    if line.note:
        note, size = fitted(drawable_part(line.note), 27, room, smallest=_SMALLEST)
        canvas.text(_TITLE_AT, top + 70, note, size, palette.CREAM)


def _draw_cell(canvas: Canvas, cell: str | Sprite, column: Column, middle: int) -> None:
    if isinstance(cell, str):
        text, size = fitted(cell, column.size, column.width, smallest=_SMALLEST, font=column.font)
        baseline = middle + round(column.size * 0.34)
        canvas.text(column.right, baseline, text, size, column.colour, anchor="r", font=column.font)
    else:
        paint_cell, args = cell
        wide, high = paint_cell(*args).size
        canvas.put(column.right - wide, middle - high // 2, paint_cell, *args)


# Sprites for badges and cells


@lru_cache(maxsize=128)
def medal(rank: int) -> Image.Image:
    """A rank; the first three in gold, silver and bronze."""
    rim, face, text_colour = _MEDALS.get(rank, _NO_MEDAL)
    brush = Brush(_BADGE, _BADGE)
    middle = _BADGE / 2
    brush.disc((middle, middle), middle, rim)
    brush.disc((middle, middle), middle - 3, face)
    image = brush.image()
    text, size = fitted(str(rank), 26, _BADGE - 12, smallest=9, font=NUMERALS)
    write_centred(image, text, size, text_colour, (middle, middle), NUMERALS)
    return image


@lru_cache(maxsize=8)
def team(size: int) -> Image.Image:
    """As many figures as the team has members."""
    rows = _FIGURES[size]
    brush = Brush(_BADGE, _BADGE)
    radius = min(_BADGE * 0.36, _BADGE / (2 * len(rows)), _BADGE / (2 * max(rows)) * 1.1)
    for number, figures in enumerate(rows):
        y = _BADGE / 2 + (number - (len(rows) - 1) / 2) * _BADGE / len(rows)
        for figure in range(figures):
            x = _BADGE / 2 + (figure - (figures - 1) / 2) * min(_BADGE / figures, 2 * radius)
            _figure(brush, (x, y), radius)
    return brush.image()


def _figure(brush: Brush, centre: Point, radius: float) -> None:
    """A head and shoulders."""
    x, y = centre
    brush.disc((x, y - radius * 0.45), radius * 0.42, palette.CREAM)
    brush.polygon([polar((x, y + radius * 0.85), radius * 0.78, angle) for angle in range(180, 361, 12)], palette.CREAM)


@lru_cache(maxsize=1)
def star() -> Image.Image:
    """A perfect score."""
    brush = Brush(_BADGE, _BADGE)
    middle = (_BADGE / 2, _BADGE / 2 + 1)
    points = [polar(middle, _BADGE / 2 if step % 2 == 0 else _BADGE / 4.6, step * 36 - 90) for step in range(10)]
    brush.polygon(points, palette.GOLD)
    return brush.image()


@lru_cache(maxsize=256)
def bar(low: int, middle: int, high: int) -> Image.Image:
    """A value with its uncertainty, as a mark in a band; all in thousandths of the bar's length."""
    brush = Brush(BAR_WIDTH, _BAR_HEIGHT)
    brush.box((0, 9, BAR_WIDTH, _BAR_HEIGHT - 9), palette.TEAL_PALE, 3)
    left, mark, right = (value * BAR_WIDTH / 1000 for value in (low, middle, high))
    brush.box((left, 5, max(right, left + 4), _BAR_HEIGHT - 5), palette.GOLD_DARK, 5)
    centre = min(max(mark, 3.0), BAR_WIDTH - 3.0)
    brush.box((centre - 3, 0, centre + 3, _BAR_HEIGHT), palette.GOLD_PALE, 2)
    return brush.image()
