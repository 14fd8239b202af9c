"""Pictures of The Game's rule pages. The rules decide what each example is: legal, a jump back, an end of the game or a
covered fire."""

from typing import Final

from PIL import Image, ImageOps

from bot.drawing import cards, palette
from bot.drawing.arrows import arrow
from bot.drawing.brush import side_by_side, text_sprite, write_centred
from bot.drawing.sketch import Sketch
from bot.drawing.suits import IVORY, Suit
from bot.games.the_game.game import THE_GAME
from bot.games.the_game.notation import notate, readable
from bot.games.the_game.position import (
    BASES,
    FIRE_CARDS,
    PILES,
    Pile,
    Place,
    Position,
    Tops,
    burning,
    can_end,
    is_jump_back,
    legal_places,
    refusal,
)
from bot.games.the_game.state import Mode, Plea
from bot.table.pictures import lessons
from bot.table.pictures.core import PictureText
from bot.table.pictures.lessons import BAD, CARD, GOOD, JUMP, PLAIN, THEN, Cell, Piece
from bot.table.pictures.the_game.pieces import FIRE, FULL_DRAW, suit_of
from bot.table.pictures.the_game.scenes import MARKS

_TINY_CARD: Final = 50  # for four piles beside a hand
_BACK: Final = 60
_MODE: Final = Mode()


def lesson_sketch(number: int, words: PictureText) -> Sketch | None:
    """The picture of a page, counted from 0; None past the last."""
    return lessons.lesson_sketch(THE_GAME.key, _LESSONS, number, words)


def _pile_sprite(pile: Pile, top: int, width: int, badge_suit: Suit | None) -> Image.Image:
    """A pile's letter, direction and top card."""
    suit, is_base = suit_of(pile), top == BASES[pile.top_index]
    card = cards.base(suit, top, width) if is_base else cards.face(suit, top, width, badge_suit=badge_suit)
    size = 30 if width >= CARD else 24
    post = Image.new("RGBA", (size, size * 3))
    write_centred(post, pile.letter, size, suit.light, (size / 2, size / 2))
    post.alpha_composite(arrow(size, round(size * 1.9), suit.main, is_up=pile.is_up), (0, round(size * 1.1)))
    return side_by_side([post, card], card.height)


def _mark(plea: Plea) -> Image.Image:
    mark = text_sprite(MARKS[plea], 64, palette.CREAM)
    return ImageOps.expand(mark, (12, 0))


def _fire_card(card: int) -> Image.Image:
    return cards.face(IVORY, card, CARD, badge_suit=FIRE)


def _pile(pile: Pile, top: int, width: int = CARD, badge_suit: Suit | None = None) -> Piece:
    return _pile_sprite, (pile, top, width, badge_suit)


def _held(card: int, width: int = CARD, *, is_dimmed: bool = False) -> Piece:
    return cards.dimmed if is_dimmed else cards.face, (IVORY, card, width)


def _goal(words: PictureText) -> tuple[Cell, ...]:
    """TG1, TG4."""
    piles = tuple(_pile(pile, top) for pile, top in zip(PILES, BASES, strict=True))
    tops = (27, 1, 61, 100)
    tried = (Place(31, Pile.A), Place(26, Pile.A), Place(17, Pile.A), Place(71, Pile.C))
    return (
        Cell(piles, words.label("lesson.the-game.piles"), PLAIN, is_wide=True),
        *(_tried(place, tops, words) for place in tried),
    )


def _tried(place: Place, tops: Tops, words: PictureText) -> Cell:
    """A card on a pile, and the rules' verdict."""
    top = tops[place.pile.top_index]
    if is_jump_back(place, tops):
        code, tone = "lesson.the-game.ten_back", JUMP
    else:
        is_refused = refusal(Position((place.card,), tops), place) is not None
        code, tone = ("lesson.refused", BAD) if is_refused else ("lesson.fits", GOOD)
    pieces = (_pile(place.pile, top), THEN, _held(place.card))
    return Cell(pieces, words.label(code, card=place.card, top=top), tone)


