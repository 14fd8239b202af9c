"""Ranks the outcomes of a turn: evaluation one turn deep, exact search in the endgame. No lookahead."""

import math
import random
from operator import attrgetter
from typing import NamedTuple

from bot.games.le_duel.notation import notate_turn
from bot.players.le_duel.bitboard import Bitboard
from bot.players.le_duel.board_evaluation import BoardEvaluation
from bot.players.le_duel.endgame import Endgame, TooLargeError
from bot.players.le_duel.network import Network
from bot.players.le_duel.outcomes import TurnOutcome, Turns


class Ranked(NamedTuple):
    """An outcome and its evaluation, in logits."""

    logit: float
    outcome: TurnOutcome


def rank(turns: Turns, network: Network) -> list[Ranked]:
    """The cheapest outcomes, best first. Empty if LD13 has ended the game."""
    evaluation = BoardEvaluation(network, turns.board)
    ranked = [Ranked(evaluation.logit(outcome), outcome) for outcome in turns.cheapest()]
    return sorted(ranked, key=_best_first)


def _best_first(ranked: Ranked) -> tuple[float, int]:
    return -ranked.logit, ranked.outcome.key


def best_of(outcomes: list[TurnOutcome], evaluation: BoardEvaluation) -> Ranked:
    """The outcome that `rank` would put first."""
    logits = [evaluation.logit(outcome) for outcome in outcomes]
    highest = max(logits)
    equals = [outcome for outcome, logit in zip(outcomes, logits, strict=True) if logit == highest]
    return Ranked(highest, min(equals, key=attrgetter("key")))


def certain_win(turns: Turns, nodes: int) -> TurnOutcome | None:
    """A turn that is proven to win: it places everything (LD12), or the endgame solver finds it within `nodes`."""
    outcome = turns.winning()
    if outcome is None and turns.board.is_open:
        try:
            outcome = Endgame(nodes).winning(turns.board)
        except TooLargeError:
            return None
    return outcome


def noisy_best(board: Bitboard, network: Network, dice: random.Random, noise: float) -> str:
    """The best turn under evaluation noise of scale `noise` (in logits), in notation; never misses an immediate win."""
    turns = Turns.of(board)
    outcome = turns.winning()
    if outcome is None:
        outcome = max(rank(turns, network), key=lambda ranked: ranked.logit + noise * _gumbel(dice)).outcome
    return notate_turn(turns.places(outcome))


def _gumbel(dice: random.Random) -> float:
    return -math.log(-math.log(dice.random() or 0.5))
