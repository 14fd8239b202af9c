"""A player's hand, for that player alone: a grid of cards by piles with each legal move. Playable cards are raised; a
jump by ten (TG4) is green; signals about a pile (TG9) are beside it."""

from typing import Final

from PIL import Image

from bot.drawing import arrows, background, cards, move_cells, palette
from bot.drawing.brush import Brush, inset, text_sprite, write_centred
from bot.drawing.canvas import Canvas
from bot.drawing.text import NUMERALS, fitted, width
from bot.table.pictures.the_game.pieces import FIRE, FULL_DRAW, IVORY, placed, suit_of
from bot.table.pictures.the_game.scenes import HandCard, HandRow, HandScene

WIDTH, HEIGHT = 720, 583
_MARGIN: Final = 26
_LEFT, _RIGHT = _MARGIN - 5, WIDTH - _MARGIN + 5
_HEADER: Final = 25
_HEADER_HEIGHT: Final = 56
_STRIP: Final = 90
_STRIP_HEIGHT: Final = 52
_GRID: Final = (151, 558)
_FILL: Final = palette.TEAL  # one colour under all cards and cells
_CARDS: Final = 198
_LIFT: Final = 16
_ROWS: Final = (331, 384, 437, 490)
_ROW_HEIGHT: Final = move_cells.CELL_HEIGHT
_LABELS: Final = _MARGIN + 4
_LABEL: Final = 104
_MARKS: Final = _LABELS + _LABEL + 6
_COLUMNS: Final = (_MARKS + 34, WIDTH - _MARGIN - 2)
_FEW: Final = 6  # at most so many cards are drawn large
_BACK: Final = 60


