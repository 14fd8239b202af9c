"""Whole games between choosers, many at once, and the experience that learners store."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from training import features
from training.batch import Batch, cards_placed
from training.net import Net
from training.outcomes import Ints, Outcomes, Price

Rows = NDArray[np.uint8]
_NEVER = -1e9


@dataclass(frozen=True)
class Choice:
    """One outcome a game, and the features of the position it leads to; `can_move` is false where LD13 ends the
    game."""

    outcomes: Outcomes
    can_move: NDArray[np.bool_]
    rows: Rows | None


class Chooser(Protocol):
    @property
    def learns(self) -> bool: ...

    def pick(self, batch: Batch, rng: np.random.Generator) -> Choice: ...


@dataclass(frozen=True)
class CheapestChooser:
    """Takes the cheapest outcome. The strongest published computer is one of these."""

    price: Price
    learns: bool = False

    def pick(self, batch: Batch, rng: np.random.Generator) -> Choice:
        outcomes = batch.outcomes(self.price)
        return Choice(_column(outcomes, np.argmin(outcomes.cost, axis=1)), outcomes.can_move, None)


@dataclass(frozen=True)
class NetChooser:
    """Takes the outcome with the highest value. `card` and `help` bias it towards a style, `noise` makes it explore."""

    net: Net
    card: float = 0.0
    help: float = 0.0
    noise: float = 0.0
    learns: bool = False
    price: Price = field(default_factory=Price)

    def pick(self, batch: Batch, rng: np.random.Generator) -> Choice:
        outcomes = batch.outcomes(self.price)
        rows = features.rows(batch.after(outcomes))
        logits = self.net.logits(rows).reshape(outcomes.shape.shape)
        logits = logits + self.card * cards_placed(outcomes) + self.help * (outcomes.slot >= 0)
        if self.noise:
            logits = logits + self.noise * rng.gumbel(size=logits.shape)
        logits = np.where(outcomes.is_real, np.where(outcomes.is_win, -_NEVER, logits), _NEVER)
        best = np.argmax(logits, axis=1)
        chosen = rows.reshape(*logits.shape, -1)[np.arange(len(best)), best]
        return Choice(_column(outcomes, best), outcomes.can_move, chosen)


def _column(outcomes: Outcomes, columns: Ints) -> Outcomes:
    at = columns[:, None]
    parts = (outcomes.shape, outcomes.slot, outcomes.pile, outcomes.cost)
    return Outcomes(*(np.take_along_axis(part, at, 1) for part in parts))


@dataclass(frozen=True)
class Experience:
    """One seat's positions after its turn, in these games: before drawing and after."""

    games: Ints
    seat: int
    placed: Rows
    waiting: Rows


@dataclass
class Played:
    """`winner` by game; turns and cards by seat and game, for comparing styles."""

    winner: Ints
    turns: Ints
    cards: Ints
    finished: NDArray[np.bool_]  # won by placing all (LD12)
    experiences: list[Experience] = field(default_factory=list)


def play(decks: Ints, choosers: Sequence[Chooser], who: Ints, rng: np.random.Generator) -> Played:
    """`who` (2, games) holds the index of the chooser in each seat; seat 0 starts."""
    games = decks.shape[1]
    done = Played(np.full(games, -1), np.zeros((2, games), int), np.zeros((2, games), int), np.zeros(games, bool))
    batch, ids = Batch.deal(decks), np.arange(games)
    while len(ids):
        seat = batch.seat
        outcomes, can_move, chosen = _pick_all(batch, choosers, who[seat][ids], rng)
        has_won = outcomes.is_win[:, 0] & can_move
        done.winner[ids[~can_move]] = 1 - seat
        done.winner[ids[has_won]] = seat
        done.finished[ids[has_won]] = True
        done.turns[seat][ids] += can_move
        done.cards[seat][ids] += np.where(can_move, cards_placed(outcomes)[:, 0], 0)
        goes_on = can_move & ~has_won
        batch, ids = batch.only(goes_on), ids[goes_on]
        if len(ids) == 0:
            break
        batch.play(Outcomes(*(part[goes_on] for part in (outcomes.shape, outcomes.slot, outcomes.pile, outcomes.cost))))
        _store_experience(done, batch, ids, chosen, goes_on)
    return done


def _pick_all(
    batch: Batch, choosers: Sequence[Chooser], who: Ints, rng: np.random.Generator
) -> tuple[Outcomes, NDArray[np.bool_], dict[int, Rows]]:
    """Each chooser picks for its own games; `chosen` holds, by game, the positions that learners store."""
    shape = (len(who), 1)
    outcomes = Outcomes(*(np.zeros(shape, np.int64) for _ in range(4)))
    can_move = np.zeros(len(who), bool)
    chosen: dict[int, Rows] = {}
    for index, chooser in enumerate(choosers):
        mine = np.flatnonzero(who == index)
        if len(mine) == 0:
            continue
        pick = chooser.pick(batch.only(mine), rng)
        for whole, part in zip(outcomes.__dict__.values(), pick.outcomes.__dict__.values(), strict=True):
            whole[mine] = part
        can_move[mine] = pick.can_move
        if chooser.learns and pick.rows is not None:
            chosen.update(zip(mine.tolist(), pick.rows, strict=True))
    return outcomes, can_move, chosen


def _store_experience(
    done: Played, batch: Batch, ids: Ints, chosen: dict[int, Rows], goes_on: NDArray[np.bool_]
) -> None:
    before = np.flatnonzero(goes_on)
    known = np.array([at for at, was in enumerate(before.tolist()) if was in chosen], np.int64)
    if len(known):
        placed = np.array([chosen[int(before[at])] for at in known])
        waiting = features.rows(batch.only(known).waiting())
        done.experiences.append(Experience(ids[known], 1 - batch.seat, placed, waiting))
