"""A computer that looks at what its turn comes to and takes what it likes best: one turn deep, the end exactly."""

import math
import random
from operator import attrgetter
from typing import NamedTuple

from bot.games.le_duel.notation import notate_turn
from bot.players.le_duel.bitboard import Bitboard
from bot.players.le_duel.endgame import Endgame, TooLargeError
from bot.players.le_duel.judge import Judge
from bot.players.le_duel.network import Network
from bot.players.le_duel.outcomes import Outcome, Turns


class Ranked(NamedTuple):
    """An outcome and how good it looks, in logits."""

    logit: float
    outcome: Outcome


def rank(turns: Turns, network: Network) -> list[Ranked]:
    """The outcomes worth a thought, best first. Empty when LD13 has ended the game."""
    judge = Judge(network, turns.board)
    ranked = [Ranked(judge.logit(outcome), outcome) for outcome in turns.cheapest()]
    return sorted(ranked, key=_best_first)


def _best_first(ranked: Ranked) -> tuple[float, int]:
    return -ranked.logit, ranked.outcome.key


def best_of(outcomes: list[Outcome], judge: Judge) -> Ranked:
    """The one that `rank` would put first."""
    logits = [judge.logit(outcome) for outcome in outcomes]
    highest = max(logits)
    equals = [outcome for outcome, logit in zip(outcomes, logits, strict=True) if logit == highest]
    return Ranked(highest, min(equals, key=attrgetter("key")))


def certain(turns: Turns, nodes: int) -> Outcome | None:
    """A turn that wins for certain, where that can be told: everything placed (LD12), or nothing hidden any more."""
    outcome = turns.winning()
    if outcome is None and turns.board.is_open:
        try:
            outcome = Endgame(nodes).winning(turns.board)
        except TooLargeError:
            return None
    return outcome


def best(board: Bitboard, network: Network, nodes: int) -> str:
    """The best turn one can see without looking further, in notation."""
    turns = Turns.of(board)
    outcome = certain(turns, nodes) or rank(turns, network)[0].outcome
    return notate_turn(turns.places(outcome))


def distracted(board: Bitboard, network: Network, dice: random.Random, noise: float) -> str:
    """As good a turn as somebody finds who misjudges each by `noise` or so (in logits), and misses no win in hand."""
    turns = Turns.of(board)
    outcome = turns.winning()
    if outcome is None:
        outcome = max(rank(turns, network), key=lambda ranked: ranked.logit + noise * _gumbel(dice)).outcome
    return notate_turn(turns.places(outcome))


def _gumbel(dice: random.Random) -> float:
    return -math.log(-math.log(dice.random() or 0.5))
