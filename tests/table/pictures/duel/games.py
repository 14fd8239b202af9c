"""Random games of DUEL for tests of its pictures."""

import random
from collections.abc import Iterator, Sequence
from typing import TypeVar

from bot.games.core import Seat
from bot.games.duel import rules
from bot.games.duel.sets import current_set
from bot.games.duel.state import State, Throw, View

T = TypeVar("T")


class Dealer:
    """A seeded shuffle."""

    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)

    def __call__(self, deck: str, cards: Sequence[T], *, owner: Seat | None) -> tuple[T, ...]:
        return tuple(self._dice.sample(list(cards), len(cards)))


def states(seats: int, seed: int, most: int = 10_000) -> Iterator[State]:
    """Every state of a game between random players with starter decks, who throw nothing away."""
    dice, shuffle = random.Random(seed), Dealer(seed)
    starters = [dict(starter.deck) for starter in current_set().starters.values()]
    decks = [starters[(at + seed) % len(starters)] for at in range(seats)]
    state = rules.start(seats, {"decks": decks}, shuffle)
    yield state
    for _ in range(most):
        if state.outcome is not None:
            return
        (seat,) = rules.to_act(state)
        action = dice.choice([one for one in rules.legal(state, seat) if not isinstance(one, Throw)])
        state = rules.apply(state, seat, action, shuffle)
        yield state


def course(seats: int, seed: int) -> list[View]:
    """Views with open hands of a whole game, as a replay has them: at the start and after each turn."""
    turns, found = -1, []
    for state in states(seats, seed):
        if rules.turns(state) > turns:
            turns = rules.turns(state)
            found.append(rules.observe(state, None, is_over=True))
    return found
