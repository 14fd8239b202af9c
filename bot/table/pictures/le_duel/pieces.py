"""Sprites shared by Le Duel's pictures: the suits by seat, and a placement as one small sprite."""

from functools import lru_cache
from typing import Final

from PIL import Image

from bot.drawing import arrows, cards, palette
from bot.drawing.brush import side_by_side
from bot.drawing.suits import GOLD, SILVER
from bot.games.le_duel.position import CARDS, HAND_SIZE, Pile
from bot.table.pictures.le_duel.scenes import PlacedCard

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
