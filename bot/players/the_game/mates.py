"""Computers for The Game: a team-mate that searches and signals, and a greedy baseline that does neither.

`choose` returns the whole turn from its start, ignoring staged cards; it claims the first turn if no one has (TG3).
`signals` is called after every turn: while not on turn, the team-mate returns the actions that make its active signals
match its hand (TG9), usually none.
"""

import random
from collections.abc import Iterator

from bot.games.piles import JUMP
from bot.games.the_game.notation import notate, notate_turn
from bot.games.the_game.position import CARDS, PILES, Pile, Place, Position, legal_places
from bot.games.the_game.signals import active_signals
from bot.games.the_game.state import Plea, Signal, View, Withdraw
from bot.players.the_game.score import Mask, mask_of, passed_over
from bot.players.the_game.search import best_turn, is_enough, leads_on, start_of_turn
from bot.players.the_game.weights import WEIGHTS

_NEAR = 2  # passed-over cards up to which an own card makes a pile worth protecting
_KEEP_GOING = 2  # greedy places a further card when its pile moves no more than this


def choose_mate(view: View, dice: random.Random) -> str:
    """The best turn found by beam search."""
    return _turn(view, best_turn(view, WEIGHTS[len(view.hand_sizes)], dice))


def choose_nearest(view: View, dice: random.Random) -> str:
    """Always the placement that moves a pile least; past the minimum only steps of at most _KEEP_GOING."""
    places: list[Place] = []
    position = start_of_turn(view)
    while options := [place for place in legal_places(position) if leads_on(view, position, place, len(places))]:
        best = min(options, key=lambda place: _step(place, position))
        if is_enough(view, position, len(places)) and _step(best, position) > _KEEP_GOING:
            break
        places.append(best)
        position = position.after(best)
    return _turn(view, tuple(places))


def _turn(view: View, places: tuple[Place, ...]) -> str:
    return notate_turn(places, is_claimed=view.turn is None)


def _step(place: Place, position: Position) -> int:
    top = position.tops[place.pile.top_index]
    return place.card - top if place.pile.is_up else top - place.card


def signals(view: View) -> tuple[str, ...]:
    """Signals to send or withdraw now, in strict notation."""
    if view.viewer is None or view.is_over or view.is_on_turn or len(view.hand_sizes) == 1:
        return ()
    hand = view.hands[view.viewer] or ()
    others_left = mask_of(CARDS) & ~mask_of(view.played) & ~mask_of(hand)
    wanted = {pile: _plea(pile, view.tops[pile.top_index], hand, others_left) for pile in PILES}
    return tuple(notate(action) for action in _changes(active_signals(view.signals, view.viewer), wanted))


def _plea(pile: Pile, top: int, hand: tuple[int, ...], others_left: Mask) -> Plea | None:
    """KEEP_OFF with the pile's jump card in hand; NO_BIG_JUMP with a card just past its top."""
    if (top - JUMP if pile.is_up else top + JUMP) in hand:
        return Plea.KEEP_OFF
    ahead = (card for card in hand if (card > top if pile.is_up else card < top))
    is_near = any(passed_over(others_left, top, card, is_up=pile.is_up) <= _NEAR for card in ahead)
    return Plea.NO_BIG_JUMP if is_near else None


def _changes(asked: dict[Pile, Plea], wanted: dict[Pile, Plea | None]) -> Iterator[Signal | Withdraw]:
    for pile, plea in wanted.items():
        if plea is None and pile in asked:
            yield Withdraw(pile)
        elif plea is not None and asked.get(pile) is not plea:
            yield Signal(plea, pile)
