"""Versions of the card set: a stored game goes on with the cards it began with, and a damaged file stops the start."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.__main__ import FAILED
from bot.games.duel import codec, notation, sets
from bot.games.duel.loader import CardFileError
from bot.players.registry import prepare
from tests.arena.support import ROOT
from tests.games.duel.builders import BASE, do, side, state, wounds
from tests.games.duel.test_loader import HEAD

STRONGER = BASE.replace("version = 2", "version = 3").replace(
    'cost = 0\neffect = ["opponent draws and wounds 1"]', 'cost = 0\neffect = ["opponent draws and wounds 4"]', 1
)


def forget() -> None:
    for cached in (sets.current_set, sets.set_of, sets.every_set, notation._ids):
        cached.cache_clear()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of card files in place of the bot's own."""
    monkeypatch.setattr(sets, "FOLDER", tmp_path)
    forget()
    yield tmp_path
    forget()


def test_a_stored_game_goes_on_with_its_own_cards(folder: Path) -> None:
    (folder / "base.toml").write_text(BASE, encoding="utf-8")
    stored = json.dumps(codec.dump(state(side("thrust"), side(draw="rally " * 5))))
    (folder / "base.toml").write_text(STRONGER, encoding="utf-8")
    (folder / "base-2.toml").write_text(BASE, encoding="utf-8")
    forget()
    sets.every_set()
    assert len(wounds(do(codec.load(json.loads(stored)), "thrust"), 1)) == 1
    assert len(wounds(do(state(side("thrust"), side(draw="rally " * 5)), "thrust"), 1)) == 4


def test_a_card_of_an_older_set_can_still_be_named(folder: Path) -> None:
    (folder / "base.toml").write_text(HEAD.replace("version = 1", "version = 3"), encoding="utf-8")
    (folder / "base-2.toml").write_text(BASE, encoding="utf-8")
    assert notation.notate(notation.parse_all("Bandage")[0]) == "bandage"


def test_a_file_under_another_versions_name_is_refused(folder: Path) -> None:
    (folder / "base.toml").write_text(STRONGER, encoding="utf-8")
    (folder / "base-1.toml").write_text(BASE, encoding="utf-8")
    with pytest.raises(CardFileError, match=r"base-1\.toml: version is 2"):
        sets.every_set()


def test_a_damaged_file_stops_the_start(folder: Path) -> None:
    (folder / "base.toml").write_text(BASE.replace("heals and keeps 2", "heals and hugs 2"), encoding="utf-8")
    with pytest.raises(CardFileError, match=r"base\.toml: card second-wind: no such verb: hugs"):
        prepare()


def test_a_missing_file_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "bot").symlink_to(ROOT / "bot")
    (tmp_path / "data").mkdir()
    command = [sys.executable, "-m", "bot", "cards"]
    done = subprocess.run(command, cwd=tmp_path, text=True, capture_output=True, timeout=60, check=False)
    assert done.returncode == FAILED
    (line,) = done.stderr.splitlines()
    assert "base.toml: cannot be read" in line
