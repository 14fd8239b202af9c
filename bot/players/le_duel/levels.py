"""The four computers people play against, from one that is often elsewhere to one that looks ahead."""

import random

from bot.games.le_duel.notation import notate_turn
from bot.games.le_duel.state import View
from bot.players.le_duel.bitboard import Bitboard, see
from bot.players.le_duel.network import load
from bot.players.le_duel.outcomes import Turns
from bot.players.le_duel.search import Effort, Lookahead
from bot.players.le_duel.thought import certain, distracted, rank

_EASY_NOISE = 0.1  # in logits: how far a turn is misjudged
_MEDIUM_NOISE = 0.035
_HARD_NODES = 12
_EXPERT_NODES = 300
_HARD_EFFORT = Effort(rounds=((4, 2), (3, 2), (2, 2)), answers=8, impression=6, card=-0.1)
_EXPERT_EFFORT = Effort(rounds=((6, 12), (4, 12), (3, 12), (3, 12), (2, 16)), doubt=1.5, card=-0.14)


def choose_easy(view: View, dice: random.Random) -> str:
    return distracted(see(view), load()["linear"], dice, _EASY_NOISE)


def choose_medium(view: View, dice: random.Random) -> str:
    return distracted(see(view), load()["linear"], dice, _MEDIUM_NOISE)


def choose_hard(view: View, dice: random.Random) -> str:
    return ahead(see(view), dice, _HARD_EFFORT, _HARD_NODES)


def choose_expert(view: View, dice: random.Random) -> str:
    return ahead(see(view), dice, _EXPERT_EFFORT, _EXPERT_NODES)


def ahead(board: Bitboard, dice: random.Random, effort: Effort, nodes: int) -> str:
    """The best turn a look ahead finds, in notation; a certain win wherever it can be told within `nodes`."""
    turns, network = Turns.of(board), load()["main"]
    outcome = certain(turns, nodes)
    if outcome is None:
        outcome = Lookahead(board, network, effort).choose(rank(turns, network), dice)[0][1]
    return notate_turn(turns.places(outcome))
