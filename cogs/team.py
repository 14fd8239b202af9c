"""`/team`: gathers people for a game that they play together."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.edge.app import Arbitre
from bot.edge.interactions.answers import answering
from bot.edge.interactions.choices import CLOCK_CHOICES, choices
from bot.edge.interactions.translation import named, options
from bot.games.registry import GAMES
from bot.players.registry import default_level
from bot.referee.clocks import CLOCKS

SWITCHES = ("expert", "fewer", "fire")  # what the command can name; the buttons offer all its game has
TEAM_GAMES = [key for key, game in GAMES.items() if game.is_cooperative]
MOST_COMPUTERS = max(seats for key in TEAM_GAMES for seats in GAMES[key].seats) - 1


class Team(commands.Cog):
    def __init__(self, bot: Arbitre) -> None:
        self.bot = bot

    @app_commands.command(name=named("command.team"), description=named("command.team.about"))
    @options("game", *SWITCHES, "clock", "computers")
    @app_commands.choices(game=choices("game", TEAM_GAMES), clock=CLOCK_CHOICES)
    async def team(
        self,
        interaction: discord.Interaction,
        game: str = TEAM_GAMES[0],
        expert: bool = False,  # noqa: FBT001, FBT002 (Discord hands options in by name)
        fewer: bool = False,  # noqa: FBT001, FBT002
        fire: bool = False,  # noqa: FBT001, FBT002
        clock: str | None = None,
        computers: app_commands.Range[int, 0, MOST_COMPUTERS] = 0,
    ) -> None:
        async with answering(self.bot, interaction) as answer:
            switches = zip(SWITCHES, (expert, fewer, fire), strict=True)
            wishes = {
                "game": game,
                "size": None,
                "options": {name: True for name, is_on in switches if is_on},
                "computers": (default_level(game) or "",) * computers if game in GAMES else (),
            }
            if clock in CLOCKS:
                wishes["clock"] = clock
            await self.bot.gatherings.gather(answer, wishes)


async def setup(bot: Arbitre) -> None:
    await bot.add_cog(Team(bot))
