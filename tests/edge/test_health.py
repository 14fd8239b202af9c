"""What the bot tells of itself on this machine: whether it does its work, and figures without a card or a person."""

import asyncio
import contextlib
import http.client
import json
import logging
import math
import re
import socket
import sqlite3
import threading
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import make_mocked_request

from bot.operations import health as health_module
from bot.operations.health import HOST
from bot.operations.logs import formatter
from bot.operations.monitor import Monitor, _local_only
from tests.support.play import play_out, play_typed
from tests.support.quick_simcord import PATIENT
from tests.support.world import World

TURN, SWEEP = 3 * 60, 11  # seconds
LINE = re.compile(r"(?P<name>\w+)(\{(?P<labels>[^}]*)\})? (?P<value>\S+)")


@dataclass
class Asker:
    port: int

    async def ask(self, path: str, **headers: str) -> tuple[int, str]:
        return await asyncio.to_thread(self._ask, path, headers)

    def _ask(self, path: str, headers: dict[str, str]) -> tuple[int, str]:
        connection = http.client.HTTPConnection(HOST, self.port, timeout=30)
        try:
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()

    async def figures(self) -> dict[str, float]:
        status, page = await self.ask("/metrics")
        assert status == 200
        lines = [LINE.fullmatch(line) for line in page.splitlines() if not line.startswith("#")]
        return {f"{line['name']}{{{line['labels'] or ''}}}": float(line["value"]) for line in lines if line}

    async def health(self) -> tuple[int, Any]:
        status, page = await self.ask("/healthz")
        return status, json.loads(page)


@pytest.fixture
async def asker(world: World) -> AsyncIterator[Asker]:
    health = world.bot.health
    monitor = Monitor(0, health.health, health.figures)
    await monitor.open()
    yield Asker(monitor.port)
    await monitor.close()


async def test_figures_after_a_game(world: World, asker: Asker) -> None:
    await world.duel()
    assert (await asker.figures())["arbitre_live_games{}"] == 1
    await world.chloe.slash(world.channel, "resign", game=1)
    match = await play_out(world, play_typed)
    figures = await asker.figures()
    assert figures["arbitre_live_games{}"] == 0
    assert figures["arbitre_behind{}"] == 0
    played = figures['arbitre_rulings_total{code="accepted",kind="play"}']
    assert played == match.turns > 1
    assert figures['arbitre_ruling_seconds_count{kind="play"}'] >= played
    assert figures['arbitre_answers_total{code="not_a_player",kind="application_command"}'] == 1
    assert figures['arbitre_answers_total{code="done",kind="component"}'] >= 1
    assert figures['arbitre_answer_seconds_count{kind="application_command"}'] >= played
    assert figures["arbitre_store_commit_seconds_count{}"] > played
    assert figures["arbitre_uptime_seconds{}"] > 0
    assert figures["arbitre_backup_age_seconds{}"] != figures["arbitre_backup_age_seconds{}"], "there is none"


async def test_no_figure_is_about_somebody(world: World, asker: Asker) -> None:
    await world.duel(cut="abracadabra")
    await play_out(world, play_typed)
    _, page = await asker.ask("/metrics")
    for number in (world.alice.id, world.bob.id, world.guild.id, world.channel.id):
        assert str(number) not in page
    assert "abracadabra" not in page
    labels = {
        value for line in page.splitlines() for name, value in re.findall(r'(\w+)="([^"]*)"', line) if name != "le"
    }
    assert all(re.fullmatch(r"[a-z_]+|[1-5]xx|429", label) for label in labels), labels


async def test_no_line_of_the_log_is_about_somebody(world: World, caplog: pytest.LogCaptureFixture) -> None:
    """At its most talkative: games have numbers and seats, people have none."""
    caplog.set_level(logging.DEBUG)
    world.close_dms(world.bob)
    await world.duel(cut="abracadabra")
    await world.chloe.slash(world.channel, "resign", game=1)
    await world.env.advance_time(TURN + SWEEP)
    await play_out(world, play_typed)
    ours = [record for record in caplog.records if record.name.split(".")[0] in ("bot", "cogs", "discord")]
    lines = [formatter("logfmt").format(record) for record in ours]
    assert any("event=ruling" in line for line in lines)
    secrets = [str(person.id) for person in (world.alice, world.bob, world.chloe)]
    secrets += ["alice", "bob", "chloé", "abracadabra"]
    assert [line for line in lines if any(secret in line.lower() for secret in secrets)] == []


async def test_well(world: World, asker: Asker) -> None:
    world.bot.metrics.swept()
    assert await asker.health() == (200, {"status": "ok", "failing": {}, "look_at": {}})


async def test_nobody_has_looked_at_the_clock(world: World, asker: Asker, monkeypatch: pytest.MonkeyPatch) -> None:
    world.bot.metrics.swept()
    monkeypatch.setattr(health_module, "SWEEP_LATE", -1.0)
    status, said = await asker.health()
    assert (status, list(said["failing"])) == (503, ["sweep"])


