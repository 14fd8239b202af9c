"""The public table of Le Duel: two sides, and the last turn between them."""

from collections.abc import Iterator
from typing import Final

from PIL import Image

from bot.drawing import background, cards, palette
from bot.drawing.background import MARGIN, WIDTH, Panel, across, panelled
from bot.drawing.brush import side_by_side, text_sprite
from bot.drawing.canvas import Canvas
from bot.drawing.text import NUMERALS, fitted, width
from bot.table.pictures.le_duel.pieces import CHIP, FULL_DRAW, SUITS, placed, put_pile
from bot.table.pictures.le_duel.scenes import SideScene, TableScene
from bot.table.pictures.piles import put_places

HEIGHT: Final = 680
_CARD: Final = 146
_CARD_HEIGHT: Final = round(_CARD * cards.RATIO)
_HEADER: Final = 56
_MEDALLION: Final = 46
_STRIP: Final = 52
_UPPER_HEADER: Final = 25
_UPPER_CARDS: Final = _UPPER_HEADER + _HEADER + 14
_STRIP_TOP: Final = (HEIGHT - _STRIP) // 2
_LOWER_CARDS: Final = HEIGHT - _UPPER_CARDS - _CARD_HEIGHT
_LOWER_HEADER: Final = HEIGHT - _UPPER_HEADER - _HEADER
_PILES: Final = (MARGIN + 2, MARGIN + 2 + 214)
_DRAW_AT: Final = 496
_FAN_ROOM: Final = 146
_FAN_AT: Final = WIDTH - MARGIN - _FAN_ROOM
_BACK: Final = 78


def paint(scene: TableScene) -> bytes:
    canvas = Canvas(panelled, HEIGHT, *_panels(scene))
    _side(canvas, scene, scene.upper, _UPPER_HEADER, _UPPER_CARDS)
    _side(canvas, scene, scene.lower, _LOWER_HEADER, _LOWER_CARDS)
    _last_turn(canvas, scene)
    return canvas.png()


def _panels(scene: TableScene) -> Iterator[Panel]:
    """Under the last turn, and under the header of the player on turn."""
    yield across(_STRIP_TOP, _STRIP_TOP + _STRIP)
    if scene.turn is not None:
        header = _UPPER_HEADER if scene.turn == scene.upper.seat else _LOWER_HEADER
        yield across(header, header + _HEADER, palette.TEAL_LIGHT, SUITS[scene.turn].main)


def _side(canvas: Canvas, scene: TableScene, side: SideScene, header: int, top: int) -> None:
    _name(canvas, scene, side, header)
    for x, pile in zip(_PILES, side.piles, strict=True):
        put_pile(canvas, pile, x, top, _CARD, gap=7)
    _stacks(canvas, scene, side, top)


def _name(canvas: Canvas, scene: TableScene, side: SideScene, top: int) -> None:
    suit = SUITS[side.seat]
    canvas.put(MARGIN + 2, top + (_HEADER - _MEDALLION) // 2, cards.medallion, suit, side.initial, _MEDALLION)
    room = WIDTH - 2 * MARGIN - 72
    if scene.turn == side.seat:
        pill = background.pill_width(scene.to_play, 26)
        canvas.put(WIDTH - MARGIN - 4 - pill, top + 8, background.pill, scene.to_play, 26, 40, suit.light, suit.text)
        room -= pill + 16
    text, size = fitted(side.name, 34, room, smallest=26)
    canvas.text(MARGIN + 62, top + _HEADER // 2 + round(size * 0.34), text, size, palette.CREAM)


def _stacks(canvas: Canvas, scene: TableScene, side: SideScene, top: int) -> None:
    suit = SUITS[side.seat]
    canvas.put(_DRAW_AT - _BACK // 2 - cards.RIM, top - cards.RIM, cards.stack, suit, side.draw_size, FULL_DRAW, _BACK)
    canvas.put(_FAN_AT, top + 30 - cards.RIM, cards.fan, suit, side.hand_size, _FAN_ROOM, _BACK)
    for x, count, label in (
        (_DRAW_AT, side.draw_size, scene.draw_pile),
        (_FAN_AT + _FAN_ROOM // 2, side.hand_size, scene.hand),
    ):
        canvas.text(x, top + 176, str(count), 40, palette.CREAM, anchor="m", font=NUMERALS)
        canvas.text(x, top + 202, label, 23, palette.CREAM_DIM, anchor="m")


def _last_turn(canvas: Canvas, scene: TableScene) -> None:
    middle = _STRIP_TOP + _STRIP // 2
    if not scene.last:
        canvas.text(WIDTH // 2, middle + 11, scene.title, 34, palette.GOLD_LIGHT, anchor="m", font=NUMERALS)
        return
    canvas.text(MARGIN + 8, middle + 8, scene.last_turn, 23, palette.CREAM_DIM, on=palette.TEAL_DARK)
    x = MARGIN + 22 + width(scene.last_turn, 23)
    put_places(canvas, x, middle - CHIP // 2, scene.last, placed, 10)
    if scene.drawn:
        canvas.put(WIDTH - MARGIN - 68, middle - 19, _drawn, scene.last[0].seat, scene.drawn, on=palette.TEAL_DARK)


def _drawn(seat: int, count: int) -> Image.Image:
    """The number of cards drawn, and a card back."""
    back = cards.back(SUITS[seat], 20)
    return side_by_side([text_sprite(f"+{count}", 26, palette.CREAM), back], back.height)
