"""Finished games into the books: as they end, at boot for any that were not filed, and all of them anew."""

from collections.abc import Sequence
from dataclasses import replace

from bot.games.registry import GAMES
from bot.referee.dealing import first_seat
from bot.referee.feats import feats_of
from bot.referee.lobbies import team_score
from bot.referee.match import state_of
from bot.referee.ratings import filing_of, keep, season_of
from bot.store.ratings_rows import Filing
from bot.store.rows import ActionRow, GameRow
from bot.store.sqlite.rebuilding import Rebuilt
from bot.store.sqlite.store import Store


async def filed(store: Store, row: GameRow, actions: Sequence[ActionRow]) -> Filing:
    """What a finished game comes to, from its row and its whole course."""
    server = await store.servers.get(row.guild_id)
    filing = filing_of(
        row,
        first_seat(row),
        GAMES[row.game].turns(state_of(row)),
        feats_of(row, actions),
        season_of(row.ended_at or 0, server.season_start),
    )
    return replace(filing, team=team_score(row))


async def file_missing(store: Store) -> int:
    """Results from before there were books are filed in the order they came; answers how many."""
    missing = await store.rebuilding.not_filed()
    for game_id in missing:
        row = await store.games.get(game_id)
        if row is not None:
            await store.rebuilding.file(await filed(store, row, await store.games.actions(game_id)))
    return len(missing)


async def rebuild(store: Store) -> Rebuilt:
    """Everything that follows from results, computed anew in their order."""
    await file_missing(store)
    return await store.rebuilding.rebuild(keep)
