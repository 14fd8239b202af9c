"""A player's hand, for that player alone: a grid of cards by piles with each legal move. Playable cards are raised; a
jump by ten (LD6) is labelled."""

from typing import Final

from PIL import Image

from bot.drawing import arrows, cards, palette
from bot.drawing.background import MARGIN, WIDTH
from bot.drawing.brush import write_centred
from bot.drawing.canvas import Canvas
from bot.drawing.text import NUMERALS, width
from bot.games.le_duel.position import Pile
from bot.table.pictures import piles
from bot.table.pictures.le_duel.pieces import CHIP, FULL_DRAW, SUITS, placed
from bot.table.pictures.le_duel.scenes import HandScene

_CARD: Final = 82
_LIFT: Final = 18
_STACK: Final = 85
_COLUMNS: Final = (146, WIDTH - MARGIN - 4)
_WIDEST: Final = 128
_ROWS: Final = (331, 382, 443, 494)  # own up, own down; a gap; theirs up, theirs down
_LABELS: Final = MARGIN + 6
_ROW_LABEL: Final = 108
_PILES: Final = ((False, Pile.UP), (False, Pile.DOWN), (True, Pile.UP), (True, Pile.DOWN))  # is the opponent's, which


def paint(scene: HandScene) -> bytes:
    suit = SUITS[scene.seat]
    canvas = piles.hand_canvas(suit.main if scene.is_on_turn else palette.TEAL_PALE)
    _header(canvas, scene)
    _strip(canvas, scene)
    owners = [1 - scene.seat if is_theirs else scene.seat for is_theirs, _ in _PILES]
    for top, owner, (_, pile), top_card in zip(_ROWS, owners, _PILES, scene.tops, strict=True):
        is_staged = any(place.to == owner and place.pile is pile for place in scene.staged)
        canvas.put(_LABELS, top, _pile_label, owner, pile, top_card, is_staged, on=piles.FILL)
    piles.put_draw_pile(canvas, _STACK, suit, scene.draw_size, FULL_DRAW)
    if not scene.cards:
        piles.put_empty(canvas, _COLUMNS, scene.empty)
    rows = [(top, SUITS[owner]) for top, owner in zip(_ROWS, owners, strict=True)]
    for card, centre in zip(scene.cards, piles.centres(len(scene.cards), _COLUMNS, _WIDEST), strict=True):
        _card(canvas, scene, card, centre)
        piles.put_fresh(canvas, card, centre, _CARD)
        piles.put_moves(canvas, card, centre, _CARD, rows, is_on_turn=scene.is_on_turn)
    return canvas.png()


def _header(canvas: Canvas, scene: HandScene) -> None:
    suit = SUITS[scene.seat]
    canvas.put(MARGIN + 2, piles.HEADER + 5, cards.medallion, suit, "", 46)
    canvas.text(MARGIN + 62, piles.HEADER + 40, scene.title, 34, palette.CREAM)
    room = WIDTH - 2 * MARGIN - 62 - width(scene.title, 34) - 60
    colours = (suit.light, suit.text) if scene.is_on_turn else (palette.TEAL_PALE, palette.CREAM)
    piles.put_advice(canvas, scene.advice, room, WIDTH - MARGIN - 4, *colours)


def _strip(canvas: Canvas, scene: HandScene) -> None:
    """The staged cards, or those of the last turn."""
    middle = piles.STRIP + piles.STRIP_HEIGHT // 2
    canvas.text(MARGIN + 8, middle + 8, scene.strip, 23, palette.CREAM_DIM, on=palette.TEAL_DARK)
    x = MARGIN + 22 + width(scene.strip, 23)
    piles.put_places(canvas, x, middle - CHIP // 2, scene.staged or scene.last, placed, 10)


def _pile_label(owner: int, pile: Pile, top: int, is_staged: bool) -> Image.Image:  # noqa: FBT001
    """A pile's owner, direction and top card."""
    suit = SUITS[owner]
    brush = piles.label_brush(suit, _ROW_LABEL, is_marked=is_staged)
    suit.emblem(brush, (20, piles.ROW_HEIGHT / 2), 12, suit.text)
    image = brush.image()
    image.alpha_composite(arrows.arrow(18, 30, suit.text, is_up=pile is Pile.UP), (36, 8))
    write_centred(image, str(top), 31, suit.text, (79, piles.ROW_HEIGHT / 2), NUMERALS)
    return image


def _card(canvas: Canvas, scene: HandScene, card: piles.HandCard, centre: int) -> None:
    suit = SUITS[scene.seat]
    lift = piles.lift_of(card, scene.cards, _LIFT, is_on_turn=scene.is_on_turn)
    x, y = centre - _CARD // 2 - cards.RIM, piles.CARDS - cards.RIM - lift
    if not scene.is_on_turn:
        canvas.put(x, y, cards.face, suit, card.card, _CARD, on=piles.FILL)
    elif not card.is_legal:
        canvas.put(x, y, cards.dimmed, suit, card.card, _CARD, on=piles.FILL)
    elif any(move is not None and move.is_jump for move in card.moves):
        x, y = centre - cards.tagged_width(_CARD, scene.jump) // 2, y - cards.TAG
        canvas.put(x, y, cards.tagged, suit, card.card, _CARD, scene.jump, on=piles.FILL)
    else:
        canvas.put(x, y, cards.face, suit, card.card, _CARD, on=piles.FILL)
