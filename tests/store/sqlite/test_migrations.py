"""Migrations from every earlier schema to the newest: with a backup, with every game intact, atomic."""

import asyncio
import signal
import sqlite3
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.referee.match import Match
from bot.referee.referee import Referee
from bot.referee.replay_check import difference
from bot.store.sqlite import database as module
from bot.store.sqlite.database import APPLICATION_ID, MIGRATIONS, Database, StoreError, migrations
from bot.store.sqlite.store import Store
from tests.store.sqlite.dump_schema import SCHEMAS
from tests.store.support import ALICE, BOB, CHLOE, ROOT

NUMBERS = [number for number, _ in migrations(MIGRATIONS)]


def written(number: int, path: Path) -> Path:
    """A database of that schema."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((SCHEMAS / f"{number:04d}.sql").read_text(encoding="utf-8"))
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {number}")
        connection.execute("PRAGMA journal_mode = WAL")
    return path


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


def tables(path: Path) -> dict[str, str]:
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL").fetchall()
    return {name: " ".join(sql.split()) for name, sql in rows if not name.startswith("sqlite_")}


def test_steps_are_numbered_without_a_gap() -> None:
    assert list(range(1, len(NUMBERS) + 1)) == NUMBERS
    for _, file in migrations(MIGRATIONS):
        assert file.read_text(encoding="utf-8").startswith("-- "), "a step says why"


async def test_what_older_versions_left_in_the_file_is_overwritten(tmp_path: Path) -> None:
    """They deleted without overwriting where SQLite was built so."""
    path = written(8, tmp_path / "old.sqlite3")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA secure_delete = OFF")
        connection.execute("CREATE TABLE dropped (word TEXT)")
        connection.execute("INSERT INTO dropped VALUES (?)", ("abracadabra" * 2000,))
        connection.execute("DROP TABLE dropped")
        connection.commit()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    assert b"abracadabra" in path.read_bytes()
    await (await Database.open(path)).close()
    assert b"abracadabra" not in path.read_bytes()


SAMPLES = sorted(int(file.stem) for file in SCHEMAS.glob("*.sql"))


def test_every_earlier_schema_has_its_sample() -> None:
    """Before adding a migration: `python -m tests.store.sqlite.dump_schema NUMBER`, with the newest number so far."""
    assert SAMPLES
    assert set(NUMBERS[:-1]) <= set(SAMPLES) <= set(NUMBERS)


@pytest.mark.parametrize("number", SAMPLES)
async def test_from_every_schema_to_the_newest(number: int, tmp_path: Path) -> None:
    path = written(number, tmp_path / "old.sqlite3")
    store = await Store.open(path)
    found = await store.database.rows("SELECT id FROM games")
    assert len(found) >= 3
    for (game_id,) in found:
        row = await store.games.get(game_id)
        assert row is not None
        assert difference(row, await store.games.actions(game_id)) is None
    assert await store.games.running_of(ALICE)
    assert await store.games.finished_of(ALICE, 1)
    assert await store.messages.behind()
    await store.close()
    fresh = tmp_path / "fresh.sqlite3"
    await (await Database.open(fresh)).close()
    assert version(path) == version(fresh) == NUMBERS[-1]
    assert tables(path) == tables(fresh)


OLD_DAYS = datetime(2026, 1, 1, tzinfo=UTC)  # before what was open expires


@pytest.mark.parametrize("number", [3, 6, 7])
async def test_what_older_code_left_goes_on(number: int, tmp_path: Path) -> None:
    """Finished games verify by the scheme of then, running ones are played on, an open challenge is accepted, and the
    team of an open lobby starts, all with the commitments that were shown."""
    scheme = 1 if number < 7 else 2
    store = await Store.open(written(number, tmp_path / "old.sqlite3"))
    referee = Referee(store, lambda: OLD_DAYS)
    rows = await store.database.rows("SELECT id, ended_at FROM games")
    for game_id, ended_at in rows:
        if ended_at is not None:
            assert (await referee.verify(game_id))[1] is None
    running = [match for match in await referee.running_of(ALICE) if match.seat(min(match.to_act)).level is None]
    assert running
    for match in running:
        seat = min(match.to_act)
        action = match.game.notation.notate(match.game.rules.legal(match.state, seat)[0])
        after = await referee.act(match.id, match.seat(seat).user_id or 0, action, key=f"later {match.id}")
        assert (after.row.shuffle, after.revision) == (scheme, match.revision + 1)
        assert difference(after.row, await store.games.actions(match.id)) is None
    await _starts(referee, store, scheme)
    await store.close()


async def _starts(referee: Referee, store: Store, scheme: int) -> None:
    begun = []
    for (gathering_id,) in await store.database.rows("SELECT id FROM gatherings WHERE status = 'open'"):
        row = await referee.gatherings.get(gathering_id)
        assert (gathering_id < 0) == (row.size is None), "lobbies have negative numbers"
        if row.size is None:
            begun.append(await referee.gatherings.start(gathering_id, row.host_id))
        else:
            match = await referee.gatherings.sit(gathering_id, next(iter(row.invited), CHLOE))
            assert isinstance(match, Match)
            begun.append(match)
    assert begun
    for match in begun:
        assert match.row.shuffle == scheme
        game = await store.games.get(match.id)
        assert game is not None
        assert difference(game, []) is None


async def test_what_was_open_carries_over_and_is_shown_anew(tmp_path: Path) -> None:
    """Challenges and lobbies became gatherings."""
    store = await Store.open(written(7, tmp_path / "old.sqlite3"))
    by_message = {
        row.message_id: row
        for row in [await store.gatherings.get(one) for one in await store.gatherings.behind()]
        if row
    }
    team, anybody = by_message[301], by_message[302]
    assert [(seat.user_id, seat.level, seat.is_taken, seat.cut) for seat in team.seats] == [
        (CHLOE, None, True, ""),
        (ALICE, None, False, ""),
        (None, "mate", True, ""),
        (BOB, None, True, ""),
    ]
    assert (team.host_id, team.size, team.is_rated) == (CHLOE, None, False)
    assert [(seat.user_id, seat.cut) for seat in anybody.seats] == [(ALICE, "word")]
    assert (anybody.size, anybody.is_rated, anybody.options) == (2, True, {"first": None})
    started = await store.database.rows("SELECT size, count(*) FROM gatherings WHERE status = 'started' GROUP BY size")
    assert [tuple(row) for row in started] == [(None, 2), (2, 4)]
    await store.close()


# Future migrations

REBUILD = """-- A table is built anew under its old name, as SQLite wants it, though others refer to it.
CREATE TABLE new_games AS SELECT * FROM games;
DROP TABLE games;
CREATE TABLE games (id INTEGER PRIMARY KEY, snapshot TEXT NOT NULL, revision INTEGER) STRICT;
INSERT INTO games SELECT id, snapshot, revision FROM new_games;
DROP TABLE new_games;
CREATE TRIGGER kept AFTER INSERT ON meta BEGIN
    UPDATE games SET revision = 0;
