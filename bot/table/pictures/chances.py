"""Plot of the first player's win probability after every turn. No game may enter, only probabilities."""

from dataclasses import dataclass
from typing import Final

from PIL import Image

from bot.drawing import background, palette
from bot.drawing.brush import Brush, Point
from bot.drawing.canvas import Canvas
from bot.drawing.sketch import Sketch
from bot.drawing.text import fitted
from bot.games.core import Player, Seat, phrase
from bot.table.pictures.core import PictureText

WIDTH, HEIGHT = 720, 380
_BOX: Final = (78, 66, WIDTH - 34, HEIGHT - 62)  # left, top, right, bottom of the plot area
_SIZE: Final = 22


@dataclass(frozen=True, slots=True)
class ChancesScene:
    """Everything drawn. Chances are whole percents, before the first turn and after each."""

    chances: tuple[int, ...]
    names: tuple[str, str]
    axis: str
    marked: int | None = None  # the turn where the game turned


def chances_sketch(chances: tuple[float, ...], words: PictureText, *, marked: int | None = None) -> Sketch:
    percents = tuple(round(100 * chance) for chance in chances)
    scene = ChancesScene(percents, (words.names[0], words.names[1]), words.label("picture.turns"), marked)
    alt = phrase("review.alt", player=Player(Seat(0)), chances=", ".join(map(str, percents)))
    turned = () if marked is None else (phrase("review.alt_turned", turn=marked),)
    return Sketch(paint, scene, (alt, *turned))


def paint(scene: ChancesScene) -> bytes:
    canvas = Canvas(background.panelled, HEIGHT, background.around(_BOX, 4))
    left, top, right, bottom = _BOX
    room = right - left
    first, size = fitted(scene.names[0], _SIZE, room, smallest=_SIZE - 4)
    canvas.text(left, top - 16, first, size, palette.GOLD_LIGHT)
    second, size = fitted(scene.names[1], _SIZE, room - 200, smallest=_SIZE - 4)
    canvas.text(left, bottom + 42, second, size, palette.SILVER_LIGHT)
    last = str(len(scene.chances) - 1)
    canvas.text(right, bottom + 42, f"{last} {scene.axis}", _SIZE, palette.CREAM_DIM, anchor="r")
    for percent in (0, 50, 100):
        canvas.text(left - 12, _height(percent) + 8, f"{percent}", _SIZE, palette.CREAM_DIM, anchor="r")
    canvas.put(left, top, _curve, scene.chances, scene.marked)
    return canvas.png()


def _height(percent: int) -> int:
    _, top, _, bottom = _BOX
    return round(bottom - (bottom - top) * percent / 100)


def _curve(chances: tuple[int, ...], marked: int | None) -> Image.Image:
    """The plot area: gold below the curve, silver above, a line at 50 %, and one down from the turning point."""
    left, top, right, bottom = _BOX
    width, height = right - left, bottom - top
    brush = Brush(width, height)
    points = _points(chances, width, height)
    across = [(0.0, points[0][1]), *points, (float(width), points[-1][1])]
    brush.polygon([(0, 0), *across, (width, 0)], palette.SILVER_DARK)
    brush.polygon([(0, height), *across, (width, height)], palette.GOLD_DARK)
    brush.polyline([(0, height / 2), (width, height / 2)], palette.CREAM_DIM, 1.5)
    brush.polyline(points, palette.CREAM, 4)
    if marked is not None:
        across_, along = points[marked]
        brush.polyline([(across_, along), (across_, height)], palette.DANGER, 2.5)
        brush.disc(points[marked], 11, palette.DANGER)
    for point in points:
        brush.disc(point, 5, palette.CREAM)
    return brush.image()


def _points(chances: tuple[int, ...], width: int, height: int) -> list[Point]:
    steps = max(1, len(chances) - 1)
    edge = 6  # inset, so that the dots at both ends are not cut
    return [
        (edge + (width - 2 * edge) * turn / steps, edge + (height - 2 * edge) * (1 - chance / 100))
        for turn, chance in enumerate(chances)
    ]
