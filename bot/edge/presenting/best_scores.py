"""Teams' best scores for `/leaderboard` and `/profile`: reads the store's rows and the names of their players."""

from collections.abc import Sequence

from bot.edge.gateway.client import Client
from bot.edge.members import Members
from bot.edge.presenting.match_views import person_name
from bot.games.registry import GAMES
from bot.referee.errors import Refusal
from bot.store.ratings_rows import ALL_TIME, Board
from bot.store.rows import EVERYBODY
from bot.store.sqlite.standings import Standings
from bot.store.sqlite.teams import TEAMS_A_PAGE, TeamGame, Teams
from bot.table.locale import Locale
from bot.table.page import Page
from bot.table.standings.addresses import BoardAddress, ProfileAddress
from bot.table.standings.boards import BoardFrame, drawn_board
from bot.table.standings.history_pages import PastGame
from bot.table.standings.team_boards import (
    Member,
    TeamProfileView,
    category_board,
    drawn_team_profile,
    overview_board,
    read_category,
)


async def board_frame(
    store: Standings | Teams,
    scope: int,
    address: BoardAddress,
    number: int,
    pages: int,
    *,
    is_here: bool,
    is_public: bool,
) -> BoardFrame:
    """Raises `Refusal` for a page that does not exist."""
    if number >= pages > 0:
        raise Refusal("no_such_page")
    earlier, later = None, None
    if address.kind != ALL_TIME:
        ladder = address.game if GAMES[address.game].is_cooperative else address.ladder
        earlier, later = await store.neighbours((scope, ladder, address.period), address.kind)
    return BoardFrame(address, number, pages, earlier, later, is_here, is_public)


class BestScores:
    def __init__(self, bot: Client, members: Members) -> None:
        self.bot = bot
        self.members = members

    async def board(
        self, address: BoardAddress, scope: int, number: int, asker: int, locale: Locale, *, is_here: bool
    ) -> Page:
        """All categories, or the one of the address."""
        teams = self.bot.store.teams
        board: Board = (scope, address.game, address.period)
        is_public = asker == EVERYBODY
        if not address.category:
            found = await teams.overview(board, number, asker)
            pages = -(-found.total // TEAMS_A_PAGE)
            frame = await board_frame(
                teams, scope, address, number, pages, is_here=is_here, is_public=asker == EVERYBODY
            )
            people = await self._people(scope, [line.best for line in found.lines], locale)
            return await drawn_board(overview_board(frame, found.lines, people, locale), locale, self.bot.pictures)
        category = read_category(address.category, address.game)
        if category is None:
            raise Refusal("no_such_page")
        ranking = await teams.ranking(board, category, number, asker)
        pages = -(-ranking.total // TEAMS_A_PAGE)
        frame = await board_frame(teams, scope, address, number, pages, is_here=is_here, is_public=is_public)
        people = await self._people(scope, [*ranking.lines, *((ranking.own,) if ranking.own else ())], locale)
        shown = category_board(frame, category, ranking, asker, people, locale)
        return await drawn_board(shown, locale, self.bot.pictures)

    async def _people(self, scope: int, games: Sequence[TeamGame], locale: Locale) -> dict[int, Member]:
        """Names by user id; the ids of deleted people are negative."""
        people = sorted({user_id for game in games for user_id, _ in game.team if user_id is not None})
        gone = await self.members.gone(scope, [user_id for user_id in people if user_id > 0])
        return {user_id: Member(await person_name(self.bot, user_id, locale), user_id in gone) for user_id in people}

    async def profile(
        self,
        address: ProfileAddress,
        scope: int,
        name: str,
        last: tuple[PastGame, ...],
        asker: int,
        locale: Locale,
        *,
        is_here: bool,
    ) -> Page:
        bests = await self.bot.store.teams.personal((scope, address.game, ALL_TIME), address.user_id)
        view = TeamProfileView(address, name, address.user_id == asker, bests, last, is_here)
        return await drawn_team_profile(view, locale, self.bot.pictures)
