"""What a turn can come to (LD5 to LD10). Thousands of orders lead to some hundreds of outcomes, and only those matter.

The own side is searched by what it leaves: the cards left and the two tops, packed in one number. A card for the
opponent is added at the end: when in the turn it was placed changes nothing."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from bot.games.le_duel.position import CARDS, HAND_SIZE, MINIMUM, OWN_DRAW, Pile, Place, Whose
from bot.games.piles import JUMP
from bot.players.le_duel.bitboard import Bitboard

KEPT_ALONE, KEPT_HELPING, KEPT = 16, 3, 24
_FEW = 10  # cheapest ways to move one pile, among which there are enough cheap outcomes to tell what is too dear
_GIFT, _CARD, _HELP = 6, -24, -16  # prices in eighths of a step on an own pile
_STEP = 8
_SIX, _TWELVE, _EIGHTEEN = 6, 12, 18
_LOW = 63
_OFFSET = 1 << 10  # keeps costs above zero, and keys below 2^30: whole numbers up to there are the fast ones
_PRICE = _CARD << _EIGHTEEN
_UPWARD = (1 << _SIX) + (_STEP << _EIGHTEEN)  # what a step of the ascending pile adds to a key
_DOWNWARD = 1 - (_STEP << _EIGHTEEN)
_DEAREST = 1 << 30  # no key is higher
_BY_HELPING = -(_GIFT + _CARD + _HELP) << _EIGHTEEN  # the most a card for the opponent can take off a key
_GIFTS_UP = {card: Place(card, Pile.UP, Whose.THEIRS) for card in CARDS}  # made once: they are many
_GIFTS_DOWN = {card: Place(card, Pile.DOWN, Whose.THEIRS) for card in CARDS}

Key = int  # the cost, the slots left, the ascending top and the descending top; all but the cost in six bits
Parents = dict[Key, Key]


class _Way(NamedTuple):
    """A pile: which way it goes, what a step of it adds to a key, and where a key holds its top."""

    sign: int
    unit: int
    at: int


_UP, _DOWN = _Way(1, _UPWARD, _SIX), _Way(-1, _DOWNWARD, 0)


class Outcome(NamedTuple):
    """What a turn leaves: own tops, cards left (a mask), their tops, and the card placed there, if any."""

    up: int
    down: int
    left: int
    their_up: int
    their_down: int
    helper: Place | None
    placed: int
    key: int  # which own placements lead here, for `places`

    def draws(self, board: Bitboard) -> int:
        """LD10."""
        size = len(board.hand) - self.placed
        return min(board.draw.bit_count(), HAND_SIZE - size if self.helper else OWN_DRAW)

    def wins(self, board: Bitboard) -> bool:
        """LD12."""
        return not self.left and not board.draw


@lru_cache(maxsize=16)  # a look ahead meets the same hand on the same piles again and again
def own_keys(hand: tuple[int, ...], up: int, down: int) -> Parents:
    """Every outcome of own placements, none to all, each with one it can be reached from; fewest cards first."""
    start = _start(hand, up, down)
    parents, layer = {start: start}, [start]
    slots = [_slot(at, card) for at, card in enumerate(hand)]
    while layer:
        layer = _one_more(layer, slots, parents)
    return parents


def _start(hand: tuple[int, ...], up: int, down: int) -> Key:
    return _OFFSET << _EIGHTEEN | ((1 << len(hand)) - 1) << _TWELVE | up << _SIX | down


def _slot(at: int, card: int) -> tuple[int, int, int, int]:
    """The slot's bit in a key, its card, and what placing it adds to a key besides what the old top takes off."""
    slot = 1 << at << _TWELVE
    return slot, card, card * _UPWARD + _PRICE - slot, card * _DOWNWARD + _PRICE - slot


