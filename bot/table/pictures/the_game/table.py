"""The public table of The Game: the piles with their signals, the last turn, the draw pile and the players."""

from collections.abc import Iterator
from typing import Final

from bot.drawing import background, cards, palette
from bot.drawing.background import MARGIN, WIDTH, Panel, across, panelled
from bot.drawing.canvas import Canvas
from bot.drawing.suits import IVORY
from bot.drawing.text import NUMERALS, fitted, width
from bot.table.pictures.piles import put_places
from bot.table.pictures.the_game.pieces import FULL_DRAW, caption, held, placed, put_pile
from bot.table.pictures.the_game.scenes import PileScene, PlayerScene, TableScene

_LEFT, _RIGHT = MARGIN - 5, WIDTH - MARGIN + 5
_HEADER: Final = 25
_HEADER_HEIGHT: Final = 54
_PILES: Final = 94
_COLUMN: Final = 168
_CARD: Final = 116
_CARD_HEIGHT: Final = round(_CARD * cards.RATIO)
_CAPTION: Final = _PILES + _CARD_HEIGHT + 34
_NOTES: Final = _CAPTION + 12
_NOTE: Final = 36
_STRIP: Final = 92
_SEATS_AT: Final = 172
_SEAT_ROW: Final = 56
_BACK: Final = 70
_FOOT: Final = 176


def paint(scene: TableScene) -> bytes:
    strip = _NOTES + _NOTE * scene.notes + 8
    foot = strip + _STRIP + 14
    canvas = Canvas(panelled, foot + _FOOT + 36, *_panels(scene, strip, foot))
    _header(canvas, scene)
    for number, pile in enumerate(scene.piles):
        _pile(canvas, pile, MARGIN + number * _COLUMN)
    _last_turn(canvas, scene, strip)
    _draw_pile(canvas, scene, foot)
    for number, player in enumerate(scene.players):
        _player(canvas, player, *_seat_at(number, foot))
    return canvas.png()


def _seat_at(number: int, foot: int) -> tuple[int, int]:
    return _SEATS_AT + number % 2 * ((_RIGHT - _SEATS_AT) // 2), foot + number // 2 * _SEAT_ROW


def _panels(scene: TableScene, strip: int, foot: int) -> Iterator[Panel]:
    """Under the headline, the last turn and the player on turn."""
    yield across(_HEADER, _HEADER + _HEADER_HEIGHT, palette.TEAL_LIGHT)
    yield across(strip, strip + _STRIP)
    for number, player in enumerate(scene.players):
        if player.is_on_turn:
            x, y = _seat_at(number, foot)
            box = (x, y, x + (_RIGHT - _SEATS_AT) // 2 - 6, y + _SEAT_ROW - 4)
            yield Panel(box, palette.TEAL_LIGHT, palette.GOLD)


def _header(canvas: Canvas, scene: TableScene) -> None:
    room = _RIGHT - _LEFT - 28
    if scene.modes:
        modes, small = fitted(scene.modes, 23, room * 2 // 5, smallest=18)
        canvas.text(_RIGHT - 14, _HEADER + 35, modes, small, palette.CREAM_DIM, anchor="r")
        room -= width(modes, small) + 20
    text, size = fitted(scene.headline, 34, room, smallest=24)
    canvas.text(_LEFT + 14, _HEADER + 27 + round(size * 0.34), text, size, palette.CREAM)


def _pile(canvas: Canvas, pile: PileScene, x: int) -> None:
    put_pile(canvas, pile, x, _PILES, _CARD)
    canvas.put(x + 66, _CAPTION - 24, caption, pile.pile)
    y = _NOTES
    if pile.coverer:
        text, size = fitted(f"🔥 {pile.coverer}", 22, _COLUMN - 44, smallest=17)
        canvas.put(x, y, background.pill, text, size, 32, palette.NEW, palette.TEAL_DARK)
        y += _NOTE
    for signal in pile.signals:
        text, size = fitted(signal, 24, _COLUMN - 12, smallest=19)
        canvas.text(x + 2, y + 24, text, size, palette.CREAM)
        y += _NOTE


def _last_turn(canvas: Canvas, scene: TableScene, top: int) -> None:
    if not scene.last:
        canvas.text(WIDTH // 2, top + 60, scene.title, 40, palette.GOLD_LIGHT, anchor="m", font=NUMERALS)
        return
    label, size = fitted(scene.last_turn, 24, _RIGHT - _LEFT - 130, smallest=19)
    canvas.text(_LEFT + 14, top + 32, label, size, palette.CREAM_DIM, on=palette.TEAL_DARK)
    if scene.drawn:
        drawn = f"+{scene.drawn}"
        canvas.text(_RIGHT - 14, top + 32, drawn, 26, palette.CREAM, anchor="r", on=palette.TEAL_DARK)
    put_places(canvas, _LEFT + 14, top + 48, scene.last, placed, 14)


def _draw_pile(canvas: Canvas, scene: TableScene, top: int) -> None:
    middle = 90
    canvas.put(middle - _BACK // 2 - cards.RIM, top - 6, cards.stack, IVORY, scene.draw_size, FULL_DRAW, _BACK)
    canvas.text(middle, top + 162, str(scene.draw_size), 40, palette.CREAM, anchor="m", font=NUMERALS)
    text, size = fitted(scene.draw_pile, 23, 120, smallest=17)
    canvas.text(middle, top + 188, text, size, palette.CREAM_DIM, anchor="m")


def _player(canvas: Canvas, player: PlayerScene, x: int, y: int) -> None:
    canvas.put(x + 8, y + 6, cards.medallion, IVORY, player.initial, 40)
    count = held(player.hand_size)
    right = x + (_RIGHT - _SEATS_AT) // 2 - 16
    canvas.put(right - count.width, y + 26 - count.height // 2, held, player.hand_size)
    text, size = fitted(player.name, 28, right - count.width - x - 64, smallest=20)
    canvas.text(x + 56, y + 26 + round(size * 0.34), text, size, palette.CREAM)
