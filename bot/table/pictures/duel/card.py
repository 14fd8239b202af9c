"""One card, large, with everything it says."""

from dataclasses import dataclass
from typing import Final

from PIL import Image

from bot.drawing import background, palette
from bot.drawing.brush import Brush, round_corners
from bot.drawing.canvas import Canvas
from bot.drawing.emblems import emblem
from bot.drawing.text import wrapped
from bot.table.pictures.duel.faces import COLOURS, Face, hit_points, name_lines, price
from bot.table.pictures.duel.scenes import ShownCard

WIDTH: Final = 480
_EDGE: Final = 24
_BOX: Final = (_EDGE, _EDGE, WIDTH - _EDGE)  # left, top, right
_BAND: Final = 78
_ART: Final = 190
_TEXT: Final = 27
_STEP: Final = 34
_ROOM: Final = WIDTH - 2 * _EDGE - 44
_SIGN: Final = 44


@dataclass(frozen=True, slots=True)
class CardScene:
    shown: ShownCard


def paint(scene: CardScene) -> bytes:
    face = scene.shown.face
    heading = wrapped(scene.shown.line, 25, _ROOM, lines=2)
    lines = wrapped(scene.shown.text, _TEXT, _ROOM, lines=14)
    text = _EDGE + _BAND + _ART + 36
    bottom = text + 32 * len(heading) + 12 + _STEP * len(lines) + (22 if lines else 10)
    canvas = Canvas(_background, bottom, face.kind)
    _name(canvas, face)
    _art(canvas, face)
    for at, line in enumerate(heading):
        canvas.text(WIDTH // 2, text + 24 + at * 32, line, 25, COLOURS[face.kind], anchor="m", on=palette.CREAM)
    text += 32 * len(heading) + 12
    for at, line in enumerate(lines):
        canvas.text(_EDGE + 24, text + 24 + at * _STEP, line, _TEXT, palette.TEAL_DARK, on=palette.CREAM)
    return canvas.png()


def _background(bottom: int, kind: str) -> Image.Image:
    height = background.felt_height(bottom + _EDGE)
    bottom = height - _EDGE
    image = background.felt(WIDTH, height).copy()
    brush = Brush(WIDTH, height)
    left, top, right = _BOX
    brush.polygon(round_corners((left, top, right, bottom), 18), COLOURS[kind])
    brush.polygon(round_corners((left + 8, top + _BAND, right - 8, bottom - 8), 12), palette.CREAM)
    image.alpha_composite(brush.image())
    return image


def _name(canvas: Canvas, face: Face) -> None:
    lines, size = name_lines(face.name, _ROOM, _BAND - 6, 42)
    first = _EDGE + _BAND // 2 + round(size * 0.34) - round(size * 0.52) * (len(lines) - 1)
    for at, line in enumerate(lines):
        canvas.text(WIDTH // 2, first + at * round(size * 1.04), line, size, palette.CREAM, anchor="m",
                    on=COLOURS[face.kind])  # fmt: skip


def _art(canvas: Canvas, face: Face) -> None:
    """The emblem, and in the corners cost, marks, kind, slot and hit points."""
    on, colour, top = palette.CREAM, COLOURS[face.kind], _EDGE + _BAND + 18
    left, right = _EDGE + 26, WIDTH - _EDGE - 26
    canvas.put((WIDTH - _ART) // 2, top, emblem, face.emblem, _ART, colour, on=on)
    if face.cost:
        canvas.put(left, top, price, face.cost, 64, on=on)
    for at, mark in enumerate(face.marks):
        canvas.put(right - _SIGN, top + at * (_SIGN + 8), emblem, f"sign.{mark}", _SIGN, colour, on=on)
    bottom = top + _ART - _SIGN
    canvas.put(left, bottom, emblem, f"sign.{face.kind}", _SIGN, colour, on=on)
    if face.slot:
        canvas.put(right - _SIGN, bottom, emblem, f"sign.{face.slot}", _SIGN, colour, on=on)
    if face.hp:
        points = hit_points(face.hp, 34, colour)
        canvas.put(right - points.width, bottom - 46, hit_points, face.hp, 34, colour, on=on)
