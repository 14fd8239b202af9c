"""Enumerates the outcomes of a turn (LD5 to LD10): thousands of placement orders lead to some hundreds of outcomes.

The own side is searched over what it leaves: the cards left and the two tops, packed into one integer. A card for the
opponent is added at the end: its moment in the turn makes no difference."""

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
_FEW = 10  # cheapest placements per pile, enough to bound the cost of an outcome worth keeping
_GIFT, _CARD, _HELP = 6, -24, -16  # prices in eighths of a step on an own pile
_STEP = 8
_SIX, _TWELVE, _EIGHTEEN = 6, 12, 18
_LOW = 63
_OFFSET = 1 << 10  # keeps costs positive and keys below 2^30, where CPython integers are fastest
_PRICE = _CARD << _EIGHTEEN
_UPWARD = (1 << _SIX) + (_STEP << _EIGHTEEN)  # added to a key per step of the ascending pile
_DOWNWARD = 1 - (_STEP << _EIGHTEEN)
_MAX_KEY = 1 << 30  # above every key
_BY_HELPING = -(_GIFT + _CARD + _HELP) << _EIGHTEEN  # the most a card for the opponent can lower a key
_GIFTS_UP = {card: Place(card, Pile.UP, Whose.THEIRS) for card in CARDS}  # shared: created once
_GIFTS_DOWN = {card: Place(card, Pile.DOWN, Whose.THEIRS) for card in CARDS}

SearchKey = int  # cost, slots left, ascending top, descending top; all but the cost in six bits
Parents = dict[SearchKey, SearchKey]


class _Way(NamedTuple):
    """A pile: its direction, what a step adds to a key, and the bit offset of its top in a key."""

    sign: int
    unit: int
    at: int


_UP, _DOWN = _Way(1, _UPWARD, _SIX), _Way(-1, _DOWNWARD, 0)


class TurnOutcome(NamedTuple):
    """What a turn leaves: own tops, cards left (a mask), their tops, and the card placed on their side, if any."""

    up: int
    down: int
    left: int
    their_up: int
    their_down: int
    helper: Place | None
    placed: int
    key: int  # of the own placements, for `places`

    def draws(self, board: Bitboard) -> int:
        """LD10."""
        size = len(board.hand) - self.placed
        return min(board.draw.bit_count(), HAND_SIZE - size if self.helper else OWN_DRAW)

    def wins(self, board: Bitboard) -> bool:
        """LD12."""
        return not self.left and not board.draw


@lru_cache(maxsize=16)  # lookahead revisits the same hands and tops
def own_keys(hand: tuple[int, ...], up: int, down: int) -> Parents:
    """Every outcome of own placements, none to all, mapped to a predecessor; fewest cards first."""
    start = _start(hand, up, down)
    parents, layer = {start: start}, [start]
    slots = [_slot(at, card) for at, card in enumerate(hand)]
    while layer:
        layer = _one_more(layer, slots, parents)
    return parents


def _start(hand: tuple[int, ...], up: int, down: int) -> SearchKey:
    return _OFFSET << _EIGHTEEN | ((1 << len(hand)) - 1) << _TWELVE | up << _SIX | down


def _slot(at: int, card: int) -> tuple[int, int, int, int]:
    """The slot's bit in a key, its card, and what placing it on each pile adds to a key without the old top."""
    slot = 1 << at << _TWELVE
    return slot, card, card * _UPWARD + _PRICE - slot, card * _DOWNWARD + _PRICE - slot


def _one_more(layer: list[SearchKey], slots: list[tuple[int, int, int, int]], parents: Parents) -> list[SearchKey]:
    """The outcomes of one more card, added to `parents`."""
    found: list[SearchKey] = []
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
    """Sorted keys: the cheapest of at least two placements, and those that could be as cheap with a card for the
    opponent added."""

    alone: list[SearchKey]
    helping: list[SearchKey]


@lru_cache(maxsize=16)
def cheap_keys(hand: tuple[int, ...], up: int, down: int, kept: int) -> Cheap:
    """The `kept` cheapest outcomes of own placements. The piles are independent, so an outcome is any cards on one and
    any others on the other."""
    start, every_slot = _start(hand, up, down), ((1 << len(hand)) - 1) << _TWELVE
    slots = sorted([(card, 1 << at << _TWELVE) for at, card in enumerate(hand)])
    ups, downs = sorted(_on_one_pile(start, slots, up, _UP)), sorted(_on_one_pile(start, slots[::-1], down, _DOWN))
    some = {u + d - start for u in ups[:_FEW] for d in downs[:_FEW] if (u | d) & every_slot == every_slot}
    alone = _alone(sorted(some), len(hand))
    limit = start + (alone[kept - 1] + _BY_HELPING if len(alone) >= kept else _MAX_KEY)
    found = {
        u + d - start
        for u in ups[: bisect_right(ups, limit - downs[0])]
        for d in downs[: bisect_right(downs, limit - u)]
        if (u | d) & every_slot == every_slot
    }
    helping = sorted(found - {start})
    return Cheap(_alone(helping, len(hand))[:kept], helping)


