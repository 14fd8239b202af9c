"""Teams' best scores for `/leaderboard` and `/profile`: from the store's rows to what the table shows."""

from collections.abc import Sequence
from math import ceil

from bot.edge.gateway.client import Client
from bot.edge.members import Members
from bot.edge.presenting.match_views import person_name
from bot.referee.errors import Refusal
from bot.store.ratings_rows import ALL_TIME, Board
from bot.store.sqlite.teams import TEAMS_A_PAGE, PersonalScores, Team, TeamGame
from bot.store.sqlite.teams import Category as StoredCategory
from bot.table.locale import Locale
from bot.table.page import Page
from bot.table.standings.rated_pages import BoardAddress, PastGame, Whose
from bot.table.standings.team_pages import (
    Category,
    CategoryView,
    Frame,
    Leading,
    Mate,
    OverviewView,
    Personal,
    TeamLine,
    TeamProfileView,
    read_category,
)
from bot.table.standings.team_pictures import drawn_category, drawn_overview, drawn_team_profile

_BETWEEN = ","


class BestScores:
    def __init__(self, bot: Client, members: Members) -> None:
        self.bot = bot
        self.members = members

    async def board(
        self, address: BoardAddress, scope: int, number: int, asker: int, locale: Locale, *, is_here: bool
    ) -> Page:
        """All sizes and modes, or the one that the place names."""
        board: Board = (scope, address.game, address.period)
        if address.category:
            return await self._category(board, address, number, asker, locale, is_here=is_here)
        found = await self.bot.store.teams.overview(board, number, asker)
        frame = await self._frame(board, address, number, found.total, is_here=is_here)
        gone = await self._gone(scope, [line.best for line in found.lines])
        lines = tuple(
            [
                Leading(
                    category=_shown(line.category),
                    best=await self._line(line.best, asker, gone, locale),
                    equals=line.equals,
                    own=None if line.own is None else _personal(line.own),
                )
                for line in found.lines
            ]
        )
        return await drawn_overview(OverviewView(frame, lines), locale, self.bot.pictures)

    async def _category(
        self, board: Board, address: BoardAddress, number: int, asker: int, locale: Locale, *, is_here: bool
    ) -> Page:
        category = read_category(address.category, address.game)
        if category is None:
            raise Refusal("no_such_page")
        found = await self.bot.store.teams.ranking(board, _stored(category), number, asker)
        frame = await self._frame(board, address, number, found.total, is_here=is_here)
        gone = await self._gone(board[0], [*found.lines, *((found.own,) if found.own else ())])
        view = CategoryView(
            frame=frame,
            category=category,
            games=found.total,
            lines=tuple([await self._line(line, asker, gone, locale) for line in found.lines]),
            own=None if found.own is None else await self._line(found.own, asker, gone, locale),
        )
        return await drawn_category(view, locale, self.bot.pictures)

    async def _frame(self, board: Board, address: BoardAddress, number: int, total: int, *, is_here: bool) -> Frame:
        pages = ceil(total / TEAMS_A_PAGE)
        if number >= pages > 0:
            raise Refusal("no_such_page")
        earlier, later = None, None
        if address.kind != ALL_TIME:
            earlier, later = await self.bot.store.teams.neighbours(board, address.kind)
        return Frame(address, number, pages, earlier, later, is_here)

    async def _gone(self, scope: int, games: Sequence[TeamGame]) -> frozenset[int]:
        people = {user_id for game in games for user_id, _ in game.team if user_id is not None and user_id > 0}
        return await self.members.gone(scope, sorted(people))

    async def _line(self, game: TeamGame, asker: int, gone: frozenset[int], locale: Locale) -> TeamLine:
        return TeamLine(
            rank=game.rank,
            team=await self._mates(game.team, gone, locale),
            score=game.score,
            game_id=game.game_id,
            ended_at=game.ended_at // 1000,
            is_own=any(user_id == asker for user_id, _ in game.team),
        )

    async def _mates(self, team: Team, gone: frozenset[int], locale: Locale) -> tuple[Mate, ...]:
        """People by name; computers by their number alone."""
        people = [user_id for user_id, _ in team if user_id is not None]
        mates = [Mate(await person_name(self.bot, user_id, locale), user_id in gone) for user_id in people]
        computers = len(team) - len(people)
        return (*mates, *((Mate(locale.text("teams.computers", count=computers)),) if computers else ()))

    async def profile(
        self,
        whose: Whose,
        scope: int,
        name: str,
        last: Sequence[PastGame],
        asker: int,
        locale: Locale,
        *,
        is_here: bool,
    ) -> Page:
        found = await self.bot.store.teams.personal((scope, whose.game, ALL_TIME), whose.user_id)
        view = TeamProfileView(
            whose=whose,
            name=name,
            is_self=whose.user_id == asker,
            bests=tuple(map(_personal, found)),
            last=tuple(last),
            is_in_server=is_here,
        )
        return await drawn_team_profile(view, locale, self.bot.pictures)


def _shown(category: StoredCategory) -> Category:
    return Category(category.size, tuple(filter(None, category.mode.split(_BETWEEN))))


def _stored(category: Category) -> StoredCategory:
    return StoredCategory(category.size, _BETWEEN.join(category.modes))


def _personal(one: PersonalScores) -> Personal:
    return Personal(_shown(one.category), one.games, one.beaten, one.cards_left, one.best, one.best_game)
