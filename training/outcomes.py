"""Every distinct outcome of a turn, for many hands at once (LD5 to LD9). No evaluation and no game history enters here.

A hand has six slots. The result of a turn on its player's own side is a *shape*: which slots were placed, and which
slot (or the old top, 0) lies on either pile. There are 928 shapes; which of them can be reached depends on the cards,
and is computed for all hands together with one bit a hand.
"""

from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from bot.games.le_duel.position import HAND_SIZE, MINIMUM
from bot.games.piles import JUMP

Ints = NDArray[np.int64]
Bits = NDArray[np.uint8]

TOPS = HAND_SIZE + 1  # the old top, or any slot
IMPOSSIBLE = 16_000  # cost of an outcome that cannot be reached
KEPT_ALONE, KEPT_HELPING, KEPT = 16, 3, 24
NO_HELP = -1
_WINS = np.int32(8_000)  # taken off the cost of an outcome that wins at once
_EIGHTHS = np.int32(8)
_STRIDE = np.int32(1024)  # cost * _STRIDE + index sorts by cost


def _shapes() -> Ints:
    """(placed slots, slot on the ascending pile, slot on the descending pile), fewest placed first."""

    def is_possible(placed: int, up: int, down: int) -> bool:
        lies = all(top == 0 or placed >> (top - 1) & 1 for top in (up, down))
        return lies and (up != down or up == 0) and not (placed and up == down == 0)

    shapes = filter(lambda shape: is_possible(*shape), product(range(1 << HAND_SIZE), range(TOPS), range(TOPS)))
    return np.array(sorted(shapes, key=lambda shape: (shape[0].bit_count(), shape)))


SHAPES = _shapes()
COUNTS = np.array([int(placed).bit_count() for placed in SHAPES[:, 0]])
_INDEX = {tuple(map(int, shape)): at for at, shape in enumerate(SHAPES)}
_ALONE = np.flatnonzero(COUNTS >= MINIMUM)
_HELPING = [np.flatnonzero((COUNTS >= MINIMUM - 1) & (SHAPES[:, 0] >> slot & 1 == 0)) for slot in range(HAND_SIZE)]


@dataclass(frozen=True)
class _Step:
    """One more card placed, for all shapes of a size: source shapes, fits, and where each target's steps begin."""

    sources: Ints
    fits: Ints
    starts: Ints
    targets: Ints


def _steps(count: int) -> _Step:
    found: list[tuple[int, int, int]] = []
    for target in np.flatnonzero(count == COUNTS):
        placed, up, down = map(int, SHAPES[target])
        for pile, top in ((0, up), (1, down)):
            if top == 0:
                continue
            for below in range(TOPS):
                before = (placed & ~(1 << (top - 1)), *((below, down) if pile == 0 else (up, below)))
                if before in _INDEX:
                    found.append((int(target), _INDEX[before], (pile * TOPS + below) * HAND_SIZE + top - 1))
    targets, sources, fits = np.array(found).T
    kinds, starts = np.unique(targets, return_index=True)
    return _Step(sources, fits, starts, kinds)


_STEPS = [_steps(count) for count in range(1, HAND_SIZE + 1)]


def tops_by_slot(hands: Ints, tops: Ints) -> tuple[Ints, Ints]:
    """For each pile the card that would lie on it: its old top, or any slot's."""
    cards = hands.T
    return np.vstack([tops[None, :, 0], cards]), np.vstack([tops[None, :, 1], cards])


def reachable(hands: Ints, tops: Ints) -> Bits:
    """Which shapes each hand can reach: (928, hands). Empty slots hold 0 and fit nowhere."""
    ups, downs = tops_by_slot(hands, tops)
    cards = hands.T[None]
    fits_up = (cards > ups[:, None]) | (cards == ups[:, None] - JUMP)
    fits_down = (cards < downs[:, None]) | (cards == downs[:, None] + JUMP)
    fits = np.concatenate([fits_up, fits_down]) & (cards > 0)
    packed = np.packbits(fits.reshape(-1, len(hands)), axis=1)
    reach = np.zeros((len(SHAPES), packed.shape[1]), np.uint8)
    reach[0] = 255
    for step in _STEPS:
        reach[step.targets] = np.bitwise_or.reduceat(reach[step.sources] & packed[step.fits], step.starts, axis=0)
    return np.unpackbits(reach, axis=1, count=len(hands))


