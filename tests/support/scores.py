"""Stores finished team games without playing them."""

from collections.abc import Sequence
from dataclasses import replace

from bot.referee.ratings import filing, season_of
from bot.store.ratings_rows import GameResult, PlayerResult, Score
from bot.store.rows import TeamScore
from bot.store.sqlite.store import Store

GAME = "the-game"
_GAME = """INSERT INTO games (game, version, guild_id, channel_id, options, clock, rated, binding, secret, commitment,
               shuffle, snapshot, created_at, moved_at, ended_at, reason, winners, table_revision)
           VALUES ('the-game', 1, ?, 1, '{}', 'live', 0, '', x'', '', 1, '{}', ?, ?, ?, ?, '[]', 0)"""
_SEAT = "INSERT INTO seats (game_id, seat, user_id, level, cut, ended_at) VALUES (?, ?, ?, ?, '', ?)"


async def finish_together(
    store: Store,
    guild_id: int,
    people: Sequence[int],
    left: int | None,
    *,
    at: int,
    mode: str = "",
    computers: int = 0,
    season_start: int = 1,
    reason: str | None = None,
) -> int:
    """A team with so many cards left; None for a game that was abandoned or otherwise does not count (TG12)."""
    reason = reason or ("abandoned" if left is None else "blocked" if left else "beaten")
    await store.database.write(_GAME, (guild_id, at, at, at, reason))
    row = await store.database.row("SELECT MAX(id) AS id FROM games")
    assert row is not None
    game_id = int(row["id"])
    seats = [*((user_id, None) for user_id in people), *((None, "mate") for _ in range(computers))]
    for seat, (user_id, level) in enumerate(seats):
        await store.database.write(_SEAT, (game_id, seat, user_id, level, at))
    score = Score.NONE if left is None else Score.LOSS if left else Score.WIN
    parts = tuple(PlayerResult(seat, user_id, score) for seat, user_id in enumerate(people))
    season = season_of(at, season_start)
    result = GameResult(game_id, GAME, guild_id, at, season, 30, is_contest=False, is_counted=False, parts=parts)
    team = None if left is None else TeamScore(len(seats), mode, left)
    await store.rebuilding.file(replace(filing(result), team=team))
    return game_id
