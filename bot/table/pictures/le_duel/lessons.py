"""A picture for each page of Le Duel's rules. What fits, jumps, helps or is refused, the rules themselves are asked."""

from dataclasses import dataclass
from typing import Final

from PIL import Image

from bot.games.core import phrase
from bot.games.le_duel.position import MINIMUM, Pile, Place, Position, Whose, can_place, is_jump, refusal
from bot.table import palette
from bot.table.palette import Rgb
from bot.table.pictures import cards, felt, tracks
from bot.table.pictures.brush import Brush
from bot.table.pictures.canvas import Canvas, Paint
from bot.table.pictures.core import Sketch, Words
from bot.table.pictures.le_duel.pieces import FULL_DRAW, SUITS
from bot.table.pictures.writing import fitted

WIDTH, HEIGHT = 720, 452
_MARGIN: Final = 24
_GAP: Final = 12
_CELL_WIDTH: Final = (WIDTH - 2 * _MARGIN - _GAP) // 2
_CELL_HEIGHT: Final = (HEIGHT - 2 * _MARGIN - _GAP) // 2
_CARD: Final = 84
_SPACE: Final = 10
_PILL: Final = 40
_OWN, _THEIRS = 0, 1

Piece = tuple[Paint, tuple[object, ...]]
_GOOD, _JUMP, _BAD, _PLAIN = palette.SUCCESS, palette.JUMP, palette.DANGER, palette.FELT_LINE
_INKS: Final = {_GOOD: palette.CREAM, _JUMP: palette.FELT_DEEP, _BAD: palette.CREAM, _PLAIN: palette.CREAM}


@dataclass(frozen=True, slots=True)
class Cell:
    """One example: pieces from left to right, and under them what they show."""

    pieces: tuple[Piece, ...]
    label: str
    tone: Rgb
    is_wide: bool = False


@dataclass(frozen=True, slots=True)
class LessonScene:
    cells: tuple[Cell, ...]


def lesson_sketch(number: int, words: Words) -> Sketch | None:
    """The picture of a page, counted from 0; None past the last."""
    if number not in range(len(_LESSONS)):
        return None
    scene = LessonScene(_LESSONS[number](words))
    return Sketch(paint, scene, (phrase(f"lesson.le-duel.{number + 1}.alt"),))


def paint(scene: LessonScene) -> bytes:
    boxes = _boxes(scene)
    canvas = Canvas(_background, tuple(boxes))
    for cell, box in zip(scene.cells, boxes, strict=True):
        _draw_cell(canvas, cell, box)
    return canvas.png()


def _boxes(scene: LessonScene) -> list[tuple[int, int, int, int]]:
    boxes, x, y = [], _MARGIN, _MARGIN
    for cell in scene.cells:
        wide = WIDTH - 2 * _MARGIN if cell.is_wide else _CELL_WIDTH
        boxes.append((x, y, x + wide, y + _CELL_HEIGHT))
        x += wide + _GAP
        if x >= WIDTH - _MARGIN:
            x, y = _MARGIN, y + _CELL_HEIGHT + _GAP
    return boxes


def _background(boxes: tuple[tuple[int, int, int, int], ...]) -> Image.Image:
    image = felt.cloth(WIDTH, HEIGHT).copy()
    for box in boxes:
        felt.panel(image, box, palette.FELT, palette.FELT_LINE)
    return image


