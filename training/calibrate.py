"""Calibrates an evaluation's win probabilities on games it did not learn from, and validates them on others."""

from dataclasses import dataclass

import numpy as np

from training.batch import shuffled
from training.net import Floats, sigmoid
from training.play import Played, play
from training.population import Population

_STEPS = 20
_BINS = 10
_CLIP = 30.0  # bound of a logit, against overflow
_SMALL = 1e-3  # regularises a Newton step if all logits are equal; the optimum is unchanged


@dataclass(frozen=True)
class Calibration:
    """p = sigmoid(slope * logit + offset). `brier` and `gap` (expected calibration error over ten equal bins) are
    measured on games that neither training nor this fit has seen."""

    slope: float
    offset: float
    brier: float
    gap: float


def calibrate(population: Population, name: str, games: int, rng: np.random.Generator) -> Calibration:
    logits, won = _positions(population, name, games, rng)
    slope, offset = _fit(logits, won)
    logits, won = _positions(population, name, games, rng)
    predicted = sigmoid(slope * logits + offset)
    return Calibration(slope, offset, float(np.mean((predicted - won) ** 2)), _gap(predicted, won))


def _positions(population: Population, name: str, games: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """The learner's logits after its turns, before and after drawing, and whether it won."""
    choosers, who = population.pairing(name, games, 0.0, rng)
    played: Played = play(shuffled(games, rng), choosers, who, rng)
    net = population.nets[name]
    logits = [net.logits(rows) for experience in played.experiences for rows in (experience.placed, experience.waiting)]
    won = [played.winner[experience.games] == experience.seat for experience in played.experiences for _ in range(2)]
    return np.concatenate(logits), np.concatenate(won).astype(np.float32)


def _fit(logits: Floats, won: Floats) -> tuple[float, float]:
    """Logistic regression by Newton's method."""
    inputs = np.stack([logits, np.ones_like(logits)], axis=1).astype(np.float64)
    weights = np.zeros(2)
    for _ in range(_STEPS):
        predicted = 1 / (1 + np.exp(-np.clip(inputs @ weights, -_CLIP, _CLIP)))
        slopes = inputs * (predicted * (1 - predicted))[:, None]
        weights -= np.linalg.solve(inputs.T @ slopes + _SMALL * np.eye(2), inputs.T @ (predicted - won))
    return float(weights[0]), float(weights[1])


def _gap(predicted: Floats, won: Floats) -> float:
    bins = np.minimum((predicted * _BINS).astype(int), _BINS - 1)
    in_bin = [bins == at for at in np.unique(bins)]
    return float(sum(abs(np.mean(predicted[it]) - np.mean(won[it])) * np.mean(it) for it in in_bin))
