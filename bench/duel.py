"""The cost of DUEL's rules against Le Duel's in the same run: random games, actions applied, legal actions listed, and
the size of a stored state. An action of DUEL may take five times as long as one of Le Duel, and a state 6 kB."""

import json
import random
from collections.abc import Callable, Iterator, Sequence
from statistics import fmean
from typing import Any, TypeVar

from bench.report import Row, rates
from bot.games.core import AnyGame, Seat
from bot.games.duel.game import DUEL
from bot.games.duel.sets import current_set
from bot.games.le_duel.game import LE_DUEL

T = TypeVar("T")
Step = tuple[Any, Seat, Any]  # a state, and the action played in it

RECORDED = 10  # games whose states are measured
SEATS = (2, 6)


class _Dice:
    """A shuffle and choices from one seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def __call__(self, deck: str, cards: Sequence[T], *, owner: Seat | None) -> tuple[T, ...]:
        return tuple(self.random.sample(list(cards), len(cards)))


def run() -> Iterator[Row]:
    games: dict[str, tuple[AnyGame, int]] = {
        "le-duel": (LE_DUEL, 2),
        **{f"duel with {seats}": (DUEL, seats) for seats in SEATS},
    }
    steps = {name: _recorded(game, seats) for name, (game, seats) in games.items()}
    yield from _compared("random games", "games/s", {name: _played(*one) for name, one in games.items()})
    yield from _compared("actions applied", "actions/s", {n: _applied(games[n][0], some) for n, some in steps.items()})
    yield from _compared(
        "legal actions listed", "lists/s", {n: _listed(games[n][0], some) for n, some in steps.items()}
    )
    sizes = {name: [_size(games[name][0], state) for state, _, _ in some] for name, some in steps.items()}
    for name, found in sizes.items():
        for what, figure in (("on average", fmean(found)), ("at most", max(found))):
            yield Row(f"{name}: a state, {what}", figure, "bytes", figure / fmean(sizes["le-duel"]), "le-duel")


def _compared(what: str, unit: str, works: dict[str, Callable[[], int]]) -> Iterator[Row]:
    baseline, *others = rates(*works.values())
    for name, figure in zip(works, (baseline, *others), strict=True):
        yield Row(f"{name}: {what}", figure, unit, figure / baseline, "le-duel")


def _start(game: AnyGame, seats: int, dice: _Dice) -> Any:
    starters = [dict(starter.deck) for starter in current_set().starters.values()]
    decks = {"decks": [dice.random.choice(starters) for _ in range(seats)]} if game is DUEL else {}
    return game.rules.start(seats, decks, dice)


def _steps(game: AnyGame, seats: int, dice: _Dice) -> Iterator[Step]:
    state = _start(game, seats, dice)
    while waited_for := game.rules.to_act(state):
        seat = min(waited_for)
        action = dice.random.choice(game.rules.legal(state, seat))
        yield state, seat, action
        state = game.rules.apply(state, seat, action, dice)


def _recorded(game: AnyGame, seats: int) -> list[Step]:
    return [step for seed in range(RECORDED) for step in _steps(game, seats, _Dice(seed))]


def _played(game: AnyGame, seats: int) -> Callable[[], int]:
    dice = _Dice(1)

    def play() -> int:
        for _ in _steps(game, seats, dice):
            pass
        return 1

    return play


def _applied(game: AnyGame, steps: Sequence[Step]) -> Callable[[], int]:
    dice = _Dice(1)

    def apply() -> int:
        for state, seat, action in steps:
            game.rules.apply(state, seat, action, dice)
        return len(steps)

    return apply


def _listed(game: AnyGame, steps: Sequence[Step]) -> Callable[[], int]:
    def listed() -> int:
        for state, seat, _ in steps:
            game.rules.legal(state, seat)
        return len(steps)

    return listed


def _size(game: AnyGame, state: Any) -> int:
    return len(json.dumps(game.codec.dump(state), separators=(",", ":"), ensure_ascii=False).encode())
