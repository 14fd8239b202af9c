"""Two baseline computers for DUEL: random legal actions, and the action that looks best at once."""

import random
from collections.abc import Sequence
from typing import TypeVar

from bot.games.core import Seat
from bot.games.duel import rules
from bot.games.duel.notation import notate
from bot.games.duel.sets import set_of
from bot.games.duel.state import Action, End, Side, State, View

T = TypeVar("T")

_WOUND, _BLOOD = 1.0, 1.5  # what a wound costs, and how much more one of blood
_HELD, _HELD_BLOOD = 0.45, 0.2  # a card in hand, and one of blood, which only pays
_EQUIPPED = 1.6
_OVER = 1000.0


class _DiceShuffle:
    def __init__(self, dice: random.Random) -> None:
        self._dice = dice

    def __call__(self, deck: str, cards: Sequence[T], *, owner: Seat | None) -> tuple[T, ...]:
        return tuple(self._dice.sample(list(cards), len(cards)))


def choose_random(view: View, dice: random.Random) -> str:
    state = rules.imagine(view, _DiceShuffle(dice))
    return notate(dice.choice(rules.legal(state, _seat(view))))


def choose_greedy(view: View, dice: random.Random) -> str:
    """The action after which the table looks best, in one imagined deal; ending a phase changes nothing."""
    seat, shuffle = _seat(view), _DiceShuffle(dice)
    state = rules.imagine(view, shuffle)

    def worth(action: Action) -> float:
        return value(state if isinstance(action, End) else rules.apply(state, seat, action, shuffle), seat)

    return notate(max(rules.legal(state, seat), key=worth))


def _seat(view: View) -> Seat:
    if view.viewer is None:
        raise ValueError("a spectator has no turn")
    return view.viewer


def value(state: State, seat: Seat) -> float:
    """How well a seat stands compared with the average of the others."""
    if state.outcome is not None:
        return _OVER if seat in state.outcome.winners else -_OVER
    others = [_standing(state, side) for at, side in enumerate(state.sides) if at != seat]
    return _standing(state, state.sides[seat]) - sum(others) / len(others)


def _standing(state: State, side: Side) -> float:
    cards = set_of(state.version).cards
    if side.out_at:
        return -_OVER / 10
    wounds = sum(_WOUND + _BLOOD * cards[card].is_blood for card in side.wounds)
    held = sum(_HELD_BLOOD if cards[card].is_blood else _HELD for card in side.hand)
    return held + _EQUIPPED * len(side.equipment) - wounds
