"""The public table of DUEL: a side for each player, and the card being played with who decides what now. Two sides are
large, one above the other; three to six are panels in two columns."""

from functools import lru_cache
from typing import Final

from PIL import Image

from bot.drawing import background, cards, palette
from bot.drawing.canvas import Canvas
from bot.drawing.emblems import emblem
from bot.drawing.suits import IVORY
from bot.drawing.text import NUMERALS, fitted, width, wrapped
from bot.table.pictures.duel.faces import Face, tile, upright
from bot.table.pictures.duel.pieces import backs, counted, drop_size, drops, stack, suit_of, top_of_wounds
from bot.table.pictures.duel.scenes import SENTENCE, SideScene, TableScene

WIDTH: Final = 720
_MARGIN: Final = 26
_LEFT, _RIGHT = _MARGIN - 5, WIDTH - _MARGIN + 5
_GAP: Final = 10
LARGEST: Final = 80_000  # bytes
_LEVEL: Final = 5  # of compression: a quarter smaller than at level 2, for half as much time again
_EDGE: Final = 25

# A large side
_HEADER: Final = 54
_PILES: Final = 184
_TILE: Final = (216, 48)
_TILE_STEP: Final = (226, 54)
_WOUNDS: Final = 118
_BACK: Final = 62
_BLOOD: Final = 162
_BLOOD_ROOM: Final = 146
_FAN: Final = (318, 160)
_DRAW, _DISCARD = 534, 640

# A panel
_PANEL: Final = (_RIGHT - _LEFT - _GAP) // 2
_INSIDE: Final = _PANEL - 24
_FLAT: Final = 40
_FLAT_STEP: Final = 45
_NAME_ROW, _BLOOD_ROW, _COUNT_ROW = 54, 40, 52

# Between the sides
_PLAYED: Final = 150
_PLAYED_HEIGHT: Final = round(_PLAYED * cards.RATIO)
_TEXT_AT: Final = _LEFT + 24 + _PLAYED + 14
_TEXT_ROOM: Final = _RIGHT - 16 - _TEXT_AT
_SMALL: Final = 21
_GROWTH: Final = 56  # by which a longer text makes the strip higher

Line = tuple[str, int, palette.Rgb]
Box = tuple[int, int, int, int]


def paint(scene: TableScene) -> bytes:
    return _paint_two(scene) if len(scene.sides) == 2 else _paint_many(scene)


# Two sides


def _paint_two(scene: TableScene) -> bytes:
    upper, lower = scene.sides
    lines = _lines(scene)
    strip = _EDGE + _side_height(upper) + _GAP
    below = strip + _strip_height(scene, lines) + _GAP
    canvas = _felt(below + _side_height(lower) + _EDGE)
    _strip(canvas, scene, lines, strip)
    for side, top in zip(scene.sides, (_EDGE, below), strict=True):
        _large(canvas, scene, side, top)
    return canvas.png_within(LARGEST, level=_LEVEL)


def _felt(least: int) -> Canvas:
    """Pictures of many heights share their background's pieces."""
    return Canvas(background.felt, WIDTH, background.felt_height(least))


def _lay_panel(canvas: Canvas, box: Box, fill: palette.Rgb, edge: palette.Rgb) -> None:
    left, top, right, bottom = box
    canvas.lay(left, top, background.panel_sprite, right - left, bottom - top, fill, edge)


