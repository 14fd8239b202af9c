"""The network Discord itself: REST and gateway on a loopback port of its own, in front of one `DiscordState`."""

import asyncio
import json
import socket
import struct
import time
from collections.abc import Callable, Mapping
from io import BytesIO
from types import TracebackType
from typing import Any, Self

from aiohttp import web

from tests.system.network.discord_state import PATIENCE, DiscordState, Json, Upload
from tests.system.network.faults import LIMITS, Faults, Kind, Rule
from tests.system.network.gateway import Gateway
from tests.system.network.launch import SENT_AT
from tests.system.network.meter import BOT, CALLBACK, Meter, kind_of
from tests.system.network.replies import Ledger, Reply

TOKEN = "a-token-for-tests"  # noqa: S105 (opens nothing)
_CODES = {403: (50001, "Missing Access"), 404: (10003, "Unknown Channel"), 401: (0, "401: Unauthorized")}
_DEADLINE = 0.2  # seconds a request may take to end when the network stops
_WITH_CLOUD = {"Via": "1.1 google"}  # discord.py takes a 429 for Discord's own by this header
_NO_BODY = (Kind.BAD_GATEWAY.value, Kind.UNAVAILABLE.value)


class NetworkDiscord:
    """`async with NetworkDiscord(seed=1) as network:` serves until the end of the block. `speed` scales time for its
    limits and must equal the bot's; `patience` is the bot's time limit for an answer."""

    def __init__(self, *, seed: int = 1, token: str = TOKEN, speed: float = 1.0, patience: float = PATIENCE) -> None:
        self.token = token
        self._speed = speed
        self.state = DiscordState(patience)
        self.faults = Faults(seed)
        self.meter = Meter(lambda: time.monotonic() * speed)
        self.ledger = Ledger()
        self.gateway = Gateway(self.state, self.faults, token, speed)
        self.replies: dict[int, Reply] = {}  # those that wait for an answer
        self.port = 0
        self._runner: web.AppRunner | None = None
        self._closing = asyncio.Event()
        self._waiters: dict[int, set[asyncio.Event]] = {}
        self._sent: dict[tuple[int, str], int] = {}  # messages by channel and nonce
        self.state.listen(self._wake_for)

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=64 * 1024 * 1024)
        app.router.add_get("/gateway/", self.gateway.connect)
        app.router.add_route("*", "/api/v10/{tail:.*}", self._serve)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=_DEADLINE, handler_cancellation=True)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self.port = self._runner.addresses[0][1]
        self.gateway.address = f"ws://127.0.0.1:{self.port}/gateway/"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing.set()
        self.gateway.close()
        if self._runner is not None:
            await self._runner.cleanup()

    @property
    def api(self) -> str:
        return f"http://127.0.0.1:{self.port}/api/v10"

    # Waiting for changes

    async def until(self, is_so: Callable[[], Any], *places: int, timeout: float) -> bool:  # noqa: ASYNC109
        """Return whether the condition became true in time; it is checked after every change to one of these people or
        channels."""
        waiter = asyncio.Event()
        for place in places:
            self._waiters.setdefault(place, set()).add(waiter)
        try:
            async with asyncio.timeout(timeout):
                while not is_so():
                    waiter.clear()
                    await waiter.wait()
        except TimeoutError:
            return False
        finally:
            for place in places:
                self._waiters[place].discard(waiter)
        return True

    def _wake(self, place: int) -> None:
        for waiter in self._waiters.get(place, ()):
            waiter.set()

    def _wake_for(self, event: str, payload: Mapping[str, Any]) -> None:
        if event.startswith("MESSAGE_"):
            self._wake(int(payload["channel_id"]))

    # Requests

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        method, path = request.method, "/" + request.match_info["tail"]
        body = await request.read()
        if kind_of(path) == BOT and request.headers.get("Authorization") != f"Bot {self.token}":
            return self._refuse(401)
        admission = self.meter.admit(method, path, self._sent_at(request))
        if admission.wait is not None:
            return self._limit(admission.wait, admission.scope, admission.headers)
        rule = self.faults.pick(method, path)
        if rule is not None and (refused := await self._fail(rule, request, admission.headers)) is not None:
            return refused
        status, answer = self._ask(request, path, body)
        if rule is not None and rule.kind is Kind.LOST:
            return _reset(request)
        return self._answer(status, answer, admission.headers)

    def _sent_at(self, request: web.Request) -> float | None:
        sent_at = request.headers.get(SENT_AT)
        return None if sent_at is None else float(sent_at) * self._speed

    async def _fail(self, rule: Rule, request: web.Request, headers: Mapping[str, str]) -> web.StreamResponse | None:
        """The fault's response if it occurs before the request is handled, else None."""
        if rule.kind in LIMITS:
            scope = {Kind.LIMITED: "user", Kind.LIMITED_SHARED: "shared"}.get(rule.kind, "global")
            return self._limit(rule.seconds, scope, headers)
        if rule.kind in (Kind.HANG, Kind.SLOW):
            await self._pause(rule.seconds)
        if rule.kind in (Kind.RESET, Kind.HANG):
            return _reset(request)
        return self._refuse(rule.kind.value, rule.code) if isinstance(rule.kind.value, int) else None

    async def _pause(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._closing.wait()
        except TimeoutError:
            return

    def _limit(self, seconds: float, scope: str, headers: Mapping[str, str]) -> web.Response:
        body = {"message": "You are being rate limited.", "retry_after": round(seconds, 3), "global": scope == "global"}
        limited = {"Retry-After": f"{seconds:.3f}", "X-RateLimit-Scope": scope}
        if scope == "global":
            limited["X-RateLimit-Global"] = "true"
        return self._answer(429, body, {**headers, **limited}, is_shared=scope == "shared")

    def _refuse(self, status: int, code: int | None = None) -> web.Response:
        if status in _NO_BODY:
            self.meter.answered(status)
            return web.Response(status=status, text="<html>upstream</html>", content_type="text/html")
        known, message = _CODES.get(status, (0, "Internal Server Error"))
        return self._answer(status, {"code": known if code is None else code, "message": message}, {})

    def _answer(
        self, status: int, answer: Json, headers: Mapping[str, str], *, is_shared: bool = False
    ) -> web.Response:
        self.meter.answered(status, is_shared=is_shared)
        whole = {**_WITH_CLOUD, **headers}
        if answer is None:
            return web.Response(status=status, headers=whole)
        return web.Response(body=json.dumps(answer).encode(), status=status, headers=whole, content_type=_JSON)

    # Handling

    def _ask(self, request: web.Request, path: str, body: bytes) -> tuple[int, Json]:
        if path in ("/gateway", "/gateway/bot"):
            return 200, self._gateway_info()
        given, files = _parsed(request, body)
        repeated = self._repeated(request.method, path, given)
        if repeated is not None:
            return 200, repeated
        status, answer = self.state.ask(
            request.method, path, given, request.query, files, request.headers.get("X-Audit-Log-Reason")
        )
        if status < 300:
            self._note(request.method, path, given, answer)
            if kind_of(path) == CALLBACK and "with_response" not in request.query:
                return 204, None
        return status, answer

    def _gateway_info(self) -> Json:
        left = {"total": 1000, "remaining": 999, "reset_after": 1, "max_concurrency": 1}
        return {"url": self.gateway.address, "shards": 1, "session_start_limit": left}

    def _repeated(self, method: str, path: str, given: Json) -> Json:
        """A message sent again with the same nonce is the existing one, if the sender sets `enforce_nonce`."""
        place = _nonce(method, path, given)
        message = None if place is None else self.state.message(place[0], self._sent.get(place, 0))
        return None if message is None else self.state.payload(message)

    def _note(self, method: str, path: str, given: Json, answer: Json) -> None:
        kind = kind_of(path)
        if kind == BOT:
            if (place := _nonce(method, path, given)) is not None:
                self._sent[place] = int(answer["id"])
            return
        parts = path.strip("/").split("/")
        interaction = self.state.interaction_of(parts[2])
        if interaction is None:
            return
        reply = self.replies.get(interaction.id)
        if reply is not None and method in ("POST", "PATCH"):
            reply.note(self.state, None if kind == CALLBACK else int(answer["id"]))
            if reply.is_completed:
                del self.replies[interaction.id]
                self.ledger.enter(reply, newest=next(reversed(self.state.backend.interactions)))
        self._wake(interaction.user_id)


_JSON = "application/json"


def _nonce(method: str, path: str, given: Json) -> tuple[int, str] | None:
    parts = path.strip("/").split("/")
    is_send = method == "POST" and len(parts) == 3 and parts[0] == "channels" and parts[2] == "messages"
    if not is_send or not isinstance(given, dict) or not given.get("enforce_nonce"):
        return None
    return int(parts[1]), str(given["nonce"])


def _reset(request: web.Request) -> web.Response:
    """Reset the connection in the middle of a request."""
    if request.transport is not None:
        connected = request.transport.get_extra_info("socket")
        connected.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        request.transport.abort()
    return web.Response(status=500)  # never sent


def _parsed(request: web.Request, body: bytes) -> tuple[Json, list[Upload]]:
    """A request's JSON and files. Multipart is parsed by hand, since it is most of the traffic."""
    content_type = request.headers.get("Content-Type", "")
    if not content_type.startswith("multipart/"):
        return (json.loads(body) if body else None), []
    given: Json = None
    files: list[Upload] = []
    edge = b"--" + content_type.partition("boundary=")[2].strip('"').encode()
    for part in body.split(edge)[1:-1]:
        head, _, data = part[2:-2].partition(b"\r\n\r\n")
        if b'name="payload_json"' in head:
            given = json.loads(data)
        else:
            files.append(Upload(head.split(b'filename="')[1].split(b'"')[0].decode(), BytesIO(data)))
    _describe(given, files)
    return given, files


def _describe(given: Json, files: list[Upload]) -> None:
    """Alt texts are sent apart from their files."""
    message = given.get("data", given) if isinstance(given, dict) else {}
    for it in message.get("attachments") or ():
        if str(it["id"]).isdecimal() and int(it["id"]) < len(files):
            files[int(it["id"])].description = it.get("description")
