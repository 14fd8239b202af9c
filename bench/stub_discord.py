"""A stub Discord: gateway and REST on loopback sockets, as cheap as possible, so that the bot is measured and not the
stub. It accepts everything, stores only each player's newest panel, and counts requests.

`tests.system.network` is the strict Discord. What is pressed is decided in `load_generator`.
"""

import asyncio
import json
import time
from collections import Counter
from collections.abc import Sequence
from types import TracebackType
from typing import Any, Self

from aiohttp import WSMsgType, web

from bench.sample_database import dm_of

BOT, APPLICATION = 77, 78
EPOCH = 1_420_070_400_000  # Discord's, in milliseconds since 1970
_HELLO, _DISPATCH, _HEARTBEAT, _IDENTIFY, _ACK = 10, 0, 1, 2, 11
_BEAT = 41_250  # milliseconds
_UPDATE = 7  # the answer that edits the pressed message
_DEFERRED = (5, 6)  # the answers that only announce one
_CLOUD = {"Via": "1.1 google"}
_USER: dict[str, Any] = {"username": "arbitre", "discriminator": "0", "avatar": None, "global_name": "Arbitre"}
_ME = {"id": str(BOT), "bot": True, **_USER}
_OWNER = {"id": "1", **_USER}


class Press:
    """One event, and when it was sent, acknowledged and answered."""

    __slots__ = ("_answered", "acknowledged_at", "answered_at", "channel_id", "content", "sent_at")

    def __init__(self, channel_id: int) -> None:
        self.channel_id = channel_id
        self.sent_at = time.perf_counter()
        self.acknowledged_at: float | None = None
        self.answered_at: float | None = None
        self.content: dict[str, Any] = {}
        self._answered = asyncio.get_running_loop().create_future()

    def note(self, content: dict[str, Any], *, is_deferred: bool) -> None:
        now = time.perf_counter()
        if self.acknowledged_at is None:
            self.acknowledged_at = now
        if not is_deferred and self.answered_at is None:
            self.answered_at, self.content = now, content
            if not self._answered.done():
                self._answered.set_result(None)

    async def answer(self) -> None:
        await self._answered


