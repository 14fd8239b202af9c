"""`/deck` and `/cards`: a person's decks, and the cards they are built from. All answers are private."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.edge.app import Arbitre
from bot.edge.decks import LONGEST_IMPORT
from bot.edge.interactions.answers import answering
from bot.edge.interactions.choices import Choices
from bot.edge.interactions.translation import named, options
from bot.edge.presenting.match_views import meet
from bot.games.registry import GAMES

GAME = next(key for key, game in GAMES.items() if game.collection is not None)  # the one game with decks so far


class Decks(commands.Cog):
    def __init__(self, bot: Arbitre) -> None:
        self.bot = bot

    @app_commands.command(name=named("command.deck"), description=named("command.deck.about"))
    @options("my_deck", "import_line")
    async def deck(
        self,
        interaction: discord.Interaction,
        my_deck: str = "",
        import_line: app_commands.Range[str, 0, LONGEST_IMPORT] = "",
    ) -> None:
        async with answering(self.bot, interaction) as answer:
            locale = await meet(self.bot, interaction)
            await self.bot.decks.open(answer, locale, GAME, named=my_deck, line=import_line)

    @deck.autocomplete("my_deck")
    async def suggest_decks(self, interaction: discord.Interaction, typed: str) -> Choices:
        return await self.bot.decks.suggested(interaction, GAME, typed)

    @app_commands.command(name=named("command.cards"), description=named("command.cards.about"))
    @options("card")
    async def cards(self, interaction: discord.Interaction, card: str = "") -> None:
        async with answering(self.bot, interaction) as answer:
            locale = await meet(self.bot, interaction)
            await self.bot.gallery.open(answer, locale, GAME, card)

    @cards.autocomplete("card")
    async def suggest_cards(self, interaction: discord.Interaction, typed: str) -> Choices:
        return await self.bot.gallery.suggested(interaction, GAME, typed)


async def setup(bot: Arbitre) -> None:
    await bot.add_cog(Decks(bot))
