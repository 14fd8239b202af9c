"""Finds whole turns of The Game by beam search over placements; a single player also looks ahead one turn. Uses a view,
never a state."""

import random
from collections.abc import Iterable
from dataclasses import dataclass
from operator import attrgetter, itemgetter
from statistics import fmean

from bot.games.the_game.position import (
    CARDS,
    FIRE_CARDS,
    PILES,
    Pile,
    Place,
    Position,
    Tops,
    burning,
    can_end,
    can_place_all,
    legal_places,
)
from bot.games.the_game.state import Plea, View
from bot.players.the_game.score import (
    Mask,
    Placement,
    Weights,
    fires_elsewhere,
    jump_values,
    mask_of,
    passed_over,
    placements,
)

_WIDTH = 8
_WIDTH_AT_THE_END = 64  # when one hand is all that is left
_MARGIN = 4.0  # stop once the best of a layer is this much worse than a turn that can end

_CANDIDATES = 6  # turns that get a lookahead
_SAMPLES = 6  # sampled draws per lookahead
_WIDTH_AHEAD = 2
_SHARE_AHEAD = 0.6  # weight of the lookahead in a turn's value
_NO_NEXT_TURN = 20.0  # penalty if the drawn cards leave no legal next turn


@dataclass(frozen=True, slots=True)
class SearchInput:
    """Everything a turn depends on."""

    position: Position
    left: Mask  # unplaced cards, in hands or draw pile
    minimum: int
    is_last_hand: bool
    is_on_fire: bool
    keep_off: frozenset[Pile] = frozenset()
    no_big_jump: frozenset[Pile] = frozenset()


@dataclass(slots=True)
class PartialTurn:
    """A sequence of placements and what it leaves: a beam entry."""

    value: float
    hand: tuple[int, ...]
    tops: Tops
    left: Mask
    moves: tuple[tuple[int, int], ...]  # cards and pile indices
    penalty: float
    due: frozenset[Pile]

    @property
    def places(self) -> tuple[Place, ...]:
        return tuple(Place(card, PILES[number]) for card, number in self.moves)


_Remainder = tuple[Mask, Tops]
_Step = tuple[float, PartialTurn, int, int]  # value, the turn it extends, card, pile index


class Beam:
    def __init__(self, search_input: SearchInput, weights: Weights, width: int) -> None:
        self._input, self._weights, self._width = search_input, weights, width
        self._hand = mask_of(search_input.position.hand)
        self._jumps = jump_values(weights, search_input.left, search_input.position.hand)
        self._keep_off = frozenset(pile.top_index for pile in search_input.keep_off)
        self._no_big_jump = frozenset(pile.top_index for pile in search_input.no_big_jump)
        self._asked = self._keep_off | self._no_big_jump

    def turns(self) -> list[PartialTurn]:
        """Every turn found that may end, best first; only the win, if there is one."""
        found: list[PartialTurn] = []
        best = float("-inf")
        position = self._input.position
        layer = [PartialTurn(0.0, position.hand, position.tops, self._input.left, (), 0.0, position.due)]
        while layer := self._next_layer(layer):
            if self._input.is_last_hand and not layer[0].hand:
                return layer[:1]
            if ends := [turn for turn in layer if self._may_end(turn)]:
                found += ends
                best = max(best, ends[0].value)
            if layer[0].value < best - _MARGIN and not self._input.is_last_hand:
                break
        return sorted(found, key=_value, reverse=True)

    def _may_end(self, turn: PartialTurn) -> bool:
        return len(turn.moves) >= self._input.minimum and not turn.due

    def _next_layer(self, layer: list[PartialTurn]) -> list[PartialTurn]:
        """The best entries with one more card; transpositions are merged, the first of equals kept."""
        steps: list[_Step] = []
        for turn in layer:
            steps += self._steps(turn)
        if self._asked:
            steps = _without_transpositions(steps)
        found: dict[_Remainder, PartialTurn] = {}
        for step in sorted(steps, key=_value_of_step, reverse=True):
            if (left := _remainder_of(step)) not in found:
                found[left] = self._extended(step, *left)
            if len(found) == self._width:
                break
        return [*found.values()]

    def _steps(self, turn: PartialTurn) -> list[_Step]:
        """Scored extensions as tuples; most are discarded, so a `PartialTurn` is built only for those kept."""
        scored: Iterable[Placement] = placements(
            self._weights, turn.left, turn.hand, turn.left & self._hand, turn.tops, self._jumps_after(turn)
        )
        if self._asked:
            scored = [(score - self._penalty(turn, card, number), card, number) for score, card, number in scored]
        placed = self._weights.placed * (len(turn.moves) + 1)
        if not self._input.is_on_fire:
            return [(score + placed, turn, card, number) for score, card, number in scored]
        fire, elsewhere = self._weights.fire, fires_elsewhere(turn.tops)
        return [
            (score + placed - fire * (elsewhere[number] + (card in FIRE_CARDS)), turn, card, number)
            for score, card, number in scored
        ]

    def _jumps_after(self, turn: PartialTurn) -> list[float]:
        """Jump values without the cards placed in this turn."""
        jumps = [*self._jumps]
        for card, _ in turn.moves:
            jumps[card] = 0.0
        return jumps

    def _extended(self, step: _Step, left: Mask, tops: Tops) -> PartialTurn:
        value, turn, card, number = step
        hand = tuple([other for other in turn.hand if other != card])
        due = turn.due - {PILES[number]} if turn.due else turn.due
        penalty = self._penalty(turn, card, number)
        return PartialTurn(value, hand, tops, left, (*turn.moves, (card, number)), penalty, due)

    def _penalty(self, turn: PartialTurn, card: int, number: int) -> float:
        """TG9: penalty for ignored signals, including this card."""
        if number not in self._asked:
            return turn.penalty
        penalty = 0.0
        if number in self._keep_off and all(number != before for _, before in turn.moves):
            penalty += self._weights.keep_off
        if number in self._no_big_jump:
            is_up = PILES[number].is_up
            penalty += self._weights.big_jump * passed_over(turn.left, turn.tops[number], card, is_up=is_up)
        return turn.penalty + penalty


