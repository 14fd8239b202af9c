"""What several commands offer to choose from: games and clocks."""

from collections.abc import Iterable

from discord import app_commands

from bot.edge.interactions.translation import named
from bot.games.registry import default_game, offered
from bot.referee.clocks import CLOCKS

Choices = list[app_commands.Choice[str]]

DEFAULT_GAME = default_game(is_cooperative=False)


def choices(prefix: str, values: Iterable[str]) -> Choices:
    return [app_commands.Choice(name=named(f"{prefix}.{value}"), value=value) for value in values]


ALL_GAME_CHOICES = choices("game", offered())
CLOCK_CHOICES = choices("clock", CLOCKS)
