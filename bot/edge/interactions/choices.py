"""What several commands offer to choose from: games and clocks."""

from collections.abc import Iterable

from discord import app_commands

from bot.edge.gateway.client import Client
from bot.edge.interactions.translation import named
from bot.games.registry import GAMES, default_game
from bot.referee.clocks import CLOCKS

Choices = list[app_commands.Choice[str]]

DEFAULT_GAME = default_game(is_cooperative=False)


async def usual_game(bot: Client, guild_id: int | None) -> str:
    """What a command means that names no game: the one the server has chosen."""
    chosen = None if guild_id is None else (await bot.store.servers.get(guild_id)).game
    return chosen if chosen in GAMES else DEFAULT_GAME


def choices(prefix: str, values: Iterable[str]) -> Choices:
    return [app_commands.Choice(name=named(f"{prefix}.{value}"), value=value) for value in values]


ALL_GAME_CHOICES = choices("game", GAMES)
CLOCK_CHOICES = choices("clock", CLOCKS)
