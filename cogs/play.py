"""A player's commands: `/play`, `/undo`, `/end`, `/hand`, `/table`, `/games`, `/resign`, `/draw`."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.edge.app import Arbitre
from bot.edge.gateway.command_tree import LARGEST_INTEGER
from bot.edge.interactions.answers import answering, locale_of
from bot.edge.interactions.translation import named, options
from bot.edge.presenting.match_views import match_view_of, meet
from bot.edge.presenting.suggested_moves import read_moves, suggested_moves
from bot.edge.running_games import Clue, awaits, can_play, is_here
from bot.referee.errors import Refusal
from bot.referee.match import Match
from bot.store.sqlite.messages import TABLE
from bot.table.controls import Control, Verb
from bot.table.game.list_page import MOST_LISTED, Listed, games_page
from bot.table.limits import CHOICE, CHOICES, length

MAX_MOVES = 200
GAME_NUMBER = named("option.game_number").message  # the option's name in the payload, whatever the user's language

Choices = list[app_commands.Choice[str]]
Numbers = list[app_commands.Choice[int]]


class Play(commands.Cog):
    def __init__(self, bot: Arbitre) -> None:
        self.bot = bot

    @app_commands.command(name=named("command.play"), description=named("command.play.about"))
    @options("moves", "game_number")
    async def play(
        self,
        interaction: discord.Interaction,
        moves: app_commands.Range[str, 1, MAX_MOVES],
        game_number: int | None = None,
    ) -> None:
        await self._act(interaction, moves, game_number)

    @play.autocomplete("moves")
    async def suggest_moves(self, interaction: discord.Interaction, typed: str) -> Choices:
        """The asker's own legal continuations, only while they are to act."""
        user_id = interaction.user.id
        clues = (is_here(interaction), awaits(user_id))
        try:
            found = await self.bot.running_games.candidates(interaction, _named_so_far(interaction), *clues)
        except Refusal:
            return []
        offered: dict[str, str] = {}
        for match in found:
            offered |= await suggested_moves(self.bot, match, user_id, typed, locale_of(interaction))
        short = [(text, name) for text, name in offered.items() if max(length(name), length(text)) <= CHOICE]
        return [app_commands.Choice(name=name, value=text) for text, name in short[:CHOICES]]

    @app_commands.command(name=named("command.undo"), description=named("command.undo.about"))
    @options("game_number")
    async def undo(self, interaction: discord.Interaction, game_number: int | None = None) -> None:
        await self._act(interaction, "undo", game_number)

    @app_commands.command(name=named("command.end"), description=named("command.end.about"))
    @options("game_number")
    async def end(self, interaction: discord.Interaction, game_number: int | None = None) -> None:
        await self._act(interaction, "end", game_number)

    async def _act(self, interaction: discord.Interaction, moves: str, game_number: int | None) -> None:
        async with answering(self.bot, interaction) as answer:
            locale = await meet(self.bot, interaction)
            user_id = interaction.user.id
            clues = (can_play(user_id, moves), is_here(interaction), awaits(user_id))
            games = self.bot.running_games
            match = await games.meant(answer, locale, game_number, *clues, verb=Verb.ACT, moves=moves)
            if match is not None:
                moves = await read_moves(self.bot, match, user_id, moves, locale)
                await self.bot.turns.act(answer, locale, match.id, moves)

    @app_commands.command(name=named("command.hand"), description=named("command.hand.about"))
    @options("game_number")
    async def hand(self, interaction: discord.Interaction, game_number: int | None = None) -> None:
        await self._press(interaction, game_number, Verb.HAND, awaits(interaction.user.id))

    @app_commands.command(name=named("command.table"), description=named("command.table.about"))
    @options("game_number")
    async def table(self, interaction: discord.Interaction, game_number: int | None = None) -> None:
        async with answering(self.bot, interaction) as answer:
            await meet(self.bot, interaction)
            match = await self._table_meant(interaction, game_number)
            await self.bot.tables.show_table(answer, match)

    async def _table_meant(self, interaction: discord.Interaction, game_number: int | None) -> Match:
        """The game named, otherwise the newest in this channel, otherwise one of the asker's."""
        if game_number is None and interaction.channel_id is not None:
            newest = await self.bot.store.games.newest_in(interaction.channel_id)
            if newest is not None:
                game_number = newest.id
        return (await self.bot.running_games.candidates(interaction, game_number))[0]

    @app_commands.command(name=named("command.games"), description=named("command.games.about"))
    async def games(self, interaction: discord.Interaction) -> None:
        async with answering(self.bot, interaction) as answer:
            locale = await meet(self.bot, interaction)
            running = await self.bot.referee.running_of(interaction.user.id)
            user_id = interaction.user.id
            listed = [
                Listed(await match_view_of(self.bot, match, match.seat_of(user_id), locale), await self._link(match))
                for match in running[:MOST_LISTED]
            ]
            await answer.private(games_page(listed, len(running), locale))

    async def _link(self, match: Match) -> str | None:
        shown = (await self.bot.store.messages.of(match.id)).get(TABLE)
        if shown is None or shown.message_id is None:
            return None
        return f"https://discord.com/channels/{match.row.guild_id}/{shown.channel_id}/{shown.message_id}"

    @app_commands.command(name=named("command.resign"), description=named("command.resign.about"))
    @options("game_number")
    async def resign(self, interaction: discord.Interaction, game_number: int | None = None) -> None:
        await self._press(interaction, game_number, Verb.RESIGN)

    @app_commands.command(name=named("command.draw"), description=named("command.draw.about"))
    @options("game_number")
    async def draw(self, interaction: discord.Interaction, game_number: int | None = None) -> None:
        await self._press(interaction, game_number, Verb.DRAW)

    async def _press(self, interaction: discord.Interaction, game_number: int | None, verb: Verb, *clues: Clue) -> None:
        """As if the button with this verb were pressed in the game that is meant."""
        async with answering(self.bot, interaction) as answer:
            locale = await meet(self.bot, interaction)
            games, clues = self.bot.running_games, (is_here(interaction), *clues)
            match = await games.meant(answer, locale, game_number, *clues, verb=verb)
            if match is not None:
                await self.bot.router.press(answer, locale, Control(verb, match.id))

    @play.autocomplete("game_number")
    @undo.autocomplete("game_number")
    @end.autocomplete("game_number")
    @hand.autocomplete("game_number")
    @table.autocomplete("game_number")
    @resign.autocomplete("game_number")
    @draw.autocomplete("game_number")
    async def suggest_games(self, interaction: discord.Interaction, typed: str) -> Numbers:
        return await self.bot.running_games.suggested(interaction, typed)


def _named_so_far(interaction: discord.Interaction) -> int | None:
    """The game number filled in already. Discord has not validated it while the user types."""
    number = getattr(interaction.namespace, GAME_NUMBER, None)
    return number if isinstance(number, int) and abs(number) <= LARGEST_INTEGER else None


async def setup(bot: Arbitre) -> None:
    await bot.add_cog(Play(bot))
