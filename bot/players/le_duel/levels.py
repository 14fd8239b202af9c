"""Le Duel's four main levels: a noisy evaluation for easy and medium, lookahead for hard and expert."""

import random

from bot.games.le_duel.notation import notate_turn
from bot.games.le_duel.state import View
from bot.players.le_duel.bitboard import Bitboard, bitboard_of
from bot.players.le_duel.network import load
from bot.players.le_duel.outcomes import Turns
from bot.players.le_duel.ranking import certain_win, noisy_best, rank
from bot.players.le_duel.search import Effort, Lookahead

_EASY_NOISE = 0.1  # scale of the evaluation noise, in logits
_MEDIUM_NOISE = 0.035
_HARD_NODES = 12
_EXPERT_NODES = 300
_HARD_EFFORT = Effort(rounds=((4, 2), (3, 2), (2, 2)), answers=8, prior=6, card=-0.1)
_EXPERT_EFFORT = Effort(rounds=((6, 12), (4, 12), (3, 12), (3, 12), (2, 16)), drop_at=1.5, card=-0.14)


def choose_easy(view: View, dice: random.Random) -> str:
    return noisy_best(bitboard_of(view), load()["linear"], dice, _EASY_NOISE)


def choose_medium(view: View, dice: random.Random) -> str:
    return noisy_best(bitboard_of(view), load()["linear"], dice, _MEDIUM_NOISE)


def choose_hard(view: View, dice: random.Random) -> str:
    return look_ahead(bitboard_of(view), dice, _HARD_EFFORT, _HARD_NODES)


def choose_expert(view: View, dice: random.Random) -> str:
    return look_ahead(bitboard_of(view), dice, _EXPERT_EFFORT, _EXPERT_NODES)


def look_ahead(board: Bitboard, dice: random.Random, effort: Effort, nodes: int) -> str:
    """The best turn found by lookahead, in notation; a certain win if one is found within `nodes`."""
    turns, network = Turns.of(board), load()["main"]
    outcome = certain_win(turns, nodes)
    if outcome is None:
        outcome = Lookahead(board, network, effort).choose(rank(turns, network), dice)[0][1]
    return notate_turn(turns.places(outcome))
