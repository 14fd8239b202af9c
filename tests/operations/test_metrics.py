"""Metrics, with bounded labels."""

import socket

import aiohttp
import pytest
from aiohttp import web

from bot.operations.metrics import OTHER, BoundedLabel, Metrics
from bot.operations.tracing import trace_config
from bot.referee.rulings import Ruling


def value(metrics: Metrics, name: str, **labels: str) -> float | None:
    return metrics.registry.get_sample_value(f"arbitre_{name}", labels)


def test_a_label_has_a_bounded_number_of_values() -> None:
    label = BoundedLabel(2)
    assert [label(name) for name in ("a", "b", "c", "a", "d", "b")] == ["a", "b", OTHER, "a", OTHER, "b"]


def test_rulings_are_counted_by_kind_and_code_and_timed_by_kind() -> None:
    metrics = Metrics()
    for code in ("accepted", "stale", "accepted"):
        metrics.ruled(Ruling("play", 7, code=code, seconds=0.2))
    assert value(metrics, "rulings_total", kind="play", code="accepted") == 2
    assert value(metrics, "rulings_total", kind="play", code="stale") == 1
    assert value(metrics, "ruling_seconds_count", kind="play") == 3
    assert value(metrics, "ruling_seconds_bucket", kind="play", le="0.1") == 0
    assert value(metrics, "ruling_seconds_bucket", kind="play", le="0.25") == 3


def test_codes_are_bounded() -> None:
    metrics = Metrics()
    for number in range(1000):
        metrics.ruled(Ruling("play", 7, code=f"code{number}"))
    assert metrics.page().count(b"arbitre_rulings_total{") == 101
    assert value(metrics, "rulings_total", kind="play", code=OTHER) == 900


def test_an_answer_that_was_never_given_takes_no_time() -> None:
    metrics = Metrics()
    metrics.answered("component", "too_late", None)
    assert value(metrics, "answers_total", kind="component", code="too_late") == 1
    assert value(metrics, "answer_seconds_count", kind="component") is None


def test_time_since() -> None:
    now = 100.0
    metrics = Metrics(timer=lambda: now)
    assert str(value(metrics, "sweep_age_seconds")) == "nan"
    metrics.swept()
    now = 107.0
    assert value(metrics, "sweep_age_seconds") == 7
    assert value(metrics, "uptime_seconds") == 7


async def test_requests_are_counted_by_what_came_back() -> None:
    """By aiohttp's traces of a real connection: each status, and connections that fail."""
    metrics = Metrics()
    statuses = iter([200, 204, 403, 404, 429, 429, 503])

    async def answer(_request: web.Request) -> web.Response:
        return web.Response(status=next(statuses))

    application = web.Application()
    application.router.add_get("/", answer)
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    listener = socket.create_server(("127.0.0.1", 0))
    await web.SockSite(runner, listener).start()
    address = f"http://127.0.0.1:{listener.getsockname()[1]}/"
    async with aiohttp.ClientSession(trace_configs=[trace_config(metrics)]) as session:
        for _ in range(7):
            async with session.get(address):
                pass
        await runner.cleanup()
        with pytest.raises(aiohttp.ClientError):
            await session.get(address)
    counts = {
        result: value(metrics, "discord_requests_total", result=result)
        for result in ("2xx", "4xx", "429", "5xx", "failed")
    }
    assert counts == {"2xx": 2, "4xx": 2, "429": 2, "5xx": 1, "failed": 1}
