"""`python -m training.the_game`: plays teams of computers of The Game, and tunes their weights by random search.

It starts from the shipped weights, or with `--scratch` from uniform ones. Every round perturbs them and plays the same
games with the old and the new ones; the better ones are kept, and the perturbation shrinks. Seeded and reproducible. At
the end both are measured on games that no round has played. The last line is the value for
`bot/players/the_game/weights.py`, rounded.
"""

import argparse
import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from typing import TypeVar

from bot.games.core import Options, Seat, apply_all
from bot.games.the_game.game import THE_GAME
from bot.games.the_game.notation import notate_turn
from bot.games.the_game.state import State, View
from bot.players.core import Chooser
from bot.players.the_game.mates import signals
from bot.players.the_game.score import Weights
from bot.players.the_game.search import best_turn
from bot.players.the_game.weights import WEIGHTS

T = TypeVar("T")
GAME = THE_GAME
SCRATCH = Weights(*[1.0] * len(fields(Weights)))
FRESH = 10**12  # first deck number that no round plays
_FIRST_STEP, _LAST_STEP = 0.7, 0.15  # standard deviation of a weight's change, in proportion to it
_SOFTNESS = 4.0  # cards left at which a lost game is still worth 1/e of a won one

Signaller = Callable[[View], Iterable[str]]


@dataclass(frozen=True, slots=True)
class SeededShuffle:
    seed: int

    def __call__(self, deck: str, cards: Sequence[T], *, owner: Seat | None) -> tuple[T, ...]:
        return tuple(random.Random(f"{self.seed} {deck} {owner}").sample(list(cards), len(cards)))


def silent(view: View) -> tuple[str, ...]:
    return ()


def play_by_turns(
    seats: int, seed: int, choose: Chooser, *, say: Signaller = signals, options: Options | None = None
) -> Iterator[State]:
    """The states of a whole game of a team of one kind, turn by turn, under the real rules and from observations alone;
    every seat may signal before every turn."""
    dice = random.Random(seed)
    state = GAME.rules.start(seats, {**(options or {}), "first": seed % seats}, SeededShuffle(seed))
    yield state
    while state.outcome is None:
        for seat in map(Seat, range(seats)):
            for text in say(GAME.rules.observe(state, seat)):
                state = GAME.rules.apply(state, seat, GAME.parse(text))
        assert state.turn is not None  # noqa: S101 (the options fixed who starts)
        turn = choose(GAME.rules.observe(state, state.turn), dice)
        state = apply_all(GAME, state, state.turn, GAME.parse_turn(turn))
        yield state


def play(seats: int, seed: int, choose: Chooser, *, say: Signaller = signals, options: Options | None = None) -> State:
    """The final state of such a game."""
    *_, last = play_by_turns(seats, seed, choose, say=say, options=options)
    return last


def cards_left(state: State) -> int:
    assert state.outcome is not None  # noqa: S101 (asked of finished games only)
    return state.outcome.scores[0]


def worth(weights: Weights, seats: int, seeds: Iterable[int], options: Options) -> float:
    """A team's mean score over some games: 1 for a win, less with every card left."""

    def choose(view: View, dice: random.Random) -> str:
        return notate_turn(best_turn(view, weights, dice))

    results = [math.exp(-cards_left(play(seats, seed, choose, options=options)) / _SOFTNESS) for seed in seeds]
    return sum(results) / len(results)


def changed(weights: Weights, step: float, dice: random.Random) -> Weights:
    return Weights(**{name: round(value * math.exp(dice.gauss(0, step)), 3) for name, value in asdict(weights).items()})


@dataclass(frozen=True, slots=True)
class Plan:
    seats: int
    rounds: int
    games: int
    seed: int
    options: Options

    def step(self, number: int) -> float:
        """Geometric interpolation from the first step to the last."""
        return float(_FIRST_STEP * (_LAST_STEP / _FIRST_STEP) ** (number / max(1, self.rounds - 1)))


def tune(best: Weights, plan: Plan) -> Weights:
    dice = random.Random(plan.seed)
    for number in range(plan.rounds):
        seeds = range(dice.randrange(10**9), FRESH)[: plan.games]
        other = changed(best, plan.step(number), dice)
        old, new = (worth(weights, plan.seats, seeds, plan.options) for weights in (best, other))
        best = other if new > old else best
        print(f"round {number + 1} of {plan.rounds}: {old:.3f} before, {new:.3f} changed", flush=True)
    return best


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m training.the_game", description="Tune The Game's computer.")
    parser.add_argument("--scratch", action="store_true", help="start from weights that tell nothing apart")
    parser.add_argument("--seats", type=int, default=4, choices=list(GAME.seats))
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--games", type=int, default=300, help="games a round, played twice (default %(default)s)")
    parser.add_argument("--check", type=int, default=300, help="fresh games to measure by (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fire", action="store_true", help="tune for On Fire")
    given = parser.parse_args(arguments)
    plan = Plan(given.seats, given.rounds, given.games, given.seed, {"fire": given.fire})
    shipped, start = WEIGHTS[given.seats], SCRATCH if given.scratch else WEIGHTS[given.seats]
    found = tune(start, plan)
    for name, weights in {"start": start, "shipped": shipped, "found": found}.items():
        seeds = range(FRESH, FRESH + given.check)
        print(
            f"{name}: {worth(weights, given.seats, seeds, plan.options):.3f} over {given.check} fresh games", flush=True
        )
    print(found)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
