"""What several of The Game's pictures have in common: the suits of the piles, a pile, a placement as a small sprite."""

from dataclasses import replace
from functools import lru_cache
from typing import Final

from PIL import Image

from bot.drawing import arrows, cards, palette
from bot.drawing.brush import Brush, Point, in_a_row, written
from bot.drawing.canvas import Canvas
from bot.drawing.palette import Rgb
from bot.drawing.suits import GOLD, SILVER, Suit
from bot.games.the_game.position import CARDS, Pile, Place
from bot.table.pictures.the_game.scenes import STEPS, PileScene

CHIP: Final = 34
FULL_DRAW: Final = len(CARDS)


def _flame(brush: Brush, centre: Point, radius: float, colour: Rgb) -> None:
    x, y = centre
    outline = ((0, -1), (0.45, -0.35), (0.75, 0.1), (0.62, 0.7), (0, 1), (-0.62, 0.7), (-0.75, 0.1), (-0.35, -0.3))
    brush.polygon([(x + across * radius, y + down * radius) for across, down in outline], colour)


IVORY: Final = replace(  # what is neither going up nor going down: the hand, the draw pile
    SILVER,
    ink=palette.FELT_DEEP,
    dark=palette.FELT_LINE,
    metal=palette.CREAM_DIM,
    light=palette.CREAM,
    pale=palette.CREAM,
    outline=GOLD.outline,
    emblem=GOLD.emblem,
    roundness=GOLD.roundness,
)
FIRE: Final = replace(GOLD, light=palette.NEW, emblem=_flame)


def suit_of(pile: Pile) -> Suit:
    """Gold suns rise, silver moons go down."""
    return GOLD if pile.is_up else SILVER


def put_pile(canvas: Canvas, scene: PileScene, x: int, top: int, width: int) -> None:
    canvas.put(x, top, _track, scene.pile, scene.base, scene.done, round(width * cards.RATIO))
    canvas.put(x + arrows.TRACK_WIDTH + 5 - cards.RIM, top - cards.RIM, _top_card, replace(scene, signals=()), width)


def _track(pile: Pile, base: int, done: int, height: int) -> Image.Image:
    return arrows.track(suit_of(pile), height, base, done, STEPS, is_up=pile.is_up)


def _top_card(scene: PileScene, width: int) -> Image.Image:
    suit = suit_of(scene.pile)
    if scene.is_at_base:
        return cards.base(suit, scene.top, width)
    return cards.face(suit, scene.top, width, is_new=scene.is_new, gift=FIRE if scene.is_burning else None)


def caption(pile: Pile) -> Image.Image:
    """The pile's letter and which way it goes."""
    colour = suit_of(pile).light
    return in_a_row([written(pile.letter, 30, colour), arrows.arrow(18, 26, colour, is_up=pile.is_up)], 28)


@lru_cache(maxsize=512)
def placed(place: Place) -> Image.Image:
    """A card, and the pile it went to."""
    return in_a_row([cards.chip(suit_of(place.pile), place.card, CHIP), _letter(place.pile)], CHIP)


def _letter(pile: Pile) -> Image.Image:
    return written(pile.letter, 24, palette.CREAM)


@lru_cache(maxsize=64)
def held(count: int) -> Image.Image:
    """How many cards somebody holds."""
    back = cards.back(IVORY, 24)
    return in_a_row([back, written(str(count), 30, palette.CREAM)], back.height)
