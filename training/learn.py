"""Temporal differences: a learner's positions are drawn towards what it thought a turn later, and the result."""

import numpy as np

from training.net import Floats, Net
from training.play import Played, Rows

TRACE = 0.7  # how much of a target comes from further on than the next turn
_BATCH = 512


def targets(played: Played, net: Net) -> tuple[Rows, Floats]:
    """Every remembered position with its target, later ones settled first."""
    seats, games = np.arange(2)[:, None], len(played.winner)
    result = (played.winner == seats).astype(np.float32).reshape(2, games)
    ahead, thought = result.copy(), result.copy()
    rows: list[Rows] = []
    wanted: list[Floats] = []
    for memory in reversed(played.memories):
        at = (memory.seat, memory.games)
        target = TRACE * ahead[at] + (1 - TRACE) * thought[at]
        ahead[at], thought[at] = target, net.values(memory.placed)
        rows += [memory.placed, memory.waiting]
        wanted += [target, target]
    return np.concatenate(rows), np.concatenate(wanted)


def learn(net: Net, played: Played, rate: float, rng: np.random.Generator) -> float:
    """One pass over what the learner remembers; answers the mean loss."""
    rows, wanted = targets(played, net)
    order = rng.permutation(len(rows))
    batches = np.array_split(order, max(1, len(order) // _BATCH))
    return float(np.mean([net.fit(rows[batch], wanted[batch], rate) for batch in batches]))
