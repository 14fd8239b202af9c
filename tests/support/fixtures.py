"""Fixtures of every test that runs the real bot against simcord: it fails on anything discord.py or we log as an
error."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from simcord.env import Env

from bot.edge.app import Arbitre
from tests.support.leaks import LeakDetector, detect_leaks
from tests.support.world import World, draw_nothing, new_bot, patch_locales, speed_up, sweep_hourly


@pytest.fixture
def simcord_bot(tmp_path: Path) -> Arbitre:
    return new_bot(tmp_path)


@pytest.fixture
def languages(monkeypatch: pytest.MonkeyPatch) -> dict[int, str]:
    return patch_locales(monkeypatch)


@pytest.fixture
def world(simcord_env: Env, tmp_path: Path, languages: dict[int, str]) -> World:
    return World(simcord_env, tmp_path, languages)


@pytest.fixture
def detector(
    simcord_env: Env, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> Iterator[LeakDetector]:
    """Hears everything from here on, logs at their most talkative too. pytest has one handler for all tests."""
    level = caplog.handler.level
    caplog.handler.setLevel(logging.ERROR)
    yield detect_leaks(simcord_env, monkeypatch)
    caplog.handler.setLevel(level)


@pytest.fixture
def hourly(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests in which days go by."""
    sweep_hourly(monkeypatch)


@pytest.fixture
def real_pictures() -> None:
    """Asked for by tests that want them drawn."""


@pytest.fixture
def expected_errors() -> list[str]:
    """How the errors begin that a test wants in the log."""
    return []


@pytest.fixture(autouse=True)
def fast_without_errors(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    request: pytest.FixtureRequest,
    expected_errors: list[str],
) -> Iterator[None]:
    """A failure behind a button never reaches simcord's own check: it is only in the log."""
    speed_up(monkeypatch)
    if "real_pictures" not in request.fixturenames:
        draw_nothing(monkeypatch)
    yield
    errors = [record.getMessage() for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert [error for error in errors if not error.startswith(tuple(expected_errors))] == []
    assert all(any(error.startswith(start) for error in errors) for start in expected_errors)
