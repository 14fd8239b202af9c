"""Query plans: no query may scan a whole table, however many games there are."""

import contextlib
import inspect
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

from bot.referee.clocks import CHALLENGE_LASTS, DAY, MINUTE
from bot.referee.erase_person import Erasure, erase_person
from bot.store.ratings_rows import ALL_TIME, EVERYWHERE
from bot.store.rows import DeckRow, MessageRow, Notices, PersonRow, ServerRow
from bot.store.sqlite.database import Database
from bot.store.sqlite.store import Store
from bot.store.sqlite.teams import Category
from tests.store.support import ALICE, BOB, CHANNEL, CHLOE, GUILD, Harness, open_harness, traced_statements

_TABLE_READ = re.compile(r"SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?")


# Not set off by people, but by the operator, or by a boot.
_NOT_ASKED = {"Rebuilding.not_filed", "Rebuilding.file", "Rebuilding.rebuild", "Store.open", "Store.close"}


@contextlib.contextmanager
def called_methods(store: Store) -> Iterator[set[str]]:
    """The public methods of the store that are called inside."""
    called = set[str]()
    with contextlib.ExitStack() as stack:
        for kind, name, method in methods(store):
            stack.enter_context(patch.object(kind, name, noting(called, f"{kind.__name__}.{name}", method)))
        yield called


def methods(store: Store) -> Iterator[tuple[type, str, Any]]:
    parts = (part for part in vars(store).values() if not isinstance(part, Database))
    for kind in {Store, *map(type, parts)}:
        for name, method in inspect.getmembers(kind, inspect.iscoroutinefunction):
            if not name.startswith("_"):
                yield kind, name, method


def noting(called: set[str], name: str, method: Any) -> Any:
    async def noted(*args: Any, **options: Any) -> Any:
        called.add(name)
        return await method(*args, **options)

    return noted


async def ask_everything(harness: Harness) -> None:
    """Every query of the store: through the referee where it has a method for it."""
    store, referee = harness.store, harness.referee
    match = await harness.duel(clock="daily")
    await store.people.seen(PersonRow(ALICE, "Alice", "en"), 1)
    await store.people.get(BOB)
    await store.servers.put(ServerRow(GUILD))
    await store.servers.get(GUILD)
    await store.messages.put(MessageRow(match.id, "table", CHANNEL, 1, 0, 1))
    await store.messages.of(match.id)
    await store.messages.forget(match.id, "ping")
    await store.messages.behind()
    await store.games.newest_in(CHANNEL)
    await store.games.running_in(GUILD)
    await store.games.running_with_computers()
    await store.games.move_table(match.id, CHANNEL)
    await store.games.close_dm(match.id, 0, is_closed=True)
    await referee.running_of(ALICE)
    await store.games.newest_in(CHANNEL + 1)
    await harness.play(match)
    harness.clock.move(DAY - MINUTE)
    assert (await referee.sweep()).reminded
    for _ in range(2):
        harness.clock.move(DAY)
        await referee.sweep()
    over = await referee.match(match.id)
    assert over.is_over
    await store.games.finished_of(ALICE, 5)
    await referee.verify(match.id)
    again = await referee.gatherings.rematch(over, ALICE, CHANNEL, harness.key())
    await store.gatherings.posted(again.id, CHANNEL, 5, 0)
    harness.clock.move(CHALLENGE_LASTS)
    await referee.sweep()
    await store.gatherings.closed_unposted(referee.now())
    await store.gatherings.skip_showing(again.id)
    await store.gatherings.behind()
    await store.gatherings.shown(again.id, 1)
    await store.gatherings.open_of(ALICE)
    await ask_about_decks(store)
    await ask_about_others(harness)
    await store.messages.mark_stale(match.id)
    await store.messages.mark_complete(match.id)
    await referee.gatherings.prune()
    await referee.resume_clocks()
    await ask_for_pages(harness)
    await store.privacy.export(ALICE)
    await erase_person(referee, ALICE, Erasure())


async def ask_for_pages(harness: Harness) -> None:
    """Leaderboards, profiles and histories, of opponents and of teams."""
    store, season = harness.store, "season 2026-01"
    team = await harness.gather(game="the-game", size=None, computers=("nearest",))
    over = await harness.referee.resign(
        (await harness.referee.gatherings.start(team.id, ALICE)).id, ALICE, harness.key()
    )
    assert over.is_over
    for scope in (EVERYWHERE, GUILD):
        for period in (ALL_TIME, season):
            await store.standings.page((scope, "le-duel", period), 0, ALICE)
            await store.teams.personal((scope, "the-game", period), ALICE)
            await store.teams.overview((scope, "the-game", period), 0, ALICE)
            await store.teams.ranking((scope, "the-game", period), Category(2, "computers"), 0, ALICE)
        await store.standings.neighbours((scope, "le-duel", season), "season")
        await store.teams.neighbours((scope, "the-game", season), "season")
        await store.standings.profile(scope, "le-duel", ALICE, BOB)
        await store.standings.history(scope, ALICE, 0)
        await store.standings.last(scope, "le-duel", ALICE, 3)
    await store.teams.best_scores(GUILD, "the-game", 2, "computers")
    await store.teams.scores([over.id])
    await store.standings.changes(over.id)


