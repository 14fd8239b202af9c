"""`/leaderboard`, `/profile`, `/history` and their buttons. Answers are ephemeral, in the asker's language."""

from collections.abc import Sequence

import discord
from discord import app_commands
from discord.ext import commands

from bot.edge.app import Arbitre
from bot.edge.interactions.answers import Answer, answering
from bot.edge.interactions.choices import ALL_GAME_CHOICES, usual_game
from bot.edge.interactions.translation import named, options
from bot.edge.members import Members
from bot.edge.presenting.best_scores import BestScores, board_frame
from bot.edge.presenting.match_views import introduce, level_name, meet, person_name
from bot.edge.shares import shareable
from bot.games.registry import GAMES
from bot.referee import ratings
from bot.referee.errors import Refusal
from bot.store.ratings_rows import ALL_TIME, EVERYWHERE, HistoryRow, Ranked
from bot.store.rows import EVERYBODY
from bot.store.sqlite.standings import PAGE
from bot.table.controls import Control, Verb
from bot.table.locale import Locale
from bot.table.page import Page
from bot.table.standings.addresses import (
    GLOBAL,
    KINDS,
    SERVER,
    BoardAddress,
    ProfileAddress,
    is_ladder,
    read_board_address,
    read_profile_address,
)
from bot.table.standings.boards import drawn_board
from bot.table.standings.history_pages import HistoryView, PastGame, history_page
from bot.table.standings.profile_pages import ProfileView, drawn_profile
from bot.table.standings.rated_boards import Rated, rated_board

SCOPE_CHOICES = [app_commands.Choice(name=named(f"standings.scope.{scope}"), value=scope) for scope in (SERVER, GLOBAL)]
PERIOD_CHOICES = [app_commands.Choice(name=named(f"standings.period.{kind}"), value=kind) for kind in KINDS]
LAST_GAMES = 3

AnyUser = discord.User | discord.Member