def _one_more(layer: list[Key], slots: list[tuple[int, int, int, int]], parents: Parents) -> list[Key]:
    """What one card more leads to, entered into `parents`."""
    found: list[Key] = []
    for key in layer:
        up, down = key >> _SIX & _LOW, key & _LOW
        off_up, off_down = key - up * _UPWARD, key - down * _DOWNWARD
        for slot, card, on_up, on_down in slots:
            if key & slot:
                if card > up or card == up - JUMP:
                    after = off_up + on_up
                    if after not in parents:
                        parents[after] = key
                        found.append(after)
                if card < down or card == down + JUMP:
                    after = off_down + on_down
                    if after not in parents:
                        parents[after] = key
                        found.append(after)
    return found


class Cheap(NamedTuple):
    """Keys in order: the cheapest of at least two placements, and all that a card for the opponent might be added to
    for something as cheap."""

    alone: list[Key]
    helping: list[Key]


@lru_cache(maxsize=16)
def cheap_keys(hand: tuple[int, ...], up: int, down: int, kept: int) -> Cheap:
    """So many cheapest outcomes of own placements. What lies on one pile changes nothing on the other, so an outcome is
    any cards on the one and any others on the other."""
    start, every_slot = _start(hand, up, down), ((1 << len(hand)) - 1) << _TWELVE
    slots = sorted([(card, 1 << at << _TWELVE) for at, card in enumerate(hand)])
    ups, downs = sorted(_on_one_pile(start, slots, up, _UP)), sorted(_on_one_pile(start, slots[::-1], down, _DOWN))
    some = {u + d - start for u in ups[:_FEW] for d in downs[:_FEW] if (u | d) & every_slot == every_slot}
    alone = _alone(sorted(some), len(hand))
    limit = start + (alone[kept - 1] + _BY_HELPING if len(alone) >= kept else _DEAREST)
    found = {
        u + d - start
        for u in ups[: bisect_right(ups, limit - downs[0])]
        for d in downs[: bisect_right(downs, limit - u)]
        if (u | d) & every_slot == every_slot
    }
    helping = sorted(found - {start})
    return Cheap(_alone(helping, len(hand))[:kept], helping)


def _alone(keys: list[Key], size: int) -> list[Key]:
    """Those that are a turn without a card for the opponent (LD5)."""
    return [key for key in keys if size - (key >> _TWELVE & _LOW).bit_count() >= MINIMUM]


def _on_one_pile(start: Key, slots: list[tuple[int, int]], top: int, way: _Way) -> list[Key]:
    """What any cards on that pile alone lead to. `slots` holds each card and its slot, as they would lie."""
    sign, unit, _ = way
    tops = {card for card, _ in slots} | {top}
    if not tops.isdisjoint([card + sign * JUMP for card, _ in slots]):
        return _with_jumps(start, slots, tops, way)
    found, below = [start], [start - top * unit]
    for card, slot in slots:
        if (card - top) * sign > 0:
            price, on_top = _PRICE - slot, card * unit
            placed = [key + price for key in below]
            found += [key + on_top for key in placed]
            below += placed
    return found


def _with_jumps(start: Key, slots: list[tuple[int, int]], tops: set[int], way: _Way) -> list[Key]:
    """Card by card, as one may lie on a higher one (LD6)."""
    sign, unit, at = way
    steps = {
        top: [
            (slot, (card - top) * unit + _PRICE - slot)
            for card, slot in slots
            if (card - top) * sign > 0 or card == top - sign * JUMP
        ]
        for top in tops
    }
    found, layer = [start], {start}
    while layer:
        layer = {key + step for key in layer for slot, step in steps[key >> at & _LOW] if key & slot}
        found += layer
    return found


def _helpers(board: Bitboard) -> Iterator[tuple[int, Place, int]]:
    """LD8: each slot that could go to the opponent, where, and by how many steps that improves their pile."""
    for at, card in enumerate(board.hand):
        if card < board.their_up:
            yield at, _GIFTS_UP[card], board.their_up - card
        if card > board.their_down:
            yield at, _GIFTS_DOWN[card], card - board.their_down


