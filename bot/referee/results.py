"""Computes and stores the results of finished games: as they end, at boot for missing ones, and all on a rebuild."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from bot.games.core import Feats
from bot.games.registry import GAMES
from bot.referee.dealing import first_seat
from bot.referee.match import ended_by_referee, state_of
from bot.referee.ratings import apply_result, filing_of, season_of
from bot.referee.reviews import turn_starts
from bot.referee.team_scores import team_score
from bot.store.ratings_rows import Filing
from bot.store.rows import ActionRow, GameRow
from bot.store.sqlite.rebuilding import Rebuilt
from bot.store.sqlite.store import Store


async def compute_filing(store: Store, row: GameRow, actions: Sequence[ActionRow]) -> Filing:
    """The filing of a finished game, from its row and all its actions."""
    server, rules, state = await store.servers.get(row.guild_id), GAMES[row.game].rules, state_of(row)
    filing = filing_of(
        row,
        first_seat(row),
        rules.turns(state),
        feats_of(row, actions),
        season_of(row.ended_at or 0, server.season_start),
        rules.outcome(state) or ended_by_referee(row, state),
    )
    return replace(filing, team=team_score(row))


def feats_of(row: GameRow, actions: Sequence[ActionRow]) -> dict[int, Feats]:
    """Statistics beyond the result, as the game defines them, by seat; none for seats that completed no turn. Where
    decks are brought, a deck is the opening."""
    game, found = GAMES[row.game], dict[int, Feats]()
    if game.collection is not None:
        (brought,) = game.brought
        return {seat: Feats(opening=game.collection.export(deck)) for seat, deck in enumerate(row.options[brought])}
    if game.memories is None:
        return found
    for before, after in pairwise(turn_starts(game, row, actions)):
        seat, feats = game.memories.feats(before, after)
        found[seat] = found.get(seat, Feats()).then(feats)
    return found


async def file_missing(store: Store) -> int:
    """File results that predate ratings, oldest first; return how many."""
    missing = await store.rebuilding.not_filed()
    for game_id in missing:
        row = await store.games.get(game_id)
        if row is not None:
            await store.rebuilding.file(await compute_filing(store, row, await store.games.actions(game_id)))
    return len(missing)


async def rebuild(store: Store) -> Rebuilt:
    """Recompute everything derived from results, in their order."""
    await file_missing(store)
    return await store.rebuilding.rebuild(apply_result)