_value = attrgetter("value")
_value_of_step = itemgetter(0)


def _remainder_of(step: _Step) -> _Remainder:
    _, turn, card, number = step
    a, b, c, d = turn.tops
    tops = ((card, b, c, d), (a, card, c, d), (a, b, card, d), (a, b, c, card))[number]
    return turn.left & ~(1 << card), tops


def _without_transpositions(steps: list[_Step]) -> list[_Step]:
    """Merge transpositions, which differ only in signal penalties (TG9): keep the best, at the first one's place."""
    found: dict[_Remainder, _Step] = {}
    for step in steps:
        left = _remainder_of(step)
        known = found.get(left)
        if known is None or step[0] > known[0]:
            found[left] = step
    return [*found.values()]


def best_turn(view: View, weights: Weights, dice: random.Random) -> tuple[Place, ...]:
    turns = Beam(_search_input(view), weights, _WIDTH_AT_THE_END if view.is_last_hand else _WIDTH).turns()
    if not turns:
        return any_turn(view)
    if len(view.hand_sizes) == 1 and view.draw_size and len(turns) > 1:
        return _look_ahead(view, turns[:_CANDIDATES], weights, dice).places
    return turns[0].places


def _search_input(view: View) -> SearchInput:
    asked = [sent.signal for sent in view.signals if sent.seat != view.viewer]
    return SearchInput(
        position=start_of_turn(view),
        left=mask_of(CARDS) & ~mask_of(view.played),
        minimum=view.minimum,
        is_last_hand=view.is_last_hand,
        is_on_fire=view.mode.is_on_fire,
        keep_off=frozenset(signal.pile for signal in asked if signal.plea is Plea.KEEP_OFF),
        no_big_jump=frozenset(signal.pile for signal in asked if signal.plea is Plea.NO_BIG_JUMP),
    )


def _look_ahead(view: View, turns: list[PartialTurn], weights: Weights, dice: random.Random) -> PartialTurn:
    """A single player also plays the next turn: the best turn over sampled draws, the same for all candidates."""
    hand = start_of_turn(view).hand
    unseen = [card for card in CARDS if card not in view.played and card not in hand]
    draws = [dice.sample(unseen, min(len(hand), len(unseen))) for _ in range(_SAMPLES)]

    def value(turn: PartialTurn) -> float:
        ahead = fmean(_next_value(view, turn, draw[: len(turn.moves)], weights) for draw in draws)
        return _SHARE_AHEAD * ahead + (1 - _SHARE_AHEAD) * turn.value

    return max(turns, key=value)


def _next_value(view: View, turn: PartialTurn, drawn: list[int], weights: Weights) -> float:
    draw_size = view.draw_size - len(drawn)
    due = burning(turn.tops) if view.mode.is_on_fire else frozenset[Pile]()
    search_input = SearchInput(
        position=Position((*turn.hand, *drawn), turn.tops, due),
        left=turn.left,
        minimum=view.mode.minimum(draw_size),
        is_last_hand=draw_size == 0,
        is_on_fire=view.mode.is_on_fire,
    )
    turns = Beam(search_input, weights, _WIDTH_AHEAD).turns()
    if not turns:
        return turn.value - _NO_NEXT_TURN
    return turns[0].value + weights.placed * len(turn.moves)


def start_of_turn(view: View) -> Position:
    """The viewer's position at the start of the turn, without staged cards."""
    if view.viewer is None:
        raise ValueError("a spectator has no hand")
    return view.mode.position(view.hands[view.viewer] or (), view.tops, ())


def any_turn(view: View) -> tuple[Place, ...]:
    """A legal turn, for when the beam has pruned all: a turn only starts if there is one (TG8)."""
    places: list[Place] = []
    position = start_of_turn(view)
    while not is_enough(view, position, len(places)):
        places.append(next(place for place in legal_places(position) if leads_on(view, position, place, len(places))))
        position = position.after(places[-1])
    return tuple(places)


def is_enough(view: View, position: Position, placed: int) -> bool:
    """Whether the turn may end here, or the game has ended with it."""
    return (placed >= view.minimum and not position.due) or (view.is_last_hand and not position.hand)


def leads_on(view: View, position: Position, place: Place, placed: int) -> bool:
    """Whether the turn can still be ended after one more placement."""
    after = position.after(place)
    return can_end(after, max(0, view.minimum - placed - 1)) or (view.is_last_hand and can_place_all(after))
