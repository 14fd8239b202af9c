"""Teams' best scores as a picture: who, in what way, how many cards were left, and the reader's own best beside it. It
knows no game: a score is a number, and fewer is better."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image

from bot.drawing import palette
from bot.drawing.brush import Brush, Point, polar
from bot.drawing.canvas import Canvas
from bot.drawing.text import NUMERALS, drawable_part, fitted, width
from bot.table.pictures import boards
from bot.table.pictures.boards import MARGIN, WIDTH
from bot.table.pictures.standings import medal

MOST_ROWS: Final = 12  # more would not be read on a phone
_ROW: Final = 68
_BADGE: Final = 42
_TEXT_AT: Final = 88
_SCORE_AT: Final = 584
_OWN_AT: Final = WIDTH - MARGIN - 8
_GAP: Final = 20  # between words and numbers
_CROWDS: Final = {1: (1,), 2: (2,), 3: (1, 2), 4: (2, 2), 5: (2, 3)}  # how so many people stand, row by row


@dataclass(frozen=True, slots=True)
class TeamRow:
    """`rank` is 0 where rows are not ranked: then `size` people are drawn instead."""

    rank: int
    size: int
    title: str
    note: str
    score: int
    own: str = ""
    is_own: bool = False


@dataclass(frozen=True, slots=True)
class TeamScene:
    """All that is drawn. `own_label` is empty where there is no column for the reader; `apart` is the reader's own row
    where it is on another page."""

    title: str
    subtitle: str
    score_label: str
    own_label: str
    rows: tuple[TeamRow, ...]
    apart: TeamRow | None = None


def paint(scene: TeamScene) -> bytes:
    rows = scene.rows if scene.apart is None else (*scene.rows, scene.apart)
    marked = tuple(number for number, row in enumerate(rows) if row.is_own)
    canvas = Canvas(_background, len(rows), marked, scene.apart is not None)
    title, size = fitted(drawable_part(scene.title) or "?", 38, WIDTH - 2 * MARGIN - 20, smallest=24, font=NUMERALS)
    canvas.text(WIDTH // 2, 56, title, size, palette.GOLD_LIGHT, anchor="m", font=NUMERALS)
    score_at = _SCORE_AT if scene.own_label else _OWN_AT
    subtitle, size = fitted(
        scene.subtitle, 24, score_at - MARGIN - 10 - width(scene.score_label, 22) - _GAP, smallest=16
    )
    canvas.text(MARGIN + 10, 92, subtitle, size, palette.CREAM_DIM)
    canvas.text(score_at, 92, scene.score_label, 22, palette.CREAM_DIM, anchor="r")
    if scene.own_label:
        canvas.text(_OWN_AT, 92, scene.own_label, 22, palette.CREAM_DIM, anchor="r")
    for number, row in enumerate(rows):
        _row(canvas, row, boards.row_top(number, len(rows), _ROW, is_apart=scene.apart is not None), score_at)
    return canvas.png()


def _background(rows: int, marked: tuple[int, ...], is_apart: bool) -> Image.Image:  # noqa: FBT001 (a sprite's argument)
    return boards.ground(rows, _ROW, marked, tuple(range(rows)), is_apart=is_apart)


def _row(canvas: Canvas, row: TeamRow, top: int, score_at: int) -> None:
    badge, value = (medal, row.rank) if row.rank else (crowd, row.size)
    canvas.put(MARGIN + 8, top + (_ROW - _BADGE) // 2, badge, value)
    room = score_at - 70 - _TEXT_AT - _GAP
    title, size = fitted(drawable_part(row.title) or "?", 26, room, smallest=19)
    canvas.text(_TEXT_AT, top + 32, title, size, palette.CREAM)
    note, size = fitted(drawable_part(row.note), 21, room, smallest=17)
    canvas.text(_TEXT_AT, top + 57, note, size, palette.CREAM_DIM)
    if row.score:
        canvas.text(score_at, top + 46, str(row.score), 36, palette.GOLD_LIGHT, anchor="r", font=NUMERALS)
    else:
        canvas.put(score_at - _BADGE, top + (_ROW - _BADGE) // 2, star)
    if row.own:
        canvas.text(_OWN_AT, top + 44, row.own, 30, palette.CREAM, anchor="r", font=NUMERALS)


@lru_cache(maxsize=8)
def crowd(size: int) -> Image.Image:
    """So many people, standing close."""
    rows = _CROWDS[size]
    brush = Brush(_BADGE, _BADGE)
    radius = min(_BADGE * 0.36, _BADGE / (2 * len(rows)), _BADGE / (2 * max(rows)) * 1.1)
    for number, people in enumerate(rows):
        y = _BADGE / 2 + (number - (len(rows) - 1) / 2) * _BADGE / len(rows)
        for person in range(people):
            x = _BADGE / 2 + (person - (people - 1) / 2) * min(_BADGE / people, 2 * radius)
            _figure(brush, (x, y), radius)
    return brush.image()


def _figure(brush: Brush, centre: Point, radius: float) -> None:
    """A head and shoulders."""
    x, y = centre
    brush.disc((x, y - radius * 0.45), radius * 0.42, palette.CREAM)
    shoulders = [polar((x, y + radius * 0.85), radius * 0.78, degrees) for degrees in range(180, 361, 12)]
    brush.polygon(shoulders, palette.CREAM)


@lru_cache(maxsize=1)
def star() -> Image.Image:
    """Not a card left."""
    brush = Brush(_BADGE, _BADGE)
    middle = (_BADGE / 2, _BADGE / 2 + 1)
    points = [polar(middle, _BADGE / 2 if step % 2 == 0 else _BADGE / 4.6, step * 36 - 90) for step in range(10)]
    brush.polygon(points, palette.GOLD)
    return brush.image()
