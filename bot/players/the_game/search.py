"""Whole turns of The Game, best first: a beam over placements, and alone a look at the next turn. It thinks with a view
and never with a state."""

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
    jump_worths,
    mask_of,
    passed_over,
    placements,
)

_WIDTH = 8
_WIDTH_AT_THE_END = 64  # when all that is left could be placed in this turn
_MARGIN = 4.0  # once a turn could end, a layer this much worse is not worth going on from

_CANDIDATES = 6  # turns whose next turn is looked at
_SAMPLES = 6  # draws tried for each of them
_WIDTH_AHEAD = 2
_SHARE_AHEAD = 0.6  # of a turn's value; the rest is what it looks like now
_NO_NEXT_TURN = 20.0  # what it costs when the drawn cards leave no next turn


@dataclass(frozen=True, slots=True)
class Table:
    """All that a turn depends on."""

    position: Position
    left: Mask  # cards not placed yet, wherever they are
    minimum: int
    is_last_hand: bool
    is_on_fire: bool
    kept_off: frozenset[Pile] = frozenset()
    gentle: frozenset[Pile] = frozenset()


@dataclass(slots=True)
class Line:
    """Placements in a row, and what they leave."""

    value: float
    hand: tuple[int, ...]
    tops: Tops
    left: Mask
    moves: tuple[tuple[int, int], ...]  # cards and the numbers of their piles
    penalty: float
    due: frozenset[Pile]

    @property
    def places(self) -> tuple[Place, ...]:
        return tuple(Place(card, PILES[number]) for card, number in self.moves)


_Left = tuple[Mask, Tops]
_Step = tuple[float, Line, int, int]  # value of one card more after a line, the line, the card, its pile's number


class Beam:
    def __init__(self, table: Table, weights: Weights, width: int) -> None:
        self._table, self._weights, self._width = table, weights, width
        self._hand = mask_of(table.position.hand)
        self._jumps = jump_worths(weights, table.left, table.position.hand)
        self._kept_off = frozenset(pile.top_index for pile in table.kept_off)
        self._gentle = frozenset(pile.top_index for pile in table.gentle)
        self._asked = self._kept_off | self._gentle

    def turns(self) -> list[Line]:
        """Every turn it saw that may end, best first; the win alone, if there is one."""
        found: list[Line] = []
        best = float("-inf")
        position = self._table.position
        layer = [Line(0.0, position.hand, position.tops, self._table.left, (), 0.0, position.due)]
        while layer := self._next_layer(layer):
            if self._table.is_last_hand and not layer[0].hand:
                return layer[:1]
            if ends := [line for line in layer if self._may_end(line)]:
                found += ends
                best = max(best, ends[0].value)
            if layer[0].value < best - _MARGIN and not self._table.is_last_hand:
                break
        return sorted(found, key=_value, reverse=True)

    def _may_end(self, line: Line) -> bool:
        return len(line.moves) >= self._table.minimum and not line.due

    def _next_layer(self, layer: list[Line]) -> list[Line]:
        """The best lines that are one card longer; of those that leave the same only one, the first of equals."""
        steps: list[_Step] = []
        for line in layer:
            steps += self._steps(line)
        if self._asked:
            steps = _best_ways(steps)
        found: dict[_Left, Line] = {}
        for step in sorted(steps, key=_value_of_step, reverse=True):
            if (left := _left_by(step)) not in found:
                found[left] = self._taken(step, *left)
            if len(found) == self._width:
                break
        return [*found.values()]

    def _steps(self, line: Line) -> list[_Step]:
        """Most steps are never taken, so a line is made of one only when it is."""
        scored: Iterable[Placement] = placements(
            self._weights, line.left, line.hand, line.left & self._hand, line.tops, self._jumps_after(line)
        )
        if self._asked:
            scored = [(score - self._penalty(line, card, number), card, number) for score, card, number in scored]
        placed = self._weights.placed * (len(line.moves) + 1)
        if not self._table.is_on_fire:
            return [(score + placed, line, card, number) for score, card, number in scored]
        fire, elsewhere = self._weights.fire, fires_elsewhere(line.tops)
        return [
            (score + placed - fire * (elsewhere[number] + (card in FIRE_CARDS)), line, card, number)
            for score, card, number in scored
        ]

    def _jumps_after(self, line: Line) -> list[float]:
        """A card that lies is nobody's jump any more."""
        jumps = [*self._jumps]
        for card, _ in line.moves:
            jumps[card] = 0.0
        return jumps

    def _taken(self, step: _Step, left: Mask, tops: Tops) -> Line:
        value, line, card, number = step
        hand = tuple([other for other in line.hand if other != card])
        due = line.due - {PILES[number]} if line.due else line.due
        penalty = self._penalty(line, card, number)
        return Line(value, hand, tops, left, (*line.moves, (card, number)), penalty, due)

    def _penalty(self, line: Line, card: int, number: int) -> float:
        """TG9: what the others asked, up to this card."""
        if number not in self._asked:
            return line.penalty
        penalty = 0.0
        if number in self._kept_off and all(number != before for _, before in line.moves):
            penalty += self._weights.keep_off
        if number in self._gentle:
            is_up = PILES[number].is_up
            penalty += self._weights.big_jump * passed_over(line.left, line.tops[number], card, is_up=is_up)
        return line.penalty + penalty


