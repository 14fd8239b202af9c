"""What several of Le Duel's pictures have in common: the two colours by seat, and a placement as one small sprite."""

from functools import lru_cache
from typing import Final

from PIL import Image

from bot.drawing import arrows, cards, palette
from bot.drawing.brush import in_a_row
from bot.drawing.suits import GOLD, SILVER
from bot.games.le_duel.position import CARDS, HAND_SIZE, Pile
from bot.table.pictures.le_duel.scenes import LastPlace

SUITS: Final = (GOLD, SILVER)
CHIP: Final = 34
FULL_DRAW: Final = len(CARDS) - HAND_SIZE


@lru_cache(maxsize=512)
def placed(place: LastPlace) -> Image.Image:
    """A card, the way it went, and the emblem of the pile's owner if that is the other player."""
    parts = [
        cards.chip(SUITS[place.seat], place.card, CHIP),
        arrows.arrow(16, 28, palette.CREAM, is_up=place.pile is Pile.UP),
    ]
    if place.to != place.seat:
        parts.append(arrows.emblem(SUITS[place.to], 24))
    return in_a_row(parts, CHIP)
