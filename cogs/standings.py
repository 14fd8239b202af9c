"""`/leaderboard`, `/profile`, `/history` with their buttons, in private and in the asker's language."""

from collections.abc import Sequence

import discord
from discord import app_commands
from discord.ext import commands

from bot.edge.app import Arbitre
from bot.edge.interactions.answers import Answer, answering
from bot.edge.interactions.choices import ALL_GAME_CHOICES, DEFAULT_GAME
from bot.edge.interactions.translation import named, options
from bot.edge.members import Members
from bot.edge.presenting.best_scores import BestScores
from bot.edge.presenting.match_views import introduce, level_name, meet, person_name
from bot.games.registry import GAMES
from bot.referee import ratings
from bot.referee.errors import Refusal
from bot.store.ratings_rows import ALL_TIME, EVERYWHERE, Board, HistoryRow, Ranked, Tally
from bot.store.sqlite.standings import PAGE
from bot.table.controls import Control, Verb
from bot.table.locale import Locale
from bot.table.page import Page
from bot.table.standings.rated_pages import (
    GLOBAL,
    KINDS,
    SERVER,
    BoardAddress,
    BoardView,
    Favourite,
    Feat,
    HistoryView,
    PastGame,
    ProfileView,
    Rated,
    Whose,
    WinRecord,
    history_page,
    read_board_address,
    read_whose,
)
from bot.table.standings.rated_pictures import drawn_board, drawn_profile

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

    # Leaderboards

    @app_commands.command(name=named("command.leaderboard"), description=named("command.leaderboard.about"))
    @options("game", "scope", "period")
    @app_commands.choices(game=ALL_GAME_CHOICES, scope=SCOPE_CHOICES, period=PERIOD_CHOICES)
    async def leaderboard(
        self,
        interaction: discord.Interaction,
        game: str = DEFAULT_GAME,
        scope: str = SERVER,
        period: str = ALL_TIME,
    ) -> None:
        async with answering(self.bot, interaction) as answer:
            locale = await meet(self.bot, interaction)
            await answer.private(await self._board(answer, locale, BoardAddress(game, scope, period), 0))

    async def turn_board(self, answer: Answer, locale: Locale, control: Control) -> None:
        address = read_board_address(control.argument)
        if address is None or address.game not in GAMES:
            raise Refusal("no_such_page")
        await answer.private(await self._board(answer, locale, address, control.number))

    async def _board(self, answer: Answer, locale: Locale, address: BoardAddress, number: int) -> Page:
        interaction = answer.interaction
        scope = _scope(interaction, address.scope)
        period = await self._period(address.period, scope)
        address = BoardAddress(address.game, GLOBAL if scope == EVERYWHERE else SERVER, period, address.category)
        if GAMES[address.game].is_cooperative:
            is_here = interaction.guild_id is not None
            return await self.best_scores.board(address, scope, number, interaction.user.id, locale, is_here=is_here)
        board: Board = (scope, address.game, address.period)
        found = await self.bot.store.standings.page(board, number, interaction.user.id)
        pages = -(-found.total // PAGE)
        if number >= pages > 0:
            raise Refusal("no_such_page")
        gone = await self.members.gone(scope, [line.user_id for line in found.lines])
        earlier, later = None, None
        if address.kind != ALL_TIME:
            earlier, later = await self.bot.store.standings.neighbours(board, address.kind)
        view = BoardView(
            address=address,
            number=number,
            pages=pages,
            people=found.total,
            lines=tuple([await self._rated(line, locale, interaction.user.id, gone) for line in found.lines]),
            own=None if found.own is None else await self._rated(found.own, locale, interaction.user.id, frozenset()),
            earlier=earlier,
            later=later,
            is_in_server=interaction.guild_id is not None,
        )
        return await drawn_board(view, locale, self.bot.pictures)

    async def _period(self, period: str, scope: int) -> str:
        """A kind of period alone means the current one, by the server's own seasons."""
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
            record=_win_record(standing.tally),
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
        game: str = DEFAULT_GAME,
    ) -> None:
        async with answering(self.bot, interaction) as answer:
            locale = await meet(self.bot, interaction)
            whose = Whose(game, _here(interaction), await self._asked_about(interaction, member, locale))
            await answer.private(await self._profile(answer, locale, whose, member))

    async def turn_profile(self, answer: Answer, locale: Locale, control: Control) -> None:
        await answer.private(await self._profile(answer, locale, _whose(control)))

    async def _profile(self, answer: Answer, locale: Locale, whose: Whose, member: AnyUser | None = None) -> Page:
        interaction, store = answer.interaction, self.bot.store
        scope = _scope(interaction, whose.scope)
        asker, is_here = interaction.user.id, interaction.guild_id is not None
        name = await self._name(whose, member, locale)
        games = await store.standings.last(scope, whose.game, whose.user_id, LAST_GAMES)
        last = await self._pasts(games, locale)
        if GAMES[whose.game].is_cooperative:
            return await self.best_scores.profile(whose, scope, name, last, asker, locale, is_here=is_here)
        record = await store.standings.profile(scope, whose.game, whose.user_id, asker)
        career = record.career
        view = ProfileView(
            whose=whose,
            name=name,
            is_self=whose.user_id == asker,
            own=None if record.own is None else await self._rated(record.own, locale, asker, frozenset()),
            people=record.total,
            by_seat=tuple((seat, _win_record(tally)) for seat, tally in record.by_seat),
            by_turn=tuple((is_first, _win_record(tally)) for is_first, tally in record.by_turn),
            streak=career.streak,
            best_streak=career.best_streak,
            chain=None if career.chain_game is None else Feat(career.chain, career.chain_game),
            fastest=None if career.fastest is None else Feat(career.fastest, career.fastest_game or 0),
            openings=tuple(Favourite(one.shape, one.games, one.wins) for one in record.openings),
            versus=_win_record(record.versus),
            last=last,
            is_in_server=is_here,
        )
        plot = [(dot.at, ratings.rating(dot.mu), ratings.uncertainty(dot.sigma)) for dot in record.plot]
        return await drawn_profile(view, plot, locale, self.bot.pictures)

    # Histories

    @app_commands.command(name=named("command.history"), description=named("command.history.about"))
    @options("member")
    async def history(self, interaction: discord.Interaction, member: AnyUser | None = None) -> None:
        async with answering(self.bot, interaction) as answer:
            locale = await meet(self.bot, interaction)
            whose = Whose(DEFAULT_GAME, _here(interaction), await self._asked_about(interaction, member, locale))
            await answer.private(await self._history(answer, locale, whose, 0, member))

    async def turn_history(self, answer: Answer, locale: Locale, control: Control) -> None:
        await answer.private(await self._history(answer, locale, _whose(control), control.number))

    async def _history(
        self, answer: Answer, locale: Locale, whose: Whose, number: int, member: AnyUser | None = None
    ) -> Page:
        interaction = answer.interaction
        scope = _scope(interaction, whose.scope)
        total, games = await self.bot.store.standings.history(scope, whose.user_id, number)
        pages = -(-total // PAGE)
        if number >= pages > 0:
            raise Refusal("no_such_page")
        view = HistoryView(
            whose=whose,
            name=await self._name(whose, member, locale),
            is_self=whose.user_id == interaction.user.id,
            number=number,
            pages=pages,
            total=total,
            games=await self._pasts(games, locale),
        )
        return history_page(view, locale)

    async def _name(self, whose: Whose, member: AnyUser | None, locale: Locale) -> str:
        """A member who has never played is called by their Discord name, which is not stored."""
        return await person_name(self.bot, whose.user_id, locale) if member is None else member.display_name

    async def _pasts(self, games: Sequence[HistoryRow], locale: Locale) -> tuple[PastGame, ...]:
        left = await self.bot.store.teams.scores([game.game_id for game in games])
        return tuple([await self._past(game, left.get(game.game_id), locale) for game in games])

    async def _called(self, user_id: int | None, level: str | None, locale: Locale) -> str:
        return level_name(level, locale) if user_id is None else await person_name(self.bot, user_id, locale)

    async def _past(self, game: HistoryRow, left: int | None, locale: Locale) -> PastGame:
        others = [await self._called(*other, locale) for other in game.others]
        link, abandoned = None, None
        if game.table is not None:
            channel, message = game.table
            link = f"https://discord.com/channels/{game.guild_id}/{channel}/{message}"
        if game.quitter is not None and game.how is not None:
            abandoned = await self._called(*game.quitter, locale), game.how
        return PastGame(
            game_id=game.game_id,
            game=game.game,
            others=tuple(others),
            score=game.score.value,
            reason=game.reason,
            gain=game.gain if game.is_counted else None,
            turns=game.turns,
            ended_at=game.ended_at // 1000,
            link=link,
            is_together=GAMES[game.game].is_cooperative,
            left=left,
            abandoned=abandoned,
        )

    async def _asked_about(self, interaction: discord.Interaction, member: AnyUser | None, locale: Locale) -> int:
        if member is None or member.id == interaction.user.id:
            return interaction.user.id
        if member.bot:
            raise Refusal("bot_has_no_profile")
        if await self.bot.store.people.get(member.id) is not None:
            await introduce(self.bot, member, locale.language)
        return member.id


def _win_record(tally: Tally) -> WinRecord:
    return WinRecord(tally.wins, tally.draws, tally.losses)


def _here(interaction: discord.Interaction) -> str:
    return GLOBAL if interaction.guild_id is None else SERVER


def _scope(interaction: discord.Interaction, wanted: str) -> int:
    """A server's board is shown in that server only."""
    return EVERYWHERE if wanted == GLOBAL or interaction.guild_id is None else interaction.guild_id


def _whose(control: Control) -> Whose:
    whose = read_whose(control.argument)
    if whose is None or whose.game not in GAMES:
        raise Refusal("no_such_page")
    return whose


async def setup(bot: Arbitre) -> None:
    await bot.add_cog(Standings(bot))
