"""Finished games in the books, without anybody having had to play them."""

import sqlite3
from typing import Any

from bot.referee import ratings
from bot.referee.clocks import DAY
from bot.referee.ratings import filing
from bot.store.ratings_rows import GameResult, PlayerResult, Score
from tests.support.world import World


async def finish(world: World, winner: Any, loser: Any, *, days: int = 0, turns: int = 12) -> None:
    store = world.bot.store
    at = world.bot.referee.now() - days * DAY

    def insert(connection: sqlite3.Connection) -> int:
        cursor = connection.execute(
            """INSERT INTO games (game, version, guild_id, channel_id, options, clock, rated, binding, secret,
                   commitment, shuffle, snapshot, created_at, moved_at, ended_at, reason, winners, table_revision)
               VALUES ('le-duel', 1, ?, ?, '{}', 'live', 1, '', x'', '', 1, '{}', ?, ?, ?, 'stuck', '[0]', 0)""",
            (world.guild.id, world.channel.id, at, at, at),
        )
        game_id = cursor.lastrowid or 0
        connection.executemany(
            "INSERT INTO seats (game_id, seat, user_id, cut, ended_at) VALUES (?, ?, ?, '', ?)",
            [(game_id, seat, person, at) for seat, person in enumerate((_id(winner), _id(loser)))],
        )
        return game_id

    game_id = await store.database.run(insert)
    parts = (
        PlayerResult(0, _id(winner), Score.WIN, is_first=True, chain=2, opening="^ v"),
        PlayerResult(1, _id(loser), Score.LOSS),
    )
    season = ratings.season_of(at, 1)
    result = GameResult(
        game_id, "le-duel", world.guild.id, at, season, turns, is_contest=True, is_counted=True, parts=parts
    )
    await store.rebuilding.file(filing(result))


def _id(person: Any) -> int:
    return person if isinstance(person, int) else int(person.id)
