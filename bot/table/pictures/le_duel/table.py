"""The public table of Le Duel: two sides, and the last turn between them."""

from typing import Final

from PIL import Image

from bot.drawing import arrows, background, cards, palette
from bot.drawing.brush import side_by_side, text_sprite
from bot.drawing.canvas import Canvas
from bot.drawing.text import NUMERALS, fitted, width
from bot.games.le_duel.position import Pile
from bot.table.pictures.le_duel.pieces import CHIP, FULL_DRAW, SUITS, placed
from bot.table.pictures.le_duel.scenes import PILE_SPAN, PileScene, SideScene, TableScene

WIDTH, HEIGHT = 720, 680
_MARGIN: Final = 26
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
_PILES: Final = (_MARGIN + 2, _MARGIN + 2 + 214)
_DRAW_AT: Final = 496
_FAN_ROOM: Final = 146
_FAN_AT: Final = WIDTH - _MARGIN - _FAN_ROOM
_BACK: Final = 78


def paint(scene: TableScene) -> bytes:
    canvas = Canvas(_background, _header_of(scene), scene.turn)
    _side(canvas, scene, scene.upper, _UPPER_HEADER, _UPPER_CARDS)
    _side(canvas, scene, scene.lower, _LOWER_HEADER, _LOWER_CARDS)
    _last_turn(canvas, scene)
    return canvas.png()


def _header_of(scene: TableScene) -> int | None:
    """Top of the header of the player on turn."""
    if scene.turn is None:
        return None
    return _UPPER_HEADER if scene.turn == scene.upper.seat else _LOWER_HEADER


def _background(header: int | None, turn: int | None) -> Image.Image:
    image = background.patterned(WIDTH, HEIGHT).copy()
    background.panel(
        image,
        (_MARGIN - 5, _STRIP_TOP, WIDTH - _MARGIN + 5, _STRIP_TOP + _STRIP),
        palette.TEAL_DARK,
        palette.TEAL_PALE,
    )
    if header is not None and turn is not None:
        background.panel(
            image,
            (_MARGIN - 5, header, WIDTH - _MARGIN + 5, header + _HEADER),
            palette.TEAL_LIGHT,
            SUITS[turn].main,
        )
    return image


def _side(canvas: Canvas, scene: TableScene, side: SideScene, header: int, top: int) -> None:
    _name(canvas, scene, side, header)
    for x, pile in zip(_PILES, side.piles, strict=True):
        _pile(canvas, pile, x, top)
    _stacks(canvas, scene, side, top)


def _name(canvas: Canvas, scene: TableScene, side: SideScene, top: int) -> None:
    suit = SUITS[side.seat]
    canvas.put(_MARGIN + 2, top + (_HEADER - _MEDALLION) // 2, cards.medallion, suit, side.initial, _MEDALLION)
    room = WIDTH - 2 * _MARGIN - 72
    if scene.turn == side.seat:
        pill = background.pill_width(scene.to_play, 26)
        canvas.put(WIDTH - _MARGIN - 4 - pill, top + 8, background.pill, scene.to_play, 26, 40, suit.light, suit.text)
        room -= pill + 16
    text, size = fitted(side.name, 34, room, smallest=26)
    canvas.text(_MARGIN + 62, top + _HEADER // 2 + round(size * 0.34), text, size, palette.CREAM)


def _pile(canvas: Canvas, pile: PileScene, x: int, top: int) -> None:
    canvas.put(x, top, _progress_arrow, pile.seat, pile.pile, pile.base, pile.done)
    canvas.put(x + arrows.PROGRESS_WIDTH + 7 - cards.RIM, top - cards.RIM, _top_card, pile)


def _progress_arrow(seat: int, pile: Pile, base: int, done: int) -> Image.Image:
    return arrows.progress_arrow(SUITS[seat], _CARD_HEIGHT, base, done, PILE_SPAN, is_up=pile is Pile.UP)


def _top_card(pile: PileScene) -> Image.Image:
    suit = SUITS[pile.seat]
    if pile.is_at_base:
        return cards.base(suit, pile.top, _CARD)
    giver = None if pile.giver is None else SUITS[pile.giver]
    return cards.face(suit, pile.top, _CARD, is_new=pile.is_new, badge_suit=giver)


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
    canvas.text(_MARGIN + 8, middle + 8, scene.last_turn, 23, palette.CREAM_DIM, on=palette.TEAL_DARK)
    x = _MARGIN + 22 + width(scene.last_turn, 23)
    for place in scene.last:
        canvas.put(x, middle - CHIP // 2, placed, place, on=palette.TEAL_DARK)
        x += placed(place).width + 10
    if scene.drawn:
        canvas.put(WIDTH - _MARGIN - 68, middle - 19, _drawn, scene.last[0].seat, scene.drawn, on=palette.TEAL_DARK)


def _drawn(seat: int, count: int) -> Image.Image:
    """The number of cards drawn, and a card back."""
    back = cards.back(SUITS[seat], 20)
    return side_by_side([text_sprite(f"+{count}", 26, palette.CREAM), back], back.height)
