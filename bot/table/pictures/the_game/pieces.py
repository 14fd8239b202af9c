"""Sprites shared by The Game's pictures: suits, a pile, a placement, a hand size."""

from dataclasses import replace
from functools import lru_cache
from typing import Final

from PIL import Image

from bot.drawing import arrows, cards, palette
from bot.drawing.brush import Brush, Point, side_by_side, text_sprite
from bot.drawing.canvas import Canvas
from bot.drawing.palette import Rgb
from bot.drawing.suits import GOLD, IVORY, SILVER, Suit
from bot.games.the_game.position import CARDS, Pile, Place
from bot.table.pictures.the_game.scenes import PILE_SPAN, PileScene

CHIP: Final = 34
FULL_DRAW: Final = len(CARDS)


def _flame(brush: Brush, centre: Point, radius: float, colour: Rgb) -> None:
    x, y = centre
    outline = ((0, -1), (0.45, -0.35), (0.75, 0.1), (0.62, 0.7), (0, 1), (-0.62, 0.7), (-0.75, 0.1), (-0.35, -0.3))
    brush.polygon([(x + across * radius, y + down * radius) for across, down in outline], colour)


FIRE: Final = replace(GOLD, light=palette.NEW, emblem=_flame)


def suit_of(pile: Pile) -> Suit:
    """Gold for ascending piles, silver for descending ones."""
    return GOLD if pile.is_up else SILVER


def put_pile(canvas: Canvas, scene: PileScene, x: int, top: int, width: int) -> None:
    canvas.put(x, top, _progress_arrow, scene.pile, scene.base, scene.done, round(width * cards.RATIO))
    canvas.put(x + arrows.PROGRESS_WIDTH + 5 - cards.RIM, top - cards.RIM, _top_card, replace(scene, signals=()), width)


def _progress_arrow(pile: Pile, base: int, done: int, height: int) -> Image.Image:
    return arrows.progress_arrow(suit_of(pile), height, base, done, PILE_SPAN, is_up=pile.is_up)


def _top_card(scene: PileScene, width: int) -> Image.Image:
    suit = suit_of(scene.pile)
    if scene.is_at_base:
        return cards.base(suit, scene.top, width)
    return cards.face(suit, scene.top, width, is_new=scene.is_new, badge_suit=FIRE if scene.is_burning else None)


def caption(pile: Pile) -> Image.Image:
    """The pile's letter and direction."""
    colour = suit_of(pile).light
    return side_by_side([text_sprite(pile.letter, 30, colour), arrows.arrow(18, 26, colour, is_up=pile.is_up)], 28)


@lru_cache(maxsize=512)
def placed(place: Place) -> Image.Image:
    """A card and its pile's letter."""
    return side_by_side([cards.chip(suit_of(place.pile), place.card, CHIP), _letter(place.pile)], CHIP)


def _letter(pile: Pile) -> Image.Image:
    return text_sprite(pile.letter, 24, palette.CREAM)


@lru_cache(maxsize=64)
def held(count: int) -> Image.Image:
    """A card back and the number of cards in hand."""
    back = cards.back(IVORY, 24)
    return side_by_side([back, text_sprite(str(count), 30, palette.CREAM)], back.height)