@dataclass(frozen=True, slots=True)
class Turns:
    """The turns a sight allows, by what they come to."""

    board: Bitboard
    parents: Parents

    @classmethod
    def of(cls, board: Bitboard) -> "Turns":
        return cls(board, own_keys(board.hand, board.up, board.down))

    def every(self) -> Iterator[Outcome]:
        """All outcomes of at least two placements."""
        size, bits = len(self.board.hand), subsets(self.board.hand)
        for key in self.parents:
            if size - (key >> _TWELVE & _LOW).bit_count() >= MINIMUM:
                yield _outcome(self.board, bits, key)
        for at, place, _ in _helpers(self.board):
            for key in self.parents:
                if key >> _TWELVE >> at & 1 and size - (key >> _TWELVE & _LOW).bit_count() >= MINIMUM - 1:
                    yield _outcome(self.board, bits, key, place, at)

    def cheapest(self, kept: int = KEPT) -> list[Outcome]:
        """The outcomes worth a thought: those that move the piles least for what they place."""
        order, most_left = sorted(self.parents), len(self.board.hand) - MINIMUM
        alone = [key for key in order if (key >> _TWELVE & _LOW).bit_count() <= most_left]
        helping = [key for key in order if (key >> _TWELVE & _LOW).bit_count() <= most_left + 1]
        return _cheapest(self.board, Cheap(alone[:KEPT_ALONE], helping), kept)

    def winning(self) -> Outcome | None:
        """LD12: a turn that places everything, when the draw pile is empty."""
        if self.board.draw:
            return None
        return next((outcome for outcome in self.every() if not outcome.left), None)

    def is_stuck(self) -> bool:
        """LD13."""
        return next(self.every(), None) is None

    def places(self, outcome: Outcome) -> list[Place]:
        """One order of placing that comes to this; the card for the opponent last."""
        found: list[Place] = []
        key = outcome.key
        while (before := self.parents[key]) != key:
            pile, top = (Pile.UP, key >> _SIX & _LOW) if (before ^ key) >> _SIX & _LOW else (Pile.DOWN, key & _LOW)
            found.append(Place(top, pile, Whose.OWN))
            key = before
        return [*reversed(found), *([outcome.helper] if outcome.helper else [])]


def cheapest(board: Bitboard, kept: int) -> list[Outcome]:
    """What `Turns.cheapest` finds, for at most KEPT_ALONE, without looking at all turns."""
    return _cheapest(board, cheap_keys(board.hand, board.up, board.down, kept), kept)


def _cheapest(board: Bitboard, keys: Cheap, kept: int) -> list[Outcome]:
    alone, helping = keys
    found: list[tuple[int, Key, Place | None, int]] = [(key, key, None, -1) for key in alone]
    dearest = alone[kept - 1] if len(alone) >= kept else _DEAREST
    for at, place, gift in _helpers(board):
        extra = (_GIFT * gift + _CARD + _HELP) << _EIGHTEEN
        slot = 1 << at << _TWELVE
        affordable = helping[: bisect_left(helping, dearest - extra)]
        with_slot = [key for key in affordable if key & slot]
        found += [(key + extra, key, place, at) for key in with_slot[:KEPT_HELPING]]
    found.sort(key=itemgetter(0))
    bits = subsets(board.hand)
    return [_outcome(board, bits, key, place, at) for _, key, place, at in found[:kept]]


def _outcome(board: Bitboard, bits: tuple[int, ...], key: Key, place: Place | None = None, at: int = -1) -> Outcome:
    slots, their_up, their_down = key >> _TWELVE & _LOW, board.their_up, board.their_down
    if place is not None:
        slots -= 1 << at
        if place.pile is Pile.UP:
            their_up = place.card
        else:
            their_down = place.card
    placed = len(board.hand) - slots.bit_count()
    return Outcome(key >> _SIX & _LOW, key & _LOW, bits[slots], their_up, their_down, place, placed, key)


@lru_cache(maxsize=16)
def subsets(hand: tuple[int, ...]) -> tuple[int, ...]:
    """The mask of every choice of slots."""
    masks = [0]
    for card in hand:
        masks += [mask | 1 << card for mask in masks]
    return tuple(masks)
