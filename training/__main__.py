"""`python -m training`: learns Le Duel's evaluations from scratch and writes data/players/le-duel.json.

Seeded: reproducible on the same machine with one thread of linear algebra (OPENBLAS_NUM_THREADS=1). About a quarter of
an hour of one core.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from bot.resources.paths import DATA
from training.batch import shuffled
from training.calibrate import calibrate
from training.export import write
from training.play import play
from training.population import STYLES, Population

OUT = DATA / "players" / "le-duel.json"
_GAMES = 512
_ROUNDS = 360
_SNAPSHOT_EVERY = 40
_NOISE = 0.15
_HELD_OUT = 2_048  # games to fit a calibration on, and as many to validate it


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m training", description="Learn Le Duel's evaluations from nothing.")
    parser.add_argument("--rounds", type=int, default=_ROUNDS, help=f"batches of {_GAMES} games (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=OUT)
    given = parser.parse_args(arguments)
    rng = np.random.default_rng(given.seed)
    population = train(given.rounds, rng)
    calibrations = {name: calibrate(population, name, _HELD_OUT, rng) for name in STYLES}
    write(population, calibrations, given.out)
    for name, found in calibrations.items():
        print(f"{name}: {found.slope:.3f} x + {found.offset:.3f}, Brier {found.brier:.4f}, gap {found.gap:.4f}")
    return 0


def train(rounds: int, rng: np.random.Generator) -> Population:
    population = Population.new(rng)
    columns = (TextColumn("{task.fields[learner]:8}"), BarColumn(), TextColumn("loss {task.fields[loss]:.4f}"))
    with Progress(*columns, TimeRemainingColumn()) as progress:
        task = progress.add_task("", total=rounds, learner="", loss=0.0)
        for number in range(rounds):
            learner = _whose_round(number)
            loss = _round(population, learner, _rate(number / rounds), rng)
            if number % _SNAPSHOT_EVERY == _SNAPSHOT_EVERY - 1:
                population.keep_snapshot()
            progress.update(task, advance=1, learner=learner, loss=loss)
    return population


def _whose_round(number: int) -> str:
    """Spread the learners' rounds evenly by share: the next is the one furthest behind its share."""
    done = dict.fromkeys(STYLES, 0)
    for past in range(number + 1):
        learner = max(STYLES, key=lambda name: STYLES[name].share * (past + 1) - done[name])
        done[learner] += 1
    return learner


def _rate(progress: float) -> float:
    """The learning rate: constant for 30 % of the rounds, then decaying to a twentieth."""
    return 0.002 * float(0.05 ** max(0.0, (progress - 0.3) / 0.7))


def _round(population: Population, learner: str, rate: float, rng: np.random.Generator) -> float:
    choosers, who = population.pairing(learner, _GAMES, _NOISE, rng)
    return population.buffers[learner].learn(
        population.nets[learner], play(shuffled(_GAMES, rng), choosers, who, rng), rate, rng
    )


if __name__ == "__main__":
    raise SystemExit(main())
