"""Team scores by size and mode: boards of every scope and period, ties, own bests, and query plans."""

import random
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from bot.referee import ratings
from bot.referee.clocks import DAY
from bot.store.ratings_rows import ALL_TIME, EVERYWHERE
from bot.store.sqlite.database import MIGRATIONS, migrations
from bot.store.sqlite.store import Store
from bot.store.sqlite.teams import TEAMS_A_PAGE, Category, TeamGame, span
from tests.store.sqlite.test_database_query_plans import plan
from tests.store.support import ALICE, BOB, CHLOE, GUILD, Harness, open_harness
from tests.support.scores import GAME, finish_together

OTHER_GUILD = 101
NOON = int(datetime(2026, 3, 4, 12, tzinfo=UTC).timestamp()) * 1000
BOARD = (GUILD, GAME, ALL_TIME)
PLAIN = Category(2, "")


@pytest.fixture
async def harness(tmp_path: Path) -> AsyncIterator[Harness]:
    async with open_harness(tmp_path) as harness:
        yield harness


async def finish(store: Store, people: tuple[int, ...], left: int | None, at: int = NOON, **more: Any) -> int:
    return await finish_together(store, more.pop("guild_id", GUILD), people, left, at=at, **more)


def shown(lines: tuple[TeamGame, ...]) -> list[tuple[int, int, int]]:
    return [(line.rank, line.score, line.game_id) for line in lines]


async def test_equal_scores_share_a_rank_and_the_earliest_comes_first(harness: Harness) -> None:
    store = harness.store
    for game, (left, day) in enumerate([(5, 3), (0, 9), (5, 1), (0, 8), (7, 0)], start=1):
        assert await finish(store, (ALICE, BOB), left, NOON + day * DAY) == game
    found = await store.teams.ranking(BOARD, PLAIN, 0, BOB)
    assert found.total == 5
    assert shown(found.lines) == [(1, 0, 4), (1, 0, 2), (3, 5, 3), (3, 5, 1), (5, 7, 5)]
    assert found.own is not None
    assert shown((found.own,)) == [(1, 0, 2)], "the first of theirs that was filed"


async def test_pages_follow_each_other_without_a_gap(harness: Harness) -> None:
    store, dice = harness.store, random.Random(3)
    for number in range(3 * TEAMS_A_PAGE - 2):
        await finish(store, (ALICE, BOB), dice.randrange(4), NOON + number)
    pages = [await store.teams.ranking(BOARD, PLAIN, page, CHLOE) for page in range(4)]
    lines = [line for page in pages for line in page.lines]
    assert [len(page.lines) for page in pages] == [TEAMS_A_PAGE, TEAMS_A_PAGE, TEAMS_A_PAGE - 2, 0]
    assert lines == sorted(lines, key=lambda line: (line.score, line.ended_at, line.game_id))
    assert len({line.game_id for line in lines}) == len(lines)
    for rank, equals in groupby(lines, key=lambda line: line.rank):
        assert lines.index(next(equals)) + 1 == rank
    assert pages[0].own is None


async def test_sizes_and_modes_are_kept_apart(harness: Harness) -> None:
    store = harness.store
    await finish(store, (ALICE, BOB), 9)
    await finish(store, (ALICE, BOB), 3, mode="fire")
    await finish(store, (ALICE,), 4)
    await finish(store, (ALICE,), 2, computers=1, mode="computers")
    await finish(store, (BOB,), 4, mode="expert,fire")
    await finish(store, (ALICE, BOB), None)
    found = await store.teams.overview(BOARD, 0, BOB)
    seen = [(one.category.size, one.category.mode, one.best.score, one.equals, one.own is None) for one in found.lines]
    assert seen == [
        (1, "", 4, 1, True),
        (1, "expert,fire", 4, 1, False),
        (2, "", 9, 1, False),
        (2, "fire", 3, 1, False),
        (2, "computers", 2, 1, True),
    ]
    assert found.total == 5
    assert found.lines[4].best.team == ((ALICE, None), (None, "mate"))


async def test_a_server_and_everywhere(harness: Harness) -> None:
    store = harness.store
    await finish(store, (ALICE, BOB), 6)
    await finish(store, (BOB, CHLOE), 2, guild_id=OTHER_GUILD)
    (here,) = (await store.teams.overview(BOARD, 0, BOB)).lines
    (there,) = (await store.teams.overview((OTHER_GUILD, GAME, ALL_TIME), 0, BOB)).lines
    (anywhere,) = (await store.teams.overview((EVERYWHERE, GAME, ALL_TIME), 0, BOB)).lines
    assert [line.best.score for line in (here, there, anywhere)] == [6, 2, 2]
    assert anywhere.own is not None
    assert (anywhere.own.games, anywhere.own.cards_left, anywhere.own.best, anywhere.own.best_game) == (2, 8, 2, 2)
    ranking = await store.teams.ranking((EVERYWHERE, GAME, ALL_TIME), PLAIN, 0, ALICE)
    assert shown(ranking.lines) == [(1, 2, 2), (2, 6, 1)]


async def test_a_persons_totals(harness: Harness) -> None:
    for left in (12, 0, 3, 0):
        await finish(harness.store, (ALICE, BOB), left)
    await finish(harness.store, (CHLOE, BOB), 50)
    (mine,) = await harness.store.teams.personal(BOARD, ALICE)
    assert (mine.games, mine.beaten, mine.cards_left, mine.best, mine.best_game) == (4, 2, 15, 0, 2)
    (chloes,) = await harness.store.teams.personal(BOARD, CHLOE)
    assert (chloes.games, chloes.beaten, chloes.best) == (1, 0, 50)
    assert await harness.store.teams.scores([1, 2, 99]) == {1: 12, 2: 0}


