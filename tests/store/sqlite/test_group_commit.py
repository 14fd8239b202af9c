"""Group commit: pending commands share a transaction, and each is atomic by itself."""

import asyncio
import sqlite3
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.store.rows import PLAY, ActionRow, GameRow
from bot.store.sqlite.database import Database
from bot.store.sqlite.games import RepeatedError, StaleError
from bot.store.sqlite.group_commit import GROUP_LIMIT, Command
from tests.store.support import ROOT, open_harness, stored_game, traced_statements
from tests.support.tiers import has_long_version, one_in

ADD = "INSERT INTO log (name) VALUES (?)"


def add(*names: str) -> Command[str]:
    def command(connection: sqlite3.Connection) -> str:
        for name in names:
            connection.execute(ADD, (name,))
        return f"added {names[0]}"

    return command


def add_and_raise(name: str) -> Command[None]:
    def command(connection: sqlite3.Connection) -> None:
        connection.execute(ADD, (name,))
        raise ZeroDivisionError(name)

    return command


async def log_of(database: Database) -> list[str]:
    return [row["name"] for row in await database.rows("SELECT name FROM log ORDER BY id")]


@asynccontextmanager
async def busy(database: Database) -> AsyncIterator[None]:
    """A write is in progress: commands added meanwhile are pending, and then committed together."""
    has_begun, may_end = threading.Event(), threading.Event()

    def dawdle(_connection: sqlite3.Connection) -> None:
        has_begun.set()
        assert may_end.wait(60)

    writing = asyncio.create_task(database.run(dawdle))
    assert await asyncio.to_thread(has_begun.wait, 60)
    try:
        yield
        await asyncio.sleep(0)  # lets tasks made inside add their commands
    finally:
        may_end.set()
        await writing


def pending(database: Database, *commands: Command[Any]) -> list["asyncio.Task[Any]"]:
    return [asyncio.create_task(database.run(command)) for command in commands]


async def answers(tasks: list["asyncio.Task[Any]"]) -> list[Any]:
    return [
        answer if isinstance(answer, str) else type(answer)
        for answer in await asyncio.gather(*tasks, return_exceptions=True)
    ]


@pytest.fixture
async def heard() -> list[str]:
    return []


@pytest.fixture
async def database(tmp_path: Path, heard: list[str]) -> AsyncIterator[Database]:
    with traced_statements(heard.append):
        database = await Database.open(tmp_path / "x.sqlite3")
    await database.write("CREATE TABLE log (id INTEGER PRIMARY KEY, name TEXT UNIQUE)")
    heard.clear()
    yield database
    await database.close()


async def test_pending_commands_share_one_commit_in_order(database: Database, heard: list[str]) -> None:
    expected = [f"{number:02d}" for number in range(32)]
    async with busy(database):
        tasks = pending(database, *(add(name) for name in expected))
    assert await answers(tasks) == [f"added {name}" for name in expected]
    assert await log_of(database) == expected
    assert heard.count("COMMIT") == 2  # the write in progress, and the group


async def test_many_pending_commands_go_in_groups(database: Database, heard: list[str]) -> None:
    expected = [f"{number:03d}" for number in range(2 * GROUP_LIMIT + 1)]
    async with busy(database):
        tasks = pending(database, *(add(name) for name in expected))
    await answers(tasks)
    assert await log_of(database) == expected
    assert heard.count("COMMIT") == 4


async def test_a_single_command_is_committed_at_once(database: Database, heard: list[str]) -> None:
    assert await database.run(add("one")) == "added one"
    assert heard == ["BEGIN IMMEDIATE", ADD, "COMMIT"]


async def test_a_failing_command_is_rolled_back_alone(database: Database, heard: list[str]) -> None:
    async with busy(database):
        tasks = pending(
            database, add("a"), add_and_raise("b"), add("c", "d"), add("e", "a"), add_and_raise("f"), add("b")
        )
    assert await answers(tasks) == [
        "added a",
        ZeroDivisionError,
        "added c",
        sqlite3.IntegrityError,
        ZeroDivisionError,
        "added b",
    ]
    assert await log_of(database) == ["a", "c", "d", "b"]
    assert heard.count("COMMIT") == 2


