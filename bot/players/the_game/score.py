"""Evaluation of The Game: scores the position a placement leaves. Card sets are bit masks, so that counting the cards
that still fit on a pile is one operation. Uses only what the viewer may know: their hand, the tops, and the placed
cards.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from bot.games.piles import JUMP
from bot.games.the_game.position import DOWN_BASE, FIRE_CARDS, HIGHEST, Tops

Mask = int
Placement = tuple[float, int, int]  # the score of what it leaves, the card, the pile's number

_BELOW = tuple((1 << card) - 1 for card in range(HIGHEST + 2))


def mask_of(cards: Iterable[int]) -> Mask:
    return sum(1 << card for card in cards)


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights in units of one card that still fits on the roomier pile of its direction."""

    narrow_room: float  # each card that still fits on the tighter pile
    unseen_jump: float  # a pile whose jump card is in another hand or the draw pile
    held_jump: float  # a pile whose jump card stays in the own hand
    ten_apart: float  # two cards ten apart kept in hand
    lost_card: float  # each card that no longer fits on any pile
    placed: float  # a card placed
    keep_off: float  # covering a pile despite a KEEP_OFF signal
    big_jump: float  # each card passed over despite a NO_BIG_JUMP signal
    fire: float  # leaving a fire to the next player


def passed_over(left: Mask, top: int, card: int, *, is_up: bool) -> int:
    """How many unplaced cards can no longer follow on that pile; a jump back passes none over."""
    low, high = (top, card) if is_up else (card, top)
    return (left & _BELOW[high] & ~_BELOW[low + 1]).bit_count() if low < high else 0


def jump_values(weights: Weights, left: Mask, hand: Iterable[int]) -> list[float]:
    """By card, the value of being a pile's jump card, given the unplaced cards (the hand among them). Indices that are
    no card have value 0, negative ones too: they index from the padded end."""
    worths = [*_unseen_jump_values(weights.unseen_jump, left)]
    for card in hand:
        worths[card] = weights.held_jump
    return worths


@lru_cache(maxsize=8)  # the unplaced cards are the same for all draws tried after a turn
def _unseen_jump_values(worth: float, left: Mask) -> tuple[float, ...]:
    return tuple(worth if left >> number & 1 else 0.0 for number in range(DOWN_BASE + 2 * JUMP))


def placements(
    weights: Weights, left: Mask, hand: tuple[int, ...], held: Mask, tops: Tops, jumps: Sequence[float]
) -> Iterator[Placement]:
    """Every legal placement (TG4), by card, then by pile, with the score of what it leaves: room on the piles, jumps
    back on their tops, and pairs ten apart in the hand.

    The hot loop. Per placement only what it changes is computed; the rest once per call or once per card."""
    a, b, c, d = tops
    backs = (a - JUMP, b - JUMP, c + JUMP, d + JUMP)
    jumps_before = [jumps[back] for back in backs]
    above_a, above_b = (left >> a + 1).bit_count(), (left >> b + 1).bit_count()
    below_c, below_d = (left & _BELOW[c]).bit_count(), (left & _BELOW[d]).bit_count()
    still_to_come = left.bit_count() - 1
    room = _room_for(weights, still_to_come)
    for card in hand:
        on_a = above_a - 1 if a < card else above_a
        on_b = above_b - 1 if b < card else above_b
        on_c = below_c - 1 if c > card else below_c
        on_d = below_d - 1 if d > card else below_d
        above = (left >> card + 1).bit_count()
        below = still_to_come - above
        is_a_jump = card in backs  # placing the card uses up this jump
        ja, jb, jc, jd = [0.0 if back == card else jumps[back] for back in backs] if is_a_jump else jumps_before
        up, down = jumps[card - JUMP], jumps[card + JUMP]
        kept = held & ~(1 << card)
        pairs = weights.ten_apart * (kept & kept >> JUMP).bit_count()
        if a < card or a == card + JUMP:
            yield room(above, on_b, on_c, on_d) + (up + jb + jc + jd) + pairs, card, 0
        if b < card or b == card + JUMP:
            yield room(on_a, above, on_c, on_d) + (ja + up + jc + jd) + pairs, card, 1
        if c > card or c == card - JUMP:
            yield room(on_a, on_b, below, on_d) + (ja + jb + down + jd) + pairs, card, 2
        if d > card or d == card - JUMP:
            yield room(on_a, on_b, on_c, below) + (ja + jb + jc + down) + pairs, card, 3


def _room_for(weights: Weights, still_to_come: int) -> Callable[[int, int, int, int], float]:
    """The value of the room on the piles: how many unplaced cards fit on each. Tops are not among these, so the lost
    cards are those that neither direction's roomier pile takes, and exist only if the two leave a gap."""
    narrow_room, lost_card = weights.narrow_room, weights.lost_card

    def room(on_a: int, on_b: int, on_c: int, on_d: int) -> float:
        wide = (on_a if on_a > on_b else on_b) + (on_c if on_c > on_d else on_d)
        value = wide + narrow_room * (on_a + on_b + on_c + on_d - wide)
        return value if wide >= still_to_come else value - lost_card * (still_to_come - wide)

    return room


def fires_elsewhere(tops: Tops) -> list[int]:
    """By pile, the number of other piles that burn (TG11)."""
    burns = [top in FIRE_CARDS for top in tops]
    return [sum(burns) - is_burning for is_burning in burns]
