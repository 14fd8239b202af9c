"""`/challenge`, the context menu "Challenge", and `/rematch`."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.edge.allowed_channels import server_for
from bot.edge.answers import Answer, answering
from bot.edge.app import Arbitre
from bot.edge.presenting.match_views import introduce, meet, public_words
from bot.edge.router import buttons_of
from bot.edge.translation import named, options
from bot.edge.turns import desk_of
from bot.games.registry import GAMES, first_game
from bot.players.registry import LEVELS, usual_opponent
from bot.referee.challenges import FIRST, MAX_CUT, Terms, is_for_two
from bot.referee.clocks import CLOCKS, NO_CLOCK
from bot.referee.errors import Refusal
from bot.store.rows import ServerRow
from bot.table.controls import Control, Verb

Person = discord.User | discord.Member
DEFAULT_GAME = first_game(is_cooperative=False)


def _choices(prefix: str, values: list[str]) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=named(f"{prefix}.{value}"), value=value) for value in values]


DUELS = [key for key, game in GAMES.items() if is_for_two(game)]
GAME_CHOICES = _choices("game", DUELS)
ALL_GAME_CHOICES = _choices("game", list(GAMES))
CLOCK_CHOICES = _choices("clock", list(CLOCKS))
FIRST_CHOICES = _choices("first", list(FIRST))
LEVEL_CHOICES = [
    app_commands.Choice(name=named(f"players.{level.name}.name"), value=level.name)
    for level in LEVELS.values()
    if level.game in DUELS
]


class Duels(commands.Cog):
    def __init__(self, bot: Arbitre) -> None:
        self.bot = bot
        self.desk = desk_of(bot)
        self.menu = app_commands.ContextMenu(name=named("menu.challenge"), callback=self.challenge_from_menu)
        app_commands.guild_only(self.menu)
        bot.tree.add_command(self.menu)

    async def cog_unload(self) -> None:
        self.bot.tree.remove_command(self.menu.name, type=self.menu.type)

    @app_commands.command(name=named("command.challenge"), description=named("command.challenge.about"))
    @options("opponent", "game", "clock", "first", "rated", "cut", "level")
    @app_commands.choices(game=GAME_CHOICES, clock=CLOCK_CHOICES, first=FIRST_CHOICES, level=LEVEL_CHOICES)
    @app_commands.guild_only()
    async def challenge(
        self,
        interaction: discord.Interaction,
        opponent: Person | None = None,
        game: str = DEFAULT_GAME,
        clock: str | None = None,
        first: str = "random",
        rated: bool = True,  # noqa: FBT001, FBT002 (Discord hands options in by name)
        cut: app_commands.Range[str, 0, MAX_CUT] = "",
        level: str | None = None,
    ) -> None:
        async with answering(self.bot, interaction) as answer:
            wishes = {"game": game, "first": first, "is_rated": rated, "cut": cut}
            await self._challenge(answer, opponent, clock, level, wishes)

    async def challenge_from_menu(self, interaction: discord.Interaction, member: Person) -> None:
        async with answering(self.bot, interaction) as answer:
            await self._challenge(answer, member, None, None, {})

    async def _challenge(
        self, answer: Answer, opponent: Person | None, clock: str | None, level: str | None, wishes: Any
    ) -> None:
        """A level alone asks for the computer too; against it there is no clock unless one is wanted."""
        interaction = answer.interaction
        await meet(self.bot, interaction)
        server = await server_for(self.bot, interaction)
        is_computer = (opponent is None and level is not None) or (opponent is not None and self._is_me(opponent))
        terms = Terms(
            guild_id=server.guild_id,
            channel_id=interaction.channel_id or 0,
            challenger_id=interaction.user.id,
            opponent_id=None if is_computer else await self._meet_opponent(opponent, server),
            level=_computer(level, wishes.get("game", DEFAULT_GAME)) if is_computer else None,
            clock=clock or (NO_CLOCK if is_computer else server.clock),
            **wishes,
        )
        await self.desk.challenge(answer, terms)

    async def against_computer(self, answer: Answer, level: str) -> None:
        """A game against a computer at once, where `/challenge` would allow one."""
        await self._challenge(answer, None, None, level, {})

    @app_commands.command(name=named("command.rematch"), description=named("command.rematch.about"))
    @app_commands.guild_only()
    async def rematch(self, interaction: discord.Interaction) -> None:
        async with answering(self.bot, interaction) as answer:
            words = await meet(self.bot, interaction)
            finished = await self.bot.store.games.finished_of(interaction.user.id, 1)
            if not finished:
                raise Refusal("no_finished_game")
            verb = Verb.AGAIN if GAMES[finished[0].game].is_cooperative else Verb.REMATCH
            await buttons_of(self.bot).press(answer, words, Control(verb, finished[0].id))

    def _is_me(self, person: Person) -> bool:
        return self.bot.user is not None and person.id == self.bot.user.id

    async def _meet_opponent(self, opponent: Person | None, server: ServerRow) -> int | None:
        """Discord lets people name anybody; whoever is not here has no member to go with the name."""
        if opponent is None:
            return None
        if not isinstance(opponent, discord.Member):
            raise Refusal("not_a_member")
        if opponent.bot:
            raise Refusal("bot_opponent")
        words = await public_words(self.bot, server.guild_id)
        await introduce(self.bot, opponent, words.language)
        return opponent.id


def _computer(level: str | None, game: str) -> str:
    found = level or usual_opponent(game)
    if found is None:
        raise Refusal("bad_choice")
    return found


def duels_of(bot: Arbitre) -> Duels:
    duels = bot.get_cog("Duels")
    assert isinstance(duels, Duels)  # noqa: S101 (loaded before all that ask for it)
    return duels


async def setup(bot: Arbitre) -> None:
    await bot.add_cog(Duels(bot))
