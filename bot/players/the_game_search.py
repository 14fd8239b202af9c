"""Whole turns of The Game, best first: a beam over placements, and alone a look at the next turn. It thinks with a view
and never with a state."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from operator import attrgetter
from statistics import fmean
from typing import NamedTuple

from bot.games.piles import JUMP
from bot.games.the_game.position import (
    CARDS,
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
from bot.players.the_game_score import Mask, Weights, fires, mask_of, passed_over, score

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
    places: tuple[Place, ...]
    penalty: float
    due: frozenset[Pile]


class _Step(NamedTuple):
    """One card more after a line. Most steps are never taken, so a line is made of it only when it is."""

    value: float
    line: Line
    card: int
    number: int  # of the pile
    left: Mask
    tops: Tops
    penalty: float

    def taken(self) -> Line:
        place, line = Place(self.card, PILES[self.number]), self.line
        hand = tuple(card for card in line.hand if card != self.card)
        due = line.due - {place.pile} if line.due else line.due
        return Line(self.value, hand, self.tops, self.left, (*line.places, place), self.penalty, due)


class Beam:
    def __init__(self, table: Table, weights: Weights, width: int) -> None:
        self._table, self._weights, self._width = table, weights, width
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
            found += filter(self._may_end, layer)
            best = max((line.value for line in found), default=best)
            if layer[0].value < best - _MARGIN and not self._table.is_last_hand:
                break
        return sorted(found, key=_value, reverse=True)

    def _may_end(self, line: Line) -> bool:
        return len(line.places) >= self._table.minimum and not line.due

    def _next_layer(self, layer: list[Line]) -> list[Line]:
        found: dict[tuple[Mask, Tops], _Step] = {}
        for line in layer:
            for step in self._steps(line):
                key = (step.left, step.tops)
                known = found.get(key)
                if known is None or step.value > known.value:
                    found[key] = step
        return [step.taken() for step in sorted(found.values(), key=_value, reverse=True)[: self._width]]

    def _steps(self, line: Line) -> Iterator[_Step]:
        weights, is_on_fire = self._weights, self._table.is_on_fire
        placed = weights.placed * (len(line.places) + 1)
        hand = mask_of(line.hand)
        for card in line.hand:
            left, kept = line.left & ~(1 << card), hand & ~(1 << card)
            for number, tops in _covering(card, line.tops):
                penalty = line.penalty + self._penalty(line, number, card) if number in self._asked else line.penalty
                value = score(weights, left, kept, tops) - penalty + placed
                if is_on_fire:
                    value -= weights.fire * fires(tops)
                yield _Step(value, line, card, number, left, tops, penalty)

    def _penalty(self, line: Line, number: int, card: int) -> float:
        """TG9: what the others asked."""
        penalty = 0.0
        pile = PILES[number]
        if number in self._kept_off and all(pile is not before.pile for before in line.places):
            penalty += self._weights.keep_off
        if number in self._gentle:
            penalty += self._weights.big_jump * passed_over(line.left, line.tops[number], card, is_up=pile.is_up)
        return penalty


_value = attrgetter("value")


def _covering(card: int, tops: Tops) -> list[tuple[int, Tops]]:
    """TG4: the piles, by number, that take the card, and the tops after that."""
    back, on = card + JUMP, card - JUMP
    a, b, c, d = tops
    found: list[tuple[int, Tops]] = []
    if a < card or a == back:
        found.append((0, (card, b, c, d)))
    if b < card or b == back:
        found.append((1, (a, card, c, d)))
    if c > card or c == on:
        found.append((2, (a, b, card, d)))
    if d > card or d == on:
        found.append((3, (a, b, c, card)))
    return found


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
        ahead = fmean(_next_value(view, turn, draw[: len(turn.places)], weights) for draw in draws)
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
    return turns[0].value + weights.placed * len(turn.places)


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