def _side_height(side: SideScene) -> int:
    return _HEADER + 8 + _PILES + _TILE_STEP[1] * -(-len(side.equipment) // 3)


def _large(canvas: Canvas, scene: TableScene, side: SideScene, top: int) -> None:
    suit, is_on_turn = suit_of(side.seat, 2), scene.turn == side.seat
    on, edge = (palette.TEAL_LIGHT, palette.GOLD) if is_on_turn else (palette.TEAL, palette.TEAL_PALE)
    _lay_panel(canvas, (_LEFT, top, _RIGHT, top + _HEADER), on, edge)
    canvas.put(_LEFT + 8, top + 5, cards.medallion, suit, side.initial, 44, on=on)
    room = _RIGHT - 8 - (_LEFT + 64) - _role(canvas, side, _RIGHT - 8, top + _HEADER // 2, on)
    _name(canvas, side, (_LEFT + 64, top + _HEADER // 2), room, 34, on)
    top += _HEADER + 8
    canvas.put(_MARGIN - cards.RIM, top - cards.RIM, top_of_wounds, side.top, _WOUNDS)
    _blood(canvas, scene, side, top)
    fan, room = _FAN
    canvas.put(fan, top + 20, cards.fan, suit, side.hand_size, room, _BACK)
    canvas.put(_DRAW - _BACK // 2 - cards.RIM, top - 4, stack, suit, side.draw_size, _BACK)
    canvas.put(_DISCARD - _BACK // 2 - cards.RIM, top - 4, stack, suit, side.discard_size, _BACK)
    counts = (side.hand_size, side.draw_size, side.discard_size)
    for x, count, label in zip((fan + room // 2, _DRAW, _DISCARD), counts, scene.labels[1:], strict=True):
        canvas.text(x, top + 147, str(count), 32, palette.CREAM, anchor="m", font=NUMERALS)
        canvas.text(x, top + 171, label, _SMALL, palette.CREAM_DIM, anchor="m")
    for at, face in enumerate(side.equipment):
        across, down = _TILE_STEP
        canvas.put(_MARGIN - 2 + at % 3 * across, top + _PILES + at // 3 * down, tile, face, *_TILE)


def _blood(canvas: Canvas, scene: TableScene, side: SideScene, top: int) -> None:
    """The score: how many blood cards are wounded of how many, as drops too."""
    score = f"{side.blood}/{side.bloods}"
    canvas.text(_BLOOD, top + 36, score, 42, palette.CREAM, font=NUMERALS)
    x = _BLOOD + width(score, 42, NUMERALS) + 10
    label, small = fitted(scene.labels[0], _SMALL, _FAN[0] - 8 - x, smallest=16)
    canvas.text(x, top + 36, label, small, palette.CREAM_DIM)
    size = drop_size(side.bloods, 40, _BLOOD_ROOM, 2)
    canvas.put(_BLOOD - 3, top + 50, drops, side.blood, side.bloods, size, _BLOOD_ROOM)
    canvas.text(_BLOOD, top + 158, side.wounded, 23, palette.CREAM)


def _role(canvas: Canvas, side: SideScene, right: int, middle: int, on: palette.Rgb) -> int:
    """What a player does now: to play, decides, or is out. Returns how much room it takes."""
    said = side.out or side.role
    if not said:
        return 0
    wide, high = background.pill_width(said, 24), 36
    fill, colour = (palette.TEAL_PALE, palette.CREAM) if side.out else (palette.GOLD_LIGHT, palette.GOLD_TEXT)
    canvas.put(right - wide, middle - high // 2, background.pill, said, 24, high, fill, colour, on=on)
    return wide + 10


def _name(canvas: Canvas, side: SideScene, at: tuple[int, int], room: int, most: int, on: palette.Rgb) -> None:
    """From a point at its left end, half as high as the line."""
    text, size = fitted(side.name, most, room, smallest=20)
    colour = palette.CREAM_DIM if side.out else palette.CREAM
    canvas.text(at[0], at[1] + round(size * 0.34), text, size, colour, on=on)


# Three to six sides


def _paint_many(scene: TableScene) -> bytes:
    lines = _lines(scene)
    boxes = _boxes(scene, _EDGE + _strip_height(scene, lines) + _GAP)
    canvas = _felt(boxes[-1][3] + _EDGE)
    _strip(canvas, scene, lines, _EDGE)
    for side, box in zip(scene.sides, boxes, strict=True):
        _lay_panel(canvas, box, palette.TEAL, palette.GOLD if side.seat == scene.turn else palette.TEAL_PALE)
        _panel(canvas, side, box)
    return canvas.png_within(LARGEST, level=_LEVEL)


def _boxes(scene: TableScene, top: int) -> tuple[Box, ...]:
    """Two panels a row, as high as the higher one needs; the last of an odd number is in the middle."""
    boxes = []
    for first in range(0, len(scene.sides), 2):
        row = scene.sides[first : first + 2]
        height = max(map(_panel_height, row))
        start = (WIDTH - len(row) * (_PANEL + _GAP) + _GAP) // 2
        boxes += [(x, top, x + _PANEL, top + height) for x in range(start, start + len(row) * _PANEL, _PANEL + _GAP)]
        top += height + _GAP
    return tuple(boxes)


def _panel_height(side: SideScene) -> int:
    """In steps of two lines: with few heights there are few backgrounds to blend."""
    if side.out:
        return _NAME_ROW + 12
    flat = (side.top is not None) + len(side.equipment)
    return _NAME_ROW + _BLOOD_ROW + _COUNT_ROW + _FLAT_STEP * (flat + flat % 2) + 10


def _panel(canvas: Canvas, side: SideScene, box: Box) -> None:
    left, top, right, _ = box
    x, on = left + 12, palette.TEAL
    canvas.put(x - 2, top + 9, cards.medallion, IVORY, side.initial, 40, on=on)
    if side.out:
        taken = _role(canvas, side, right - 10, top + 30, on)
        _name(canvas, side, (x + 48, top + 29), right - 10 - taken - x - 48, 28, on)
        return
    _name(canvas, side, (x + 48, top + 29), right - 12 - x - 48, 28, on)
    y = top + _NAME_ROW
    score = f"{side.blood}/{side.bloods}"
    start = x + width(score, 30, NUMERALS) + 10
    room = right - 12 - start - _role(canvas, side, right - 10, y + 18, on)
    size = drop_size(side.bloods, 32, room, 1)
    canvas.text(x, y + 29, score, 30, palette.CREAM, font=NUMERALS, on=on)
    canvas.put(start, y + 36 - size, drops, side.blood, side.bloods, size, room, on=on)
    y += _BLOOD_ROW
    canvas.put(x - 2, y + 2, backs, IVORY, side.hand_size, 90, on=on)
    x_of = (x + 140, x + 226)
    for sign, count, at in zip(("draw", "discard"), (side.draw_size, side.discard_size), x_of, strict=True):
        canvas.put(at, y + 9, counted, sign, count, on=on)
    y += _COUNT_ROW
    if side.top is not None:
        canvas.put(x, y, _wounds_line, side.top, side.wounds, _INSIDE, on=on)
        y += _FLAT_STEP
    for at, face in enumerate(side.equipment):
        canvas.put(x, y + at * _FLAT_STEP, tile, face, _INSIDE, _FLAT, on=on)


@lru_cache(maxsize=128)
def _wounds_line(face: Face, count: int, room: int) -> Image.Image:
    """How many wounds, and the open card on top of them."""
    sign = counted("wounds", count)
    image = Image.new("RGBA", (room, _FLAT))
    image.alpha_composite(sign, (0, (_FLAT - sign.height) // 2))
    image.alpha_composite(tile(face, room - 84, _FLAT), (84, 0))
    return image


# Between the sides


def _lines(scene: TableScene) -> tuple[Line, ...]:
    """Who decides what now, then the card's text."""
    room = _TEXT_ROOM if scene.played is not None else _RIGHT - _LEFT - 32
    lines: list[Line] = []
    for at, said in enumerate(scene.status):
        colour = palette.CREAM if at == 0 else palette.GOLD_LIGHT
        lines += [(line, SENTENCE, colour) for line in wrapped(said, SENTENCE, room, lines=3)]
    if scene.played is not None:
        lines += [(line, _SMALL, palette.CREAM_DIM) for line in wrapped(scene.told, _SMALL, room, lines=2)]
        said = f"{scene.played.line}. {scene.played.text}"
        lines += [(line, _SMALL, palette.CREAM) for line in wrapped(said, _SMALL, room, lines=12)]
    return tuple(lines)


def _strip_height(scene: TableScene, lines: tuple[Line, ...]) -> int:
    text = sum(_step(size) for _, size, _ in lines)
    if scene.played is None:
        return 100 + text
    least = _PLAYED_HEIGHT + 24
    return least + max(0, -(-(24 + text - least) // _GROWTH)) * _GROWTH


def _step(size: int) -> int:
    return size + 7


def _strip(canvas: Canvas, scene: TableScene, lines: tuple[Line, ...], top: int) -> None:
    on, height = palette.TEAL_DARK, _strip_height(scene, lines)
    _lay_panel(canvas, (_LEFT, top, _RIGHT, top + height), on, palette.TEAL_PALE)
    if scene.played is None:
        _title(canvas, scene, lines, top)
        return
    y = top + (height - _PLAYED_HEIGHT) // 2 - cards.RIM
    canvas.put(_LEFT + 16 - cards.RIM, y, upright, scene.played.face, _PLAYED, on=on)
    y = top + (height - sum(_step(size) for _, size, _ in lines)) // 2
    for text, size, colour in lines:
        canvas.text(_TEXT_AT, y + size, text, size, colour, on=on)
        y += _step(size)


def _title(canvas: Canvas, scene: TableScene, lines: tuple[Line, ...], top: int) -> None:
    """The game's name, while nothing has been played for two turns."""
    on, middle = palette.TEAL_DARK, WIDTH // 2
    canvas.text(middle, top + 66, scene.title, 56, palette.GOLD_LIGHT, anchor="m", font=NUMERALS, on=on)
    away = width(scene.title, 56, NUMERALS) // 2 + 24
    for x, sign in ((middle - away - 60, "sign.attack"), (middle + away, "sign.defence")):
        canvas.put(x, top + 16, emblem, sign, 60, palette.CREAM_DIM, on=on)
    y = top + 84
    for text, size, colour in lines:
        canvas.text(middle, y + size, text, size, colour, anchor="m", on=on)
        y += _step(size)
