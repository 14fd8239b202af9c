"""Ratings are committed with the result, and equal what is recomputed from the results."""

import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from bot.referee import results
from bot.referee.clocks import DAY, HOUR
from bot.referee.match import Match
from bot.referee.ratings import points
from bot.store.ratings_rows import ALL_TIME, EVERYWHERE, Score, Tally
from bot.store.rows import ServerRow
from bot.store.sqlite.standings import PAGE
from tests.store.sqlite.test_database_query_plans import plan
from tests.store.support import ALICE, BOB, CHANNEL, CHLOE, GUILD, Harness, open_harness, traced_statements
from tests.support.scores import finish_together

BOARD = GUILD, "le-duel", ALL_TIME
TABLES = ("results", "standings", "tiers", "careers", "tallies", "rivalries", "openings")


def rating_tables(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Every row that derives from results."""
    with closing(sqlite3.connect(path)) as connection:
        found = {name: connection.execute(f"SELECT * FROM {name} ORDER BY 1, 2, 3, 4").fetchall() for name in TABLES}  # noqa: S608
    found["tiers"] = [row for row in found["tiers"] if row[-1]]  # an empty tier equals none
    return found


async def resigned(harness: Harness, winner: int, loser: int, *, turns: int = 2, **terms: Any) -> Match:
    """A short game that counts."""
    match = await harness.duel(host_id=winner, invited=(loser,), **terms)
    for _ in range(turns):
        match = await harness.play(match)
    return await harness.referee.resign(match.id, loser, harness.key())


async def season_of_games(harness: Harness) -> None:
    """Many pairs, all endings, over months, in two servers, with a change of season."""
    dice = random.Random(5)
    for number in range(40):
        one, other = dice.sample(range(1, 8), 2)
        guild = dice.choice((GUILD, GUILD, 555))
        await resigned(harness, one, other, turns=dice.choice((0, 2, 3)), guild_id=guild, is_rated=dice.random() < 0.9)
        harness.clock.move(dice.choice((HOUR, DAY, 5 * DAY)))
        if number == 20:
            await harness.store.servers.put(ServerRow(GUILD, season_start=3))
    await harness.play_out(await harness.duel())
    match = await harness.duel(host_id=CHLOE)
    for _ in range(10):
        match = await harness.play(match)
    await harness.referee.offer_draw(match.id, CHLOE, harness.key())
    await harness.referee.offer_draw(match.id, BOB, harness.key())
    await harness.referee.resign((await harness.against_computer("greedy")).id, ALICE, harness.key())


async def test_computed_anew_the_numbers_are_the_same_bit_for_bit(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        await season_of_games(harness)
    kept = rating_tables(harness.path)
    assert len(kept["standings"]) > 100
    async with open_harness(tmp_path, harness.clock) as again:
        rebuilt = await results.rebuild(again.store)
        assert (rebuilt.games, rebuilt.changed) == (43, 0)
        for table in ("standings", "careers", "tallies", "rivalries", "openings"):
            await again.store.database.write(f"DELETE FROM {table}")  # noqa: S608
        await again.store.database.write("UPDATE results SET nth = 0, nth_here = 0, weight = 0, mu = 0, gain_here = 9")
        rebuilt = await results.rebuild(again.store)
        assert rebuilt.changed == rebuilt.rows + len(kept["results"])
    assert rating_tables(harness.path) == kept


async def test_results_from_before_the_books_are_filed_at_boot(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        await season_of_games(harness)
    kept = rating_tables(harness.path)
    with closing(sqlite3.connect(harness.path)) as connection:
        for table in TABLES:
            connection.execute(f"DELETE FROM {table}")  # noqa: S608
        connection.execute("UPDATE games SET finish = NULL")
        connection.commit()
    async with open_harness(tmp_path, harness.clock):
        pass
    seasons = {"results": 7, "standings": 2}  # the settings at that time are not stored
    found = rating_tables(harness.path)
    assert [row[:7] for row in found["results"]] == [row[:7] for row in kept["results"]]
    assert found["rivalries"] == kept["rivalries"]
    assert found["openings"] == kept["openings"] != []
    all_time = [[row for row in one["standings"] if row[seasons["standings"]] == ALL_TIME] for one in (found, kept)]
    assert all_time[0] == all_time[1]


class Copies:
    """A copy of the database's files before each statement, as a crash would leave them."""

    def __init__(self, path: Path, folder: Path) -> None:
        self.path, self.folder, self.images = path, folder, list[Path]()
        self.is_watching = False

    def hear(self, _sql: str) -> None:
        if self.is_watching:
            self.copy()

    def copy(self) -> None:
        image = self.folder / str(len(self.images))
        image.mkdir(parents=True)
        for file in self.path.parent.glob(f"{self.path.name}*"):
            if not file.name.endswith("-shm"):
                shutil.copy(file, image)
        self.images.append(image / self.path.name)


def has_result(path: Path) -> tuple[bool, bool]:
    """Whether a crash image has the game's end, and whether it has all that derives from it."""
    with closing(sqlite3.connect(path)) as connection:
        ((ended, finish),) = connection.execute("SELECT ended_at IS NOT NULL, finish FROM games")
        counts = [connection.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0] for table in TABLES]  # noqa: S608
        (actions,) = connection.execute("SELECT COUNT(*) FROM actions WHERE verb = 'resigned'").fetchone()
    everything = [2, 16, counts[2], 4, 4, 4, 4] == counts and finish == 1 and actions == 1
    assert everything or (counts == [0] * len(TABLES) and finish is None and actions == 0), counts
    return bool(ended), everything


