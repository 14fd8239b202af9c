"""How far each side had come after every turn, as lines on one field. It knows no game: a line is numbers in a suit."""

from dataclasses import dataclass
from typing import Final

from PIL import Image

from bot.drawing import arrows, background, palette
from bot.drawing.brush import Brush, Point
from bot.drawing.canvas import Canvas
from bot.drawing.suits import Suit
from bot.drawing.text import NUMERALS, fitted, width

WIDTH, HEIGHT = 720, 500
_BOX: Final = (92, 124, WIDTH - 44, HEIGHT - 100)  # left, top, right, bottom of the field
_EDGE: Final = 14  # so that markers at the ends stay whole
_RIM: Final = 12  # of the panel around the field
_LEGEND: Final = 34
_SIZE: Final = 24
_MARKER: Final = 6.5
_MOST_TICKS: Final = 8


@dataclass(frozen=True, slots=True)
class Line:
    """One side: where it stood at the start and after each turn."""

    suit: Suit
    name: str
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlotScene:
    lines: tuple[Line, Line]
    goal: int
    axis: str  # what is counted along the bottom

    @property
    def turns(self) -> int:
        return len(self.lines[0].values) - 1

    @property
    def top(self) -> int:
        """As high as the lines go, in tens, and never past the goal."""
        return min(self.goal, (max(max(line.values) for line in self.lines) // 10 + 1) * 10)


def paint(scene: PlotScene) -> bytes:
    canvas = Canvas(_background)
    left, top, right, bottom = _BOX
    half = (right - left) // 2
    for line, x in zip(scene.lines, (left, left + half), strict=True):
        _legend(canvas, line, x, half)
    for value in (0, scene.top // 2, scene.top):
        y = round(top + _y(value, scene.top)) + 8
        canvas.text(left - _RIM - 10, y, str(value), _SIZE, palette.CREAM_DIM, anchor="r", font=NUMERALS)
    for turn in _ticks(scene.turns):
        x = round(left + _x(turn, scene.turns))
        canvas.text(x, bottom + 40, str(turn), _SIZE, palette.CREAM_DIM, anchor="m", font=NUMERALS)
    canvas.text((left + right) // 2, HEIGHT - 26, scene.axis, _SIZE, palette.CREAM_DIM, anchor="m")
    canvas.put(left, top, _field, scene.lines, scene.top, on=palette.FELT_DEEP)
    return canvas.png()


def _background() -> Image.Image:
    image = background.cloth(WIDTH, HEIGHT).copy()
    left, top, right, bottom = _BOX
    background.panel(
        image, (left - _RIM, top - _RIM, right + _RIM, bottom + _RIM), palette.FELT_DEEP, palette.FELT_LINE
    )
    return image


def _legend(canvas: Canvas, line: Line, x: int, room: int) -> None:
    """Whose line it is, by emblem and name, and where it ended."""
    canvas.put(x, 44, arrows.emblem, line.suit, _LEGEND)
    count = str(line.values[-1])
    name, size = fitted(line.name, 30, room - _LEGEND - 40 - width(count, 38, NUMERALS), smallest=20)
    canvas.text(x + _LEGEND + 10, 70, name, size, palette.CREAM)
    canvas.text(x + _LEGEND + 22 + width(name, size), 74, count, 38, line.suit.light, font=NUMERALS)


def _ticks(turns: int) -> list[int]:
    """Round numbers that leave room between them, from 0."""
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100) if turns / step <= _MOST_TICKS)
    return list(range(0, turns + 1, step))


def _x(turn: int, turns: int) -> float:
    left, _, right, _ = _BOX
    return _EDGE + (right - left - 2 * _EDGE) * turn / max(1, turns)


def _y(value: int, most: int) -> float:
    _, top, _, bottom = _BOX
    return _EDGE + (bottom - top - 2 * _EDGE) * (1 - value / most)


def _field(lines: tuple[Line, Line], most: int) -> Image.Image:
    left, top, right, bottom = _BOX
    brush = Brush(right - left, bottom - top)
    for value in (0, most // 2, most):
        y = _y(value, most)
        brush.strip([(0, y), (right - left, y)], palette.FELT_LINE, 1.5)
    for line in lines:
        _draw_line(brush, line, most)
    return brush.done()


def _draw_line(brush: Brush, line: Line, most: int) -> None:
    """Markers have the suit's own shape, so that nobody needs to see the colour; they stand where a card was placed."""
    turns = len(line.values) - 1
    points = [(_x(turn, turns), _y(value, most)) for turn, value in enumerate(line.values)]
    brush.strip(points, line.suit.metal, 3.5)
    for point, before, value in zip(points[1:], line.values, line.values[1:], strict=False):
        if value != before:
            brush.polygon(line.suit.outline(_around(point), _MARKER * 2 * line.suit.roundness), line.suit.light)


def _around(point: Point) -> tuple[float, float, float, float]:
    x, y = point
    return x - _MARKER, y - _MARKER, x + _MARKER, y + _MARKER
