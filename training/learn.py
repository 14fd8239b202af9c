"""Temporal differences: a learner's positions are drawn towards what it thought a turn later, and the result.

Playing costs far more than learning, so what was played is learned from more than once: each pass goes over as many
positions as the newest games hold, drawn from those of the last few rounds."""

from dataclasses import dataclass, field

import numpy as np

from training.net import Floats, Net
from training.play import Played, Rows

TRACE = 0.7  # how much of a target comes from further on than the next turn
_BATCH = 512
_ROUNDS_KEPT = 6
_PASSES = 4


def targets(played: Played, net: Net) -> tuple[Rows, Floats]:
    """Every remembered position with its target, later ones settled first."""
    seats, games = np.arange(2)[:, None], len(played.winner)
    result = (played.winner == seats).astype(np.float32).reshape(2, games)
    ahead, thought = result.copy(), result.copy()
    rows: list[Rows] = []
    wanted: list[Floats] = []
    for experience in reversed(played.experiences):
        at = (experience.seat, experience.games)
        target = TRACE * ahead[at] + (1 - TRACE) * thought[at]
        ahead[at], thought[at] = target, net.values(experience.placed)
        rows += [experience.placed, experience.waiting]
        wanted += [target, target]
    return np.concatenate(rows), np.concatenate(wanted)


@dataclass
class ReplayBuffer:
    """What a learner has lately played, with the targets of then."""

    rounds: list[tuple[Rows, Floats]] = field(default_factory=list)

    def learn(self, net: Net, played: Played, rate: float, rng: np.random.Generator) -> float:
        """Some passes over these games and those before them; answers the mean loss."""
        newest = targets(played, net)
        self.rounds = [*self.rounds, newest][-_ROUNDS_KEPT:]
        rows, wanted = (np.concatenate(parts) for parts in zip(*self.rounds, strict=True))
        order = rng.permuted(np.tile(np.arange(len(rows)), -(-_PASSES // len(self.rounds))))
        batches = np.array_split(order, max(1, len(order) // _BATCH))[: max(1, _PASSES * len(newest[0]) // _BATCH)]
        return float(np.mean([net.fit(rows[batch], wanted[batch], rate) for batch in batches]))
