"""The doctor's findings from Discord, over a real socket: token, clock, servers, or no answer."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import discord
import pytest
from aiohttp import web

from bot.doctor import remote
from bot.doctor.findings import Finding, Level
from bot.doctor.remote import check_shape, examine
from bot.edge.gateway.client import PERMISSIONS

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.Gabcde." + "x" * 38
NOW = datetime(2026, 11, 16, 12, 0, 0, 500_000, tzinfo=UTC)


@dataclass
class Fake:
    """A Discord with three endpoints."""

    status: int = 200
    guilds: list[dict[str, Any]] = field(default_factory=list)
    guilds_status: int = 200
    date: str = format_datetime(NOW.replace(microsecond=0), usegmt=True)
    tokens: list[str] = field(default_factory=list)
    text: str | None = None  # sent instead of JSON
    is_stuck: bool = False

    async def me(self, request: web.Request) -> web.Response:
        self.tokens.append(request.headers["Authorization"])
        if self.is_stuck:
            await asyncio.get_running_loop().create_future()
        if self.text is not None:
            return web.Response(text=self.text)
        body = {"id": "123456789012345678", "username": "Arbitre"}
        return web.json_response(body, status=self.status, headers={"Date": self.date})

    async def servers(self, request: web.Request) -> web.Response:
        after, limit = int(request.query.get("after", 0)), int(request.query["limit"])
        page = [guild for guild in self.guilds if int(guild["id"]) > after][:limit]
        return web.json_response(page, status=self.guilds_status)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[str]:
        application = web.Application()
        application.router.add_get("/users/@me", self.me)
        application.router.add_get("/users/@me/guilds", self.servers)
        runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        listener = socket.create_server(("127.0.0.1", 0))
        await web.SockSite(runner, listener).start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            await runner.cleanup()


async def found(fake: Fake, token: str | None = TOKEN, clock: Callable[[], datetime] = lambda: NOW) -> list[Finding]:
    async with fake.open() as api:
        return await examine(token, api, clock)


def levels(findings: list[Finding]) -> dict[str, str]:
    return {finding.about: finding.level.value for finding in findings}


def guild(number: int, name: str, permissions: discord.Permissions) -> dict[str, Any]:
    return {"id": str(number), "name": name, "permissions": str(permissions.value)}


async def test_all_is_well() -> None:
    fake = Fake(guilds=[guild(1, "Club", PERMISSIONS), guild(2, "Den", discord.Permissions(administrator=True))])
    findings = await found(fake)
    assert levels(findings) == {"clock": "ok", "token": "ok", "servers": "ok"}
    assert fake.tokens == [f"Bot {TOKEN}"]
    assert not any(TOKEN in repr(finding) for finding in findings)


async def test_a_token_that_is_not_accepted() -> None:
    findings = await found(Fake(status=401))
    assert levels(findings) == {"clock": "ok", "token": "problem"}
    assert "reset the token" in findings[1].advice


@pytest.mark.parametrize("status", [403, 429, 500, 503])
async def test_an_error_of_discord(status: int) -> None:
    assert levels(await found(Fake(status=status)))["token"] == "warning"  # noqa: S105


@pytest.mark.parametrize(
    "token",
    [None, "x", "Bot " + TOKEN, TOKEN.replace(".", ","), "!" + TOKEN, "bm90LWEtbnVtYmVyLWF0LWFsbA.Gabcde." + "x" * 38],
)
async def test_a_malformed_token_is_not_sent(token: str | None) -> None:
    fake = Fake()
    (finding,) = await found(fake, token)
    assert (finding.about, finding.level) == ("token", Level.PROBLEM)
    assert fake.tokens == []
    assert token is None or token not in f"{finding}"


def test_a_token_by_its_looks() -> None:
    assert check_shape(TOKEN) is None


@pytest.mark.parametrize(
    ("seconds", "level", "says"),
    [
        (0, "ok", "as Discord's"),
        (4, "ok", "as Discord's"),
        (30, "warning", "30 seconds ahead of Discord's"),
        (-30, "warning", "30 seconds behind Discord's"),
        (3600, "problem", "3600 seconds ahead of Discord's"),
    ],
)
async def test_the_clock(seconds: int, level: str, says: str) -> None:
    clock = (await found(Fake(), clock=lambda: NOW + timedelta(seconds=seconds)))[0]
    assert (clock.level.value, clock.says) == (level, says)


async def test_no_date_header() -> None:
    assert levels(await found(Fake(date="soon")))["clock"] == "warning"


async def test_servers_that_do_not_let_it() -> None:
    fewer = discord.Permissions(PERMISSIONS.value)
    fewer.update(attach_files=False, send_messages_in_threads=False)
    fake = Fake(guilds=[guild(1, "Club", PERMISSIONS), guild(2, "De\nn", fewer)])
    findings = await found(fake)
    (server,) = [finding for finding in findings if finding.about == "servers"]
    assert server.level is Level.WARNING
    assert server.says == "De\nn does not let the bot attach files, send messages in threads"
    assert "\n" not in server.line(10)
    assert f"permissions={PERMISSIONS.value}" in server.advice


async def test_many_servers_are_asked_for_page_by_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "PAGE", 2)
    fake = Fake(guilds=[guild(number, str(number), PERMISSIONS) for number in range(1, 6)])
    assert (await found(fake))[-1].says.startswith("5, ")


async def test_no_server_yet() -> None:
    finding = (await found(Fake()))[-1]
    assert (finding.level, finding.says) == (Level.WARNING, "the bot is in none yet")
    assert "client_id=123456789012345678" in finding.advice


async def test_no_list_of_servers() -> None:
    assert levels(await found(Fake(guilds_status=429)))["servers"] == "warning"


async def test_without_a_network() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        api = f"http://127.0.0.1:{listener.getsockname()[1]}"
    (finding,) = await examine(TOKEN, api)
    assert (finding.about, finding.level) == ("network", Level.WARNING)


async def test_something_else_answers() -> None:
    (finding,) = await found(Fake(text="<html>Please log in to the hotel's network</html>"))
    assert (finding.about, finding.level) == ("network", Level.WARNING)


async def test_a_request_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "TIMEOUT", 0.05)
    (finding,) = await found(Fake(is_stuck=True))
    assert finding.says.endswith("(no answer within 0.05 seconds)")
