"""What a turn can come to (LD5 to LD10). Thousands of orders lead to some hundreds of outcomes, and only those matter.

The own side is searched by what it leaves: the cards left and the two tops, packed in one number. A card for the
opponent is added at the end: when in the turn it was placed changes nothing."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from bot.games.le_duel.position import HAND_SIZE, MINIMUM, OWN_DRAW, Pile, Place, Whose
from bot.games.piles import JUMP
from bot.players.le_duel.sight import Sight

KEPT_ALONE, KEPT_HELPING, KEPT = 16, 3, 24
_GIFT, _CARD, _HELP = 6, -24, -16  # prices in eighths of a step on an own pile
_STEP = 8
_SIX, _TWELVE, _EIGHTEEN = 6, 12, 18
_LOW = 63
_BELOW_COST = (1 << _EIGHTEEN) - 1
_OFFSET = 1 << 12  # keeps costs above zero
_UPWARD = (1 << _SIX) + (_STEP << _EIGHTEEN)  # what a step of the ascending pile adds to a key
_DOWNWARD = 1 - (_STEP << _EIGHTEEN)
_BY_A_JUMP = _STEP * JUMP - _CARD  # the most a card can take off a cost
_BY_A_STEP = -_STEP - _CARD
_BY_HELPING = -_GIFT - _CARD - _HELP

Key = int  # the cost, the slots left, the ascending top and the descending top; all but the cost in six bits
Parents = dict[Key, Key]


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

    def draws(self, sight: Sight) -> int:
        """LD10."""
        size = len(sight.hand) - self.placed
        return min(sight.draw.bit_count(), HAND_SIZE - size if self.helper else OWN_DRAW)

    def wins(self, sight: Sight) -> bool:
        """LD12."""
        return not self.left and not sight.draw


@lru_cache(maxsize=16)  # a look ahead meets the same hand on the same piles again and again
def own_keys(hand: tuple[int, ...], up: int, down: int, kept: int | None = None) -> Parents:
    """Every outcome of own placements, none to all, each with one it can be reached from; fewest cards first.

    With `kept` those are left out that lead to none of so many cheapest, with or without a card for the opponent."""
    start = _OFFSET << _EIGHTEEN | ((1 << len(hand)) - 1) << _TWELVE | up << _SIX | down
    parents = {start: start}
    layer = [start]
    slots = [_slot(at, card) for at, card in enumerate(hand)]
    dearest = None
    for left in reversed(range(len(hand))):
        layer = _one_more(layer, slots, parents)
        if kept is not None and left == len(hand) - MINIMUM and len(layer) >= kept:
            dearest = sorted(layer)[kept - 1] | _BELOW_COST
        if dearest is not None:
            bound = dearest + (_most_saved(hand, up, down, left) << _EIGHTEEN)
            layer = [key for key in layer if key <= bound]
    return parents


def _slot(at: int, card: int) -> tuple[int, int, int, int]:
    """The slot's bit in a key, its card, and what placing it adds to a key besides what the old top takes off."""
    slot = 1 << at << _TWELVE
    price = (_CARD << _EIGHTEEN) - slot
    return slot, card, card * _UPWARD + price, card * _DOWNWARD + price


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


def _most_saved(hand: tuple[int, ...], up: int, down: int, left: int) -> int:
    """How much so many cards can take off a cost at most, one of them perhaps on the opponent's side."""
    starts_up, starts_down = {*hand, up}, {*hand, down}
    jumps = min(left, sum(card + JUMP in starts_up or card - JUMP in starts_down for card in hand))
    return _BY_A_JUMP * jumps + _BY_A_STEP * (left - jumps) + _BY_HELPING


def _helpers(sight: Sight) -> Iterator[tuple[int, Place, int]]:
    """LD8: each slot that could go to the opponent, where, and by how many steps that improves their pile."""
    for at, card in enumerate(sight.hand):
        if card < sight.their_up:
            yield at, Place(card, Pile.UP, Whose.THEIRS), sight.their_up - card
        if card > sight.their_down:
            yield at, Place(card, Pile.DOWN, Whose.THEIRS), card - sight.their_down


