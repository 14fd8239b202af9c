"""From a stored gathering to what its page may show: names, ratings and the record between two looked up."""

from bot.edge.gateway.client import Client
from bot.edge.presenting.match_views import level_name, person_name
from bot.games.registry import GAMES
from bot.players.registry import levels_of
from bot.referee.ratings import rating
from bot.store.ratings_rows import TWO, Tally, ladder_of
from bot.store.rows import GatheringRow, GatheringSeat
from bot.table.gathering.gathering_page import GatheringView, Role, SeatView
from bot.table.locale import Locale


async def gathering_view_of(bot: Client, row: GatheringRow, locale: Locale) -> GatheringView:
    game = GAMES[row.game]
    return GatheringView(
        gathering_id=row.id,
        revision=row.revision,
        game=row.game,
        is_team=game.is_cooperative,
        takes_deck=bool(game.brought),
        has_computers=bool(levels_of(row.game)),
        size=row.size,
        most=row.size or max(game.seats),
        clock=row.clock,
        is_rated=row.is_rated and all(seat.level is None for seat in row.seats),
        first=row.options.get("first"),
        form=_unusual_format(row),
        switches={name: row.options[name] for name in game.switches},
        seats=tuple([await _seat(bot, row, seat, locale) for seat in row.seats]),
        commitment=row.commitment,
        expires_at=row.expires_at // 1000,
        status=row.status,
        game_id=row.game_id,
        versus=await _versus(bot, row),
    )


async def _seat(bot: Client, row: GatheringRow, seat: GatheringSeat, locale: Locale) -> SeatView:
    if seat.user_id is None:
        return SeatView(level_name(seat.level, locale), Role.COMPUTER)
    role = Role.HOST if seat.user_id == row.host_id else Role.MEMBER if seat.is_taken else Role.INVITED
    name = await person_name(bot, seat.user_id, locale)
    return SeatView(name, role, seat.user_id, seat.cut, await _rating(bot, row, seat.user_id))


async def _rating(bot: Client, row: GatheringRow, user_id: int) -> int | None:
    """In this server; None before the first rated game."""
    is_free_for_all = row.size is not None and row.size > TWO
    ladder = ladder_of(row.game, is_free_for_all=is_free_for_all)
    standing = await bot.store.standings.standing(row.guild_id, ladder, user_id)
    return None if standing is None else rating(standing.mu)


def _unusual_format(row: GatheringRow) -> str | None:
    """The format that was agreed, if the game has several and it is not the first."""
    forms = GAMES[row.game].options.get("format", ())
    return row.options["format"] if forms and row.options["format"] != forms[0] else None


async def _versus(bot: Client, row: GatheringRow) -> Tally:
    """Of two opponents, from the first's side, in this server."""
    people = [seat.user_id for seat in row.seats if seat.user_id is not None]
    if len(people) != row.size or len(people) != 2:
        return Tally()
    return await bot.store.standings.versus(row.guild_id, row.game, *people)