async def ask_about_others(harness: Harness) -> None:
    """Blocks, gatherings that close, and what is kept about the whole."""
    store, referee = harness.store, harness.referee
    await store.people.set_details(ALICE, has_details=True)
    await store.people.set_notices(ALICE, Notices.DM, has_early_notices=True)
    await store.gatherings.open_in(GUILD, referee.now())
    await store.standings.standing(EVERYWHERE, "le-duel", ALICE)
    await store.blocks.add(BOB, CHLOE)
    await store.blocks.of(BOB)
    await store.blocks.remove(BOB, CHLOE)
    row = await harness.challenge(invited=(CHLOE,))
    await store.gatherings.open_unposted(referee.now())
    await referee.gatherings.decline(row.id, CHLOE)
    await store.gatherings.close((await harness.challenge(invited=(CHLOE,))).id, "expired")
    await store.games.running()
    await store.probe()
    await store.mark("commands")
    await store.shift_clocks(1, referee.now())
    await store.privacy.interrupted()
    await store.privacy.is_scrub_due()


async def ask_about_decks(store: Store) -> None:
    row = DeckRow(0, ALICE, "duel", "Mine", "mine", {}, 1, is_usual=False, revision=0, changed_at=1)
    row = replace(row, id=await store.decks.add(row, most=30, newest=await store.decks.newest(ALICE)))
    await store.decks.of(ALICE, "duel")
    await store.decks.get(ALICE, row.id)
    await store.decks.change(row, row)
    await store.decks.set_usual(row, is_usual=True)
    await store.decks.delete(ALICE, row.id)


async def asked(folder: Path) -> dict[str, list[str]]:
    """Every statement sent meanwhile, with its plan."""
    statements: set[str] = set()
    with traced_statements(statements.add):
        async with open_harness(folder) as harness:
            statements.clear()
            everything = {f"{kind.__name__}.{name}" for kind, name, _ in methods(harness.store)}
            with called_methods(harness.store) as called:
                await ask_everything(harness)
            assert not everything - called - _NOT_ASKED, f"nobody asks {sorted(everything - called - _NOT_ASKED)}"
            heard = [sql for sql in statements if is_about_rows(sql)]
            return {sql: await plan(harness.store.database, sql) for sql in heard}


def is_about_rows(sql: str) -> bool:
    """`IN ()` is never true, so that nothing is read; pragmas are no tables."""
    is_read = "IN ()" not in sql and "pragma_" not in sql
    return is_read and sql.startswith(("SELECT", "UPDATE", "INSERT", "DELETE"))


async def plan(database: Database, sql: str) -> list[str]:
    numbered = [int(number) for number in re.findall(r"\?([0-9]+)", sql)]
    named = dict.fromkeys(re.findall(r":([a-z]+)\b", sql))
    values = named or [None] * max([sql.count("?"), *numbered][bool(numbered) :])
    rows = await database.rows(f"EXPLAIN QUERY PLAN {sql}", values)
    return [row["detail"] for row in rows]


async def test_nothing_reads_a_whole_table(tmp_path: Path) -> None:
    plans = await asked(tmp_path)
    assert len(plans) > 40
    async with open_harness(tmp_path / "other") as harness:
        partial = await harness.store.database.rows(
            "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql LIKE '% WHERE %'"
        )
    small = {row["name"] for row in partial}  # partial indexes: of rows that are running, open or behind
    wasteful = {
        (sql, step)
        for sql, steps in plans.items()
        for step in steps
        if (read := _TABLE_READ.match(step)) and read[1] != "CONSTANT" and read[2] not in small
    }
    assert wasteful == set()


async def test_a_query_that_reads_a_whole_table_would_be_noticed(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        steps = await plan(harness.store.database, "SELECT * FROM games WHERE reason = ?")
        found = _TABLE_READ.match(steps[0])
        assert found is not None
        assert found.groups() == ("games", None)
        assert _TABLE_READ.match("SCAN shown USING INDEX x_y") is not None


async def test_the_past_is_read_in_order_not_sorted(tmp_path: Path) -> None:
    """The newest few of many finished games: only those few are sorted."""
    plans = await asked(tmp_path)
    (of_somebody,) = (steps for sql, steps in plans.items() if "ended_at IS NOT NULL\n" in sql and "LIMIT" in sql)
    assert of_somebody.index("SEARCH seats USING COVERING INDEX seats_played (user_id=? AND ended_at>?)") > 0
    assert of_somebody[-1] == "USE TEMP B-TREE FOR ORDER BY"
    assert sum("TEMP B-TREE" in step for step in of_somebody) == 1
    (in_channel,) = (steps for sql, steps in plans.items() if "channel_id = ? AND ended_at IS NOT NULL" in sql)
    assert in_channel == ["SEARCH games USING INDEX games_ended_in (channel_id=? AND ended_at>?)"]
