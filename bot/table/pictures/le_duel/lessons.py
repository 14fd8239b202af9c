"""Pictures of Le Duel's rule pages. The rules decide what each example is: legal, a jump, a help or refused."""

from typing import Final

from PIL import Image

from bot.drawing import arrows, cards
from bot.drawing.sketch import Sketch
from bot.games.le_duel.game import LE_DUEL
from bot.games.le_duel.position import MINIMUM, Pile, Place, Position, Whose, can_place, is_jump, refusal
from bot.table.pictures import lessons
from bot.table.pictures.core import PictureText
from bot.table.pictures.le_duel.pieces import FULL_DRAW, SUITS
from bot.table.pictures.lessons import BAD, CARD, GOOD, JUMP, PLAIN, SMALL_CARD, THEN, Cell, Piece

_OWN, _THEIRS = 0, 1


def lesson_sketch(number: int, words: PictureText) -> Sketch | None:
    """The picture of a page, counted from 0; None past the last."""
    return lessons.lesson_sketch(LE_DUEL.key, _LESSONS, number, words)


def _arrow_of(seat: int, is_up: bool) -> Image.Image:  # noqa: FBT001 (sprite arguments are positional)
    return arrows.arrow(30, 64, SUITS[seat].main, is_up=is_up)


def _way(seat: int, pile: Pile) -> Piece:
    return _arrow_of, (seat, pile is Pile.UP)


def _face(seat: int, value: int, width: int = CARD) -> Piece:
    return cards.face, (SUITS[seat], value, width)


def _base(value: int) -> Piece:
    return cards.base, (SUITS[_OWN], value, CARD)


def _goal(words: PictureText) -> tuple[Cell, ...]:
    up = (_way(_OWN, Pile.UP), _base(1), THEN, _face(_OWN, 8))
    down = (_way(_OWN, Pile.DOWN), _base(60), THEN, _face(_OWN, 52))
    hand = tuple(_face(_OWN, card, SMALL_CARD) for card in (5, 17, 28, 39, 44, 57))
    stack: Piece = (cards.stack, (SUITS[_OWN], FULL_DRAW, FULL_DRAW, SMALL_CARD))
    return (
        Cell(up, words.label("lesson.le-duel.up"), PLAIN),
        Cell(down, words.label("lesson.le-duel.down"), PLAIN),
        Cell((*hand, stack), words.label("lesson.le-duel.hand"), PLAIN, is_wide=True),
    )


def _turn(words: PictureText) -> tuple[Cell, ...]:
    tops = (27, 35, 29, 40)
    tried = ((31, Pile.UP), (17, Pile.UP), (26, Pile.UP), (45, Pile.DOWN))
    return tuple(_tried(Place(card, pile, Whose.OWN), tops, words) for card, pile in tried)


def _tried(place: Place, tops: tuple[int, int, int, int], words: PictureText) -> Cell:
    """A card on a pile, and the rules' verdict."""
    top = tops[place.top_index]
    owner = _OWN if place.whose is Whose.OWN else _THEIRS
    pieces = (_way(owner, place.pile), _face(owner, top), THEN, _face(_OWN, place.card))
    is_refused = refusal(Position((place.card,), tops), place) is not None
    if place.whose is Whose.THEIRS:
        code, tone = ("lesson.le-duel.no_help", BAD) if is_refused else ("lesson.le-duel.helps", GOOD)
    elif is_jump(place, top):
        code, tone = "lesson.le-duel.jump", JUMP
    else:
        code, tone = ("lesson.refused", BAD) if is_refused else ("lesson.fits", GOOD)
    return Cell(pieces, words.label(code, card=place.card, top=top), tone)


def _help(words: PictureText) -> tuple[Cell, ...]:
    tops = (27, 45, 29, 40)
    tried = (Place(24, Pile.UP, Whose.THEIRS), Place(33, Pile.UP, Whose.THEIRS))
    back: Piece = (cards.back, (SUITS[_OWN], 60))
    fan: Piece = (cards.fan, (SUITS[_OWN], 6, 200, 78))
    return (
        *(_tried(place, tops, words) for place in tried),
        Cell((back, back), words.label("lesson.le-duel.draw_two"), PLAIN),
        Cell((fan,), words.label("lesson.le-duel.draw_six"), PLAIN),
    )


def _stuck(words: PictureText) -> tuple[Cell, ...]:
    tops = (55, 8, 1, 60)
    return tuple(_position(hand, tops, words) for hand in ((12, 20, 33, 46), (12, 20, 45, 50)))


def _position(hand: tuple[int, ...], tops: tuple[int, int, int, int], words: PictureText) -> Cell:
    """Two own piles and a hand: lost, or saved by a jump (LD13)."""
    piles = (
        _way(_OWN, Pile.UP),
        _face(_OWN, tops[0], SMALL_CARD),
        _way(_OWN, Pile.DOWN),
        _face(_OWN, tops[1], SMALL_CARD),
        THEN,
    )
    is_alive = can_place(Position(hand, tops), MINIMUM)
    held: tuple[Piece, ...] = tuple(
        _face(_OWN, card, SMALL_CARD)
        if is_alive and card in _SAVING
        else (cards.dimmed, (SUITS[_OWN], card, SMALL_CARD))
        for card in hand
    )
    code, tone = ("lesson.le-duel.saved", JUMP) if is_alive else ("lesson.le-duel.stuck", BAD)
    return Cell((*piles, *held), words.label(code), tone, is_wide=True)


_SAVING: Final = (45, 50)  # 45 jumps from 55, then 50 fits
_LESSONS: Final = (_goal, _turn, _help, _stuck)
