"""What a computer of The Game thinks of a table it would leave behind. Cards are bits of one whole number, so that
counting what still fits on a pile is one operation. Only what the viewer may know enters: their own hand, the tops, and
which cards have been placed.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.games.piles import JUMP
from bot.games.the_game.position import FIRE_CARDS, HIGHEST, Tops

Mask = int

_BELOW = tuple((1 << card) - 1 for card in range(HIGHEST + 2))


def mask_of(cards: Iterable[int]) -> Mask:
    return sum(1 << card for card in cards)


@dataclass(frozen=True, slots=True)
class Weights:
    """What one thing is worth against one card more that still fits on the roomier pile of its direction."""

    narrow_room: float  # a card that still fits on the tighter pile
    unseen_jump: float  # a pile whose card ten back is in somebody else's hand or the draw pile
    held_jump: float  # a pile whose card ten back stays in one's own hand
    ten_apart: float  # two cards ten apart kept in hand
    lost_card: float  # a card that fits on no pile any more
    placed: float  # a card placed
    keep_off: float  # covering a pile that somebody asks to be left alone
    big_jump: float  # each card passed over on a pile where somebody asks for no big jump
    fire: float  # leaving a fire to the next player


def passed_over(left: Mask, top: int, card: int, *, is_up: bool) -> int:
    """How many cards that are still to come could no longer follow on that pile; a jump back passes none over."""
    low, high = (top, card) if is_up else (card, top)
    return (left & _BELOW[high] & ~_BELOW[low + 1]).bit_count() if low < high else 0


def score(weights: Weights, left: Mask, hand: Mask, tops: Tops) -> float:
    """How good it is to leave these tops with this hand, while these cards (the hand among them) are still to come."""
    room = _room(weights, left, tops)
    jumps = _jumps(weights, left & ~hand, hand, tops)
    pairs = weights.ten_apart * (hand & hand >> JUMP).bit_count()
    return room + jumps + pairs


def _room(weights: Weights, left: Mask, tops: Tops) -> float:
    a, b, c, d = tops
    low_up, high_up = (a, b) if a < b else (b, a)
    high_down, low_down = (c, d) if c > d else (d, c)
    wide = (left >> low_up + 1).bit_count() + (left & _BELOW[high_down]).bit_count()
    narrow = (left >> high_up + 1).bit_count() + (left & _BELOW[low_down]).bit_count()
    room = wide + weights.narrow_room * narrow
    if low_up <= high_down:
        return room
    return room - weights.lost_card * (left & _BELOW[low_up] & ~_BELOW[high_down]).bit_count()


def _jumps(weights: Weights, unseen: Mask, hand: Mask, tops: Tops) -> float:
    """A number ten back that is no card is in neither mask."""
    a, b, c, d = tops
    value = 0.0
    for back in (a - JUMP, b - JUMP, c + JUMP, d + JUMP):
        if back > 0:
            if unseen >> back & 1:
                value += weights.unseen_jump
            elif hand >> back & 1:
                value += weights.held_jump
    return value


def fires(tops: Tops) -> int:
    return sum(top in FIRE_CARDS for top in tops)