def paint(scene: HandScene) -> bytes:
    canvas = Canvas(_background, scene.is_on_turn)
    _header(canvas, scene)
    _strip(canvas, scene)
    _draw_pile(canvas, scene)
    for y, row in zip(_ROWS, scene.rows, strict=True):
        canvas.put(_LABELS, y, _pile_label, row, on=_FILL)
        if row.mark:
            canvas.put(_MARKS, y + 8, _mark, row.mark, on=_FILL)
    if not scene.cards:
        canvas.text(sum(_COLUMNS) // 2, _CARDS + 80, scene.empty, 28, palette.CREAM_DIM, anchor="m", on=_FILL)
    size = 80 if len(scene.cards) <= _FEW else 58
    for card, centre in zip(scene.cards, _centres(len(scene.cards)), strict=True):
        _column(canvas, scene, card, centre, size)
    return canvas.png()


def _background(is_on_turn: bool) -> Image.Image:  # noqa: FBT001 (sprite arguments are positional)
    image = background.patterned(WIDTH, HEIGHT).copy()
    edge = palette.GOLD if is_on_turn else palette.TEAL_PALE
    background.panel(image, (_LEFT, _HEADER, _RIGHT, _HEADER + _HEADER_HEIGHT), palette.TEAL_LIGHT, edge)
    background.panel(image, (_LEFT, _STRIP, _RIGHT, _STRIP + _STRIP_HEIGHT), palette.TEAL_DARK, palette.TEAL_PALE)
    background.panel(image, (_LEFT, _GRID[0], _RIGHT, _GRID[1]), _FILL, palette.TEAL_PALE)
    return image


def _header(canvas: Canvas, scene: HandScene) -> None:
    title, title_size = fitted(scene.title, 34, 250, smallest=24)
    canvas.text(_LEFT + 14, _HEADER + 40, title, title_size, palette.CREAM)
    text, size = fitted(scene.advice, 26, _RIGHT - _LEFT - width(title, title_size) - 80, smallest=18)
    fill, colour = (palette.GOLD_LIGHT, palette.GOLD_TEXT) if scene.is_on_turn else (palette.TEAL_PALE, palette.CREAM)
    canvas.put(
        _RIGHT - 10 - background.pill_width(text, size), _HEADER + 8, background.pill, text, size, 40, fill, colour
    )


def _strip(canvas: Canvas, scene: HandScene) -> None:
    """The staged cards, or those of the last turn."""
    chips = sum(placed(place).width + 8 for place in scene.places)
    text, size = fitted(scene.strip, 23, _RIGHT - _LEFT - 40 - chips, smallest=16)
    canvas.text(_LEFT + 12, _STRIP + 34, text, size, palette.CREAM_DIM, on=palette.TEAL_DARK)
    x = _LEFT + 24 + width(text, size)
    for place in scene.places:
        canvas.put(x, _STRIP + 9, placed, place, on=palette.TEAL_DARK)
        x += placed(place).width + 8


def _draw_pile(canvas: Canvas, scene: HandScene) -> None:
    middle = _LABELS + _LABEL // 2
    x = middle - _BACK // 2 - cards.RIM
    canvas.put(x, _CARDS - 38, cards.stack, IVORY, scene.draw_size, FULL_DRAW, _BACK, on=_FILL)
    canvas.text(middle, _CARDS + 112, str(scene.draw_size), 32, palette.CREAM, anchor="m", font=NUMERALS, on=_FILL)


def _pile_label(row: HandRow) -> Image.Image:
    """A pile's letter, direction and top card; a flame if it must be covered."""
    suit = suit_of(row.pile)
    brush = Brush(_LABEL, _ROW_HEIGHT)
    box = (0.0, 0.0, float(_LABEL), float(_ROW_HEIGHT))
    is_marked = row.is_staged or row.is_due
    brush.polygon(suit.outline(box, 9), palette.NEW if is_marked else suit.dark)
    brush.polygon(suit.outline(inset(box, 3 if is_marked else 2), 8), suit.light)
    if row.is_due:
        cards.badge(brush, FIRE, (93, 11), 10)
    image = brush.image()
    write_centred(image, row.pile.letter, 28, suit.text, (17, _ROW_HEIGHT / 2))
    image.alpha_composite(arrows.arrow(16, 28, suit.text, is_up=row.pile.is_up), (28, _ROW_HEIGHT - 37))
    size = 31 if row.top < 100 else 25
    write_centred(image, str(row.top), size, suit.text, (66 if row.is_due else 74, _ROW_HEIGHT / 2), NUMERALS)
    return image


def _mark(mark: str) -> Image.Image:
    return text_sprite(mark, 28, palette.CREAM)


def _centres(count: int) -> list[int]:
    """Centre of each column: a full hand fills the width, fewer cards are centred."""
    left, right = _COLUMNS
    pitch = min(118, (right - left) / max(1, count))
    start = (left + right - pitch * count) / 2
    return [round(start + pitch * (column + 0.5)) for column in range(count)]


def _column(canvas: Canvas, scene: HandScene, card: HandCard, centre: int, size: int) -> None:
    x, y = centre - size // 2 - cards.RIM, _CARDS - cards.RIM
    is_shown = card.is_legal or not scene.is_on_turn
    lift = _LIFT if scene.is_on_turn and card.is_legal else 0
    canvas.put(x, y - lift, _face, card.card, card.is_fire, size, is_shown, on=_FILL)
    for row, move, top in zip(scene.rows, card.moves, _ROWS, strict=True):
        if move is None:
            canvas.put(centre - 5, top + _ROW_HEIGHT // 2 - 5, move_cells.illegal, on=_FILL)
        else:
            canvas.put(
                centre - size // 2,
                top,
                move_cells.cell,
                suit_of(row.pile),
                move,
                size,
                scene.is_on_turn,
                on=_FILL,
            )


def _face(card: int, is_fire: bool, size: int, is_shown: bool) -> Image.Image:  # noqa: FBT001
    if not is_shown:
        return cards.dimmed(IVORY, card, size)
    return cards.face(IVORY, card, size, badge_suit=FIRE if is_fire else None)
