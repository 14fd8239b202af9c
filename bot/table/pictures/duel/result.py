"""The result of DUEL: the winner, the reason, and for each player their place, blood, wounds and open hand."""

from typing import Final

from PIL import Image

from bot.drawing import background, cards, palette
from bot.drawing.canvas import Canvas
from bot.drawing.emblems import emblem
from bot.drawing.text import NUMERALS, fitted, width, wrapped
from bot.table.pictures.board import medal
from bot.table.pictures.duel.faces import chip, tile
from bot.table.pictures.duel.pieces import drop_size, drops, suit_of
from bot.table.pictures.duel.scenes import SMALLEST_TITLE, TITLE_ROOM, ResultScene, ResultSide

WIDTH: Final = 720
_MARGIN: Final = 26
_LEFT, _RIGHT = _MARGIN - 5, WIDTH - _MARGIN + 5
_TOP: Final = 172
_NAME: Final = 62
_BLOOD: Final = 50
_TILE: Final = (210, 46)
_TILE_STEP: Final = (220, 52)
_CHIP: Final = 44
_CHIP_STEP: Final = 49
_GAP: Final = 8

Box = tuple[int, int]  # top, bottom


def paint(scene: ResultScene) -> bytes:
    boxes = _boxes(scene)
    canvas = Canvas(_background, boxes, scene.sides[0].is_winner)
    _banner(canvas, scene)
    for side, (top, _) in zip(scene.sides, boxes, strict=True):
        _side(canvas, scene, side, top)
    return canvas.png()


def _boxes(scene: ResultScene) -> tuple[Box, ...]:
    boxes, top = [], _TOP
    for side in scene.sides:
        height = _NAME + _BLOOD + _hand_height(scene, side)
        boxes.append((top, top + height))
        top += height + _GAP
    return tuple(boxes)


def _hand_height(scene: ResultScene, side: ResultSide) -> int:
    """Cards with their names where there are two hands; emblems alone where there may be six."""
    if not side.hand:
        return 0
    if len(scene.sides) > 2:
        return _CHIP_STEP + 6
    return _TILE_STEP[1] * -(-len(side.hand) // 3) + 6


def _background(boxes: tuple[Box, ...], has_winner: bool) -> Image.Image:  # noqa: FBT001 (sprite arguments)
    image = background.felt(WIDTH, background.felt_height(boxes[-1][1] + 25)).copy()
    for at, (top, bottom) in enumerate(boxes):
        is_winner = has_winner and at == 0
        fill, edge = (palette.TEAL_LIGHT, palette.GOLD) if is_winner else (palette.TEAL_DARK, palette.TEAL_PALE)
        background.panel(image, (_LEFT, top, _RIGHT, bottom), fill, edge)
    return image


def _banner(canvas: Canvas, scene: ResultScene) -> None:
    middle = WIDTH // 2
    colour = palette.GOLD_LIGHT if scene.sides[0].is_winner else palette.CREAM
    title, size = fitted(scene.title, 52, TITLE_ROOM, smallest=SMALLEST_TITLE, font=NUMERALS)
    canvas.text(middle, 60 + round(size * 0.34), title, size, colour, anchor="m", font=NUMERALS)
    lines = wrapped(scene.reason, 26, WIDTH - 2 * _MARGIN - 24, lines=2)
    for number, text in enumerate(lines):
        canvas.text(middle, (130 if len(lines) == 1 else 116) + 32 * number, text, 26, palette.CREAM, anchor="m")


def _side(canvas: Canvas, scene: ResultScene, result: ResultSide, top: int) -> None:
    side, seats = result.side, len(scene.sides)
    canvas.put(_MARGIN + 6, top + 10, cards.medallion, suit_of(side.seat, seats), side.initial, 44)
    right = _RIGHT - 12
    if seats > 2 and result.place:
        right -= 42
        canvas.put(right, top + 11, medal, result.place)
        right -= 12
    if result.rating:
        wide = background.pill_width(result.rating, 28)
        fill = palette.DANGER if "−" in result.rating else palette.SUCCESS
        canvas.put(right - wide, top + 12, background.pill, result.rating, 28, 40, fill, palette.CREAM)
        right -= wide + 14
    name, size = fitted(side.name, 34, right - _MARGIN - 66, smallest=22)
    canvas.text(_MARGIN + 62, top + 32 + round(size * 0.34), name, size, palette.CREAM)
    _blood(canvas, result, top + _NAME)
    _hand(canvas, scene, result, top + _NAME + _BLOOD)


def _blood(canvas: Canvas, result: ResultSide, top: int) -> None:
    side = result.side
    score = f"{side.blood}/{side.bloods}"
    if side.out and not side.wounds:  # their cards have left the game (DU41)
        canvas.put(_MARGIN + 10, top - 2, emblem, "sign.out", 38, palette.CREAM_DIM)
        canvas.text(_MARGIN + 62, top + 27, side.out, 26, palette.CREAM_DIM)
        return
    canvas.text(_MARGIN + 10, top + 32, score, 36, palette.CREAM, font=NUMERALS)
    x = _MARGIN + 22 + width(score, 36, NUMERALS)
    size = drop_size(side.bloods, 38, 320, 1)
    canvas.put(x, top + 39 - size, drops, side.blood, side.bloods, size, 320)
    canvas.text(_RIGHT - 14, top + 30, side.wounded, 25, palette.CREAM, anchor="r")


def _hand(canvas: Canvas, scene: ResultScene, result: ResultSide, top: int) -> None:
    for at, face in enumerate(result.hand):
        if len(scene.sides) > 2:
            canvas.put(_MARGIN + 8 + at * _CHIP_STEP, top, chip, face, _CHIP)
        else:
            x, y = _MARGIN + 6 + at % 3 * _TILE_STEP[0], top + at // 3 * _TILE_STEP[1]
            canvas.put(x, y, tile, face, *_TILE)
