"""Win rate of The Game's computers: teams of one to five compared with a greedy team on the same decks; and the time of
a hint, compared with the greedy computer's turn from the same view.

`python -m bench the_game` is a sample, `python -m bench.the_game --seats 4` plays two thousand games with four;
`--silent` leaves the signals out, `--fire`, `--expert` and `--fewer` are the rules' options. Decks are numbered from
`--seed` on, beyond those of tuning. A rate is shown with its 95 % interval (Wilson's).
"""

import argparse
import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from statistics import fmean
from time import process_time
from typing import NamedTuple

from rich.console import Console
from rich.progress import track

from bench.gauntlet import interval
from bench.report import Row, show
from bot.games.core import Options
from bot.games.the_game.state import View
from bot.players.advisers import ADVISERS
from bot.players.core import Chooser
from bot.players.the_game.mates import choose_mate, choose_nearest, signals
from training.the_game import FRESH, GAME, Signaller, cards_left, play, silent

GAMES = 2_000
SAMPLE = 100  # games a team size in `python -m bench`
GAMES_WITH_HINTS = 20
EXCELLENT = 10  # TG8: fewer cards left than this


class Team(NamedTuple):
    """The results of a team's games."""

    left: list[int]
    seconds: float
    turns: int

    @property
    def beaten(self) -> int:
        return sum(left == 0 for left in self.left)

    @property
    def turn_ms(self) -> float:
        return 1000 * self.seconds / self.turns

    @property
    def excellent(self) -> int:
        return sum(left < EXCELLENT for left in self.left)


def measure(seats: int, seeds: Iterable[int], choose: Chooser, say: Signaller, options: Options) -> Team:
    start, left, turns = process_time(), [], 0
    for seed in seeds:
        state = play(seats, seed, choose, say=say, options=options)
        left.append(cards_left(state))
        turns += GAME.rules.turns(state)
    return Team(left, process_time() - start, turns)


def rows(seats: int, mate: Team, greedy: Team) -> Iterator[Row]:
    team = f"{seats} player{'s' if seats > 1 else ''}"
    for what, ours, theirs in (
        ("beaten", mate.beaten, greedy.beaten),
        (f"under {EXCELLENT} left", mate.excellent, greedy.excellent),
    ):
        for name, successes in (("mate", ours), ("greedy", theirs)):
            games = len(mate.left)
            low, high = interval(successes, games)
            unit = f"% ({100 * low:.1f} to {100 * high:.1f})"
            yield Row(f"{team}, {name}: {what}", 100 * successes / games, unit, _ratio(successes, theirs), "greedy")
    yield Row(
        f"{team}, mate: left on average", fmean(mate.left), "cards", fmean(mate.left) / fmean(greedy.left), "greedy"
    )
    yield Row(
        f"{team}, mate: a turn with signals and rules", mate.turn_ms, "ms", mate.turn_ms / greedy.turn_ms, "greedy"
    )


def hints(seats: int, decks: range, say: Signaller, options: Options) -> Iterator[Row]:
    """Time a hint at every turn of whole games."""
    views: list[View] = []

    def noted(view: View, dice: random.Random) -> str:
        views.append(view)
        return choose_mate(view, dice)

    for seed in decks:
        play(seats, seed, noted, say=say, options=options)
    adviser, dice = ADVISERS[GAME.key], random.Random(0)
    greedy = sorted(_spent(lambda view: choose_nearest(view, dice), view) for view in views)
    hint = sorted(_spent(lambda view: adviser.ranked_turns(view, 1), view) for view in views)
    team = f"{seats} player{'s' if seats > 1 else ''}"
    for name, share in (("p50", 0.5), ("p99", 0.99)):
        at = round(share * (len(views) - 1))
        yield Row(f"{team}, a hint: {name}", hint[at], "ms", hint[at] / greedy[at], "greedy turn")


def _spent(think: Callable[[View], object], view: View) -> float:
    start = process_time()
    think(view)
    return 1000 * (process_time() - start)


def _ratio(ours: int, theirs: int) -> float:
    return ours / theirs if theirs else math.inf if ours else 1.0


def run(
    decks: range = range(FRESH, FRESH + SAMPLE),
    sizes: Sequence[int] = tuple(GAME.seats),
    say: Signaller = signals,
    options: Options | None = None,
) -> Iterator[Row]:
    for seats in sizes:
        seeds = track(decks, description=f"{seats} at the table", transient=True)
        mate = measure(seats, seeds, choose_mate, say, options or {})
        yield from rows(seats, mate, measure(seats, decks, choose_nearest, silent, options or {}))
        yield from hints(seats, decks[:GAMES_WITH_HINTS], say, options or {})


def whole() -> Iterator[Row]:
    yield from run(range(FRESH, FRESH + GAMES))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.the_game", description="How often The Game is beaten.")
    parser.add_argument("--games", type=int, default=GAMES, help="a size (default %(default)s)")
    parser.add_argument("--seats", type=int, choices=list(GAME.seats), nargs="*", default=list(GAME.seats))
    parser.add_argument("--seed", type=int, default=FRESH, help="number of the first deck (default %(default)s)")
    parser.add_argument("--silent", action="store_true", help="no signals")
    for option in ("expert", "fewer", "fire"):
        parser.add_argument(f"--{option}", action="store_true")
    given = parser.parse_args(arguments)
    options = {name: getattr(given, name) for name in ("expert", "fewer", "fire")}
    decks = range(given.seed, given.seed + given.games)
    found = run(decks, given.seats, silent if given.silent else signals, options)
    show("the_game", found, Console())
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
