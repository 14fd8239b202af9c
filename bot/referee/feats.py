"""Collects the feats (statistics beyond the result) of a finished game, as each game defines them."""

from collections.abc import Sequence
from itertools import pairwise

from bot.games.core import Feats
from bot.games.registry import GAMES
from bot.referee.reviews import turn_starts
from bot.store.rows import ActionRow, GameRow


def feats_of(row: GameRow, actions: Sequence[ActionRow]) -> dict[int, Feats]:
    """Feats by seat; none for seats that completed no turn."""
    game = GAMES[row.game]
    found: dict[int, Feats] = {}
    if game.memories is None:
        return found
    for before, after in pairwise(turn_starts(game, row, actions)):
        seat, feats = game.memories.feats(before, after)
        found[seat] = found.get(seat, Feats()).then(feats)
    return found
