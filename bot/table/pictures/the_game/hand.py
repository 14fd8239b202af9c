"""A player's hand, for that player alone: a grid of cards by piles with each legal move. Playable cards are raised; a
jump by ten (TG4) is green; signals about a pile (TG9) are beside it."""

from typing import Final

from PIL import Image

from bot.drawing import arrows, cards, palette
from bot.drawing.background import MARGIN, WIDTH
from bot.drawing.brush import text_sprite, write_centred
from bot.drawing.canvas import Canvas
from bot.drawing.suits import IVORY
from bot.drawing.text import NUMERALS, fitted, width
from bot.table.pictures import piles
from bot.table.pictures.the_game.pieces import FIRE, FULL_DRAW, placed, suit_of
from bot.table.pictures.the_game.scenes import HandRow, HandScene

_LEFT, _RIGHT = MARGIN - 5, WIDTH - MARGIN + 5
_LIFT: Final = 16
_ROWS: Final = (331, 384, 437, 490)
_LABELS: Final = MARGIN + 4
_LABEL: Final = 104
_MARKS: Final = _LABELS + _LABEL + 6
_COLUMNS: Final = (_MARKS + 34, WIDTH - MARGIN - 2)
_WIDEST: Final = 118
_FEW: Final = 6  # at most so many cards are drawn large


def paint(scene: HandScene) -> bytes:
    canvas = piles.hand_canvas(palette.GOLD if scene.is_on_turn else palette.TEAL_PALE)
    _header(canvas, scene)
    _strip(canvas, scene)
    piles.put_draw_pile(canvas, _LABELS + _LABEL // 2, IVORY, scene.draw_size, FULL_DRAW)
    for y, row in zip(_ROWS, scene.rows, strict=True):
        canvas.put(_LABELS, y, _pile_label, row, on=piles.FILL)
        if row.mark:
            canvas.put(_MARKS, y + 8, _mark, row.mark, on=piles.FILL)
    if not scene.cards:
        piles.put_empty(canvas, _COLUMNS, scene.empty)
    size = 80 if len(scene.cards) <= _FEW else 58
    rows = [(top, suit_of(row.pile)) for top, row in zip(_ROWS, scene.rows, strict=True)]
    for card, centre in zip(scene.cards, piles.centres(len(scene.cards), _COLUMNS, _WIDEST), strict=True):
        _card(canvas, scene, card, centre, size)
        piles.put_fresh(canvas, card, centre, size)
        piles.put_moves(canvas, card, centre, size, rows, is_on_turn=scene.is_on_turn)
    return canvas.png()


def _header(canvas: Canvas, scene: HandScene) -> None:
    title, title_size = fitted(scene.title, 34, 250, smallest=24)
    canvas.text(_LEFT + 14, piles.HEADER + 40, title, title_size, palette.CREAM)
    colours = (palette.GOLD_LIGHT, palette.GOLD_TEXT) if scene.is_on_turn else (palette.TEAL_PALE, palette.CREAM)
    room = _RIGHT - _LEFT - width(title, title_size) - 80
    piles.put_advice(canvas, scene.advice, room, _RIGHT - 10, *colours)


def _strip(canvas: Canvas, scene: HandScene) -> None:
    """The staged cards, or those of the last turn."""
    chips = sum(placed(place).width + 8 for place in scene.places)
    text, size = fitted(scene.strip, 23, _RIGHT - _LEFT - 40 - chips, smallest=16)
    canvas.text(_LEFT + 12, piles.STRIP + 34, text, size, palette.CREAM_DIM, on=palette.TEAL_DARK)
    x = _LEFT + 24 + width(text, size)
    piles.put_places(canvas, x, piles.STRIP + 9, scene.places, placed, 8)


def _pile_label(row: HandRow) -> Image.Image:
    """A pile's letter, direction and top card; a flame if it must be covered."""
    suit = suit_of(row.pile)
    brush = piles.label_brush(suit, _LABEL, is_marked=row.is_staged or row.is_due)
    if row.is_due:
        cards.badge(brush, FIRE, (93, 11), 10)
    image = brush.image()
    write_centred(image, row.pile.letter, 28, suit.text, (17, piles.ROW_HEIGHT / 2))
    image.alpha_composite(arrows.arrow(16, 28, suit.text, is_up=row.pile.is_up), (28, piles.ROW_HEIGHT - 37))
    size = 31 if row.top < 100 else 25
    write_centred(image, str(row.top), size, suit.text, (66 if row.is_due else 74, piles.ROW_HEIGHT / 2), NUMERALS)
    return image


def _mark(mark: str) -> Image.Image:
    return text_sprite(mark, 28, palette.CREAM)


def _card(canvas: Canvas, scene: HandScene, card: piles.HandCard, centre: int, size: int) -> None:
    x, y = centre - size // 2 - cards.RIM, piles.CARDS - cards.RIM
    is_shown = card.is_legal or not scene.is_on_turn
    lift = piles.lift_of(card, scene.cards, _LIFT, is_on_turn=scene.is_on_turn)
    canvas.put(x, y - lift, _face, card.card, card.is_fire, size, is_shown, on=piles.FILL)


def _face(card: int, is_fire: bool, size: int, is_shown: bool) -> Image.Image:  # noqa: FBT001
    if not is_shown:
        return cards.dimmed(IVORY, card, size)
    return cards.face(IVORY, card, size, badge_suit=FIRE if is_fire else None)
