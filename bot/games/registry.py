"""Registry of games by key. A new game is one folder and one line here."""

from bot.games.core import AnyGame
from bot.games.duel.game import DUEL
from bot.games.le_duel.game import LE_DUEL
from bot.games.the_game.game import THE_GAME

GAMES: dict[str, AnyGame] = {game.key: game for game in (LE_DUEL, THE_GAME, DUEL)}


def default_game(*, is_cooperative: bool) -> str:
    """The key of the first game of this kind: the default when a command names none."""
    return next(key for key, game in GAMES.items() if game.is_cooperative == is_cooperative)