END;
-- the last statement has no semicolon
CREATE TABLE remembered (name TEXT)
"""
FAILS = """-- Does half of it.
CREATE TABLE half (name TEXT);
DELETE FROM actions;
INSERT INTO nowhere VALUES (1);
"""
ORPHANS = """-- Leaves seats without their games.
DELETE FROM games;
"""


@pytest.fixture
def steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of migrations of which only the first is real."""
    folder = tmp_path / "steps"
    folder.mkdir()
    (folder / "0001_first.sql").write_text(migrations(MIGRATIONS)[0][1].read_text(encoding="utf-8"))
    monkeypatch.setattr(module, "MIGRATIONS", folder)
    return folder


def dump(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


async def test_a_step_and_the_backup_before_it(steps: Path, tmp_path: Path) -> None:
    path = written(1, tmp_path / "old.sqlite3")
    before = dump(path)
    (steps / "0002_rebuild.sql").write_text(REBUILD)
    database = await Database.open(path)
    assert len(await database.rows("SELECT id FROM games")) >= 3
    await database.close()
    assert version(path) == 2
    assert {"remembered", "kept"} <= set(tables(path))
    (backup,) = (tmp_path / "backups").iterdir()
    assert backup.name == "old-schema-0001.sqlite3"
    assert version(backup) == 1
    assert dump(backup) == before
    (steps / "0002_rebuild.sql").unlink()
    restored = await Database.open(backup)
    assert await restored.row("SELECT revision FROM games WHERE id = 1") is not None
    await restored.close()
    await (await Database.open(tmp_path / "new.sqlite3")).close()
    assert len(list((tmp_path / "backups").iterdir())) == 1, "what is new or up to date needs no backup"


@pytest.mark.parametrize(("script", "why"), [(FAILS, "no such table: nowhere"), (ORPHANS, "refers to what is not")])
async def test_a_step_that_fails_never_half_happened(script: str, why: str, steps: Path, tmp_path: Path) -> None:
    path = written(1, tmp_path / "old.sqlite3")
    (steps / "0002_good.sql").write_text("CREATE TABLE good (name TEXT);")
    (steps / "0003_bad.sql").write_text(script)
    before = dump(path)
    with pytest.raises(StoreError, match=rf"cannot be brought to schema 3 \(.*{why}.*\); it is as it was"):
        await Database.open(path)
    assert version(path) == 2
    assert [line for line in dump(path) if "good" not in line] == before


async def test_a_step_that_is_cancelled_never_half_happened(steps: Path, tmp_path: Path) -> None:
    (steps / "0002_long.sql").write_text(REBUILD)
    for moment in range(0, 120, 13):
        path = written(1, tmp_path / f"{moment}.sqlite3")
        before = dump(path)
        opening = asyncio.create_task(Database.open(path))
        for _ in range(moment):
            await asyncio.sleep(0)
        opening.cancel()
        (outcome,) = await asyncio.gather(opening, return_exceptions=True)
        if isinstance(outcome, Database):
            await outcome.close()
        assert version(path) in (1, 2)
        assert (dump(path) == before) == (version(path) == 1)


DIE = """
import asyncio, os, signal, sys
from pathlib import Path
from bot.store.sqlite import database
module, path, folder, last = database, Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
statements = module._statements
def deadly(script):
    for number, statement in enumerate(statements(script)):
        if number == last:
            os.kill(os.getpid(), signal.SIGKILL)
        yield statement
module.MIGRATIONS, module._statements = folder, deadly
asyncio.run(module.Database.open(path))
"""


@pytest.mark.parametrize("last", [1, 4])
async def test_a_step_in_which_the_bot_is_killed_never_half_happened(last: int, steps: Path, tmp_path: Path) -> None:
    path = written(1, tmp_path / "old.sqlite3")
    before = dump(path)
    (steps / "0002_rebuild.sql").write_text(REBUILD)
    child = await asyncio.create_subprocess_exec(sys.executable, "-c", DIE, str(path), str(steps), str(last), cwd=ROOT)
    assert await child.wait() == -signal.SIGKILL
    assert version(path) == 1
    assert dump(path) == before
    await (await Database.open(path)).close()
    assert version(path) == 2


async def test_a_disk_too_full_for_the_copy_keeps_no_half_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_unfinished: Path, _name: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(module, "replace_durably", full)
    path = written(SAMPLES[0], tmp_path / "old.sqlite3")
    with pytest.raises((OSError, StoreError)):
        await Database.open(path)
    assert list((tmp_path / "backups").iterdir()) == []
    assert version(path) == SAMPLES[0]