async def test_a_crash_leaves_a_result_with_its_ratings_or_neither(tmp_path: Path) -> None:
    copies = Copies(tmp_path / "arbitre.sqlite3", tmp_path / "images")
    with traced_statements(copies.hear):
        async with open_harness(tmp_path) as harness:
            match = await harness.play(await harness.play(await harness.duel()))
            copies.is_watching = True
            await harness.referee.resign(match.id, BOB, harness.key())
            copies.copy()
            copies.is_watching = False
    found = [has_result(image) for image in copies.images]
    assert set(found) == {(False, False), (True, True)}
    assert found == sorted(found)
    assert len(found) > 25


async def test_a_statement_that_fails_undoes_the_whole_result(tmp_path: Path) -> None:
    """Whichever statement fails, the game still runs and can end."""
    left = -1

    def fail(_sql: str) -> None:
        nonlocal left
        left -= 1
        if left == -1:
            raise sqlite3.OperationalError("disk I/O error")

    with traced_statements(fail):
        async with open_harness(tmp_path) as harness:
            match = await harness.play(await harness.play(await harness.duel()))
            for failing in range(100):
                left = failing
                try:
                    await harness.referee.resign(match.id, BOB, harness.key())
                except sqlite3.OperationalError:
                    assert not (await harness.referee.match(match.id)).is_over
                    assert await harness.store.standings.history(EVERYWHERE, BOB, 0) == (0, ())
                    assert (await harness.store.standings.page(BOARD, 0, BOB)).total == 0
                else:
                    break
            left = -1
            assert failing > 25
            assert (await harness.store.standings.page(BOARD, 0, BOB)).total == 2


