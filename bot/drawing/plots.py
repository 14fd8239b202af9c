"""Line plot of two series over the turns of a game. No game may enter: a series is numbers in a suit."""

from dataclasses import dataclass
from typing import Final

from PIL import Image

from bot.drawing import arrows, background, palette
from bot.drawing.brush import Brush, Point
from bot.drawing.canvas import Canvas
from bot.drawing.suits import Suit
from bot.drawing.text import NUMERALS, fitted, width

WIDTH, HEIGHT = 720, 500
_BOX: Final = (92, 124, WIDTH - 44, HEIGHT - 100)  # left, top, right, bottom of the plot area
_EDGE: Final = 14  # inset, so that markers at the ends are not cut
_RIM: Final = 12  # of the panel around the plot area
_LEGEND: Final = 34
_SIZE: Final = 24
_MARKER: Final = 6.5
_MOST_TICKS: Final = 8


@dataclass(frozen=True, slots=True)
class Series:
    """One side's values: at the start and after each turn."""

    suit: Suit
    name: str
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlotScene:
    series: tuple[Series, Series]
    goal: int
    axis: str  # label of the horizontal axis

    @property
    def turns(self) -> int:
        return len(self.series[0].values) - 1

    @property
    def top(self) -> int:
        """Upper end of the vertical axis: the highest value rounded up to tens, at most the goal."""
        return min(self.goal, (max(max(series.values) for series in self.series) // 10 + 1) * 10)


def paint(scene: PlotScene) -> bytes:
    canvas = Canvas(background.panelled, HEIGHT, background.around(_BOX, _RIM))
    left, top, right, bottom = _BOX
    half = (right - left) // 2
    for series, x in zip(scene.series, (left, left + half), strict=True):
        _legend(canvas, series, x, half)
    for value in (0, scene.top // 2, scene.top):
        y = round(top + _y(value, scene.top)) + 8
        canvas.text(left - _RIM - 10, y, str(value), _SIZE, palette.CREAM_DIM, anchor="r", font=NUMERALS)
    for turn in _ticks(scene.turns):
        x = round(left + _x(turn, scene.turns))
        canvas.text(x, bottom + 40, str(turn), _SIZE, palette.CREAM_DIM, anchor="m", font=NUMERALS)
    canvas.text((left + right) // 2, HEIGHT - 26, scene.axis, _SIZE, palette.CREAM_DIM, anchor="m")
    canvas.put(left, top, _plot_area, scene.series, scene.top, on=palette.TEAL_DARK)
    return canvas.png()


def _legend(canvas: Canvas, series: Series, x: int, room: int) -> None:
    """Emblem, name and last value."""
    canvas.put(x, 44, arrows.emblem, series.suit, _LEGEND)
    count = str(series.values[-1])
    name, size = fitted(series.name, 30, room - _LEGEND - 40 - width(count, 38, NUMERALS), smallest=20)
    canvas.text(x + _LEGEND + 10, 70, name, size, palette.CREAM)
    canvas.text(x + _LEGEND + 22 + width(name, size), 74, count, 38, series.suit.light, font=NUMERALS)


def _ticks(turns: int) -> list[int]:
    """At most `_MOST_TICKS` intervals of a round number of turns, from 0."""
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100) if turns / step <= _MOST_TICKS)
    return list(range(0, turns + 1, step))


def _x(turn: int, turns: int) -> float:
    left, _, right, _ = _BOX
    return _EDGE + (right - left - 2 * _EDGE) * turn / max(1, turns)


def _y(value: int, most: int) -> float:
    _, top, _, bottom = _BOX
    return _EDGE + (bottom - top - 2 * _EDGE) * (1 - value / most)


def _plot_area(both: tuple[Series, Series], most: int) -> Image.Image:
    left, top, right, bottom = _BOX
    brush = Brush(right - left, bottom - top)
    for value in (0, most // 2, most):
        y = _y(value, most)
        brush.polyline([(0, y), (right - left, y)], palette.TEAL_PALE, 1.5)
    for series in both:
        _draw_series(brush, series, most)
    return brush.image()


def _draw_series(brush: Brush, series: Series, most: int) -> None:
    """A polyline with a marker where the value changed, in the suit's shape, so that the colour is not needed."""
    turns = len(series.values) - 1
    points = [(_x(turn, turns), _y(value, most)) for turn, value in enumerate(series.values)]
    brush.polyline(points, series.suit.main, 3.5)
    for point, before, value in zip(points[1:], series.values, series.values[1:], strict=False):
        if value != before:
            outline = series.suit.outline(_marker_box(point), _MARKER * 2 * series.suit.roundness)
            brush.polygon(outline, series.suit.light)


def _marker_box(point: Point) -> tuple[float, float, float, float]:
    x, y = point
    return x - _MARKER, y - _MARKER, x + _MARKER, y + _MARKER