@dataclass(frozen=True, slots=True)
class Turns:
    """The turns a sight allows, by what they come to."""

    sight: Sight
    parents: Parents
    bits: tuple[int, ...]  # the mask of each choice of slots

    @classmethod
    def of(cls, sight: Sight) -> "Turns":
        return cls(sight, own_keys(sight.hand, sight.up, sight.down), subsets(sight.hand))

    @classmethod
    def worth_a_thought(cls, sight: Sight, kept: int) -> "Turns":
        """Enough of them for the `kept` cheapest (at most KEPT_ALONE), and for a win where one is possible."""
        return cls(sight, own_keys(sight.hand, sight.up, sight.down, kept if sight.draw else None), subsets(sight.hand))

    def every(self) -> Iterator[Outcome]:
        """All outcomes of at least two placements."""
        size = len(self.sight.hand)
        for key in self.parents:
            if size - (key >> _TWELVE & _LOW).bit_count() >= MINIMUM:
                yield self._outcome(key, None)
        for at, place, _ in _helpers(self.sight):
            for key in self.parents:
                if key >> _TWELVE >> at & 1 and size - (key >> _TWELVE & _LOW).bit_count() >= MINIMUM - 1:
                    yield self._outcome(key, place, at)

    def cheapest(self, kept: int = KEPT) -> list[Outcome]:
        """The outcomes worth a thought: those that move the piles least for what they place."""
        sight, order = self.sight, sorted(self.parents)
        most_left = len(sight.hand) - MINIMUM
        alone = (key for key in order if (key >> _TWELVE & _LOW).bit_count() <= most_left)
        found: list[tuple[int, Key, Place | None, int]] = [(key, key, None, -1) for key in islice(alone, KEPT_ALONE)]
        for at, place, gift in _helpers(sight):
            extra = (_GIFT * gift + _CARD + _HELP) << _EIGHTEEN
            slot = 1 << at << _TWELVE
            helping = (key for key in order if key & slot and (key >> _TWELVE & _LOW).bit_count() <= most_left + 1)
            found += [(key + extra, key, place, at) for key in islice(helping, KEPT_HELPING)]
        found.sort(key=_by_cost)
        return [self._outcome(key, place, at) for _, key, place, at in found[:kept]]

    def winning(self) -> Outcome | None:
        """LD12: a turn that places everything, when the draw pile is empty."""
        if self.sight.draw:
            return None
        return next((outcome for outcome in self.every() if not outcome.left), None)

    def is_stuck(self) -> bool:
        """LD13."""
        return next(self.every(), None) is None

    def _outcome(self, key: Key, place: Place | None, at: int = -1) -> Outcome:
        sight, slots = self.sight, key >> _TWELVE & _LOW
        their_up, their_down = sight.their_up, sight.their_down
        if place is not None:
            slots -= 1 << at
            if place.pile is Pile.UP:
                their_up = place.card
            else:
                their_down = place.card
        placed = len(sight.hand) - slots.bit_count()
        return Outcome(key >> _SIX & _LOW, key & _LOW, self.bits[slots], their_up, their_down, place, placed, key)

    def places(self, outcome: Outcome) -> list[Place]:
        """One order of placing that comes to this; the card for the opponent last."""
        found: list[Place] = []
        key = outcome.key
        while (before := self.parents[key]) != key:
            pile, top = (Pile.UP, key >> _SIX & _LOW) if (before ^ key) >> _SIX & _LOW else (Pile.DOWN, key & _LOW)
            found.append(Place(top, pile, Whose.OWN))
            key = before
        return [*reversed(found), *([outcome.helper] if outcome.helper else [])]


def _by_cost(entry: tuple[int, Key, Place | None, int]) -> int:
    return entry[0]


def subsets(hand: tuple[int, ...]) -> tuple[int, ...]:
    """The mask of every choice of slots."""
    masks = [0]
    for card in hand:
        masks += [mask | 1 << card for mask in masks]
    return tuple(masks)
