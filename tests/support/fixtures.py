"""Fixtures for tests of the real bot on simcord. A test fails on any error that discord.py or the bot logs."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from simcord.env import Env

from bot.edge.app import Arbitre
from tests.support.discord_limits import request_violations
from tests.support.leaks import LeakDetector, detect_leaks
from tests.support.quick_simcord import speed_up
from tests.support.world import World, draw_nothing, new_bot, patch_locales, sweep_seldom


@pytest.fixture
def simcord_bot(tmp_path: Path) -> Arbitre:
    return new_bot(tmp_path)


@pytest.fixture
def languages(monkeypatch: pytest.MonkeyPatch) -> dict[int, str]:
    return patch_locales(monkeypatch)


@pytest.fixture
def world(simcord_env: Env, tmp_path: Path, languages: dict[int, str]) -> Iterator[World]:
    """Whatever the bot sends in it has to be within Discord's limits."""
    yield World(simcord_env, tmp_path, languages)
    assert [found for request in simcord_env.http_requests for found in request_violations(request.json)] == []


@pytest.fixture
def detector(
    simcord_env: Env, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> Iterator[LeakDetector]:
    """Detects leaks from here on, with all loggers at DEBUG. pytest's own log handler is shared by all tests, so its
    level is restored."""
    level = caplog.handler.level
    caplog.handler.setLevel(logging.ERROR)
    yield detect_leaks(simcord_env, monkeypatch)
    caplog.handler.setLevel(level)


@pytest.fixture
def hourly(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests in which days pass."""
    sweep_seldom(monkeypatch, 60 * 60)


@pytest.fixture
def every_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests in which half hours pass."""
    sweep_seldom(monkeypatch, 60)


@pytest.fixture
def real_pictures() -> None:
    """Requested by tests that need pictures drawn."""


@pytest.fixture
def expected_errors() -> list[str]:
    """Prefixes of the errors that a test expects in the log."""
    return []


@pytest.fixture(autouse=True)
def fast_without_errors(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    request: pytest.FixtureRequest,
    expected_errors: list[str],
) -> Iterator[None]:
    """Speed up simcord, and check the log: an error behind a button never reaches simcord's own check."""
    speed_up(monkeypatch)
    if "real_pictures" not in request.fixturenames:
        draw_nothing(monkeypatch)
    yield
    errors = [record.getMessage() for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert [error for error in errors if not error.startswith(tuple(expected_errors))] == []
    assert all(any(error.startswith(start) for error in errors) for start in expected_errors)