@dataclass(frozen=True)
class Outcomes:
    """The cheapest outcomes of each hand: (hands, kept). `slot` is the card helped with, or NO_HELP."""

    shape: Ints
    slot: Ints
    pile: Ints  # where the help lies: 0 ascending, 1 descending
    cost: Ints  # in eighths

    @property
    def is_win(self) -> NDArray[np.bool_]:
        return self.cost < -_WINS // 2

    @property
    def can_move(self) -> NDArray[np.bool_]:
        """LD13, for each hand."""
        return np.asarray(np.any(self.is_real, axis=1))

    @property
    def is_real(self) -> NDArray[np.bool_]:
        return self.cost < IMPOSSIBLE // 2


@dataclass(frozen=True)
class Price:
    """Costs of a move for ranking outcomes, in eighths of a step on an own pile."""

    gift: int = 6  # one step given to the opponent
    card: int = -24  # each card placed
    help: int = -16  # any card on the opponent's side


def cheapest(hands: Ints, tops: Ints, is_last: NDArray[np.bool_], price: Price) -> Outcomes:
    """`tops` holds own ascending, own descending, theirs ascending, theirs descending. For a last hand (`is_last`),
    placing it whole wins at once (LD12) and costs least of all."""
    ups, downs = (np.ascontiguousarray(cards.T, np.int32) for cards in tops_by_slot(hands, tops))
    moved = np.take(ups, SHAPES[:, 1], 1) - np.take(downs, SHAPES[:, 2], 1) + (downs[:, :1] - ups[:, :1])
    moved = moved * _EIGHTHS + (price.card * COUNTS).astype(np.int32)
    moved[np.ascontiguousarray(reachable(hands, tops).T) == 0] = IMPOSSIBLE
    keys = moved * _STRIDE + np.arange(len(SHAPES), dtype=np.int32)
    winning = np.where(is_last, (hands > 0).sum(1), -1)[:, None]
    keys[(winning == COUNTS) & (moved < IMPOSSIBLE)] -= _WINS * _STRIDE
    alone = _smallest(np.take(keys, _ALONE, 1), KEPT_ALONE)
    parts = [_Part(alone, NO_HELP, 0, 0)]
    keys[(winning - 1 == COUNTS) & (moved < IMPOSSIBLE)] -= _WINS * _STRIDE
    for slot in range(HAND_SIZE):
        helping, card = _smallest(np.take(keys, _HELPING[slot], 1), KEPT_HELPING), hands[:, slot]
        for pile, gift in ((0, tops[:, 2] - card), (1, card - tops[:, 3])):
            cost = np.where((gift > 0) & (card > 0), gift * price.gift + price.card + price.help, IMPOSSIBLE)
            parts.append(_Part(helping, slot, pile, cost[:, None]))
    return _best(parts)


@dataclass(frozen=True)
class _Part:
    """Outcomes with the same help: sort keys (cost and shape) and the help's cost."""

    keys: NDArray[np.int32]
    slot: int
    pile: int
    extra: Ints | int


def _best(parts: list[_Part]) -> Outcomes:
    shapes = np.hstack([part.keys % _STRIDE for part in parts])
    costs = np.hstack([np.minimum(part.keys // _STRIDE + part.extra, IMPOSSIBLE) for part in parts])
    widths = [part.keys.shape[1] for part in parts]
    slots = np.repeat([part.slot for part in parts], widths)
    piles = np.repeat([part.pile for part in parts], widths)
    columns = _smallest((costs * _STRIDE + np.arange(costs.shape[1])).astype(np.int32), KEPT) % _STRIDE
    return Outcomes(
        np.take_along_axis(shapes, columns, 1), slots[columns], piles[columns], np.take_along_axis(costs, columns, 1)
    )


def _smallest(keys: NDArray[np.int32], count: int) -> NDArray[np.int32]:
    return np.partition(keys, count, axis=1)[:, :count]
