"""`python -m bot ratings rebuild`, from the command line."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.operations import ratings_command
from tests.store.support import BOB, open_harness


async def played(folder: Path) -> Path:
    async with open_harness(folder) as harness:
        match = await harness.play(await harness.play(await harness.duel()))
        await harness.referee.resign(match.id, BOB, harness.key())
    return harness.path


def test_it_says_that_all_is_as_recorded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = asyncio.run(played(tmp_path))
    assert main(["ratings", "rebuild", "--database", str(path)]) == 0
    assert capsys.readouterr().out.startswith("1 results, 32 rows that follow from them: all as recorded")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE standings SET wins = 7 WHERE period = 'all'")
        connection.commit()
    assert main(["ratings", "rebuild", "--database", str(path)]) == 0
    assert "4 were put right" in capsys.readouterr().out


def test_it_does_not_make_a_database_where_there_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ratings", "rebuild", "--database", str(tmp_path / "none")]) == 2
    assert "is not there" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    path = asyncio.run(played(tmp_path))

    async def full(_store: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(ratings_command, "rebuild", full)
    assert main(["ratings", "rebuild", "--database", str(path)]) == 2
    assert capsys.readouterr().err == f"arbitre: {path} cannot be written: database or disk is full; it is as it was\n"
