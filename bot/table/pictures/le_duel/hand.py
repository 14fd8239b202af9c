"""A player's hand, for that player alone: a grid of cards by piles with each legal move. Playable cards are raised; a
jump by ten (LD6) is labelled."""

from typing import Final

from PIL import Image

from bot.drawing import arrows, background, cards, move_cells, palette
from bot.drawing.brush import Brush, inset, write_centred
from bot.drawing.canvas import Canvas
from bot.drawing.text import NUMERALS, fitted, width
from bot.games.le_duel.position import Pile
from bot.table.pictures.le_duel.pieces import CHIP, FULL_DRAW, SUITS, placed
from bot.table.pictures.le_duel.scenes import HandCard, HandScene

WIDTH, HEIGHT = 720, 583
_MARGIN: Final = 26
_HEADER: Final = 25
_HEADER_HEIGHT: Final = 56
_STRIP_TOP: Final = 90
_STRIP_HEIGHT: Final = 52
_CARD: Final = 82
_LIFT: Final = 18
_CARDS: Final = 198
_GRID: Final = (151, 558)
_FILL: Final = palette.TEAL  # one colour under all cards and cells
_STACK: Final = 85
_BACK: Final = 60
_COLUMNS: Final = (146, WIDTH - _MARGIN - 4)
_WIDEST: Final = 128
_ROWS: Final = (331, 382, 443, 494)  # own up, own down; a gap; theirs up, theirs down
_ROW_HEIGHT: Final = move_cells.CELL_HEIGHT
_LABELS: Final = _MARGIN + 6
_ROW_LABEL: Final = 108
_PILES: Final = ((False, Pile.UP), (False, Pile.DOWN), (True, Pile.UP), (True, Pile.DOWN))  # is the opponent's, which