async def test_moves_that_are_stale_or_repeated_beside_good_ones(tmp_path: Path) -> None:
    def moved(row: GameRow, key: str) -> tuple[GameRow, GameRow, list[ActionRow]]:
        return row, replace(row, revision=1, snapshot=key), [ActionRow(1, 0, PLAY, "x", 5, key)]

    async with open_harness(tmp_path) as harness:
        games = harness.store.games
        one, two, three = [await stored_game(harness.store) for _ in range(3)]
        async with busy(harness.store.database):
            tasks = [
                asyncio.create_task(games.commit(*moved(row, key)))
                for row, key in ((one, "a"), (one, "b"), (two, "a"), (three, "c"))
            ]
        assert await answers(tasks) == [type(None), StaleError, RepeatedError, type(None)]
        kept = [await games.get(row.id) or row for row in (one, two, three)]
        assert [(row.revision, row.snapshot) for row in kept] == [
            (1, "a"), (0, two.snapshot), (1, "c"),
        ]  # fmt: skip
        assert [len(await games.actions(row.id)) for row in kept] == [1, 0, 1]


async def test_pending_moves_of_many_games(tmp_path: Path) -> None:
    """Each game gets its own values, however many actions it has, beside a game that ends."""
    async with open_harness(tmp_path) as harness:
        games = harness.store.games
        rows = [await stored_game(harness.store) for _ in range(20)]
        after = [replace(row, revision=n, snapshot=str(n), deadline=1000 + n) for n, row in enumerate(rows, 1)]
        after[-1] = replace(after[-1], ended_at=9, reason="called_off", deadline=None)
        actions = [[ActionRow(i, 0, PLAY, f"x{n}", 5, f"{n}:{i}") for i in range(1, n + 1)] for n in range(1, 21)]
        async with busy(harness.store.database):
            tasks = [asyncio.create_task(games.commit(*news)) for news in zip(rows, after, actions, strict=True)]
        assert await answers(tasks) == [type(None)] * 20
        games.clear_cache()  # reads the file
        assert [await games.get(row.id) for row in rows] == after
        assert [await games.actions(row.id) for row in rows] == actions


async def test_no_result_and_no_visible_row_before_the_commit(database: Database) -> None:
    has_begun, may_end = threading.Event(), threading.Event()

    def dawdle(connection: sqlite3.Connection) -> str:
        connection.execute(ADD, ("last",))
        has_begun.set()
        assert may_end.wait(60)
        return "added last"

    async with busy(database):
        tasks = pending(database, add("first"), add_and_raise("failing"), dawdle)
    assert await asyncio.to_thread(has_begun.wait, 60)
    assert await log_of(database) == []
    assert not any(task.done() for task in tasks)
    may_end.set()
    assert await answers(tasks) == ["added first", ZeroDivisionError, "added last"]
    assert await log_of(database) == ["first", "last"]


@pytest.mark.parametrize(
    ("statement", "second"),
    [
        ("BEGIN IMMEDIATE", add),
        ("COMMIT", add),
        ("SAVEPOINT command", add_and_raise),  # there are savepoints only once one has raised
        ("RELEASE command", add_and_raise),
        ("COMMIT", add_and_raise),
    ],
)
async def test_a_failing_transaction_fails_every_command(
    tmp_path: Path, statement: str, second: Callable[[str], Command[Any]]
) -> None:
    """The next transaction works."""
    is_armed = has_begun = False

    def fail(sql: str) -> None:
        nonlocal has_begun
        has_begun = is_armed and (has_begun or sql == "BEGIN IMMEDIATE")
        if has_begun and sql == statement:
            raise sqlite3.OperationalError("disk I/O error")

    with traced_statements(fail):
        database = await Database.open(tmp_path / "x.sqlite3")
    await database.write("CREATE TABLE log (id INTEGER PRIMARY KEY, name TEXT UNIQUE)")
    async with busy(database):
        tasks = pending(database, add("a"), second("b"), add("c"))
        is_armed = True
    errors = await asyncio.gather(*tasks, return_exceptions=True)
    is_armed = False
    assert [(type(error), str(error)) for error in errors] == [(sqlite3.OperationalError, "disk I/O error")] * 3
    assert len({id(error) for error in errors}) == 3, "each gets an error of its own"
    assert await log_of(database) == []
    assert await database.run(add("d")) == "added d"
    await database.close()


async def test_a_full_disk_rolls_back_the_whole_group(database: Database) -> None:
    """SQLite then rolls back by itself: earlier commands of the group must not get a result."""

    def grow(connection: sqlite3.Connection) -> None:
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages:d}")
        connection.execute(ADD, ("x" * 100_000,))

    async with busy(database):
        tasks = pending(database, add("before"), grow, add("after"))
    assert await answers(tasks) == [sqlite3.OperationalError] * 3
    assert await log_of(database) == []
    assert await database.run(add("next")) == "added next"


