"""Registry of computer players by name, weakest first. A name is used once; a game's own may start with its key."""

import random
from typing import Any

from bot.games.duel.game import DUEL
from bot.games.duel.sets import every_set
from bot.games.le_duel.game import LE_DUEL
from bot.games.registry import GAMES
from bot.games.the_game.game import THE_GAME
from bot.players.core import Level
from bot.players.duel import simple as duel
from bot.players.le_duel.levels import choose_easy, choose_expert, choose_hard, choose_medium
from bot.players.le_duel.network import load
from bot.players.le_duel.simple import choose_greedy, choose_random
from bot.players.the_game.mates import choose_mate, choose_nearest, signals

LEVELS: dict[str, Level] = {
    level.name: level
    for level in (
        Level("random", LE_DUEL.key, choose_random),
        Level("greedy", LE_DUEL.key, choose_greedy),
        Level("easy", LE_DUEL.key, choose_easy),
        Level("medium", LE_DUEL.key, choose_medium),
        Level("hard", LE_DUEL.key, choose_hard, is_slow=True),
        Level("expert", LE_DUEL.key, choose_expert, is_slow=True),
        Level("nearest", THE_GAME.key, choose_nearest),
        Level("mate", THE_GAME.key, choose_mate, remarks=signals),
        Level("duel-random", DUEL.key, duel.choose_random),
        Level("duel-greedy", DUEL.key, duel.choose_greedy),
    )
}


def levels_of(game: str) -> tuple[str, ...]:
    """The names of a game's computers, weakest first."""
    return tuple(level.name for level in LEVELS.values() if level.game == game)


def level_named(game: str, name: str) -> Level | None:
    """A game's computer, by its name or by what follows the game's key in it."""
    found = LEVELS.get(name)
    return found if found is not None and found.game == game else LEVELS.get(f"{game}-{name}")


def default_level(game: str) -> str | None:
    """The computer that plays if none is named: in a team the strongest, as an opponent the middle one."""
    levels = levels_of(game)
    if not levels:
        return None
    return levels[-1] if GAMES[game].is_cooperative else levels[len(levels) // 2]


def gentle_level(game: str) -> str | None:
    """The computer for a person's first game: the one below the usual; in a team the usual."""
    levels = levels_of(game)
    return default_level(game) if GAMES[game].is_cooperative or not levels else levels[(len(levels) - 1) // 2]


def choose(level: str, view: Any, dice: str) -> str:
    """A computer's turn, by the level's name: that can be pickled for a worker process."""
    return LEVELS[level].choose(view, random.Random(dice))


def prepare() -> None:
    """Load the data files of computers and games at startup, so that a damaged one fails there and not in a game."""
    load()
    every_set()
