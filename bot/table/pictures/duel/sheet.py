"""Titled lists of open cards: decks with their counts and costs, piles in their order. One list takes both columns;
several take one each."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image

from bot.drawing import background, palette
from bot.drawing.brush import text_sprite
from bot.drawing.canvas import Canvas
from bot.drawing.text import NUMERALS, fitted
from bot.table.pictures.duel.faces import Face, price, tile

WIDTH: Final = 720
_LEFT, _GAP, _EDGE = 21, 10, 25
_COLUMN: Final = (WIDTH - 2 * _LEFT - _GAP) // 2
_HEADER: Final = 56
_ROW: Final = 50
_TILE: Final = 44
_COUNT, _PRICE = 50, 44  # room beside a card
_FILL: Final = palette.TEAL
_LARGEST: Final = 80_000  # bytes


@dataclass(frozen=True, slots=True)
class SheetRow:
    count: str
    face: Face


@dataclass(frozen=True, slots=True)
class SheetList:
    title: str
    note: str
    rows: tuple[SheetRow, ...]
    empty: str = ""


@dataclass(frozen=True, slots=True)
class SheetScene:
    lists: tuple[SheetList, ...]


@dataclass(frozen=True, slots=True)
class _Block:
    """A list where it is drawn."""

    one: SheetList
    box: tuple[int, int, int, int]
    columns: int


def paint(scene: SheetScene) -> bytes:
    blocks = tuple(_blocks(scene.lists))
    bottom = max(block.box[3] for block in blocks)
    canvas = Canvas(background.felt, WIDTH, background.felt_height(bottom + _EDGE))
    for block in blocks:
        left, top, right, low = block.box
        canvas.lay(left, top, background.panel_sprite, right - left, low - top, _FILL, palette.TEAL_PALE)
        _list(canvas, block)
    return canvas.png_within(_LARGEST, level=5)


def _blocks(lists: tuple[SheetList, ...]) -> Iterator[_Block]:
    """Side by side in pairs of the same height; a single one from edge to edge."""
    columns = 2 if len(lists) == 1 else 1
    width, top = columns * _COLUMN + (columns - 1) * _GAP, _EDGE
    for first in range(0, len(lists), 2):
        pair = lists[first : first + 2]
        height = _HEADER + 12 + _ROW * max(max(1, -(-len(one.rows) // columns)) for one in pair)
        for at, one in enumerate(pair):
            left = _LEFT + at * (_COLUMN + _GAP)
            yield _Block(one, (left, top, left + width, top + height), columns)
        top += height + _GAP


def _list(canvas: Canvas, block: _Block) -> None:
    left, top, right, _ = block.box
    note, small = fitted(block.one.note, 24, 130, smallest=18)
    title, size = fitted(block.one.title, 30, right - left - 170, smallest=22)
    canvas.text(left + 14, top + 38, title, size, palette.GOLD_LIGHT, on=_FILL)
    canvas.text(right - 14, top + 38, note, small, palette.CREAM_DIM, anchor="r", on=_FILL)
    if not block.one.rows:
        canvas.text(
            (left + right) // 2, top + _HEADER + 32, block.one.empty, 24, palette.CREAM_DIM, anchor="m", on=_FILL
        )
    down = -(-len(block.one.rows) // block.columns)
    for at, row in enumerate(block.one.rows):
        x = left + at // down * (_COLUMN + _GAP)
        canvas.put(x + 10, top + _HEADER + at % down * _ROW, _row, row.count, row.face, on=_FILL)


@lru_cache(maxsize=256)
def _row(count: str, face: Face) -> Image.Image:
    image = Image.new("RGBA", (_COLUMN - 20, _TILE))
    image.alpha_composite(_count(count), (0, 0))
    image.alpha_composite(tile(face, _COLUMN - 20 - _COUNT - _PRICE, _TILE), (_COUNT, 0))
    if face.cost:
        image.alpha_composite(price(face.cost, 38), (_COLUMN - 20 - 38, 3))
    return image


@lru_cache(maxsize=64)
def _count(count: str) -> Image.Image:
    text, size = fitted(count, 26, _COUNT - 10, smallest=18, font=NUMERALS)
    image = Image.new("RGBA", (_COUNT, _TILE))
    sprite = text_sprite(text, size, palette.CREAM, NUMERALS)
    image.alpha_composite(sprite, (max(0, _COUNT - 8 - sprite.width), (_TILE - sprite.height) // 2))
    return image
