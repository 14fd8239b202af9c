"""A player's hand, for that player alone: every card upright, at most four in a row, so that names are legible on a
phone. Playable ones have a golden rim and a tick, the others are dim; before one's turn all are plain. A bar is under
those drawn last. Another's cards to choose from come first."""

from functools import lru_cache
from itertools import pairwise
from typing import Final

from PIL import Image

from bot.drawing import background, cards, palette
from bot.drawing.brush import Brush, side_by_side, text_sprite
from bot.drawing.canvas import Canvas
from bot.drawing.text import NUMERALS, fitted, width
from bot.table.pictures.duel.faces import DIM, LIT, PLAIN, Face, upright
from bot.table.pictures.duel.pieces import counted, drop_size, drops
from bot.table.pictures.duel.scenes import HandScene

WIDTH: Final = 720
_MARGIN: Final = 26
_LEFT, _RIGHT = _MARGIN - 5, WIDTH - _MARGIN + 5
_HEADER: Final = 25
_HEADER_HEIGHT: Final = 56
_STRIP: Final = 90
_STRIP_HEIGHT: Final = 50
_CARDS: Final = _STRIP + _STRIP_HEIGHT + 12
_COLUMNS: Final = 4
CARD: Final = 150
_PITCH: Final = 164
_FOOT: Final = round(CARD * cards.RATIO) + cards.RIM
_ROW: Final = _FOOT + cards.FRESH[1] + cards.RIM + 4
_TITLE: Final = 34
_FILL: Final = palette.TEAL

Shown = tuple[Face, str, bool]  # how it is shown, and whether it was drawn last
Group = tuple[str, tuple[Shown, ...]]  # with a label


def paint(scene: HandScene) -> bytes:
    groups = _groups(scene)
    canvas = Canvas(_background, tuple(_heights(groups)), scene.is_asked)
    _header(canvas, scene)
    _piles(canvas, scene)
    top = _CARDS
    for (label, shown), height in zip(groups, _heights(groups), strict=True):
        _group(canvas, label, shown, top)
        top += height + 8
    if not scene.cards:
        canvas.text(WIDTH // 2, top - 8 - _ROW // 2, scene.empty, 28, palette.CREAM_DIM, anchor="m", on=_FILL)
    return canvas.png()


def _groups(scene: HandScene) -> list[Group]:
    own = tuple((held.face, _mood(scene, is_playable=held.is_playable), held.is_fresh) for held in scene.cards)
    if not scene.candidates:
        return [("", own)]
    return [(scene.choose, tuple((face, LIT, False) for face in scene.candidates)), (scene.title, own)]


def _mood(scene: HandScene, *, is_playable: bool) -> str:
    if not scene.is_asked:
        return PLAIN
    return LIT if is_playable else DIM


def _heights(groups: list[Group]) -> list[int]:
    return [20 + _ROW * len(_rows(shown)) + (_TITLE if label else 0) for label, shown in groups]


def _rows(shown: tuple[Shown, ...]) -> list[tuple[Shown, ...]]:
    """As even as possible: seven cards are four and three."""
    count = max(1, -(-len(shown) // _COLUMNS))
    ends = [-(-len(shown) * row // count) for row in range(count + 1)]
    return [shown[start:end] for start, end in pairwise(ends)]


def _background(heights: tuple[int, ...], is_asked: bool) -> Image.Image:  # noqa: FBT001 (sprite arguments)
    image = background.felt(WIDTH, background.felt_height(_CARDS + sum(heights) + 8 * (len(heights) - 1) + 25)).copy()
    edge = palette.GOLD if is_asked else palette.TEAL_PALE
    background.panel(image, (_LEFT, _HEADER, _RIGHT, _HEADER + _HEADER_HEIGHT), palette.TEAL_LIGHT, edge)
    background.panel(image, (_LEFT, _STRIP, _RIGHT, _STRIP + _STRIP_HEIGHT), palette.TEAL_DARK, palette.TEAL_PALE)
    top = _CARDS
    for height in heights:
        background.panel(image, (_LEFT, top, _RIGHT, top + height), _FILL, palette.TEAL_PALE)
        top += height + 8
    return image


def _header(canvas: Canvas, scene: HandScene) -> None:
    title, size = fitted(scene.title, 34, 250, smallest=24)
    canvas.text(_LEFT + 14, _HEADER + 40, title, size, palette.CREAM)
    text, small = fitted(scene.advice, 26, _RIGHT - _LEFT - width(title, size) - 80, smallest=18)
    fill, colour = (palette.GOLD_LIGHT, palette.GOLD_TEXT) if scene.is_asked else (palette.TEAL_PALE, palette.CREAM)
    x = _RIGHT - 10 - background.pill_width(text, small)
    canvas.put(x, _HEADER + 8, background.pill, text, small, 40, fill, colour)


def _piles(canvas: Canvas, scene: HandScene) -> None:
    """One's own blood and piles, and what rim and tick mean."""
    own, on = scene.own, palette.TEAL_DARK
    score = f"{own.blood}/{own.bloods}"
    canvas.text(_LEFT + 14, _STRIP + 36, score, 30, palette.CREAM, font=NUMERALS, on=on)
    x = _LEFT + 22 + width(score, 30, NUMERALS)
    room = 210
    size = drop_size(own.bloods, 32, room, 1)
    canvas.put(x, _STRIP + 41 - size, drops, own.blood, own.bloods, size, room, on=on)
    x = _LEFT + 310
    for sign, count in (("wounds", own.wounds), ("draw", own.draw_size), ("discard", own.discard_size)):
        canvas.put(x, _STRIP + 9, counted, sign, count, on=on)
        x += 88
    if scene.is_asked and any(held.is_playable for held in scene.cards):
        key = _key(scene.key)
        canvas.put(_RIGHT - 10 - key.width, _STRIP + 8, _key, scene.key, on=on)


@lru_cache(maxsize=8)
def _key(label: str) -> Image.Image:
    text, size = fitted(label, 21, 84, smallest=14)
    return side_by_side([_tick(26), text_sprite(text, size, palette.GOLD_LIGHT)], 34, 5)


@lru_cache(maxsize=4)
def _tick(size: int) -> Image.Image:
    brush = Brush(size, size)
    brush.disc((size / 2, size / 2), size / 2, palette.GOLD)
    brush.polyline(
        [(size * 0.26, size * 0.52), (size * 0.44, size * 0.7), (size * 0.75, size * 0.33)],
        palette.GOLD_TEXT,
        size * 0.13,
    )
    return brush.image()


def _group(canvas: Canvas, label: str, shown: tuple[Shown, ...], top: int) -> None:
    top += 12
    if label:
        canvas.text(_LEFT + 14, top + 22, label, 24, palette.CREAM_DIM, on=_FILL)
        top += _TITLE
    for row in _rows(shown):
        centre = (WIDTH - _PITCH * (len(row) - 1)) // 2
        for face, mood, is_fresh in row:
            canvas.put(centre - CARD // 2 - cards.RIM, top - cards.RIM, held, face, mood, on=_FILL)
            if is_fresh:
                canvas.put(centre - cards.FRESH[0] // 2, top + _FOOT, cards.fresh_mark, on=_FILL)
            centre += _PITCH
        top += _ROW


def held(face: Face, mood: str) -> Image.Image:
    """A card of the hand; a tick at its foot if it may be played."""
    image = upright(face, CARD, mood)
    if mood != LIT:
        return image
    ticked = image.copy()
    tick = _tick(28)
    ticked.alpha_composite(tick, ((image.width - tick.width) // 2, image.height - tick.height - cards.RIM - 6))
    return ticked
