"""The bot as it is operated: its log, its figures, its health and its copies, seen from outside while it plays."""

import asyncio
import json
import os
import socket
import time
from argparse import Namespace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import bot.edge.run
from bot.operations.backups import Backups, verify
from bot.operations.logs import log_unhandled_error
from bot.operations.settings import Settings, SettingsError
from tests.edge.test_health import Asker
from tests.system.network.players import Player, duel, recklessly
from tests.system.network.process import PATIENT, REGISTERED, BotProcess
from tests.system.network.server import NetworkDiscord

HASTE = 20.0  # the first copy comes a minute after the boot
FIRST, LAST = 20000, 32000  # below the ports that the system gives away by itself


def free_port() -> int:
    for port in range(FIRST + os.getpid() % (LAST - FIRST), LAST):
        with socket.socket() as tried:
            try:
                tried.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise AssertionError("no port is free")


async def test_a_day_in_its_life(tmp_path: Path) -> None:
    port = free_port()
    environment = {"ARBITRE_METRICS_PORT": str(port), "ARBITRE_LOG_FORMAT": "json"}
    async with NetworkDiscord(seed=3) as network:
        guild = network.state.guild("Club")
        channel = network.state.channel(guild, "duels")
        async with BotProcess(network, tmp_path, is_drawing=False, speed=HASTE, environment=environment) as bot:
            asker = Asker(port)
            await until_well(bot)
            await bot.until_logged(REGISTERED)
            alice, bob = (Player(network, guild, name, choose=recklessly) for name in ("Alice", "Bob"))
            await duel(alice, bob, channel)
            await bot.until_logged("a copy of the database was made")
            figures = await asker.figures()
            status, said = await bot.run("backup", "--to", str(tmp_path / "by-hand"))
            assert (status, "1 game replayed, all as recorded" in said) == (0, True)
            status, said = await bot.run("restore", str(tmp_path / "by-hand"))
            assert (status, "another Arbitre is running" in said) == (1, True)
        assert await bot.run("health") == (1, said_by_nobody(port))
    assert figures['arbitre_discord_requests_total{result="2xx"}'] > 10
    assert figures['arbitre_rulings_total{code="accepted",kind="play"}'] > 0
    assert figures["arbitre_gateway_latency_seconds{}"] >= 0
    assert figures["arbitre_backup_age_seconds{}"] >= 0
    (copy,) = Backups(bot.database, tmp_path / "backups", 7, 4).dated()
    assert verify(copy.path) is not None
    lines = [json.loads(line) for line in bot.log.splitlines()]
    assert {"ruling"} < {line["event"] for line in lines}
    assert all({"at", "level", "logger", "event"} <= line.keys() for line in lines)


def said_by_nobody(port: int) -> str:
    return f"arbitre: nobody answers at port {port} of this machine: [Errno 111] Connection refused\n"


async def until_well(bot: BotProcess) -> None:
    """Its time runs so fast that a busy machine may look sick for a moment."""
    async with asyncio.timeout(PATIENT):
        while await bot.run("health") != (0, '{"status": "ok", "failing": {}, "look_at": {}}\n'):
            pass


async def test_a_taken_port_is_said_and_nothing_is_left_running(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        async with NetworkDiscord(seed=4) as network:
            network.state.guild("Club")
            bot = BotProcess(network, tmp_path, environment={"ARBITRE_METRICS_PORT": str(port)})
            await bot.spawn()
            assert await bot._end() == 1
    assert bot.log.endswith(f"arbitre: ARBITRE_METRICS_PORT {port} cannot be used: Address already in use\n")


async def test_it_goes_by_a_clock_nobody_sets_and_quotes_no_error_nobody_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every other test hands it a clock or none: this is the one that Discord's players are held to."""
    given: dict[str, object] = {}

    def create(_settings: Settings, **options: object) -> None:
        given.update(options, handler=asyncio.get_running_loop().get_exception_handler())
        raise SettingsError("enough")

    monkeypatch.setattr(bot.edge.run, "create_bot", create)
    with pytest.raises(SettingsError, match="enough"):
        await bot.edge.run._serve(Settings(), "token")
    assert given == {"steady": time.monotonic, "handler": log_unhandled_error}


async def test_memory_is_bounded_before_the_bot_runs_and_given_back_while_it_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    async def serve(_settings: Settings, _token: str) -> None:
        done.append("serve")

    async def trim() -> None:
        done.append("trim")
        await asyncio.Event().wait()

    settings = Settings(token="token", database=tmp_path / "x.sqlite3", daily_backups=0, weekly_backups=0)  # noqa: S106
    monkeypatch.setattr(bot.edge.run, "read_settings", lambda: settings)
    monkeypatch.setattr(bot.edge.run, "write_log", lambda *_: None)
    monkeypatch.setattr(bot.edge.run, "bound_memory", lambda: done.append("bound"))
    monkeypatch.setattr(bot.edge.run, "_serve", serve)
    assert await asyncio.to_thread(bot.edge.run.run, Namespace()) == 0
    monkeypatch.setattr(bot.edge.run, "trim_memory_regularly", trim)
    running: Any = SimpleNamespace(health=None, settings=settings, clock=None)
    async with bot.edge.run.watched_over(running):
        await asyncio.sleep(0)
    assert done == ["bound", "serve", "trim"]