async def test_disconnected_and_back(world: World, asker: Asker) -> None:
    world.bot.metrics.swept()
    world.bot.dispatch("disconnect")
    await world.env.settle()
    assert await asker.health() == (
        503,
        {"status": "failing", "failing": {"gateway": "not connected to Discord"}, "look_at": {}},
    )
    world.bot.dispatch("resumed")
    await world.env.settle()
    assert (await asker.health())[0] == 200


async def test_a_write_that_never_ends(world: World, asker: Asker, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the disk has begun cannot be called off. Whoever asks is told in time all the same, and however many ask,
    no more writes wait for it."""
    world.bot.metrics.swept()
    monkeypatch.setattr(health_module, "WRITE_TIMEOUT", 0.1)
    database, is_back, probes = world.bot.store.database, threading.Event(), list[str]()

    async def stuck(sql: str, _values: Any = ()) -> int:
        probes.append(sql)
        return int(await database.run(lambda _: is_back.wait(PATIENT)))

    monkeypatch.setattr(database, "write", stuck)
    try:
        async with asyncio.timeout(PATIENT / 2):
            for _ in range(3):
                status, said = await asker.health()
                assert (status, said["failing"]) == (503, {"store": "nothing could be written for 0.1 seconds"})
    finally:
        is_back.set()
    assert len(probes) == 1
    assert (await asker.health())[0] == 200


async def test_heartbeats_that_nobody_answers(world: World, asker: Asker, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection can look open for long after the other end is gone."""
    world.bot.metrics.swept()
    monkeypatch.setattr(type(world.bot), "latency", math.inf)
    status, said = await asker.health()
    assert (status, said["failing"]) == (503, {"gateway": "Discord does not answer heartbeats"})


async def test_until_somebody_has_looked_at_the_clock_it_is_not_well(world: World, asker: Asker) -> None:
    world.bot.metrics._swept_at = None
    status, said = await asker.health()
    assert (status, said["failing"]) == (503, {"sweep": "nobody has looked at the clock yet"})


async def test_a_store_that_cannot_be_written_to(world: World, asker: Asker, monkeypatch: pytest.MonkeyPatch) -> None:
    world.bot.metrics.swept()
    write = world.bot.store.database.write

    async def full(sql: str, values: Any = ()) -> int:
        if "probe" in sql:
            raise sqlite3.OperationalError("database or disk is full")
        return await write(sql, values)

    monkeypatch.setattr(world.bot.store.database, "write", full)
    status, said = await asker.health()
    assert (status, said["failing"]) == (503, {"store": "it cannot be written to (OperationalError)"})


async def test_a_store_that_is_stuck(world: World, asker: Asker, monkeypatch: pytest.MonkeyPatch) -> None:
    world.bot.metrics.swept()
    monkeypatch.setattr(health_module, "WRITE_TIMEOUT", 0.01)

    async def stuck(*_values: Any) -> None:
        await asyncio.get_running_loop().create_future()

    monkeypatch.setattr(world.bot.store.database, "write", stuck)
    status, said = await asker.health()
    assert (status, said["failing"]) == (503, {"store": "nothing could be written for 0.01 seconds"})


async def test_a_failed_copy_is_shown_and_harms_nobody(world: World, asker: Asker) -> None:
    world.bot.metrics.swept()
    world.bot.health.backup_ended("the disk is full")
    assert await asker.health() == (200, {"status": "ok", "failing": {}, "look_at": {"backup": "the disk is full"}})
    assert (await asker.figures())["arbitre_backup_failures_total{}"] == 1
    world.bot.health.backup_ended(None)
    assert (await asker.health())[1]["look_at"] == {}


async def test_nobody_but_this_machine_is_answered(asker: Asker) -> None:
    """A page in somebody's browser may know our address by another name."""
    for path in ("/metrics", "/healthz"):
        for name in ("example.org", "example.org:9464", "127.0.0.1.example.org", "192.168.0.1", ""):
            assert await asker.ask(path, Host=name) == (403, "only for this machine\n")
    assert (await asker.ask("/"))[0] == 404
    assert (await asker.ask("/metrics", Host=f"localhost:{asker.port}"))[0] == 200


async def test_nobody_else_can_even_connect(asker: Asker) -> None:
    """Another address of this machine stands for all that the world may reach it by."""
    with pytest.raises(OSError, match="refused"):
        await asyncio.to_thread(socket.create_connection, ("127.0.0.2", asker.port), 30)


async def test_who_comes_from_elsewhere_is_refused_whatever_they_call_us() -> None:
    """Should something on this machine ever pass on what comes from outside."""

    async def answer(_request: web.Request) -> web.Response:
        return web.Response()

    for remote, is_answered in (("127.0.0.1", True), ("::1", True), ("192.168.0.7", False), ("8.8.8.8", False)):
        request = make_mocked_request("GET", "/metrics", headers={"Host": HOST}).clone(remote=remote)
        with contextlib.nullcontext() if is_answered else pytest.raises(web.HTTPForbidden):
            assert (await _local_only(request, answer)).status == 200
