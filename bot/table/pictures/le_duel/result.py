"""The result of Le Duel: the winner, the reason, the piles and the open hands."""

from typing import Final

from bot.drawing import arrows, background, cards, palette
from bot.drawing.background import MARGIN, WIDTH, across, panelled
from bot.drawing.canvas import Canvas
from bot.drawing.text import NUMERALS, fitted, width, wrapped
from bot.table.pictures.le_duel.pieces import SUITS, put_pile
from bot.table.pictures.le_duel.scenes import (
    SMALLEST_TITLE,
    TITLE_ROOM,
    ResultScene,
    ResultSide,
)

HEIGHT: Final = 680
_SECTIONS: Final = (168, 418)
_SECTION_HEIGHT: Final = 236
_PILE: Final = 96
_PILE_HEIGHT: Final = round(_PILE * cards.RATIO)
_HELD: Final = 54
_HELD_AT: Final = 356


def paint(scene: ResultScene) -> bytes:
    winner = scene.sides[0].seat if scene.sides[0].is_winner else None
    plain = (palette.TEAL_DARK, palette.TEAL_PALE)
    colours = (plain if winner is None else (palette.TEAL_LIGHT, SUITS[winner].main), plain)
    panels = (across(top, top + _SECTION_HEIGHT, *one) for top, one in zip(_SECTIONS, colours, strict=True))
    canvas = Canvas(panelled, HEIGHT, *panels)
    _banner(canvas, scene, winner)
    for side, top in zip(scene.sides, _SECTIONS, strict=True):
        _side(canvas, scene, side, top)
    return canvas.png()


def _banner(canvas: Canvas, scene: ResultScene, winner: int | None) -> None:
    middle = WIDTH // 2
    colour = palette.CREAM if winner is None else SUITS[winner].light
    title, size = fitted(scene.title, 54, TITLE_ROOM, smallest=SMALLEST_TITLE, font=NUMERALS)
    canvas.text(middle, 58 + round(size * 0.34), title, size, colour, anchor="m", font=NUMERALS)
    if winner is not None:
        away = width(title, size, NUMERALS) // 2 + 26
        for x in (middle - away - 40, middle + away):
            canvas.put(x, 38, arrows.emblem, SUITS[winner], 40)
    lines = wrapped(scene.reason, 26, WIDTH - 2 * MARGIN - 24, lines=2)
    for number, text in enumerate(lines):
        canvas.text(middle, (128 if len(lines) == 1 else 116) + 32 * number, text, 26, palette.CREAM, anchor="m")


def _side(canvas: Canvas, scene: ResultScene, side: ResultSide, top: int) -> None:
    suit = SUITS[side.seat]
    canvas.put(MARGIN + 8, top + 12, cards.medallion, suit, side.initial, 46)
    room = WIDTH - 2 * MARGIN - 86
    if side.rating:
        pill = background.pill_width(side.rating, 28)
        fill = palette.DANGER if "−" in side.rating else palette.SUCCESS
        canvas.put(WIDTH - MARGIN - 8 - pill, top + 15, background.pill, side.rating, 28, 40, fill, palette.CREAM)
        room -= pill + 16
    text, size = fitted(side.name, 34, room, smallest=26)
    canvas.text(MARGIN + 68, top + 35 + round(size * 0.34), text, size, palette.CREAM)
    for x, pile in zip((MARGIN + 10, MARGIN + 10 + 160), side.piles, strict=True):
        put_pile(canvas, pile, x, top + 78, _PILE, gap=6)
    _held(canvas, scene, side, top + 78)


def _held(canvas: Canvas, scene: ResultScene, side: ResultSide, top: int) -> None:
    """The open hand and the number of cards placed."""
    suit = SUITS[side.seat]
    canvas.text(_HELD_AT, top + 18, scene.hand if side.hand else scene.empty, 24, palette.CREAM_DIM)
    canvas.text(WIDTH - MARGIN - 10, top + 18, side.placed, 24, palette.CREAM, anchor="r")
    if side.hand:
        y = top + _PILE_HEIGHT - round(_HELD * cards.RATIO) - cards.RIM
        canvas.put(_HELD_AT - cards.RIM, y, cards.spread, suit, side.hand, _HELD, _HELD + 1)
