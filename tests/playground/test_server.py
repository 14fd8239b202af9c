"""The page's server answers this machine's own browser only."""

import asyncio
import contextlib
import json
import re
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType

from bot.playground.server import Server, listen
from tests.playground import small_bot
from tests.playground.browser import served


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with served(tmp_path, lambda _folder: small_bot.create()) as running:
        yield running


@pytest.fixture
async def client() -> AsyncIterator[ClientSession]:
    async with ClientSession() as session:
        yield session


async def token(client: ClientSession, server: Server) -> str:
    async with client.get(server.address) as response:
        found = re.search(r'name="token" content="([\w-]+)"', await response.text())
    assert found is not None
    return found[1]


@contextlib.asynccontextmanager
async def live(client: ClientSession, server: Server) -> AsyncIterator[ClientWebSocketResponse]:
    known = await token(client, server)
    async with client.ws_connect(f"{server.address}live") as page:
        await page.send_json({"token": known})
        yield page


async def reply(page: ClientWebSocketResponse, **request: object) -> dict[str, object]:
    await page.send_json({"number": 7, **request})
    async with asyncio.timeout(5):
        while True:
            news: dict[str, object] = await page.receive_json()
            if news.get("reply") == 7:
                return news


async def test_page_and_its_files_are_served_with_a_strict_policy(client: ClientSession, server: Server) -> None:
    for path, kind in (("", "text/html"), ("page/main.js", "text/javascript"), ("page/frame.css", "text/css")):
        async with client.get(server.address + path) as response:
            assert response.status == 200
            assert response.content_type == kind
            policy = response.headers["Content-Security-Policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "evil.example:8800"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
    ids=str,
)
@pytest.mark.parametrize("path", ["", "page/main.js", "live", "attachments/1/2/a.png"])
async def test_other_hosts_and_origins_are_refused(
    client: ClientSession, server: Server, headers: dict[str, str], path: str
) -> None:
    async with client.get(server.address + path, headers=headers) as response:
        assert response.status == 403


async def test_link_from_elsewhere_may_open_the_page(client: ClientSession, server: Server) -> None:
    headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    async with client.get(server.address, headers=headers) as response:
        assert response.status == 200


@pytest.mark.parametrize("path", ["page/../server.py", "page/..%2Fserver.py", "page/none.js", "fonts/none", "else"])
async def test_nothing_else_is_served(client: ClientSession, server: Server, path: str) -> None:
    async with client.get(server.address + path) as response:
        assert response.status == 404


@pytest.mark.parametrize("greeting", ['{"token": "guess"}', "{}", "[]", "x"])
async def test_action_without_this_starts_token_is_refused(
    client: ClientSession, server: Server, greeting: str
) -> None:
    async with client.ws_connect(f"{server.address}live") as page:
        await page.send_str(greeting)
        message = await page.receive(timeout=5)
        assert message.type is WSMsgType.CLOSE
        assert page.close_code == 4401


async def test_token_is_new_at_every_start(client: ClientSession, tmp_path: Path) -> None:
    tokens = set()
    for _ in range(2):
        async with served(tmp_path, lambda _folder: small_bot.create()) as server:
            tokens.add(await token(client, server))
    assert len(tokens) == 2


async def test_refusals_come_in_the_seats_language(client: ClientSession, server: Server) -> None:
    async with live(client, server) as page:
        ask = {"do": "command", "seat": "alice", "channel": "1", "path": ["x"], "values": {}}
        assert (await reply(page, **ask))["error"] == "This channel can no longer be opened."
        await reply(page, do="language", seat="alice", locale="fr")
        assert (await reply(page, **ask))["error"] == "Ce salon ne peut plus être ouvert."


async def test_nonsense_is_answered_and_logged(
    client: ClientSession, server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    async with live(client, server) as page:
        assert "error" in await reply(page, do="explode")
        assert "error" in await reply(page, do="press", seat="nobody")
    assert "explode" in caplog.text


async def test_changes_are_pushed_to_every_page_and_only_once(client: ClientSession, server: Server) -> None:
    async with live(client, server) as first, live(client, server) as second:
        world = (await settled(first))["server"]
        await settled(second)
        channel = world["seats"][0]["channels"][0]["id"]
        await first.send_json({"number": 1, "do": "write", "seat": "bob", "channel": channel, "text": "hello"})
        news = await changes(second)
        assert sorted(seat for seat, *_ in news) == ["alice", "bob", "chloe", "david"]
        assert {message["content"] for *_, message in news} == {"hello"}


async def settled(page: ClientWebSocketResponse) -> dict[str, dict[str, list[dict[str, list[dict[str, str]]]]]]:
    async with asyncio.timeout(5):
        while True:
            news: dict[str, dict[str, list[dict[str, list[dict[str, str]]]]]] = await page.receive_json()
            if "server" in news:
                return news


async def changes(page: ClientWebSocketResponse) -> list[tuple[str, str, str, dict[str, str]]]:
    async with asyncio.timeout(5):
        while True:
            news = json.loads(await page.receive_str())
            if "messages" in news:
                found: list[tuple[str, str, str, dict[str, str]]] = news["messages"]
                return found


def test_it_listens_on_the_loopback_address_at_the_next_free_port() -> None:
    with listen(9300) as first, listen(first.getsockname()[1]) as second:
        for listener in (first, second):
            assert listener.getsockname()[0] == "127.0.0.1"
        assert first.getsockname()[1] < second.getsockname()[1]


def test_any_port_will_do_when_all_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    create = socket.create_server

    def taken(address: tuple[str, int]) -> socket.socket:
        if address[1]:
            raise OSError
        return create(address)

    monkeypatch.setattr(socket, "create_server", taken)
    with listen(9300) as listener:
        assert listener.getsockname()[0] == "127.0.0.1"
