"""Blood left by turn: a row for each player, so that no line has to be told from another by its colour."""

from dataclasses import dataclass
from typing import Final

from PIL import Image

from bot.drawing import background, cards, palette
from bot.drawing.brush import Brush, Point
from bot.drawing.canvas import Canvas
from bot.drawing.text import NUMERALS, fitted
from bot.table.pictures.duel.pieces import suit_of

WIDTH: Final = 720
_LEFT, _RIGHT = 21, 699
_TOP: Final = 78
_ROWS: Final = {2: 150, 3: 118, 4: 104, 5: 96, 6: 92}  # height, by the number of players
_PLOT: Final = (266, 636)  # left and right
_INSET: Final = 14
_MOST_TICKS: Final = 8


@dataclass(frozen=True, slots=True)
class BloodRow:
    """`left` is how many blood cards are not wounded: at the start and after each turn."""

    seat: int
    name: str
    initial: str
    bloods: int
    left: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BloodScene:
    rows: tuple[BloodRow, ...]
    title: str
    axis: str


def paint(scene: BloodScene) -> bytes:
    count = len(scene.rows)
    canvas = Canvas(_background, count)
    title, size = fitted(scene.title, 32, 620, smallest=24)
    canvas.text(WIDTH // 2, 58, title, size, palette.CREAM, anchor="m")
    for at, row in enumerate(scene.rows):
        _row(canvas, row, count, _TOP + at * _ROWS[count])
    bottom, turns = _TOP + count * _ROWS[count], len(scene.rows[0].left) - 1
    for turn in _ticks(turns):
        x = round(_PLOT[0] + _x(turn, turns))
        canvas.text(x, bottom + 26, str(turn), 22, palette.CREAM_DIM, anchor="m", font=NUMERALS)
    canvas.text(sum(_PLOT) // 2, bottom + 56, scene.axis, 22, palette.CREAM_DIM, anchor="m")
    return canvas.png()


def _background(count: int) -> Image.Image:
    height = _ROWS[count]
    image = background.felt(WIDTH, background.felt_height(_TOP + count * height + 82)).copy()
    for at in range(count):
        top = _TOP + at * height
        background.panel(image, (_LEFT, top, _RIGHT, top + height - 8), palette.TEAL_DARK, palette.TEAL_PALE)
    return image


def _row(canvas: Canvas, row: BloodRow, count: int, top: int) -> None:
    on, height = palette.TEAL_DARK, _ROWS[count] - 8
    middle = top + height // 2
    canvas.put(_LEFT + 12, middle - 21, cards.medallion, suit_of(row.seat, count), row.initial, 42, on=on)
    name, size = fitted(row.name, 26, _PLOT[0] - _LEFT - 74, smallest=17)
    canvas.text(_LEFT + 64, middle + round(size * 0.34), name, size, palette.CREAM, on=on)
    canvas.put(_PLOT[0], top + 6, _area, row, height - 12, on=on)
    canvas.text(_RIGHT - 36, middle + 13, str(row.left[-1]), 38, palette.CREAM, anchor="m", font=NUMERALS, on=on)


def _area(row: BloodRow, height: int) -> Image.Image:
    """Steps from turn to turn over a filled area."""
    brush = Brush(_PLOT[1] - _PLOT[0], height)
    turns = len(row.left) - 1
    points: list[Point] = []
    for turn, left in enumerate(row.left):
        y = 4 + (height - 8) * (1 - left / max(1, row.bloods))
        if points:
            points.append((_x(turn, turns), points[-1][1]))
        points.append((_x(turn, turns), y))
    floor = height - 4.0
    brush.polygon([(points[0][0], floor), *points, (points[-1][0], floor)], palette.TEAL_LIGHT)
    brush.polyline([(0, floor), (_PLOT[1] - _PLOT[0], floor)], palette.TEAL_PALE, 1.5)
    brush.polyline(points, palette.DANGER, 4)
    brush.disc(points[-1], 6, palette.CREAM)
    return brush.image()


def _x(turn: int, turns: int) -> float:
    return _INSET + (_PLOT[1] - _PLOT[0] - 2 * _INSET) * turn / max(1, turns)


def _ticks(turns: int) -> list[int]:
    """At most `_MOST_TICKS` intervals of a round number of turns, from 0."""
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100) if turns / step <= _MOST_TICKS)
    return list(range(0, turns + 1, step))
