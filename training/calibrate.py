"""Sets an evaluation's probabilities right on games it did not learn from, and says on others how right they are."""

from dataclasses import dataclass

import numpy as np

from training.batch import shuffled
from training.net import Floats, sigmoid
from training.play import Played, play
from training.population import Population

_STEPS = 20
_BINS = 10
_SURE = 30.0
_SMALL = 1e-3  # shortens a step where an evaluation says the same of everything; where it leads stays the same


@dataclass(frozen=True)
class Calibration:
    """p = sigmoid(slope * logit + offset). `brier` and `gap` (the mean distance between what was said and what came,
    over ten equal bins) are of games that neither learning nor this fit has seen."""

    slope: float
    offset: float
    brier: float
    gap: float


def calibrate(population: Population, name: str, games: int, rng: np.random.Generator) -> Calibration:
    logits, won = _positions(population, name, games, rng)
    slope, offset = _fit(logits, won)
    logits, won = _positions(population, name, games, rng)
    said = sigmoid(slope * logits + offset)
    return Calibration(slope, offset, float(np.mean((said - won) ** 2)), _gap(said, won))


def _positions(population: Population, name: str, games: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """What the learner thought after its turns, before and after drawing, and whether it won."""
    choosers, who = population.pairing(name, games, 0.0, rng)
    played: Played = play(shuffled(games, rng), choosers, who, rng)
    net = population.nets[name]
    thought = [
        net.logits(rows) for experience in played.experiences for rows in (experience.placed, experience.waiting)
    ]
    won = [played.winner[experience.games] == experience.seat for experience in played.experiences for _ in range(2)]
    return np.concatenate(thought), np.concatenate(won).astype(np.float32)


def _fit(logits: Floats, won: Floats) -> tuple[float, float]:
    """Logistic regression by Newton's method."""
    inputs = np.stack([logits, np.ones_like(logits)], axis=1).astype(np.float64)
    weights = np.zeros(2)
    for _ in range(_STEPS):
        said = 1 / (1 + np.exp(-np.clip(inputs @ weights, -_SURE, _SURE)))
        slopes = inputs * (said * (1 - said))[:, None]
        weights -= np.linalg.solve(inputs.T @ slopes + _SMALL * np.eye(2), inputs.T @ (said - won))
    return float(weights[0]), float(weights[1])


def _gap(said: Floats, won: Floats) -> float:
    bins = np.minimum((said * _BINS).astype(int), _BINS - 1)
    return float(
        sum(abs(np.mean(said[bins == at]) - np.mean(won[bins == at])) * np.mean(bins == at) for at in np.unique(bins))
    )
