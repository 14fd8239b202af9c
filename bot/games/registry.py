"""Key → game, spelled out. A new game is one folder and one line here."""

from bot.games.core import AnyGame
from bot.games.le_duel.game import LeDuel
from bot.games.the_game.game import TheGame

GAMES: dict[str, AnyGame] = {game.key: game for game in (LeDuel(), TheGame())}


def first_game(*, is_cooperative: bool) -> str:
    """What people mean who name no game: the first of its kind."""
    return next(key for key, game in GAMES.items() if game.is_cooperative == is_cooperative)
