"""Registry of games by key. A new game is one folder and one line here."""

from bot.games.core import AnyGame
from bot.games.duel.game import DUEL
from bot.games.le_duel.game import LE_DUEL
from bot.games.the_game.game import THE_GAME

GAMES: dict[str, AnyGame] = {game.key: game for game in (LE_DUEL, THE_GAME, DUEL)}

# Playable in the arena, not yet in Discord: a challenge brings no deck, and a button has no room for a payment.
_NOT_OFFERED = frozenset({DUEL.key})


def offered() -> tuple[str, ...]:
    """The games that Discord offers."""
    return tuple(key for key in GAMES if key not in _NOT_OFFERED)


def default_game(*, is_cooperative: bool) -> str:
    """The key of the first game of this kind: the default when a command names none."""
    return next(key for key, game in GAMES.items() if game.is_cooperative == is_cooperative)