def _turn(words: PictureText) -> tuple[Cell, ...]:
    """TG4, TG6, TG7, TG8."""
    least, last = _MODE.minimum(FULL_DRAW), _MODE.minimum(0)
    placed = tuple(_held(card, _BACK) for card in (12, 57))
    drawn: Piece = (cards.fan, (IVORY, least, 100, _BACK))
    nothing: Piece = (cards.fan, (IVORY, 0, _BACK + 2 * cards.RIM, _BACK))
    return (
        Cell((*placed[:least], THEN, drawn), words.label("lesson.the-game.least", least=least), PLAIN),
        Cell((nothing, THEN, *placed[:last]), words.label("lesson.the-game.dry", least=last), PLAIN),
        *(_ending(hand, (88, 91, 9, 14), words) for hand in ((33, 47, 60), (33, 47, 78))),
    )


def _ending(hand: tuple[int, ...], tops: Tops, words: PictureText) -> Cell:
    """The last hand, with a minimum of one card a turn (TG7): the game ends, or a jump back saves it."""
    saving = next(legal_places(Position(hand, tops)), None)
    piles = (_pile(pile, top, _TINY_CARD) for pile, top in zip(PILES, tops, strict=True))
    held = (_held(card, _TINY_CARD, is_dimmed=saving is None or card != saving.card) for card in hand)
    if saving is None:
        label, tone = words.label("lesson.the-game.stuck", left=len(hand)), BAD
    else:
        top = tops[saving.pile.top_index]
        label, tone = words.label("lesson.the-game.saved", card=saving.card, top=top), JUMP
    return Cell((*piles, THEN, *held), label, tone, is_wide=True)


def _talk(words: PictureText) -> tuple[Cell, ...]:
    """TG9, TG11."""
    fires: tuple[Piece, ...] = tuple((_fire_card, (card,)) for card in sorted(FIRE_CARDS))
    keep_off = (_pile(Pile.A, 27), (_mark, (Plea.KEEP_OFF,)))
    no_big_jump = (_pile(Pile.C, 61), (_mark, (Plea.NO_BIG_JUMP,)))
    return (
        Cell(keep_off, words.label("the-game.keep_off", pile=Pile.A.letter), PLAIN),
        Cell(no_big_jump, words.label("the-game.no_big_jump", pile=Pile.C.letter), PLAIN),
        Cell(fires, words.label("lesson.the-game.fires"), PLAIN, is_wide=True),
        *(_answered(Place(card, Pile.A), (44, 30, 70, 81), words) for card in (46, 38)),
    )


def _answered(place: Place, tops: Tops, words: PictureText) -> Cell:
    """A fire that must be covered by the only card in hand, while others hold cards: covered, or lost."""
    top = tops[place.pile.top_index]
    is_covered = can_end(Position((place.card,), tops, burning(tops)), _MODE.minimum(0))
    code, tone = ("lesson.the-game.covered", GOOD) if is_covered else ("lesson.the-game.burnt", BAD)
    pieces = (_pile(place.pile, top, badge_suit=FIRE), THEN, _held(place.card))
    return Cell(pieces, words.label(code, card=place.card, top=top), tone)


def _here(words: PictureText) -> tuple[Cell, ...]:
    """A hand, and two of its cards placed in notation."""
    places = (Place(12, Pile.A), Place(57, Pile.C))
    played = {place.card for place in places}
    hand = tuple(_held(card, is_dimmed=card not in played) for card in (12, 25, 38, 57, 73, 90))
    return (
        Cell(hand, words.label("lesson.the-game.card_then_pile"), PLAIN, is_wide=True),
        *(_typed(place, words) for place in places),
    )


def _typed(place: Place, words: PictureText) -> Cell:
    pieces = (_pile(place.pile, BASES[place.pile.top_index]), THEN, _held(place.card))
    values = {"card": place.card, "pile": place.pile.letter, "typed": readable(notate(place))}
    return Cell(pieces, words.label("lesson.the-game.typed", **values), PLAIN)


_LESSONS: Final = (_goal, _turn, _talk, _here)