# Periods


async def test_a_period_has_its_own_games(harness: Harness) -> None:
    store = harness.store
    old, new = await finish(store, (ALICE, BOB), 1, NOON - 200 * DAY), await finish(store, (ALICE, BOB), 8)
    for kind in ("season", "month", "week"):
        for scope in (GUILD, EVERYWHERE):
            now = (scope, GAME, ratings.period_of(kind, NOON, 1))
            found = await store.teams.ranking(now, PLAIN, 0, ALICE)
            assert shown(found.lines) == [(1, 8, new)]
            assert found.own is not None
            assert found.own.game_id == new
            earlier, later = await store.teams.neighbours(now, kind)
            assert (earlier, later) == (ratings.period_of(kind, NOON - 200 * DAY, 1), None)
            assert shown((await store.teams.ranking((scope, GAME, earlier or ""), PLAIN, 0, 0)).lines) == [(1, 1, old)]


async def test_a_server_that_moves_its_seasons_keeps_the_old_ones_apart(harness: Harness) -> None:
    """Both games ended in the same month, one in the season from January and one in that from February."""
    one = await finish(harness.store, (ALICE, BOB), 4, season_start=1)
    other = await finish(harness.store, (ALICE, BOB), 4, NOON + DAY, season_start=2)
    for season, game in (("2026-01", one), ("2026-02", other)):
        found = await harness.store.teams.ranking((GUILD, GAME, f"season {season}"), PLAIN, 0, ALICE)
        assert (found.total, shown(found.lines)) == (1, [(1, 4, game)])
    everywhere = await harness.store.teams.ranking((EVERYWHERE, GAME, "season 2026-01"), PLAIN, 0, ALICE)
    assert everywhere.total == 2


def test_the_books_and_the_boards_name_periods_alike() -> None:
    """SQL names periods when a game ends, Python when a board is read: they must agree, above all at the turns of years
    and on leap days."""
    dice = random.Random(5)
    turns = [datetime(year, month, day, tzinfo=UTC) for year in range(2024, 2053) for month, day in _EDGES]
    moments = [int(turn.timestamp()) * 1000 + shift for turn in turns for shift in (-1, 0)]
    moments += [dice.randrange(NOON, NOON + 9000 * DAY) for _ in range(500)]
    with closing(sqlite3.connect(":memory:")) as connection:
        for _, file in migrations(MIGRATIONS):
            connection.executescript(file.read_text(encoding="utf-8"))
        connection.execute("DROP TRIGGER team_scored")  # it reads a server's season from results
        ended = list(enumerate(moments))
        connection.executemany("INSERT INTO team_scores VALUES (?, 1, 'the-game', 1, '', 5, ?)", ended)
        named = connection.execute("SELECT ended_at, period FROM team_boards WHERE scope = 0 AND period <> 'all'")
        rows = named.fetchall()
    assert len(rows) == 3 * len(moments)
    for moment, period in rows:
        assert period == ratings.period_of(period.split(" ")[0], moment, ratings.CALENDAR)
        begun, over = span(period)
        assert begun <= moment < over


_EDGES = ((1, 1), (1, 4), (1, 5), (3, 1), (4, 1), (7, 1), (10, 1), (12, 29), (12, 31))


# Rebuilding


async def test_a_rebuild_changes_only_wrong_rows(harness: Harness) -> None:
    store, dice = harness.store, random.Random(9)
    people = (ALICE, BOB, CHLOE, -7)  # one of them had their data deleted
    for number in range(40):
        team = tuple(dice.sample(people, dice.randrange(1, 4)))
        mode = dice.choice(("", "fire", "expert,fewer"))
        await finish(store, team, dice.choice((0, 0, 3, 9)), NOON + number * DAY, mode=mode)
    assert (await store.rebuilding.rebuild(ratings.apply_result)).changed == 0
    right = {table: await store.database.rows(f"SELECT * FROM {table}") for table in ("team_tallies", "team_records")}  # noqa: S608
    assert not any(row["user_id"] < 0 for row in right["team_records"])
    await store.database.write("UPDATE team_tallies SET games = games + 1 WHERE scope = 0")
    await store.database.write("DELETE FROM team_records WHERE user_id = ?", (BOB,))
    assert (await store.rebuilding.rebuild(ratings.apply_result)).changed > 10
    for table, rows in right.items():
        found = await store.database.rows(f"SELECT * FROM {table}")  # noqa: S608
        assert [tuple(row) for row in found] == [tuple(row) for row in rows]


async def test_no_board_counts_games(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every query uses an index in its order; only a page's few seats are sorted."""
    store, asked = harness.store, set[str]()
    rows = type(store.database).rows
    await finish(store, (ALICE, BOB), 3)

    async def noted(self: Any, sql: str, values: Any = ()) -> Any:
        asked.add(sql)
        return await rows(self, sql, values)

    monkeypatch.setattr(type(store.database), "rows", noted)
    for scope in (GUILD, EVERYWHERE):
        for period in (ALL_TIME, "season 2026-01", "week 2026-10"):
            await store.teams.overview((scope, GAME, period), 0, ALICE)
            await store.teams.ranking((scope, GAME, period), PLAIN, 0, ALICE)
            await store.teams.neighbours((scope, GAME, period), "season")
    await store.teams.scores([1])
    plans = {sql: await plan(store.database, sql) for sql in tuple(asked)}
    assert len(plans) >= 10
    for sql, steps in plans.items():
        assert not any(step.startswith("SCAN") or "TEMP B-TREE" in step for step in steps), (sql, steps)
