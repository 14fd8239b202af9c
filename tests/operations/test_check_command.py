"""`python -m bot check`: every stored game against its snapshot, whatever state the file is in, and nothing written."""

import os
import sqlite3
import subprocess
import sys
import tracemalloc
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.store.sqlite import reading
from bot.store.sqlite.process_lock import process_lock
from bot.store.sqlite.reading import stored_games
from tests.store.sqlite.test_migrations import NUMBERS
from tests.store.support import ALICE, ROOT, Harness, open_harness, traced_statements


async def play_three(harness: Harness) -> None:
    await harness.play_out(await harness.duel())
    await harness.play(await harness.duel())
    match = await harness.play(await harness.against_computer("greedy", first="challenger", clock="none"))
    await harness.referee.resign(match.id, ALICE, harness.key())


def check(path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    before = sorted(os.listdir(path.parent)) if path.parent.is_dir() else None
    status = main(["check", "--database", str(path)])
    assert (sorted(os.listdir(path.parent)) if path.parent.is_dir() else None) == before, "nothing is left behind"
    out, err = capsys.readouterr()
    return status, out, err


def damage(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


async def test_all_as_recorded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with open_harness(tmp_path) as harness:
        assert check(harness.path, capsys) == (0, "0 games checked, all as recorded\n", "")
        await harness.duel()
        assert check(harness.path, capsys) == (0, "1 game checked, all as recorded\n", "")
        await play_three(harness)
        assert check(harness.path, capsys) == (0, "4 games checked, all as recorded\n", ""), "while the bot is up"
    before = harness.path.read_bytes()
    assert check(harness.path, capsys) == (0, "4 games checked, all as recorded\n", "")
    assert harness.path.read_bytes() == before


async def test_every_wrong_game_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with open_harness(tmp_path) as harness:
        for _ in range(3):
            await play_three(harness)
    damage(
        harness.path,
        "UPDATE games SET winners = '[]' WHERE id = 1",
        "DELETE FROM actions WHERE game_id = 2 AND revision = 2",
        "UPDATE games SET options = '{' WHERE id = 3",
        "UPDATE games SET options = '[]' WHERE id = 4",
        "UPDATE games SET game = 'poker' WHERE id = 5",
        "DELETE FROM seats WHERE game_id = 6",
        "UPDATE games SET snapshot = '{}' WHERE id = 7",
        "UPDATE games SET snapshot = '{' WHERE id = 8",
    )
    status, out, err = check(harness.path, capsys)
    assert (status, err) == (1, "")
    assert out.splitlines() == [
        "game 1: the result is not the one played",
        "game 2: actions are missing, or too many",
        "game 3: it cannot be read",
        "game 4: it cannot be replayed (AttributeError)",
        "game 5: there is no game poker",
        "game 6: an action is not legal",
        "game 7: the snapshot is not where the actions lead",
        "game 8: the snapshot is not where the actions lead",
        "9 games checked, 8 not as recorded",
    ]


async def test_what_cannot_be_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with open_harness(tmp_path) as harness:
        await harness.duel()
    (tmp_path / "text").write_text("Dear diary " * 500)
    (tmp_path / "empty").touch()
    with closing(sqlite3.connect(tmp_path / "other", isolation_level=None)) as other:
        other.execute("CREATE TABLE photos (id)")
    (tmp_path / "newer").write_bytes(harness.path.read_bytes())
    damage(tmp_path / "newer", "PRAGMA user_version = 9999")
    newest = NUMBERS[-1]
    (tmp_path / "older").write_bytes(harness.path.read_bytes())
    damage(tmp_path / "older", f"PRAGMA user_version = {newest - 1}")
    for name, said in {
        "missing": "is not there, or not a file",
        "no/such/folder": "is not there, or not a file",
        ".": "is not there, or not a file",
        "text": "cannot be read: file is not a database",
        "empty": "is not a database of Arbitre",
        "other": "is not a database of Arbitre",
        "newer": f"has schema 9999, and this is for schema {newest}; update the program",
        "older": f"has schema {newest - 1}, and this is for schema {newest}; start the bot once to migrate",
    }.items():
        status, out, err = check(tmp_path / name, capsys)
        assert (status, out) == (2, ""), name
        assert said in err
        assert err.count("\n") == 1
    assert not (tmp_path / "missing").exists()
    assert main(["check", "--database", "bad\0name"]) == 2


async def test_the_bots_own_database_is_the_default(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_harness(tmp_path) as harness:
        await harness.duel()
    monkeypatch.setenv("ARBITRE_DATABASE", str(harness.path))
    assert main(["check"]) == 0
    assert capsys.readouterr().out == "1 game checked, all as recorded\n"
    monkeypatch.setenv("ARBITRE_DATABASE", str(tmp_path / "missing"))
    assert main(["check"]) == 2


async def test_a_bot_that_starts_meanwhile(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with open_harness(tmp_path) as harness:
        await harness.duel()
    reading = stored_games(harness.path)
    next(reading)
    async with open_harness(tmp_path):
        with pytest.raises(RuntimeError, match="was opened by a bot meanwhile; try again"):
            next(reading)


async def test_a_move_while_its_game_is_read(tmp_path: Path) -> None:
    """Between its row and its actions: without a snapshot, a sound game would be reported as damaged."""
    async with open_harness(tmp_path) as harness:
        match = await harness.play(await harness.duel())
        waiting = [lambda: _move_on(harness.path)]

        def hear(sql: str) -> None:
            if "FROM actions" in sql and waiting:
                waiting.pop()()

        with traced_statements(hear):
            ((_, row, actions),) = stored_games(harness.path)
        assert waiting == []
        assert row is not None
        assert row.revision == len(actions) == match.revision


def _move_on(path: Path) -> None:
    """Add an action, as another process would."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE games SET revision = revision + 1")
        connection.execute(
            """INSERT INTO actions (game_id, revision, seat, verb, text, at, key)
               SELECT id, revision, 0, 'play', 'end', 1, 'new' FROM games"""
        )


async def test_a_log_is_checked_only_if_no_bot_writes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A running bot commits while the log is read: that would look like damage."""
    async with open_harness(tmp_path) as harness:
        await harness.duel()
    monkeypatch.setattr(reading, "lost_commits", lambda _path: 2)
    with process_lock(harness.path):
        assert check(harness.path, capsys)[0] == 0
    assert "2 commits in its log cannot be read" in check(harness.path, capsys)[2]


@pytest.mark.parametrize("change", ["guild_id = guild_id + 1", "status = 'open'"])
async def test_a_game_that_its_gathering_knows_nothing_of(
    change: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A replay does not depend on the server: only the gathering confirms it."""
    async with open_harness(tmp_path) as harness:
        for _ in range(2):
            await harness.duel()
    damage(harness.path, f"UPDATE gatherings SET {change} WHERE game_id = 2")  # noqa: S608 (ours)
    status, _, err = check(harness.path, capsys)
    assert (status, "game 2 is not the one its gathering began" in err) == (2, True)


async def test_memory_stays_flat(tmp_path: Path) -> None:
    """Ten times the games take no more memory."""
    async with open_harness(tmp_path) as harness:
        await harness.duel()
    peaks = []
    for last, count in ((1, 100), (100, 1_000)):
        copy_games(harness.path, last, count)
        tracemalloc.start()
        assert sum(1 for _ in stored_games(harness.path)) == count
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.5 * peaks[0]


def copy_games(path: Path, last: int, count: int) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("CREATE TEMP TABLE one AS SELECT * FROM games WHERE id = 1")
        connection.execute("BEGIN")
        for number in range(last + 1, count + 1):
            connection.execute("UPDATE one SET id = ?", (number,))
            connection.execute("INSERT INTO games SELECT * FROM one")
        connection.execute("COMMIT")


def test_it_needs_no_discord() -> None:
    code = "import sys; from bot.__main__ import main; main(['check', '--help']); assert 'discord' not in sys.modules"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True).returncode == 0
