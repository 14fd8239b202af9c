"""Temporal-difference learning (TD(λ)) with a replay buffer: a position's target mixes the value one turn later with
the result.

Playing costs far more than learning, so positions are learned from more than once: each pass goes over as many
positions as the newest games hold, sampled from those of the last few rounds.
"""

from dataclasses import dataclass, field

import numpy as np

from training.net import Floats, Net
from training.play import Played, Rows

TRACE = 0.7  # λ: the share of a target that comes from beyond the next turn
_BATCH = 512
_ROUNDS_KEPT = 6
_PASSES = 4


def targets(played: Played, net: Net) -> tuple[Rows, Floats]:
    """Every stored position with its target, computed backwards from the last turn."""
    seats, games = np.arange(2)[:, None], len(played.winner)
    result = (played.winner == seats).astype(np.float32).reshape(2, games)
    ahead, value = result.copy(), result.copy()
    rows: list[Rows] = []
    wanted: list[Floats] = []
    for experience in reversed(played.experiences):
        at = (experience.seat, experience.games)
        target = TRACE * ahead[at] + (1 - TRACE) * value[at]
        ahead[at], value[at] = target, net.values(experience.placed)
        rows += [experience.placed, experience.waiting]
        wanted += [target, target]
    return np.concatenate(rows), np.concatenate(wanted)


@dataclass
class ReplayBuffer:
    """A learner's positions of the last rounds, with the targets computed then."""

    rounds: list[tuple[Rows, Floats]] = field(default_factory=list)

    def learn(self, net: Net, played: Played, rate: float, rng: np.random.Generator) -> float:
        """Add these games and make some passes over the buffer; return the mean loss."""
        newest = targets(played, net)
        self.rounds = [*self.rounds, newest][-_ROUNDS_KEPT:]
        rows, wanted = (np.concatenate(parts) for parts in zip(*self.rounds, strict=True))
        order = rng.permuted(np.tile(np.arange(len(rows)), -(-_PASSES // len(self.rounds))))
        batches = np.array_split(order, max(1, len(order) // _BATCH))[: max(1, _PASSES * len(newest[0]) // _BATCH)]
        return float(np.mean([net.fit(rows[batch], wanted[batch], rate) for batch in batches]))
