"""Sprites shared by Le Duel's pictures: the suits by seat, a pile, and a placement as one small sprite."""

from functools import lru_cache
from typing import Final

from PIL import Image

from bot.drawing import arrows, cards, palette
from bot.drawing.brush import side_by_side
from bot.drawing.canvas import Canvas
from bot.drawing.suits import GOLD, SILVER
from bot.games.le_duel.position import CARDS, HAND_SIZE, Pile
from bot.table.pictures.le_duel.scenes import PILE_SPAN, PileScene, PlacedCard

SUITS: Final = (GOLD, SILVER)
CHIP: Final = 34
FULL_DRAW: Final = len(CARDS) - HAND_SIZE


@lru_cache(maxsize=512)
def placed(place: PlacedCard) -> Image.Image:
    """A card, its pile's direction, and the owner's emblem if that is the opponent."""
    parts = [
        cards.chip(SUITS[place.seat], place.card, CHIP),
        arrows.arrow(16, 28, palette.CREAM, is_up=place.pile is Pile.UP),
    ]
    if place.to != place.seat:
        parts.append(arrows.emblem(SUITS[place.to], 24))
    return side_by_side(parts, CHIP)


def put_pile(canvas: Canvas, pile: PileScene, x: int, top: int, width: int, *, gap: int) -> None:
    """A pile's progress and, after a gap, its top card."""
    canvas.put(x, top, _progress_arrow, pile.seat, pile.pile, pile.base, pile.done, round(width * cards.RATIO))
    canvas.put(x + arrows.PROGRESS_WIDTH + gap - cards.RIM, top - cards.RIM, _top_card, pile, width)


def _progress_arrow(seat: int, pile: Pile, base: int, done: int, height: int) -> Image.Image:
    return arrows.progress_arrow(SUITS[seat], height, base, done, PILE_SPAN, is_up=pile is Pile.UP)


def _top_card(pile: PileScene, width: int) -> Image.Image:
    suit = SUITS[pile.seat]
    if pile.is_at_base:
        return cards.base(suit, pile.top, width)
    giver = None if pile.giver is None else SUITS[pile.giver]
    return cards.face(suit, pile.top, width, is_new=pile.is_new, badge_suit=giver)
