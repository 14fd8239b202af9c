"""Matchmaking among learners. A best response to one style loses to the others, so each learner plays all of them.

`main` is what the levels play. `starver` and `racer` are biased towards few and many cards a turn and optimise for it:
`main` must hold against these styles. `linear` is the same evaluation without a hidden layer.
"""

from dataclasses import dataclass, field

import numpy as np

from training.learn import ReplayBuffer
from training.net import Net
from training.outcomes import Ints, Price
from training.play import CheapestChooser, Chooser, NetChooser

LEAST = CheapestChooser(Price(gift=8, card=8, help=-8))
_CHEAPEST_CHOOSERS = (
    LEAST,
    CheapestChooser(Price(gift=2, card=-8, help=-24)),
    CheapestChooser(Price(gift=6, card=-24, help=-16)),
)
_KEPT_SNAPSHOTS = 4
_LINEAR_OFFSET = 8.0  # keeps the single unit of a linear net in the linear part of its activation


@dataclass(frozen=True)
class Style:
    """A learner's bias (in logits), the size of its net and its share of the rounds."""

    card: float
    help: float
    units: int
    share: float


STYLES = {
    "main": Style(card=0.0, help=0.0, units=48, share=0.64),
    "starver": Style(card=-0.6, help=0.0, units=32, share=0.16),
    "racer": Style(card=0.06, help=0.06, units=32, share=0.14),
    "linear": Style(card=0.0, help=0.0, units=1, share=0.06),
}


def new_net(style: Style, rng: np.random.Generator) -> Net:
    net = Net.new(style.units, rng)
    if style.units == 1:
        net.hidden *= 0.1
        net.bias += _LINEAR_OFFSET
        net.out[:] = 1
        net.level -= _LINEAR_OFFSET
    return net


@dataclass
class Population:
    nets: dict[str, Net]
    buffers: dict[str, ReplayBuffer] = field(default_factory=lambda: {name: ReplayBuffer() for name in STYLES})
    snapshots: list[Net] = field(default_factory=list)

    @classmethod
    def new(cls, rng: np.random.Generator) -> "Population":
        return cls({name: new_net(style, rng) for name, style in STYLES.items()})

    def chooser(self, name: str, *, noise: float = 0.0, learns: bool = False) -> NetChooser:
        style = STYLES[name]
        return NetChooser(self.nets[name], style.card, style.help, noise, learns)

    def keep_snapshot(self) -> None:
        self.snapshots = [*self.snapshots, self.nets["main"].copy()][-_KEPT_SNAPSHOTS:]

    def opponents(self, learner: str) -> list[Chooser]:
        others = [self.chooser(name) for name in STYLES if name != learner]
        return [*others, *_CHEAPEST_CHOOSERS, *(NetChooser(net) for net in self.snapshots)]

    def pairing(self, learner: str, games: int, noise: float, rng: np.random.Generator) -> tuple[list[Chooser], Ints]:
        """Half of the games against itself, half against the others, either starting."""
        choosers: list[Chooser] = [self.chooser(learner, noise=noise, learns=True), *self.opponents(learner)]
        rival = np.where(rng.random(games) < 0.5, 0, rng.integers(1, len(choosers), games))
        starts = rng.random(games) < 0.5
        return choosers, np.stack([np.where(starts, 0, rival), np.where(starts, rival, 0)])