def _alone(keys: list[SearchKey], size: int) -> list[SearchKey]:
    """The keys that are a legal turn without a card for the opponent (LD5)."""
    return [key for key in keys if size - (key >> _TWELVE & _LOW).bit_count() >= MINIMUM]


def _on_one_pile(start: SearchKey, slots: list[tuple[int, int]], top: int, way: _Way) -> list[SearchKey]:
    """The outcomes of any cards on this pile only. `slots` holds each card and its slot bit, in pile order."""
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


def _with_jumps(start: SearchKey, slots: list[tuple[int, int]], tops: set[int], way: _Way) -> list[SearchKey]:
    """Search card by card: a jump may place a card on a higher one (LD6)."""
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
    """LD8: each slot that can go to the opponent, its placement, and the steps by which it improves their pile."""
    for at, card in enumerate(board.hand):
        if card < board.their_up:
            yield at, _GIFTS_UP[card], board.their_up - card
        if card > board.their_down:
            yield at, _GIFTS_DOWN[card], card - board.their_down


@dataclass(frozen=True, slots=True)
class Turns:
    """The turns of a board, by outcome."""

    board: Bitboard
    parents: Parents

    @classmethod
    def of(cls, board: Bitboard) -> "Turns":
        return cls(board, own_keys(board.hand, board.up, board.down))

    def every(self) -> Iterator[TurnOutcome]:
        """All outcomes of at least two placements."""
        size, bits = len(self.board.hand), subsets(self.board.hand)
        for key in self.parents:
            if size - (key >> _TWELVE & _LOW).bit_count() >= MINIMUM:
                yield _outcome(self.board, bits, key)
        for at, place, _ in _helpers(self.board):
            for key in self.parents:
                if key >> _TWELVE >> at & 1 and size - (key >> _TWELVE & _LOW).bit_count() >= MINIMUM - 1:
                    yield _outcome(self.board, bits, key, place, at)

    def cheapest(self, kept: int = KEPT) -> list[TurnOutcome]:
        """The `kept` cheapest outcomes: those that move the piles least for what they place."""
        order, most_left = sorted(self.parents), len(self.board.hand) - MINIMUM
        alone = [key for key in order if (key >> _TWELVE & _LOW).bit_count() <= most_left]
        helping = [key for key in order if (key >> _TWELVE & _LOW).bit_count() <= most_left + 1]
        return _cheapest(self.board, Cheap(alone[:KEPT_ALONE], helping), kept)

    def winning(self) -> TurnOutcome | None:
        """LD12: a turn that places everything, if the draw pile is empty."""
        if self.board.draw:
            return None
        return next((outcome for outcome in self.every() if not outcome.left), None)

    def is_stuck(self) -> bool:
        """LD13."""
        return next(self.every(), None) is None

    def places(self, outcome: TurnOutcome) -> list[Place]:
        """A placement order that leads to this outcome; the card for the opponent last."""
        found: list[Place] = []
        key = outcome.key
        while (before := self.parents[key]) != key:
            pile, top = (Pile.UP, key >> _SIX & _LOW) if (before ^ key) >> _SIX & _LOW else (Pile.DOWN, key & _LOW)
            found.append(Place(top, pile, Whose.OWN))
            key = before
        return [*reversed(found), *([outcome.helper] if outcome.helper else [])]


def cheapest(board: Bitboard, kept: int) -> list[TurnOutcome]:
    """As `Turns.cheapest`, for at most KEPT_ALONE, without enumerating all turns."""
    return _cheapest(board, cheap_keys(board.hand, board.up, board.down, kept), kept)


def _cheapest(board: Bitboard, keys: Cheap, kept: int) -> list[TurnOutcome]:
    alone, helping = keys
    found: list[tuple[int, SearchKey, Place | None, int]] = [(key, key, None, -1) for key in alone]
    dearest = alone[kept - 1] if len(alone) >= kept else _MAX_KEY
    for at, place, gift in _helpers(board):
        extra = (_GIFT * gift + _CARD + _HELP) << _EIGHTEEN
        slot = 1 << at << _TWELVE
        affordable = helping[: bisect_left(helping, dearest - extra)]
        with_slot = [key for key in affordable if key & slot]
        found += [(key + extra, key, place, at) for key in with_slot[:KEPT_HELPING]]
    found.sort(key=itemgetter(0))
    bits = subsets(board.hand)
    return [_outcome(board, bits, key, place, at) for _, key, place, at in found[:kept]]


def _outcome(
    board: Bitboard, bits: tuple[int, ...], key: SearchKey, place: Place | None = None, at: int = -1
) -> TurnOutcome:
    slots, their_up, their_down = key >> _TWELVE & _LOW, board.their_up, board.their_down
    if place is not None:
        slots -= 1 << at
        if place.pile is Pile.UP:
            their_up = place.card
        else:
            their_down = place.card
    placed = len(board.hand) - slots.bit_count()
    return TurnOutcome(key >> _SIX & _LOW, key & _LOW, bits[slots], their_up, their_down, place, placed, key)


@lru_cache(maxsize=16)
def subsets(hand: tuple[int, ...]) -> tuple[int, ...]:
    """The card mask of every subset of slots."""
    masks = [0]
    for card in hand:
        masks += [mask | 1 << card for mask in masks]
    return tuple(masks)
