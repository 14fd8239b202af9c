"""Name → computer, spelled out."""

from bot.games.le_duel.game import LeDuel
from bot.players.core import Level
from bot.players.le_duel.simple import choose_greedy, choose_random

LEVELS: dict[str, Level] = {
    level.name: level
    for level in (
        Level("random", LeDuel.key, choose_random),
        Level("greedy", LeDuel.key, choose_greedy),
    )
}
