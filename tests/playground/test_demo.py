"""The playground's demo consists of real games."""

from datetime import UTC, datetime
from pathlib import Path

from bot.playground.demo import fill
from bot.referee import results
from bot.referee.replay_check import difference
from bot.store.ratings_rows import ALL_TIME
from bot.store.sqlite.store import Store

PEOPLE = {11: "Alice", 12: "Bob", 13: "Chloé", 14: "Maxime"}
NOW = datetime(2026, 7, 1, tzinfo=UTC)


async def test_every_game_is_played_shown_as_past_and_on_the_board(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "arbitre.sqlite3")
    try:
        assert await fill(store, PEOPLE, guild_id=5, channel_id=6, now=NOW, games=12) == 12
        for game_id in range(1, 13):
            row = await store.games.get(game_id)
            assert row is not None
            assert row.ended_at is not None
            assert row.ended_at < NOW.timestamp() * 1000
            assert difference(row, await store.games.actions(game_id)) is None
        assert await store.messages.behind() == []
        board = await store.standings.page((5, "le-duel", ALL_TIME), 0, 11)
        assert board.total == len(PEOPLE)
        teams = await store.database.rows("SELECT games FROM team_tallies WHERE scope = 5 AND period = 'all'")
        assert sum(row["games"] for row in teams) == 3
        assert await store.gatherings.behind() == []
        assert (await results.rebuild(store)).changed == 0
        assert await fill(store, PEOPLE, guild_id=5, channel_id=6, now=NOW, games=8) == 0, "there is a past already"
    finally:
        await store.close()
