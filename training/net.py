"""A value network with one hidden layer, or a linear one, and its fitting (logistic loss, Adam). A position is a
row."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from bot.players.le_duel import features as layout

Floats = NDArray[np.float32]
_AMOUNTS = (  # features that count something; all others are yes or no
    *(
        block + at
        for block in (layout.OWN_UP, layout.OWN_DOWN)
        for at in (layout.TOP, layout.HAND_FAR, layout.DRAW_TO_HAND, layout.HAND_TO_DRAW, layout.DRAW_FAR)
    ),
    *(
        block + at
        for block in (layout.THEIR_UP, layout.THEIR_DOWN)
        for at in (layout.THEIR_TOP, layout.UNSEEN_FAR, layout.UNSEEN_PAIRS)
    ),
    *(layout.DEAD_DRAW, layout.DRAW_SIZE, layout.THEIR_DEAD_COUNT, layout.THEIR_DRAW),
    *(layout.THEIR_TEMPO, layout.LEAD),
)


def _mirror_order() -> list[int]:
    """Permutation of the features under mirroring of the cards: blocks of the ascending and the descending piles lie
    side by side."""
    order = list(range(layout.WIDTH))
    for up, down, end in (
        (layout.OWN_UP, layout.OWN_DOWN, layout.THEIR_UP),
        (layout.THEIR_UP, layout.THEIR_DOWN, layout.HELP_UP),
        (layout.HELP_UP, layout.HELP_DOWN, layout.DEAD_HAND),
    ):
        order[up:end] = [*order[down:end], *order[up:down]]
    return order


_SCALE = np.ones(layout.WIDTH, np.float32)
_SCALE[list(_AMOUNTS)] = 1 / 16  # amounts count up to 60
_MIRRORED = np.array(_mirror_order())


@dataclass
class Net:
    """`hidden` is (WIDTH, units), `bias` (units), `out` (units), `level` (1)."""

    hidden: Floats
    bias: Floats
    out: Floats
    level: Floats
    _moments: list[tuple[Floats, Floats]] = field(default_factory=list)
    _steps: int = 0

    @classmethod
    def new(cls, units: int, rng: np.random.Generator) -> "Net":
        hidden = rng.normal(0, 0.15, (layout.WIDTH, units)).astype(np.float32)
        out = rng.normal(0, 0.3, units).astype(np.float32)
        return cls(hidden, np.zeros(units, np.float32), out, np.zeros(1, np.float32))

    def copy(self) -> "Net":
        return Net(self.hidden.copy(), self.bias.copy(), self.out.copy(), self.level.copy())

    @property
    def scaled(self) -> Floats:
        """The hidden weights for unscaled features."""
        return self.hidden * _SCALE[:, None]

    def logits(self, rows: NDArray[np.uint8]) -> Floats:
        units = np.maximum(rows.astype(np.float32) @ self.scaled + self.bias, 0)
        result: Floats = units @ self.out + self.level
        return result

    def values(self, rows: NDArray[np.uint8]) -> Floats:
        return sigmoid(self.logits(rows))

    def fit(self, rows: NDArray[np.uint8], targets: Floats, rate: float) -> float:
        """One step on these positions and their mirrors; return the loss before it."""
        both = np.concatenate([rows, rows[:, _MIRRORED]]).astype(np.float32) * _SCALE
        wanted = np.concatenate([targets, targets])
        units = np.maximum(both @ self.hidden + self.bias, 0)
        values = sigmoid(units @ self.out + self.level)
        error = (values - wanted) / len(wanted)
        back = np.outer(error, self.out) * (units > 0)
        self._adam([both.T @ back, back.sum(0), units.T @ error, error.sum(keepdims=True)], rate)
        safe = np.clip(values, 1e-6, 1 - 1e-6)
        return float(-np.mean(wanted * np.log(safe) + (1 - wanted) * np.log(1 - safe)))

    def _adam(self, gradients: list[Floats], rate: float) -> None:
        weights = [self.hidden, self.bias, self.out, self.level]
        self._moments = self._moments or [(np.zeros_like(w), np.zeros_like(w)) for w in weights]
        self._steps += 1
        correction = np.sqrt(1 - 0.999**self._steps) / (1 - 0.9**self._steps)
        for weight, gradient, (mean, square) in zip(weights, gradients, self._moments, strict=True):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient * gradient - square)
            weight -= (rate * correction * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)


def sigmoid(logits: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-np.clip(logits, -30, 30))), np.float32)
