"""`python -m bot health`: its exit status, for containers and timers."""

import asyncio

import pytest

from bot.__main__ import main
from bot.operations.health import Health
from bot.operations.monitor import Monitor


async def _nothing() -> None:
    """The store can be written to."""


async def _figures() -> bytes:
    return b""


@pytest.mark.parametrize(
    ("problem", "warnings", "status"),
    [(None, {}, 0), (None, {"backup": "the disk is full"}, 0), ("not connected to Discord", {}, 1)],
)
async def test_status_by_problems_and_warnings(
    problem: str | None,
    warnings: dict[str, str],
    status: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A warning does not fail it: the bot must not be restarted for one."""
    monitor = Monitor(0, Health(lambda: problem, _nothing, lambda: 0.0, warnings), _figures)
    await monitor.open()
    monkeypatch.setenv("ARBITRE_METRICS_PORT", str(monitor.port))
    assert await asyncio.to_thread(main, ["health"]) == status
    await monitor.close()
    said = capsys.readouterr().out
    assert all(why in said for why in (problem or "ok", *warnings.values()))
