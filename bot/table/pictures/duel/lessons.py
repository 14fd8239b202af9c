"""Pictures of DUEL's rule pages, with cards of the base set: the set says what they cost and how much they hold."""

from typing import Final

from PIL import Image

from bot.drawing import cards, palette
from bot.drawing.brush import Brush, side_by_side, text_sprite
from bot.drawing.emblems import emblem
from bot.drawing.sketch import Sketch
from bot.drawing.suits import GOLD, IVORY
from bot.drawing.text import text_mask
from bot.games.duel.sets import current_set
from bot.games.duel.turn import DRAWN
from bot.table.pictures import lessons
from bot.table.pictures.core import PictureText
from bot.table.pictures.duel.faces import Face, face_of, hit_points, tile, upright
from bot.table.pictures.duel.pieces import drops, stack
from bot.table.pictures.lessons import BAD, GOOD, JUMP, PLAIN, THEN, Cell, Piece

_KEY: Final = "duel"
_CARD: Final = 99
_BACK: Final = 54
_PILES: Final = {
    "draw": "duel.picture.draw",
    "hand": "picture.hand",
    "discard": "duel.picture.discard",
    "equipment": "lesson.duel.equipment",
    "wounds": "lesson.duel.wounds",
}
_BLOOD: Final = 6


def lesson_sketch(number: int, words: PictureText) -> Sketch | None:
    """The picture of a page, counted from 0; None past the last."""
    return lessons.lesson_sketch(_KEY, _LESSONS, number, words)


def _face(card: str, words: PictureText, *, hits: int = 0) -> Face:
    return face_of(current_set().cards[card], words.locale.language, hits=hits)


def _card(card: str, words: PictureText) -> Piece:
    return upright, (_face(card, words), _CARD)


def _stack(count: int) -> Piece:
    return stack, (IVORY, count, _BACK)


def _fan(count: int, room: int) -> Piece:
    return cards.fan, (IVORY, count, room, _BACK)


def _captioned(sign: str, label: str) -> Image.Image:
    """A pile's sign above its name."""
    text = text_sprite(label, 23, palette.CREAM)
    image = Image.new("RGBA", (max(110, text.width), 118))
    image.alpha_composite(emblem(f"sign.{sign}", 74, palette.GOLD_LIGHT), ((image.width - 74) // 2, 0))
    image.alpha_composite(text, ((image.width - text.width) // 2, 110 - text_mask(label, 23)[2]))
    return image


def _pile(sign: str, label: str) -> Piece:
    return _captioned, (sign, label)


def _goal(words: PictureText) -> tuple[Cell, ...]:
    """DU3, DU30."""
    piles = tuple(_pile(name, words.label(code)) for name, code in _PILES.items())
    wounded = (_stack(12), THEN, _card("thrust", words), _card("quick-blood", words))
    bleeding: Piece = (drops, (_BLOOD // 2, _BLOOD, 44, 300))
    lost: Piece = (drops, (_BLOOD, _BLOOD, 44, 300))
    return (
        Cell(piles, words.label("lesson.duel.piles"), PLAIN, is_wide=True),
        Cell(wounded, words.label("lesson.duel.draws_and_wounds"), PLAIN, is_wide=True),
        Cell((bleeding,), words.label("lesson.duel.alive"), GOOD),
        Cell((lost,), words.label("lesson.duel.lost"), BAD),
    )


def _turn(words: PictureText) -> tuple[Cell, ...]:
    """DU8, DU9, DU10, DU13."""
    cost = current_set().cards["slash"].cost
    assert isinstance(cost, int)  # noqa: S101 (the lesson is about a bare number)
    paid = (_card("slash", words), THEN, _fan(cost, _BACK + 20), THEN, _stack(cost))
    return (
        Cell(paid, words.label("lesson.duel.cost", count=cost), PLAIN, is_wide=True),
        Cell((_fan(DRAWN, 220),), words.label("lesson.duel.draw", count=DRAWN), PLAIN),
        Cell((_stack(0), THEN, _stack(16), _card("dagger", words)), words.label("lesson.duel.fatigue"), BAD),
        Cell((_card("bandage", words), _card("riposte", words)), words.label("lesson.duel.reflex"), GOOD),
        Cell((_card("slash", words),), words.label("lesson.duel.no_reflex"), BAD),
    )


def _flat(card: str, words: PictureText, *, hits: int = 0) -> Piece:
    return tile, (_face(card, words, hits=hits), 192, 48)


def _or(label: str) -> Image.Image:
    return text_sprite(label, 26, palette.CREAM_DIM)


def _equipment(words: PictureText) -> tuple[Cell, ...]:
    """DU26, DU28."""
    hands = (_flat("dagger", words), _flat("shield", words))
    hp = current_set().cards["grey-wolf"].hp
    label: Piece = (_or, (words.label("lesson.duel.or"),))
    return (
        Cell((_flat("greatsword", words), label, *hands), words.label("lesson.duel.hands"), PLAIN, is_wide=True),
        Cell((_card("grey-wolf", words), THEN, _heart(f"{hp - 2}/{hp}")), words.label("lesson.duel.holds"), GOOD),
        Cell((_card("grey-wolf", words), THEN, _pile("wounds", f"0/{hp}")), words.label("lesson.duel.falls"), BAD),
    )


def _heart(text: str) -> Piece:
    return hit_points, (text, 52, palette.CREAM)


_SEAT: Final = 50


def _seats(aim: str) -> Image.Image:
    """The player between two neighbours, and an arrow to whom a card is aimed at."""
    left, me, right = (cards.medallion(suit, "", _SEAT) for suit in (IVORY, GOLD, IVORY))
    apart = Image.new("RGBA", (6, 30))
    to_left = _arrow(is_left=True) if aim in ("left", "both") else apart
    to_right = _arrow(is_left=False) if aim in ("right", "both") else apart
    return side_by_side([left, to_left, me, to_right, right], _SEAT, 6)


def _arrow(*, is_left: bool) -> Image.Image:
    brush = Brush(44, 30)
    points = [(0, 11), (26, 11), (26, 2), (44, 15), (26, 28), (26, 19), (0, 19)]
    brush.polygon([(44 - x, y) if is_left else (x, y) for x, y in points], palette.GOLD_LIGHT)
    return brush.image()


def _aimed(kind: str, aim: str, label: str, tone: palette.Rgb, *, is_wide: bool = False) -> Cell:
    sign: Piece = (emblem, (f"sign.{kind}", 54, palette.CREAM))
    return Cell((sign, (_seats, (aim,))), label, tone, is_wide)


def _many(words: PictureText) -> tuple[Cell, ...]:
    """DU40."""
    return (
        _aimed("attack", "right", words.label("lesson.duel.attack"), PLAIN),
        _aimed("defence", "left", words.label("lesson.duel.defence"), PLAIN),
        _aimed("strategy", "both", words.label("lesson.duel.strategy"), JUMP, is_wide=True),
    )


_LESSONS: Final = (_goal, _turn, _equipment, _many)