async def test_a_board_shares_ranks_and_shows_the_asker(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        await with_points(harness, [300, 300, 200] + [100] * 30 + [-5, -30, -30])
        page = await harness.store.standings.page(BOARD, 0, asker=35)
        assert (page.total, [line.rank for line in page.lines]) == (36, [1, 1, 3] + [4] * 7)
        assert page.own is not None
        assert (page.own.rank, page.own.standing.points) == (35, -30)
        last = await harness.store.standings.page(BOARD, 3, asker=999)
        assert [(line.rank, line.standing.points) for line in last.lines] == [
            (4, 100), (4, 100), (4, 100), (34, -5), (35, -30), (35, -30),
        ]  # fmt: skip
        assert last.own is None
        assert (await harness.store.standings.page(BOARD, 4, asker=1)).lines == ()


async def with_points(harness: Harness, all_points: list[int]) -> None:
    sql = "INSERT INTO standings VALUES (?, ?, ?, ?, 25, 5, ?, 1, 0, 0)"
    rows = [(*BOARD, person, one) for person, one in enumerate(all_points, start=1)]
    await harness.store.database.run(lambda connection: connection.executemany(sql, rows).rowcount)


async def test_every_page_of_a_board_is_what_sorting_everyone_gives(tmp_path: Path) -> None:
    dice = random.Random(3)
    async with open_harness(tmp_path) as harness:
        await with_points(harness, [dice.randint(-400, 900) for _ in range(500)])
        for person in range(1, 500, 3):
            change = "UPDATE standings SET points = points + ? WHERE user_id = ?"
            await harness.store.database.write(change, (dice.randint(-300, 300), person))
        await harness.store.database.write("DELETE FROM standings WHERE user_id % 17 = 0")
        rows = await harness.store.database.rows("SELECT user_id, points FROM standings ORDER BY points DESC, user_id")
        expected = [(1 + sum(o["points"] > r["points"] for o in rows), r["user_id"], r["points"]) for r in rows]
        found = []
        for number in range(-(-len(rows) // PAGE)):
            page = await harness.store.standings.page(BOARD, number, asker=0)
            found += [(line.rank, line.user_id, line.standing.points) for line in page.lines]
        assert found == expected
        for rank, person, _ in expected[::29]:
            own = (await harness.store.standings.page(BOARD, 0, asker=person)).own
            assert own is not None
            assert own.rank == rank


async def test_a_profile_and_a_history(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        for number in range(12):
            await resigned(harness, ALICE if number % 3 else BOB, BOB if number % 3 else ALICE, first="challenger")
            harness.clock.move(2 * DAY)
        await harness.referee.resign((await harness.against_computer("greedy")).id, ALICE, harness.key())
        record = await harness.store.standings.profile(GUILD, "le-duel", ALICE, asker=BOB)
        assert record.own is not None
        assert (record.own.rank, record.total, record.own.standing.tally) == (1, 2, Tally(8, 0, 4))
        assert record.career.streak == 2
        assert (record.career.fastest, record.career.fastest_game) == (2, 2)
        assert record.versus == Tally(4, 0, 8)
        assert record.by_seat == ((0, Tally(8, 0, 0)), (1, Tally(0, 0, 4)))
        assert record.by_turn == ((True, Tally(8, 0, 0)), (False, Tally(0, 0, 4)))
        assert len(record.plot) == 12
        last = record.plot[-1]
        assert points(last.mu, last.sigma) == record.own.standing.points
        total, games = await harness.store.standings.history(GUILD, ALICE, 0)
        assert (total, [game.nth for game in games]) == (13, list(range(13, 3, -1)))
        assert games[0].others == ((None, "greedy"),)
        assert not games[0].is_counted
        assert (games[1].others, games[1].score) == (((BOB, None),), Score.WIN)
        assert games[1].gain > 0
        assert [game.nth for game in (await harness.store.standings.history(EVERYWHERE, ALICE, 1))[1]] == [3, 2, 1]
        assert await harness.store.standings.history(GUILD + 1, ALICE, 0) == (0, ())
        assert set(await harness.store.standings.changes(2)) == {0, 1}
        assert await harness.store.standings.changes(13) == {}


async def test_the_last_games_of_one_kind(tmp_path: Path) -> None:
    """In a server and everywhere, the newest first, skipping other games."""
    async with open_harness(tmp_path) as harness:
        last, now = harness.store.standings.last, harness.referee.now()
        await resigned(harness, ALICE, BOB)
        teams = [
            await finish_together(harness.store, guild, (ALICE, CHLOE), left, at=now)
            for guild, left in ((GUILD, 3), (555, 4), (GUILD, None))
        ]
        await resigned(harness, BOB, ALICE)
        assert [one.game_id for one in await last(EVERYWHERE, "the-game", ALICE, 3)] == teams[::-1]
        assert [one.game_id for one in await last(EVERYWHERE, "the-game", ALICE, 2)] == teams[:0:-1]
        assert [one.game_id for one in await last(GUILD, "the-game", ALICE, 3)] == [teams[2], teams[0]]
        duels = await last(GUILD, "le-duel", ALICE, 3)
        assert [(one.game_id, one.score, one.others) for one in duels] == [
            (5, Score.LOSS, ((BOB, None),)),
            (1, Score.WIN, ((BOB, None),)),
        ]
        assert await last(GUILD, "the-game", BOB, 3) == ()


async def test_the_last_games_of_one_kind_are_found_without_reading_the_others(tmp_path: Path) -> None:
    """A person may have played thousands of another game since."""
    statements: set[str] = set()
    with traced_statements(statements.add):
        async with open_harness(tmp_path) as harness:
            await finish_together(harness.store, GUILD, (ALICE, CHLOE), 3, at=harness.referee.now())
            statements.clear()
            for scope in (GUILD, EVERYWHERE):
                await harness.store.standings.last(scope, "the-game", ALICE, 3)
            asked = tuple(statements)
            plans = [await plan(harness.store.database, sql) for sql in asked if "FROM results" in sql]
            steps = [step for sql in asked if "SELECT" in sql for step in await plan(harness.store.database, sql)]
    assert not any(step.startswith("SCAN") for step in steps)
    assert sorted(plans) == [
        ["SEARCH results USING INDEX results_of_ladder (user_id=? AND ladder=?)"],
        ["SEARCH results USING INDEX results_of_ladder_here (user_id=? AND guild_id=? AND ladder=?)"],
    ]


async def test_seasons_are_kept_and_found(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        for _ in range(3):
            await resigned(harness, ALICE, BOB)
            harness.clock.move(200 * DAY)
        middle = (GUILD, "le-duel", "season 2026-07")
        assert await harness.store.standings.neighbours(middle, "season") == ("season 2026-01", "season 2027-01")
        assert (await harness.store.standings.page(middle, 0, ALICE)).total == 2
        assert await harness.store.standings.neighbours((GUILD, "le-duel", "week 2026-01"), "week") == (
            None,
            "week 2026-30",
        )


async def test_where_a_server_wants_no_ratings_nothing_is_rated(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        await harness.store.servers.put(ServerRow(GUILD, has_ratings=False, results_channel=CHANNEL))
        assert (await harness.store.servers.get(GUILD)).results_channel == CHANNEL
        match = await resigned(harness, ALICE, BOB)
        assert not match.row.is_rated
        assert (await harness.store.standings.page(BOARD, 0, ALICE)).total == 0
        assert (await harness.store.standings.history(GUILD, ALICE, 0))[0] == 1
