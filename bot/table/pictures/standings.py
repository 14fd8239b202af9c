"""A leaderboard as a picture: rank, name, where the rating lies and how surely, points, wins and losses."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image

from bot.drawing import palette
from bot.drawing.brush import Brush, write_centred
from bot.drawing.canvas import Canvas
from bot.drawing.palette import Rgb
from bot.drawing.text import NUMERALS, drawable_part, fitted
from bot.table.pictures import boards
from bot.table.pictures.boards import MARGIN, WIDTH

_ROW: Final = 56
_MEDAL: Final = 42
_NAME_AT: Final = 86
_NAME_ROOM: Final = 196
_BAR_AT: Final = 296
_BAR: Final = 190
_BAR_HEIGHT: Final = 24
_POINTS_AT: Final = 584
_RECORD_AT: Final = WIDTH - MARGIN - 8
_MEDALS: Final[dict[int, tuple[Rgb, Rgb, Rgb]]] = {  # rim, face, ink
    1: (palette.GOLD_PALE, palette.GOLD, palette.GOLD_TEXT),
    2: (palette.SILVER_PALE, palette.SILVER, palette.SILVER_TEXT),
    3: (palette.GOLD_LIGHT, palette.GOLD_DARK, palette.GOLD_PALE),
}
_NO_MEDAL: Final = palette.TEAL_PALE, palette.TEAL_DARK, palette.CREAM


@dataclass(frozen=True, slots=True)
class BoardRow:
    """`low`, `middle` and `high` are thousandths of the bar's length: the rating and its uncertainty to both sides."""

    rank: int
    name: str
    low: int
    middle: int
    high: int
    points: str
    record: str
    is_own: bool = False
    has_left: bool = False


@dataclass(frozen=True, slots=True)
class BoardScene:
    """All that is drawn. `own` is the asker's line where it is on another page."""

    title: str
    subtitle: str
    points: str
    record: str
    rows: tuple[BoardRow, ...]
    own: BoardRow | None = None


def paint(scene: BoardScene) -> bytes:
    rows = scene.rows if scene.own is None else (*scene.rows, scene.own)
    marked = tuple(number for number, row in enumerate(rows) if row.is_own)
    canvas = Canvas(_background, len(rows), marked, scene.own is not None)
    title, size = fitted(scene.title, 38, WIDTH - 2 * MARGIN - 20, smallest=24)
    canvas.text(WIDTH // 2, 56, title, size, palette.GOLD_LIGHT, anchor="m", font=NUMERALS)
    subtitle, size = fitted(scene.subtitle, 24, _POINTS_AT - 190, smallest=18)
    canvas.text(MARGIN + 10, 92, subtitle, size, palette.CREAM_DIM)
    canvas.text(_POINTS_AT, 92, scene.points, 22, palette.CREAM_DIM, anchor="r")
    canvas.text(_RECORD_AT, 92, scene.record, 22, palette.CREAM_DIM, anchor="r")
    for number, row in enumerate(rows):
        _row(canvas, row, boards.row_top(number, len(rows), _ROW, is_apart=scene.own is not None))
    return canvas.png()


def _background(rows: int, marked: tuple[int, ...], is_apart: bool) -> Image.Image:  # noqa: FBT001 (a sprite's argument)
    return boards.ground(rows, _ROW, marked, tuple(range(0, rows, 2)), is_apart=is_apart)


def _row(canvas: Canvas, row: BoardRow, top: int) -> None:
    baseline = top + _ROW // 2 + 10
    canvas.put(MARGIN + 6, top + (_ROW - _MEDAL) // 2, medal, row.rank)
    name, size = fitted(drawable_part(row.name) or "?", 28, _NAME_ROOM, smallest=19)
    canvas.text(_NAME_AT, baseline, name, size, palette.CREAM_DIM if row.has_left else palette.CREAM)
    canvas.put(_BAR_AT, top + (_ROW - _BAR_HEIGHT) // 2, bar, row.low, row.middle, row.high)
    canvas.text(_POINTS_AT, baseline, row.points, 30, palette.GOLD_LIGHT, anchor="r", font=NUMERALS)
    record, size = fitted(row.record, 24, _RECORD_AT - _POINTS_AT - 14, smallest=17)
    canvas.text(_RECORD_AT, baseline - 1, record, size, palette.CREAM, anchor="r")


@lru_cache(maxsize=128)
def medal(rank: int) -> Image.Image:
    """The first three wear metal; everyone wears their number."""
    rim, face, text_colour = _MEDALS.get(rank, _NO_MEDAL)
    brush = Brush(_MEDAL, _MEDAL)
    middle = _MEDAL / 2
    brush.disc((middle, middle), middle, rim)
    brush.disc((middle, middle), middle - 3, face)
    image = brush.image()
    text, size = fitted(str(rank), 26, _MEDAL - 12, smallest=9, font=NUMERALS)
    write_centred(image, text, size, text_colour, (middle, middle), NUMERALS)
    return image


@lru_cache(maxsize=256)
def bar(low: int, middle: int, high: int) -> Image.Image:
    """Where the rating surely lies, as a band on the board's whole range, and the rating as a mark in it."""
    brush = Brush(_BAR, _BAR_HEIGHT)
    brush.box((0, 9, _BAR, _BAR_HEIGHT - 9), palette.TEAL_PALE, 3)
    left, mark, right = (one * _BAR / 1000 for one in (low, middle, high))
    brush.box((left, 5, max(right, left + 4), _BAR_HEIGHT - 5), palette.GOLD_DARK, 5)
    centre = min(max(mark, 3.0), _BAR - 3.0)
    brush.box((centre - 3, 0, centre + 3, _BAR_HEIGHT), palette.GOLD_PALE, 2)
    return brush.image()