def _draw_cell(canvas: Canvas, cell: Cell, box: tuple[int, int, int, int]) -> None:
    left, top, right, bottom = box
    sizes = [paint_piece(*args).size for paint_piece, args in cell.pieces]
    x = left + (right - left - sum(wide + _SPACE for wide, _ in sizes) + _SPACE) // 2
    middle = top + (bottom - top - _PILL) // 2
    for (paint_piece, args), (wide, high) in zip(cell.pieces, sizes, strict=True):
        canvas.put(x, middle - high // 2, paint_piece, *args, on=palette.FELT)
        x += wide + _SPACE
    label, size = fitted(cell.label, 26, right - left - 48, smallest=20)
    pill_left = (left + right - felt.pill_width(label, size)) // 2
    canvas.put(
        pill_left, bottom - _PILL - 8, felt.pill, label, size, _PILL, cell.tone, _INKS[cell.tone], on=palette.FELT
    )


def _arrow_of(seat: int, is_up: bool) -> Image.Image:  # noqa: FBT001 (a sprite's arguments are positional)
    return tracks.arrow(30, 64, SUITS[seat].metal, is_up=is_up)


def _then() -> Image.Image:
    """What comes after: an arrow to the right."""
    brush = Brush(34, 30)
    brush.polygon([(0, 11), (18, 11), (18, 2), (34, 15), (18, 28), (18, 19), (0, 19)], palette.CREAM_DIM)
    return brush.done()


def _way(seat: int, pile: Pile) -> Piece:
    return _arrow_of, (seat, pile is Pile.UP)


def _face(seat: int, value: int, width: int = _CARD) -> Piece:
    return cards.face, (SUITS[seat], value, width)


def _base(value: int) -> Piece:
    return cards.base, (SUITS[_OWN], value, _CARD)


_THEN: Final[Piece] = (_then, ())


def _goal(words: Words) -> tuple[Cell, ...]:
    up = (_way(_OWN, Pile.UP), _base(1), _THEN, _face(_OWN, 8))
    down = (_way(_OWN, Pile.DOWN), _base(60), _THEN, _face(_OWN, 52))
    hand = tuple(_face(_OWN, card, 66) for card in (5, 17, 28, 39, 44, 57))
    stack: Piece = (cards.stack, (SUITS[_OWN], FULL_DRAW, FULL_DRAW, 66))
    return (
        Cell(up, words.label("lesson.le-duel.up"), _PLAIN),
        Cell(down, words.label("lesson.le-duel.down"), _PLAIN),
        Cell((*hand, stack), words.label("lesson.le-duel.hand"), _PLAIN, is_wide=True),
    )


def _turn(words: Words) -> tuple[Cell, ...]:
    tops = (27, 35, 29, 40)
    tried = ((31, Pile.UP), (17, Pile.UP), (26, Pile.UP), (45, Pile.DOWN))
    return tuple(_tried(Place(card, pile, Whose.OWN), tops, words) for card, pile in tried)


def _tried(place: Place, tops: tuple[int, int, int, int], words: Words) -> Cell:
    """A card on a pile, and what the rules say."""
    top = tops[place.top_index]
    owner = _OWN if place.whose is Whose.OWN else _THEIRS
    pieces = (_way(owner, place.pile), _face(owner, top), _THEN, _face(_OWN, place.card))
    is_refused = refusal(Position((place.card,), tops), place) is not None
    if place.whose is Whose.THEIRS:
        code, tone = ("lesson.le-duel.no_help", _BAD) if is_refused else ("lesson.le-duel.helps", _GOOD)
    elif is_jump(place, top):
        code, tone = "lesson.le-duel.jump", _JUMP
    else:
        code, tone = ("lesson.le-duel.refused", _BAD) if is_refused else ("lesson.le-duel.fits", _GOOD)
    return Cell(pieces, words.label(code, card=place.card, top=top), tone)


def _help(words: Words) -> tuple[Cell, ...]:
    tops = (27, 45, 29, 40)
    tried = (Place(24, Pile.UP, Whose.THEIRS), Place(33, Pile.UP, Whose.THEIRS))
    back: Piece = (cards.back, (SUITS[_OWN], 60))
    fan: Piece = (cards.fan, (SUITS[_OWN], 6, 200, 78))
    return (
        *(_tried(place, tops, words) for place in tried),
        Cell((back, back), words.label("lesson.le-duel.draw_two"), _PLAIN),
        Cell((fan,), words.label("lesson.le-duel.draw_six"), _PLAIN),
    )


def _stuck(words: Words) -> tuple[Cell, ...]:
    tops = (55, 8, 1, 60)
    return tuple(_position(hand, tops, words) for hand in ((12, 20, 33, 46), (12, 20, 45, 50)))


def _position(hand: tuple[int, ...], tops: tuple[int, int, int, int], words: Words) -> Cell:
    """Two own piles and a hand: lost, or saved by a jump (LD13)."""
    piles = (_way(_OWN, Pile.UP), _face(_OWN, tops[0], 66), _way(_OWN, Pile.DOWN), _face(_OWN, tops[1], 66), _THEN)
    is_alive = can_place(Position(hand, tops), MINIMUM)
    held: tuple[Piece, ...] = tuple(
        _face(_OWN, card, 66) if is_alive and card in _SAVING else (cards.dimmed, (SUITS[_OWN], card, 66))
        for card in hand
    )
    code, tone = ("lesson.le-duel.saved", _JUMP) if is_alive else ("lesson.le-duel.stuck", _BAD)
    return Cell((*piles, *held), words.label(code), tone, is_wide=True)


_SAVING: Final = (45, 50)  # 45 jumps from 55, then 50 fits
_LESSONS: Final = (_goal, _turn, _help, _stuck)