class Standings(commands.Cog):
    def __init__(self, bot: Arbitre) -> None:
        self.bot = bot
        self.members = Members(bot)
        self.best_scores = BestScores(bot, self.members)
        buttons = bot.router
        buttons.route(Verb.BOARD, self.turn_board)
        buttons.route(Verb.PROFILE, self.turn_profile)
        buttons.route(Verb.HISTORY, self.turn_history)
        bot.shares.route(Verb.SHARE_BOARD, self._public_board)
        bot.shares.route(Verb.SHARE_PROFILE, self._public_profile)

    # Leaderboards

    @app_commands.command(name=named("command.leaderboard"), description=named("command.leaderboard.about"))
    @options("game", "scope", "period")
    @app_commands.choices(game=ALL_GAME_CHOICES, scope=SCOPE_CHOICES, period=PERIOD_CHOICES)
    async def leaderboard(
        self,
        interaction: discord.Interaction,
        game: str | None = None,
        scope: str = SERVER,
        period: str = ALL_TIME,
    ) -> None:
        async with answering(self.bot, interaction) as answer:
            locale = await meet(self.bot, interaction)
            game = game or await usual_game(self.bot, interaction.guild_id)
            await self._show_board(answer, locale, BoardAddress(game, scope, period), 0)

    async def turn_board(self, answer: Answer, locale: Locale, control: Control) -> None:
        await self._show_board(answer, locale, _board_address(control), control.number)

    async def _show_board(self, answer: Answer, locale: Locale, address: BoardAddress, number: int) -> None:
        page = await self._board(answer, locale, address, number, answer.interaction.user.id)
        share = Control(Verb.SHARE_BOARD, number, 0, address.argument())
        await answer.private(shareable(page, answer, share, locale))

    async def _public_board(self, answer: Answer, locale: Locale, control: Control) -> Page:
        return await self._board(answer, locale, _board_address(control), control.number, EVERYBODY)

    async def _board(self, answer: Answer, locale: Locale, address: BoardAddress, number: int, asker: int) -> Page:
        is_here = answer.interaction.guild_id is not None
        scope = _scope(answer.interaction, address.scope)
        period = await self._period(address.period, scope)
        address = BoardAddress(address.game, GLOBAL if scope == EVERYWHERE else SERVER, period, address.category)
        if GAMES[address.game].is_cooperative:
            return await self.best_scores.board(address, scope, number, asker, locale, is_here=is_here)
        standings = self.bot.store.standings
        found = await standings.page((scope, address.ladder, address.period), number, asker)
        pages = -(-found.total // PAGE)
        is_public = asker == EVERYBODY
        frame = await board_frame(standings, scope, address, number, pages, is_here=is_here, is_public=is_public)
        gone = await self.members.gone(scope, [line.user_id for line in found.lines])
        lines = [await self._rated(line, locale, asker, gone) for line in found.lines]
        own = None if found.own is None else await self._rated(found.own, locale, asker, frozenset())
        return await drawn_board(rated_board(frame, found.total, lines, own, locale), locale, self.bot.pictures)

    async def _period(self, period: str, scope: int) -> str:
        """Resolve a kind alone to its current period, by the server's seasons."""
        if period not in KINDS:
            return period
        start = ratings.CALENDAR if scope == EVERYWHERE else (await self.bot.store.servers.get(scope)).season_start
        return ratings.period_of(period, self.bot.referee.now(), start)

    async def _rated(self, line: Ranked, locale: Locale, asker: int, gone: frozenset[int]) -> Rated:
        standing = line.standing
        return Rated(
            rank=line.rank,
            name=await person_name(self.bot, line.user_id, locale),
            points=standing.points,
            rating=ratings.rating(standing.mu),
            uncertainty=ratings.uncertainty(standing.sigma),
            is_provisional=ratings.is_provisional(standing.sigma),
            tally=standing.tally,
            is_own=line.user_id == asker,
            has_left=line.user_id in gone,
        )

    # Profiles

    @app_commands.command(name=named("command.profile"), description=named("command.profile.about"))
    @options("member", "game")
    @app_commands.choices(game=ALL_GAME_CHOICES)
    async def profile(
        self,
        interaction: discord.Interaction,
        member: AnyUser | None = None,
        game: str | None = None,
    ) -> None:
        async with answering(self.bot, interaction) as answer:
            locale = await meet(self.bot, interaction)
            game = game or await usual_game(self.bot, interaction.guild_id)
            address = ProfileAddress(game, _here(interaction), await self._asked_about(interaction, member, locale))
            await self._show_profile(answer, locale, address, member)

    async def turn_profile(self, answer: Answer, locale: Locale, control: Control) -> None:
        await self._show_profile(answer, locale, _profile_address(control))

    async def _show_profile(
        self, answer: Answer, locale: Locale, address: ProfileAddress, member: AnyUser | None = None
    ) -> None:
        page = await self._profile(answer, locale, address, answer.interaction.user.id, member)
        await answer.private(shareable(page, answer, Control(Verb.SHARE_PROFILE, 0, 0, address.argument()), locale))

    async def _public_profile(self, answer: Answer, locale: Locale, control: Control) -> Page:
        return await self._profile(answer, locale, _profile_address(control), EVERYBODY)

    async def _profile(
        self, answer: Answer, locale: Locale, address: ProfileAddress, asker: int, member: AnyUser | None = None
    ) -> Page:
        interaction, store = answer.interaction, self.bot.store
        scope = _scope(interaction, address.scope)
        is_here = interaction.guild_id is not None
        name = await self._name(address, member, locale)
        games = await store.standings.last(scope, address.ladder, address.user_id, LAST_GAMES)
        last = await self._pasts(games, locale)
        if GAMES[address.game].is_cooperative:
            return await self.best_scores.profile(address, scope, name, last, asker, locale, is_here=is_here)
        stats = await store.standings.profile(scope, address.ladder, address.user_id, asker)
        own = None if stats.own is None else await self._rated(stats.own, locale, asker, frozenset())
        view = ProfileView(address, name, address.user_id == asker, own, stats, last, is_here)
        plot = [(dot.at, ratings.rating(dot.mu), ratings.uncertainty(dot.sigma)) for dot in stats.plot]
        return await drawn_profile(view, plot, locale, self.bot.pictures)

    # Histories

    @app_commands.command(name=named("command.history"), description=named("command.history.about"))
    @options("member")
    async def history(self, interaction: discord.Interaction, member: AnyUser | None = None) -> None:
        async with answering(self.bot, interaction) as answer:
            locale = await meet(self.bot, interaction)
            address = ProfileAddress(
                await usual_game(self.bot, interaction.guild_id),
                _here(interaction),
                await self._asked_about(interaction, member, locale),
            )
            await answer.private(await self._history(answer, locale, address, 0, member))

    async def turn_history(self, answer: Answer, locale: Locale, control: Control) -> None:
        await answer.private(await self._history(answer, locale, _profile_address(control), control.number))

    async def _history(
        self, answer: Answer, locale: Locale, address: ProfileAddress, number: int, member: AnyUser | None = None
    ) -> Page:
        interaction = answer.interaction
        scope = _scope(interaction, address.scope)
        total, games = await self.bot.store.standings.history(scope, address.user_id, number)
        pages = -(-total // PAGE)
        if number >= pages > 0:
            raise Refusal("no_such_page")
        view = HistoryView(
            address=address,
            name=await self._name(address, member, locale),
            is_self=address.user_id == interaction.user.id,
            number=number,
            pages=pages,
            total=total,
            games=await self._pasts(games, locale),
        )
        return history_page(view, locale)

    async def _name(self, address: ProfileAddress, member: AnyUser | None, locale: Locale) -> str:
        """A person who has never played has their Discord name; nothing about them is stored."""
        return await person_name(self.bot, address.user_id, locale) if member is None else member.display_name

    async def _pasts(self, games: Sequence[HistoryRow], locale: Locale) -> tuple[PastGame, ...]:
        left = await self.bot.store.teams.scores([game.game_id for game in games])
        return tuple([await self._past(game, left.get(game.game_id), locale) for game in games])

    async def _called(self, user_id: int | None, level: str | None, locale: Locale) -> str:
        return level_name(level, locale) if user_id is None else await person_name(self.bot, user_id, locale)

    async def _past(self, row: HistoryRow, left: int | None, locale: Locale) -> PastGame:
        others = [await self._called(*other, locale) for other in row.others]
        quitter = None
        if row.quitter is not None and row.how is not None:
            quitter = await self._called(*row.quitter, locale)
        return PastGame(row, tuple(others), quitter, left)

    async def _asked_about(self, interaction: discord.Interaction, member: AnyUser | None, locale: Locale) -> int:
        if member is None or member.id == interaction.user.id:
            return interaction.user.id
        if member.bot:
            raise Refusal("bot_has_no_profile")
        if await self.bot.store.people.get(member.id) is not None:
            await introduce(self.bot, member, locale.language)
        return member.id


def _here(interaction: discord.Interaction) -> str:
    return GLOBAL if interaction.guild_id is None else SERVER


def _scope(interaction: discord.Interaction, wanted: str) -> int:
    """A server's board is visible in that server alone."""
    return EVERYWHERE if wanted == GLOBAL or interaction.guild_id is None else interaction.guild_id


def _board_address(control: Control) -> BoardAddress:
    address = read_board_address(control.argument)
    if address is None or address.game not in GAMES:
        raise Refusal("no_such_page")
    if not GAMES[address.game].is_cooperative and not is_ladder(address.game, address.category):
        raise Refusal("no_such_page")
    return address


def _profile_address(control: Control) -> ProfileAddress:
    address = read_profile_address(control.argument)
    if address is None or address.game not in GAMES or not is_ladder(address.game, address.category):
        raise Refusal("no_such_page")
    return address


async def setup(bot: Arbitre) -> None:
    await bot.add_cog(Standings(bot))
