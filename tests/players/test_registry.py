"""A damaged file of evaluations fails at startup, with a one-line message."""

import subprocess
import sys
from pathlib import Path

import pytest

import bot.edge.app
from bot.__main__ import FAILED
from bot.players.le_duel.network import PATH, DamagedError, load
from bot.players.registry import prepare
from tests.arena.support import ROOT
from tests.support.world import new_bot


def test_the_file_that_ships_is_whole() -> None:
    prepare()
    assert load() is load()  # cached


async def test_the_bot_opens_nothing_before_its_computers_can_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def damaged() -> None:
        raise DamagedError("evaluations_missing", PATH)

    monkeypatch.setattr(bot.edge.app, "prepare", damaged)
    one = new_bot(tmp_path)
    with pytest.raises(DamagedError):
        await one.setup_hook()
    assert not hasattr(one, "store")
    await one.close()


def test_a_program_plays_no_turn_without_it(tmp_path: Path) -> None:
    (tmp_path / "bot").symlink_to(ROOT / "bot")
    said = subprocess.run(
        [sys.executable, "-m", "bot", "guest", "--level", "hard"],
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        text=True,
        capture_output=True,
        timeout=60,
    )
    assert said.returncode == FAILED
    (line,) = said.stderr.splitlines()
    assert line.endswith("le-duel.json cannot be used (evaluations_missing); put the file of this release back")