def paint(scene: HandScene) -> bytes:
    canvas = Canvas(_background, scene.seat if scene.is_on_turn else None)
    _header(canvas, scene)
    _strip(canvas, scene)
    for row, (is_theirs, pile) in enumerate(_PILES):
        owner = 1 - scene.seat if is_theirs else scene.seat
        is_staged = any(place.to == owner and place.pile is pile for place in scene.staged)
        canvas.put(_LABELS, _ROWS[row], _pile_label, owner, pile, scene.tops[row], is_staged, on=_FILL)
    _draw_pile(canvas, scene)
    if not scene.cards:
        canvas.text(sum(_COLUMNS) // 2, _CARDS + 80, scene.empty, 28, palette.CREAM_DIM, anchor="m", on=_FILL)
    for card, centre in zip(scene.cards, _centres(len(scene.cards)), strict=True):
        _column(canvas, scene, card, centre)
    return canvas.png()


def _background(turn: int | None) -> Image.Image:
    image = background.patterned(WIDTH, HEIGHT).copy()
    left, right = _MARGIN - 5, WIDTH - _MARGIN + 5
    edge = palette.TEAL_PALE if turn is None else SUITS[turn].main
    background.panel(image, (left, _HEADER, right, _HEADER + _HEADER_HEIGHT), palette.TEAL_LIGHT, edge)
    background.panel(image, (left, _STRIP_TOP, right, _STRIP_TOP + _STRIP_HEIGHT), palette.TEAL_DARK, palette.TEAL_PALE)
    background.panel(image, (left, _GRID[0], right, _GRID[1]), _FILL, palette.TEAL_PALE)
    return image


def _draw_pile(canvas: Canvas, scene: HandScene) -> None:
    x, suit = _STACK - _BACK // 2 - cards.RIM, SUITS[scene.seat]
    canvas.put(x, _CARDS - 38, cards.stack, suit, scene.draw_size, FULL_DRAW, _BACK, on=_FILL)
    canvas.text(_STACK, _CARDS + 112, str(scene.draw_size), 32, palette.CREAM, anchor="m", font=NUMERALS, on=_FILL)


def _header(canvas: Canvas, scene: HandScene) -> None:
    suit = SUITS[scene.seat]
    canvas.put(_MARGIN + 2, _HEADER + 5, cards.medallion, suit, "", 46)
    canvas.text(_MARGIN + 62, _HEADER + 40, scene.title, 34, palette.CREAM)
    room = WIDTH - 2 * _MARGIN - 62 - width(scene.title, 34) - 60
    text, size = fitted(scene.advice, 26, room, smallest=18)
    fill, colour = (suit.light, suit.text) if scene.is_on_turn else (palette.TEAL_PALE, palette.CREAM)
    x = WIDTH - _MARGIN - 4 - background.pill_width(text, size)
    canvas.put(x, _HEADER + 8, background.pill, text, size, 40, fill, colour)


def _strip(canvas: Canvas, scene: HandScene) -> None:
    """The staged cards, or those of the last turn."""
    middle = _STRIP_TOP + _STRIP_HEIGHT // 2
    canvas.text(_MARGIN + 8, middle + 8, scene.strip, 23, palette.CREAM_DIM, on=palette.TEAL_DARK)
    x = _MARGIN + 22 + width(scene.strip, 23)
    for place in scene.staged or scene.last:
        canvas.put(x, middle - CHIP // 2, placed, place, on=palette.TEAL_DARK)
        x += placed(place).width + 10


def _pile_label(owner: int, pile: Pile, top: int, is_staged: bool) -> Image.Image:  # noqa: FBT001
    """A pile's owner, direction and top card."""
    suit = SUITS[owner]
    brush = Brush(_ROW_LABEL, _ROW_HEIGHT)
    box = (0.0, 0.0, float(_ROW_LABEL), float(_ROW_HEIGHT))
    brush.polygon(suit.outline(box, 9), palette.NEW if is_staged else suit.dark)
    brush.polygon(suit.outline(inset(box, 3 if is_staged else 2), 8), suit.light)
    suit.emblem(brush, (20, _ROW_HEIGHT / 2), 12, suit.text)
    image = brush.image()
    image.alpha_composite(arrows.arrow(18, 30, suit.text, is_up=pile is Pile.UP), (36, 8))
    write_centred(image, str(top), 31, suit.text, (79, _ROW_HEIGHT / 2), NUMERALS)
    return image


def _centres(count: int) -> list[int]:
    """Centre of each column: six fill the width, fewer are centred."""
    left, right = _COLUMNS
    pitch = min(_WIDEST, (right - left) / max(1, count))
    start = (left + right - pitch * count) / 2
    return [round(start + pitch * (column + 0.5)) for column in range(count)]


def _column(canvas: Canvas, scene: HandScene, card: HandCard, centre: int) -> None:
    _card(canvas, scene, card, centre)
    for row, move in enumerate(card.moves):
        middle = _ROWS[row] + _ROW_HEIGHT // 2
        if move is None:
            canvas.put(centre - 5, middle - 5, move_cells.illegal, on=_FILL)
        else:
            owner = 1 - scene.seat if _PILES[row][0] else scene.seat
            x, suit = centre - _CARD // 2, SUITS[owner]
            canvas.put(x, _ROWS[row], move_cells.cell, suit, move, _CARD, scene.is_on_turn, on=_FILL)


def _card(canvas: Canvas, scene: HandScene, card: HandCard, centre: int) -> None:
    suit = SUITS[scene.seat]
    x, y = centre - _CARD // 2 - cards.RIM, _CARDS - cards.RIM
    if not scene.is_on_turn:
        canvas.put(x, y, cards.face, suit, card.card, _CARD, on=_FILL)
    elif not card.is_legal:
        canvas.put(x, y, cards.dimmed, suit, card.card, _CARD, on=_FILL)
    elif any(move is not None and move.is_jump for move in card.moves):
        x, y = centre - cards.tagged_width(_CARD, scene.jump) // 2, y - _LIFT - cards.TAG
        canvas.put(x, y, cards.tagged, suit, card.card, _CARD, scene.jump, on=_FILL)
    else:
        canvas.put(x, y - _LIFT, cards.face, suit, card.card, _CARD, on=_FILL)