@pytest.mark.parametrize("again", [1, 3], ids=["cancelled once", "cancelled again and again"])
@pytest.mark.parametrize("which", [0, 1, 2])
async def test_cancelled_at_any_moment(database: Database, which: int, again: int) -> None:
    """At any moment: both rows of the cancelled command or neither, and all rows of the others."""
    kept_once = set()
    for moment in range(12):
        every = [f"{moment} {number}" for number in range(3)]
        tasks = pending(database, *(add(f"{name} a", f"{name} b") for name in every))
        for _ in range(moment):
            await asyncio.sleep(0)
        for _ in range(again):
            tasks[which].cancel()
            await asyncio.sleep(0)
        found = await asyncio.gather(*tasks, return_exceptions=True)
        kept = [name for name in await log_of(database) if name.startswith(f"{moment} ")]
        for number, name in enumerate(every):
            rows = [f"{name} a", f"{name} b"]
            if number != which:
                assert found[number] == f"added {name} a"
            is_kept = f"{name} a" in kept
            assert [row for row in kept if row.startswith(name)] == (rows if is_kept else [])
            assert is_kept or tasks[number].cancelled()
        kept_once.add(f"{every[which]} a" in kept)
    assert False in kept_once
    assert await database.run(add("next")) == "added next"


async def test_a_command_cancelled_before_it_begins_never_runs(database: Database) -> None:
    async with busy(database):
        tasks = pending(database, add("never"), add("kept"))
        await asyncio.sleep(0)
        tasks[0].cancel()
    assert await answers(tasks) == [asyncio.CancelledError, "added kept"]
    assert await log_of(database) == ["kept"]


async def test_a_cancellation_is_delayed_until_the_commit(database: Database) -> None:
    has_begun, may_end = threading.Event(), threading.Event()

    def dawdle(connection: sqlite3.Connection) -> None:
        has_begun.set()
        assert may_end.wait(60)
        connection.execute(ADD, ("kept",))

    (task,) = pending(database, dawdle)
    assert await asyncio.to_thread(has_begun.wait, 60)
    for _ in range(3):
        task.cancel()
        await asyncio.sleep(0)
    assert not task.done()
    may_end.set()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await log_of(database) == ["kept"]


async def test_a_cancelled_command_that_fails_raises_only_the_cancellation(database: Database) -> None:
    has_begun = threading.Event()
    may_end = threading.Event()

    def fail(_connection: sqlite3.Connection) -> None:
        has_begun.set()
        assert may_end.wait(60)
        raise ZeroDivisionError

    (task,) = pending(database, fail)
    assert await asyncio.to_thread(has_begun.wait, 60)
    task.cancel()
    may_end.set()
    assert await answers([task]) == [asyncio.CancelledError]


DIE = """
import asyncio, os, signal, sys
from pathlib import Path
from bot.store.sqlite.database import Database
from tests.store.sqlite.test_group_commit import add, busy, pending
from tests.store.support import traced_statements

left = None

def hear(sql):
    global left
    if left is not None and (left := left - 1) == 0:
        os.kill(os.getpid(), signal.SIGKILL)

async def main():
    global left
    with traced_statements(hear):
        database = await Database.open(Path(sys.argv[1]))
    await database.write("CREATE TABLE log (id INTEGER PRIMARY KEY, name TEXT UNIQUE)")
    await database.run(add("acknowledged"))
    async with busy(database):
        tasks = pending(database, *(add(f"{number} a", f"{number} b") for number in range(3)))
        left = int(sys.argv[2])
    await asyncio.gather(*tasks)
    await database.run(add("too much"))

asyncio.run(main())
"""
_BEFORE_THE_GROUP = 1  # statement: the commit of the write in progress
_OF_THE_GROUP = 1 + 3 * 2 + 1  # begin, two rows each, commit


@has_long_version
@pytest.mark.parametrize(
    ("statement", "kept"),
    one_in(2, [(1, 0), (4, 0), (_OF_THE_GROUP - 2, 0), (_OF_THE_GROUP, 0), (_OF_THE_GROUP + 1, 6)]),
)
def test_killed_inside_a_group(tmp_path: Path, statement: int, kept: int) -> None:
    """Before any of its statements, the commit included: nothing of the group is stored. After it, all of it."""
    path = tmp_path / "x.sqlite3"
    command = [sys.executable, "-c", DIE, str(path), str(_BEFORE_THE_GROUP + statement)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (-9, "")
    with closing(sqlite3.connect(path)) as left:
        found = [name for (name,) in left.execute("SELECT name FROM log ORDER BY id")]
        assert left.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert found == ["acknowledged", "0 a", "0 b", "1 a", "1 b", "2 a", "2 b"][: 1 + kept]
