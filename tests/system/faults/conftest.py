"""A bot on simcord, for faults that can be injected within a process; any logged error must be expected."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from simcord.env import Env

from bot.edge.app import Arbitre
from tests.support.quick_simcord import speed_up
from tests.support.world import World, draw_nothing, new_bot, patch_locales
from tests.system.faults.disks import Disk, real_disk


@pytest.fixture
def simcord_bot(tmp_path: Path) -> Arbitre:
    return new_bot(tmp_path)


@pytest.fixture
def world(
    simcord_env: Env, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> Iterator[World]:
    speed_up(monkeypatch)
    draw_nothing(monkeypatch)
    yield World(simcord_env, tmp_path, patch_locales(monkeypatch))
    errors = [it.getMessage() for it in caplog.get_records("call") if it.levelno >= logging.ERROR]
    assert [it for it in errors if "OperationalError" not in it and "could not be noted" not in it] == []


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    """A small mounted file system that can be filled."""
    with real_disk(tmp_path / "disk") as mounted:
        yield mounted
