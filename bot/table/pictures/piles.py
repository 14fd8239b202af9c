"""What the pictures of games of ascending and descending piles share: placed cards, a card in hand with its moves, and
the picture of a hand. No rule of a game may enter, and no game's colours."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.drawing import background, cards, move_cells, palette
from bot.drawing.background import across, panelled
from bot.drawing.brush import Brush, inset
from bot.drawing.canvas import Canvas, Paint
from bot.drawing.move_cells import Move, signed
from bot.drawing.palette import Rgb
from bot.drawing.suits import Suit
from bot.drawing.text import NUMERALS, fitted
from bot.games.core import Phrase, phrase

HAND_HEIGHT: Final = 583
HEADER: Final = 25
STRIP: Final = 90
STRIP_HEIGHT: Final = 52
CARDS: Final = 198
FILL: Final = palette.TEAL  # one colour under all cards and cells
ROW_HEIGHT: Final = move_cells.CELL_HEIGHT
_GRID: Final = (151, 558)
_BACK: Final = 60


def put_places(canvas: Canvas, x: int, y: int, places: Iterable[Any], paint: Paint, gap: int) -> None:
    """Placed cards in a row, on a strip."""
    for place in places:
        canvas.put(x, y, paint, place, on=palette.TEAL_DARK)
        x += paint(place).width + gap


@dataclass(frozen=True, slots=True)
class HandCard:
    card: int
    moves: tuple[Move | None, ...]  # by pile; None where illegal
    is_fire: bool = False
    is_fresh: bool = False  # drawn last
    is_picked: bool = False  # where it goes is being asked

    @property
    def is_legal(self) -> bool:
        return any(self.moves)


def lift_of(card: HandCard, held: Sequence[HandCard], lift: int, *, is_on_turn: bool) -> int:
    """By how much a card is raised: the picked one alone, or all that can be placed."""
    is_picking = any(one.is_picked for one in held)
    return lift if is_on_turn and card.is_legal and card.is_picked is is_picking else 0


def put_fresh(canvas: Canvas, card: HandCard, centre: int, size: int) -> None:
    """The mark under a card of this size that was drawn last."""
    if card.is_fresh:
        canvas.put(centre - cards.FRESH[0] // 2, CARDS + round(size * cards.RATIO) + 5, cards.fresh_mark, on=FILL)


def hand_alt(held: Sequence[HandCard], piles: Sequence[Phrase | str], *, is_on_turn: bool) -> Phrase:
    """The cards of a hand in words, on turn each with its moves."""
    if not held:
        return phrase("picture.alt_empty_hand")
    return phrase("picture.alt_hand", cards=tuple(_card_alt(card, piles, is_on_turn=is_on_turn) for card in held))


def _card_alt(card: HandCard, piles: Sequence[Phrase | str], *, is_on_turn: bool) -> Phrase:
    told = _moves_alt(card, piles, is_on_turn=is_on_turn)
    told = phrase("picture.alt_fresh", card=told) if card.is_fresh else told
    return phrase("picture.alt_picked", card=told) if card.is_picked else told


def _moves_alt(card: HandCard, piles: Sequence[Phrase | str], *, is_on_turn: bool) -> Phrase:
    if not is_on_turn:
        return phrase("picture.alt_held_card", card=card.card)
    if not card.is_legal:
        return phrase("picture.alt_stuck_card", card=card.card)
    steps = tuple(
        phrase("picture.alt_jump" if move.is_jump else "picture.alt_step", pile=pile, by=signed(move.by))
        for pile, move in zip(piles, card.moves, strict=True)
        if move is not None
    )
    return phrase("picture.alt_card", card=card.card, steps=steps)


# The picture of a hand: a header, a strip with placed cards, and a grid of cards by piles


def hand_canvas(edge: Rgb) -> Canvas:
    """`edge` is the header's."""
    header = across(HEADER, HEADER + 56, palette.TEAL_LIGHT, edge)
    return Canvas(panelled, HAND_HEIGHT, header, across(STRIP, STRIP + STRIP_HEIGHT), across(*_GRID, FILL))


def put_advice(canvas: Canvas, advice: str, room: int, right: int, fill: Rgb, colour: Rgb) -> None:
    """What to do next, at the right end of the header."""
    text, size = fitted(advice, 26, room, smallest=18)
    canvas.put(right - background.pill_width(text, size), HEADER + 8, background.pill, text, size, 40, fill, colour)


def put_draw_pile(canvas: Canvas, middle: int, suit: Suit, count: int, full: int) -> None:
    canvas.put(middle - _BACK // 2 - cards.RIM, CARDS - 38, cards.stack, suit, count, full, _BACK, on=FILL)
    canvas.text(middle, CARDS + 112, str(count), 32, palette.CREAM, anchor="m", font=NUMERALS, on=FILL)


def put_empty(canvas: Canvas, columns: tuple[int, int], text: str) -> None:
    canvas.text(sum(columns) // 2, CARDS + 80, text, 28, palette.CREAM_DIM, anchor="m", on=FILL)


def centres(count: int, columns: tuple[int, int], widest: int) -> list[int]:
    """The centre of each card's column: a full hand fills the width, fewer cards are centred."""
    left, right = columns
    pitch = min(widest, (right - left) / max(1, count))
    start = (left + right - pitch * count) / 2
    return [round(start + pitch * (column + 0.5)) for column in range(count)]


def put_moves(
    canvas: Canvas, card: HandCard, centre: int, size: int, rows: Iterable[tuple[int, Suit]], *, is_on_turn: bool
) -> None:
    """A card's column below it: its move on each pile. `rows` are their tops and the piles' suits."""
    for move, (top, suit) in zip(card.moves, rows, strict=True):
        if move is None:
            canvas.put(centre - 5, top + ROW_HEIGHT // 2 - 5, move_cells.illegal, on=FILL)
        else:
            canvas.put(centre - size // 2, top, move_cells.cell, suit, move, size, is_on_turn, on=FILL)


def label_brush(suit: Suit, width: int, *, is_marked: bool) -> Brush:
    """A brush on a pile's label, which has a bright rim if it is marked."""
    brush = Brush(width, ROW_HEIGHT)
    box = (0.0, 0.0, float(width), float(ROW_HEIGHT))
    brush.polygon(suit.outline(box, 9), palette.NEW if is_marked else suit.dark)
    brush.polygon(suit.outline(inset(box, 3 if is_marked else 2), 8), suit.light)
    return brush
