"""Where files are: those that come with the program, in a checkout and as a wheel lays them out; and the folder it
writes to by default, which is never beside an installed program."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot.operations.settings import DEFAULT_DATABASE
from bot.playground.command import DEFAULT_FOLDER
from bot.resources import paths
from tests.store.support import ROOT


def found(name: str, code: Path, place: Path, **environment: str) -> str:
    """A path as a process finds it that imports `bot` from one folder and runs in another."""
    command = [sys.executable, "-S", "-c", f"from bot.resources import paths; print(paths.{name})"]
    given = {"PYTHONPATH": str(code), "PYTHONDONTWRITEBYTECODE": "1", **environment}
    kept = {name: os.environ[name] for name in ("LD_LIBRARY_PATH", "PATH") if name in os.environ}
    return subprocess.run(
        command, cwd=place, env={**kept, **given}, text=True, capture_output=True, check=True, timeout=60
    ).stdout.strip()


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    """`bot.resources.paths` as a wheel would install it."""
    (tmp_path / "site" / "bot" / "data").mkdir(parents=True)
    (tmp_path / "site" / "bot" / "__init__.py").touch()
    shutil.copytree(Path(paths.__file__).parent, tmp_path / "site" / "bot" / "resources")
    return tmp_path / "site"


def test_a_checkout() -> None:
    assert (paths.DATA, paths.PINS) == (ROOT / "data", ROOT / "requirements" / "run.txt")
    assert paths.PINS.is_file()
    assert (DEFAULT_DATABASE, DEFAULT_FOLDER) == (paths.VAR / "arbitre.sqlite3", paths.VAR / "playground")


def test_what_is_written_stays_in_the_checkout(tmp_path: Path) -> None:
    """`data/var` for those who are in it, as documented; its whole path for those who are elsewhere."""
    assert found("VAR", ROOT, ROOT) == "data/var"
    assert found("VAR", ROOT, tmp_path) == str(ROOT / "data" / "var")


def test_a_wheel(wheel: Path, tmp_path: Path) -> None:
    assert found("DATA", wheel, tmp_path) == str(wheel / "bot" / "data")
    assert found("PINS", wheel, tmp_path) == str(wheel / "bot" / "requirements" / "run.txt")


@pytest.mark.parametrize("place", ["", "site", "site/bot"])
def test_nothing_is_written_beside_an_installed_program(place: str, wheel: Path, tmp_path: Path) -> None:
    home, own = str(tmp_path / "home"), str(tmp_path / "own")
    assert found("VAR", wheel, tmp_path / place, HOME=home) == f"{home}/.local/share/arbitre"
    assert found("VAR", wheel, tmp_path / place, HOME=home, XDG_DATA_HOME="") == f"{home}/.local/share/arbitre"
    assert found("VAR", wheel, tmp_path / place, HOME=home, XDG_DATA_HOME="own") == f"{home}/.local/share/arbitre"
    assert found("VAR", wheel, tmp_path / place, HOME=home, XDG_DATA_HOME=own) == f"{own}/arbitre"


def test_a_user_without_a_home(wheel: Path, tmp_path: Path) -> None:
    assert found("VAR", wheel, tmp_path, HOME="~") == "arbitre"  # what Python makes of an unknown one
