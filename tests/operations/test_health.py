"""`python -m bot health`: what a container or a timer goes by is its status."""

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
    ("complaint", "remarks", "status"),
    [(None, {}, 0), (None, {"backup": "the disk is full"}, 0), ("not connected to Discord", {}, 1)],
)
async def test_whoever_fails_is_not_called_well(
    complaint: str | None,
    remarks: dict[str, str],
    status: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Who only wants looking at is not started anew for it."""
    monitor = Monitor(0, Health(lambda: complaint, _nothing, lambda: 0.0, remarks), _figures)
    await monitor.open()
    monkeypatch.setenv("ARBITRE_METRICS_PORT", str(monitor.port))
    assert await asyncio.to_thread(main, ["health"]) == status
    await monitor.close()
    said = capsys.readouterr().out
    assert all(why in said for why in (complaint or "ok", *remarks.values()))
