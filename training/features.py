"""The features of `bot.players.le_duel.features`, vectorised over many positions. A test compares the two."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bot.games.piles import JUMP
from bot.players.le_duel import features as layout

Masks = NDArray[np.uint64]
Ints = NDArray[np.int64]
Rows = NDArray[np.uint8]


@dataclass(frozen=True)
class Positions:
    """Positions as seen by the player who has just placed. Card c is bit c of a mask, bit 61 - c of its mirror."""

    tops: Ints  # (n, 4): own ascending, own descending, theirs ascending, theirs descending
    hand: Masks
    hand_mirrored: Masks
    draw: Masks
    draw_mirrored: Masks
    unseen: Masks  # the opponent's cards that have not been played
    unseen_mirrored: Masks
    pending: Ints  # cards about to be drawn
    their_hand: Ints
    their_draw: Ints
    their_tempo: Ints


def count(mask: Masks) -> Ints:
    return np.bitwise_count(mask).astype(np.int64)


def mirror(mask: Masks) -> Masks:
    """Card c becomes 61 - c."""
    bits = np.unpackbits(mask.astype("<u8").view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")
    turned = np.zeros_like(bits)
    turned[:, : layout.MIRROR + 1] = bits[:, layout.MIRROR :: -1]
    return np.packbits(turned, axis=1, bitorder="little").view("<u8").reshape(mask.shape)


def rows(p: Positions) -> Rows:
    """(n, layout.WIDTH)."""
    n = len(p.hand)
    out = np.zeros((n, layout.WIDTH), np.uint8)
    up, down, their_up, their_down = p.tops.T
    turned_down, turned_their_down = layout.MIRROR - down, layout.MIRROR - their_down
    _own(out[:, layout.OWN_UP :], up, p.hand, p.draw)
    _own(out[:, layout.OWN_DOWN :], turned_down, p.hand_mirrored, p.draw_mirrored)
    _theirs(out[:, layout.THEIR_UP :], their_up, p.unseen)
    _theirs(out[:, layout.THEIR_DOWN :], turned_their_down, p.unseen_mirrored)
    _one_hot(out[:, layout.HELP_UP :], _help(their_up, p.hand))
    _one_hot(out[:, layout.HELP_DOWN :], _help(turned_their_down, p.hand_mirrored))
    _shared(out, p)
    return out


def _own(out: Rows, top: Ints, hand: Masks, draw: Masks) -> None:
    above, drawable = _shift(hand, top), _shift(draw, top)
    back = hand << np.uint64(JUMP)
    out[:, layout.TOP] = top
    out[:, layout.HAND_NEAR : layout.HAND_NEAR + layout.NEAR] = _window(above)
    out[:, layout.HAND_FAR] = count(above >> np.uint64(layout.NEAR))
    out[:, layout.HAND_JUMP] = _bit(back, top)
    out[:, layout.DRAW_JUMP] = _bit(draw << np.uint64(JUMP), top)
    out[:, layout.PAIR_NEAR : layout.PAIR_NEAR + layout.NEAR] = _window(_shift(hand & back, top))
    out[:, layout.DRAW_TO_HAND] = count(_shift(draw & back, top))
    out[:, layout.HAND_TO_DRAW] = count(_shift(hand & (draw << np.uint64(JUMP)), top))
    out[:, layout.DRAW_NEAR : layout.DRAW_NEAR + layout.NEAR] = _window(drawable)
    out[:, layout.DRAW_FAR] = count(drawable >> np.uint64(layout.NEAR))
    _one_hot(out[:, layout.NEAREST :], _nearest(above))
    _one_hot(out[:, layout.SECOND :], _nearest(above & (above - np.uint64(1))))


def _theirs(out: Rows, top: Ints, unseen: Masks) -> None:
    above = _shift(unseen, top)
    back = unseen << np.uint64(JUMP)
    out[:, layout.THEIR_TOP] = top
    out[:, layout.UNSEEN_NEAR : layout.UNSEEN_NEAR + layout.NEAR] = _window(above)
    out[:, layout.UNSEEN_FAR] = count(above >> np.uint64(layout.NEAR))
    out[:, layout.UNSEEN_JUMP] = _bit(back, top)
    out[:, layout.UNSEEN_PAIRS] = count(_shift(unseen & back, top))
    out[:, layout.IS_BASE] = top == 1


def _shared(out: Rows, p: Positions) -> None:
    up, down, their_up, their_down = p.tops.T
    dead_hand, dead_draw = count(_dead(p.hand, up, down)), count(_dead(p.draw, up, down))
    dead_theirs, drawn = count(_dead(p.unseen, their_up, their_down)), count(p.draw)
    _one_hot(out[:, layout.DEAD_HAND :], np.minimum(dead_hand, layout.MAX_DEAD))
    out[:, layout.DEAD_DRAW] = dead_draw
    _one_hot(out[:, layout.DEAD :], _bucket(dead_hand + dead_draw, layout.DEAD_STEPS))
    _one_hot(out[:, layout.PENDING :], p.pending)
    _one_hot(out[:, layout.HAND_SIZE :], count(p.hand))
    out[:, layout.DRAW_SIZE] = drawn
    _one_hot(out[:, layout.DRAW_STEP :], _bucket(drawn - p.pending, layout.SIZE_STEPS))
    out[:, layout.THEIR_DEAD_COUNT] = dead_theirs
    _one_hot(out[:, layout.THEIR_DEAD :], _bucket(dead_theirs, layout.DEAD_STEPS))
    _one_hot(out[:, layout.THEIR_HAND :], p.their_hand)
    out[:, layout.THEIR_DRAW] = p.their_draw
    _one_hot(out[:, layout.THEIR_DRAW_STEP :], _bucket(p.their_draw, layout.SIZE_STEPS))
    out[:, layout.THEIR_TEMPO] = p.their_tempo
    out[:, layout.LEAD] = layout.LEAD_OFFSET + count(p.unseen) - count(p.hand) - drawn


def tempo(cards: Ints, turns: Ints) -> Ints:
    """Cards a turn that a player places, in twentieths above two; 0 before TEMPO_FROM turns."""
    known = np.maximum(turns, 1)
    return np.where(turns < layout.TEMPO_FROM, 0, np.clip(20 * cards // known - 39, 1, layout.MAX_TEMPO))


def _shift(mask: Masks, top: Ints) -> Masks:
    """Bit 0 is the card one above the top."""
    return mask >> (top + 1).astype(np.uint64)


def _bit(mask: Masks, at: Ints) -> Masks:
    return (mask >> at.astype(np.uint64)) & np.uint64(1)


def _window(mask: Masks) -> Rows:
    low = (mask & np.uint64(0xFFFF)).astype("<u2")
    return np.unpackbits(low.view(np.uint8).reshape(-1, 2), axis=1, bitorder="little")


def _nearest(above: Masks) -> Ints:
    """Distance of the lowest card above the top: 1, 2, …; 0 for none."""
    lowest = above & (~above + np.uint64(1))
    return np.where(above == 0, 0, np.minimum(count(lowest - np.uint64(1)) + 1, layout.MAX_DISTANCE))


def _help(their_top: Ints, hand: Masks) -> Ints:
    """Distance of our nearest card below their top, the smallest help; 0 for none."""
    below = hand & ((np.uint64(1) << their_top.astype(np.uint64)) - np.uint64(1))
    highest = np.frexp(below.astype(np.float64))[1] - 1
    return np.where(below == 0, 0, np.minimum(their_top - highest, layout.MAX_GIFT))


def _dead(mask: Masks, up: Ints, down: Ints) -> Masks:
    """Cards that neither pile takes except by a jump."""
    low, high = down.astype(np.uint64), (up + 1).astype(np.uint64)
    return (mask >> low << low) & ((np.uint64(1) << high) - np.uint64(1))


def _bucket(values: Ints, steps: tuple[int, ...]) -> Ints:
    return np.searchsorted(np.array(steps), values, side="right")


def _one_hot(out: Rows, values: Ints) -> None:
    out[np.arange(len(values)), values] = 1
