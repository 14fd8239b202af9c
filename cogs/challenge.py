"""`/challenge`, `/challenges`, the context menu "Challenge", and `/rematch`."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.edge.app import Arbitre
from bot.edge.interactions.answers import answering
from bot.edge.interactions.choices import CLOCK_CHOICES, Choices, choices, usual_game
from bot.edge.interactions.translation import named, options
from bot.edge.presenting.match_views import meet
from bot.games.registry import GAMES
from bot.players.registry import LEVELS
from bot.referee.errors import Refusal
from bot.referee.gatherings import FIRST, MAX_CUT, TWO
from bot.table.controls import Control, Verb

Person = discord.User | discord.Member

MOST_PLAYERS = 6
GAMES_OF_OPPONENTS = [key for key, game in GAMES.items() if not game.is_cooperative]
GAME_CHOICES = choices("game", GAMES_OF_OPPONENTS)
FIRST_CHOICES = choices("first", FIRST)
FORMATS = dict.fromkeys(str(form) for key in GAMES_OF_OPPONENTS for form in GAMES[key].options.get("format", ()))
FORMAT_CHOICES = choices("format", FORMATS)
LEVEL_CHOICES = [
    app_commands.Choice(name=named(f"players.{level.name}.offer"), value=level.name)
    for level in LEVELS.values()
    if level.game in GAMES_OF_OPPONENTS
]


class ChallengeCog(commands.Cog):
    def __init__(self, bot: Arbitre) -> None:
        self.bot = bot
        self.menu = app_commands.ContextMenu(name=named("menu.challenge"), callback=self.challenge_from_menu)
        app_commands.guild_only(self.menu)
        bot.tree.add_command(self.menu)

    async def cog_unload(self) -> None:
        self.bot.tree.remove_command(self.menu.name, type=self.menu.type)

    @app_commands.command(name=named("command.challenge"), description=named("command.challenge.about"))
    @options("opponent", "game", "clock", "first", "rated", "cut", "level", "players", "deck", "form")
    @app_commands.choices(
        game=GAME_CHOICES, clock=CLOCK_CHOICES, first=FIRST_CHOICES, level=LEVEL_CHOICES, form=FORMAT_CHOICES
    )
    async def challenge(
        self,
        interaction: discord.Interaction,
        opponent: Person | None = None,
        game: str | None = None,
        clock: str | None = None,
        first: str = "random",
        rated: bool | None = None,  # noqa: FBT001 (Discord hands options in by name)
        cut: app_commands.Range[str, 0, MAX_CUT] = "",
        level: str | None = None,
        players: app_commands.Range[int, TWO, MOST_PLAYERS] = TWO,
        deck: str = "",
        form: str | None = None,
    ) -> None:
        async with answering(self.bot, interaction) as answer:
            game = game or await self._usual_game(interaction)
            agreed: dict[str, int | str | None] = {} if form is None else {"format": form}
            if first != "random":
                agreed["first"] = FIRST.get(first, first)
            wishes: dict[str, Any] = {"game": game, "size": players, "cut": cut, "options": agreed}
            if rated is not None:
                wishes["is_rated"] = rated
            if clock is not None:
                wishes["clock"] = clock
            if deck:
                wishes["brought"] = deck
            await self.bot.gatherings.challenge(answer, opponent, level, wishes)

    @challenge.autocomplete("deck")
    async def suggest_decks(self, interaction: discord.Interaction, typed: str) -> Choices:
        """The asker's decks and the starters, if the game takes one."""
        game = getattr(interaction.namespace, "game", None)
        game = str(game or await self._usual_game(interaction))
        return await self.bot.decks.suggested(interaction, game, typed)

    async def _usual_game(self, interaction: discord.Interaction) -> str:
        """Of opponents: a server may have chosen one that is played together."""
        game = await usual_game(self.bot, interaction.guild_id)
        return game if game in GAMES_OF_OPPONENTS else GAMES_OF_OPPONENTS[0]

    @app_commands.command(name=named("command.challenges"), description=named("command.challenges.about"))
    @app_commands.guild_only()
    async def challenges(self, interaction: discord.Interaction) -> None:
        async with answering(self.bot, interaction) as answer:
            await self.bot.gatherings.show_open(answer, await meet(self.bot, interaction))

    async def challenge_from_menu(self, interaction: discord.Interaction, member: Person) -> None:
        async with answering(self.bot, interaction) as answer:
            game = await self._usual_game(interaction)
            await self.bot.gatherings.challenge(answer, member, None, {"game": game})

    @app_commands.command(name=named("command.rematch"), description=named("command.rematch.about"))
    async def rematch(self, interaction: discord.Interaction) -> None:
        async with answering(self.bot, interaction) as answer:
            locale = await meet(self.bot, interaction)
            finished = await self.bot.store.games.finished_of(interaction.user.id, 1)
            if not finished:
                raise Refusal("no_finished_game")
            await self.bot.router.press(answer, locale, Control(Verb.REMATCH, finished[0].id))


async def setup(bot: Arbitre) -> None:
    await bot.add_cog(ChallengeCog(bot))