class StubDiscord:
    """Has the members that `tests.system.network.process.BotProcess` uses of a network: token, addresses,
    `until_identified`."""

    def __init__(self, guilds: Sequence[int]) -> None:
        self.token = "a-token-for-benches"  # noqa: S105 (opens nothing)
        self.address = ""
        self.api = ""
        self.gateway = self
        self.identified = 0
        self.requests: Counter[str] = Counter()  # by rate limit: bot, callback, webhook
        self._guilds = guilds
        self._arrived = asyncio.Condition()
        self._socket: web.WebSocketResponse | None = None
        self._sequence = 0
        self._number = 0
        self._presses: dict[str, Press] = {}  # by token
        self._panels: dict[int, tuple[int, dict[str, Any]]] = {}  # by DM channel: the newest message and its content
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=64 * 1024 * 1024)
        app.router.add_get("/gateway/", self._connect)
        app.router.add_route("*", "/api/v10/{tail:.*}", self._serve)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0, backlog=4096).start()
        port = self._runner.addresses[0][1]
        self.address, self.api = f"ws://127.0.0.1:{port}/gateway/", f"http://127.0.0.1:{port}/api/v10"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._socket is not None:
            await self._socket.close()
        if self._runner is not None:
            await self._runner.cleanup()

    async def until_identified(self, times: int, seconds: float) -> None:
        async with asyncio.timeout(seconds), self._arrived:
            await self._arrived.wait_for(lambda: self.identified >= times)

    # Events

    def remember(self, channel_id: int, message_id: int) -> None:
        self._panels[channel_id] = message_id, {}

    async def press(self, user_id: int, channel_id: int, custom_id: str, locale: str) -> Press:
        """A player presses a button of the newest panel in their DM."""
        self._number += 1
        number = (int(time.time() * 1000) - EPOCH << 22) + self._number
        token = f"token-{self._number}"
        message_id, content = self._panels[channel_id]
        event = {
            "id": str(number),
            "application_id": str(APPLICATION),
            "type": 3,
            "token": token,
            "version": 1,
            "data": {"component_type": 2, "custom_id": custom_id},
            "channel_id": str(channel_id),
            "channel": {"id": str(channel_id), "type": 1, "recipients": []},
            "user": {"id": str(user_id), **_USER, "global_name": f"Player {user_id}"},
            "locale": locale,
            "context": 1,
            "attachment_size_limit": 2**23,
            "authorizing_integration_owners": {},
            "entitlements": [],
            "message": _message(channel_id, message_id, content),
        }
        press = self._presses[token] = Press(channel_id)
        await self._dispatch("INTERACTION_CREATE", event)
        return press

    async def _dispatch(self, event: str, payload: dict[str, Any]) -> None:
        assert self._socket is not None
        self._sequence += 1
        await self._socket.send_str(json.dumps({"op": _DISPATCH, "t": event, "s": self._sequence, "d": payload}))

    async def _connect(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        await socket.send_json({"op": _HELLO, "d": {"heartbeat_interval": _BEAT}})
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                continue
            received = json.loads(message.data)
            if received["op"] == _HEARTBEAT:
                await socket.send_json({"op": _ACK})
            elif received["op"] == _IDENTIFY:
                self._socket = socket
                await self._identify()
        return socket

    async def _identify(self) -> None:
        ready = {"v": 10, "user": _ME, "session_id": "s", "resume_gateway_url": self.address}
        guilds = [{"id": str(guild), "unavailable": True} for guild in self._guilds]
        await self._dispatch("READY", {**ready, "guilds": guilds, "application": {"id": str(APPLICATION), "flags": 0}})
        for guild in self._guilds:
            await self._dispatch("GUILD_CREATE", _guild(guild))
        async with self._arrived:
            self.identified += 1
            self._arrived.notify_all()

    # Requests

    async def _serve(self, request: web.Request) -> web.Response:
        parts = request.match_info["tail"].split("/")
        body = await request.read()
        self.requests[{"interactions": "callback", "webhooks": "webhook"}.get(parts[0], "bot")] += 1
        if request.method == "DELETE":
            return web.Response(status=204, headers=_CLOUD)
        answer = self._answer(request.method, parts, _given(request, body))
        if parts[0] == "interactions" and "with_response" not in request.query:
            return web.Response(status=204, headers=_CLOUD)
        return web.Response(body=json.dumps(answer).encode(), headers=_CLOUD, content_type="application/json")

    def _answer(self, method: str, parts: list[str], given: Any) -> Any:
        match method, parts:
            case _, ["interactions", number, token, "callback"]:
                return self._called_back(number, token, given)
            case _, ["webhooks", _, token, *_]:
                self._note(token, given, is_deferred=False)
                return _message(1, self._next(), given)
            case "POST", ["channels", channel, "messages"]:
                self._panels[int(channel)] = self._next(), given
                return _message(int(channel), *self._panels[int(channel)])
            case "PATCH", ["channels", channel, "messages", message]:
                return _message(int(channel), int(message), given)
            case _:
                return self._static_answer(parts, given)

    def _called_back(self, number: str, token: str, given: Any) -> Any:
        self._note(token, given.get("data") or {}, is_deferred=given["type"] in _DEFERRED)
        answer: dict[str, Any] = {"interaction": {"id": number, "type": 3, "response_message_id": "5"}}
        if given["type"] == _UPDATE:
            answer["resource"] = {"type": _UPDATE, "message": _message(1, 5, given["data"])}
        return answer

    def _note(self, token: str, content: dict[str, Any], *, is_deferred: bool) -> None:
        """Only the first real answer counts; later edits, such as after the opponent's move, do not."""
        press = self._presses.get(token)
        if press is None:
            return
        press.note(content, is_deferred=is_deferred)
        if not is_deferred:
            del self._presses[token]
            self._panels[press.channel_id] = self._panels[press.channel_id][0], content

    def _static_answer(self, parts: list[str], given: Any) -> Any:
        """Answers to the requests of a starting bot."""
        match parts:
            case ["users", "@me"]:
                return _ME
            case ["users", "@me", "channels"]:
                return {"id": str(dm_of(int(given["recipient_id"]))), "type": 1, "recipients": []}
            case ["oauth2", "applications", "@me"] | ["applications", "@me"]:
                about = {"id": str(APPLICATION), "name": "Arbitre", "description": "", "icon": None, "owner": _OWNER}
                return {**about, "bot_public": True, "bot_require_code_grant": False, "verify_key": "", "flags": 0}
            case ["gateway", *_]:
                start = {"total": 1000, "remaining": 999, "reset_after": 1, "max_concurrency": 1}
                return {"url": self.address, "shards": 1, "session_start_limit": start}
            case _:
                known = {"description": "", "application_id": str(APPLICATION)}
                return [{**known, **one, "id": str(self._next())} for one in given or ()]

    def _next(self) -> int:
        self._number += 1
        return 10**12 + self._number


def _guild(guild_id: int) -> dict[str, Any]:
    everyone = {"id": str(guild_id), "name": "@everyone", "permissions": "0", "position": 0, "color": 0}
    role = {**everyone, "hoist": False, "managed": False, "mentionable": False, "colors": {"primary_color": 0}}
    lists: dict[str, Any] = {name: [] for name in ("channels", "threads", "members", "emojis", "stickers", "features")}
    more = {"preferred_locale": "en-US", "owner_id": "1", "member_count": 2, "unavailable": False, "joined_at": None}
    return {"id": str(guild_id), "name": f"Club {guild_id}", "roles": [role], **lists, **more}


def _message(channel_id: int, message_id: int, content: dict[str, Any]) -> dict[str, Any]:
    """As Discord shows a sent message, without its attachments."""
    return {
        "id": str(message_id),
        "channel_id": str(channel_id),
        "author": _ME,
        "content": content.get("content") or "",
        "embeds": content.get("embeds") or [],
        "components": content.get("components") or [],
        "attachments": [],
        "mentions": [],
        "mention_roles": [],
        "mention_everyone": False,
        "timestamp": "2026-01-01T00:00:00+00:00",
        "edited_timestamp": None,
        "pinned": False,
        "tts": False,
        "type": 0,
        "flags": 0,
    }


def _given(request: web.Request, body: bytes) -> Any:
    """A request's JSON; of a multipart request, its JSON part."""
    kind = request.headers.get("Content-Type", "")
    if kind.startswith("multipart/"):
        edge = b"\r\n--" + kind.partition("boundary=")[2].strip('"').encode()
        begun = body.index(b"\r\n\r\n", body.index(b'name="payload_json"')) + 4
        return json.loads(body[begun : body.index(edge, begun)])
    return json.loads(body) if body else None