_value = attrgetter("value")
_value_of_step = itemgetter(0)


def _left_by(step: _Step) -> _Left:
    _, line, card, number = step
    a, b, c, d = line.tops
    tops = ((card, b, c, d), (a, card, c, d), (a, b, card, d), (a, b, c, card))[number]
    return line.left & ~(1 << card), tops


def _best_ways(steps: list[_Step]) -> list[_Step]:
    """Ways to leave the same differ in nothing but what others asked (TG9): the best of each, where the first was."""
    found: dict[_Left, _Step] = {}
    for step in steps:
        left = _left_by(step)
        known = found.get(left)
        if known is None or step[0] > known[0]:
            found[left] = step
    return [*found.values()]


def best_turn(view: View, weights: Weights, dice: random.Random) -> tuple[Place, ...]:
    turns = Beam(_table(view), weights, _WIDTH_AT_THE_END if view.is_last_hand else _WIDTH).turns()
    if not turns:
        return any_turn(view)
    if len(view.hand_sizes) == 1 and view.draw_size and len(turns) > 1:
        return _look_ahead(view, turns[:_CANDIDATES], weights, dice).places
    return turns[0].places


def _table(view: View) -> Table:
    asked = [sent.signal for sent in view.signals if sent.seat != view.viewer]
    return Table(
        position=start_of_turn(view),
        left=mask_of(CARDS) & ~mask_of(view.played),
        minimum=view.minimum,
        is_last_hand=view.is_last_hand,
        is_on_fire=view.mode.is_on_fire,
        kept_off=frozenset(signal.pile for signal in asked if signal.plea is Plea.KEEP_OFF),
        gentle=frozenset(signal.pile for signal in asked if signal.plea is Plea.NO_BIG_JUMP),
    )


def _look_ahead(view: View, turns: list[Line], weights: Weights, dice: random.Random) -> Line:
    """Alone, the next turn is one's own: the turn that leaves the best one over some draws, the same for all."""
    hand = start_of_turn(view).hand
    unseen = [card for card in CARDS if card not in view.played and card not in hand]
    draws = [dice.sample(unseen, min(len(hand), len(unseen))) for _ in range(_SAMPLES)]

    def value(turn: Line) -> float:
        ahead = fmean(_next_value(view, turn, draw[: len(turn.moves)], weights) for draw in draws)
        return _SHARE_AHEAD * ahead + (1 - _SHARE_AHEAD) * turn.value

    return max(turns, key=value)


def _next_value(view: View, turn: Line, drawn: list[int], weights: Weights) -> float:
    draw_size = view.draw_size - len(drawn)
    due = burning(turn.tops) if view.mode.is_on_fire else frozenset[Pile]()
    table = Table(
        position=Position((*turn.hand, *drawn), turn.tops, due),
        left=turn.left,
        minimum=view.mode.minimum(draw_size),
        is_last_hand=draw_size == 0,
        is_on_fire=view.mode.is_on_fire,
    )
    turns = Beam(table, weights, _WIDTH_AHEAD).turns()
    if not turns:
        return turn.value - _NO_NEXT_TURN
    return turns[0].value + weights.placed * len(turn.moves)


def start_of_turn(view: View) -> Position:
    """The viewer's hand and the tops as the turn began, whatever is staged by now."""
    if view.viewer is None:
        raise ValueError("a spectator has no hand")
    return view.mode.position(view.hands[view.viewer] or (), view.tops, ())


def any_turn(view: View) -> tuple[Place, ...]:
    """Some legal turn, for when the beam lost sight of all: a turn only starts when there is one (TG8)."""
    places: list[Place] = []
    position = start_of_turn(view)
    while not is_enough(view, position, len(places)):
        places.append(next(place for place in legal_places(position) if leads_on(view, position, place, len(places))))
        position = position.after(places[-1])
    return tuple(places)


def is_enough(view: View, position: Position, placed: int) -> bool:
    """Whether a turn may end here, or the game has ended with it."""
    return (placed >= view.minimum and not position.due) or (view.is_last_hand and not position.hand)


def leads_on(view: View, position: Position, place: Place, placed: int) -> bool:
    """Whether the turn can still be ended after one more placement."""
    after = position.after(place)
    return can_end(after, max(0, view.minimum - placed - 1)) or (view.is_last_hand and can_place_all(after))
