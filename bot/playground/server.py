"""The page's HTTP server: files, pictures and one WebSocket, for this machine's own browser only.

It binds the loopback address, refuses other host names and origins (DNS rebinding, other sites), and takes actions only
from a page that knows this run's token.
"""

import asyncio
import contextlib
import json
import logging
import secrets
import socket
from collections.abc import Awaitable, Callable, Mapping
from mimetypes import guess_type
from pathlib import Path
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web

from bot.games.registry import GAMES
from bot.playground import views
from bot.playground.closed_dms import set_dms
from bot.playground.fonts import font
from bot.playground.playground import LOCALES, QUICK_STARTS, Playground
from bot.playground.simulator import Answer, Json, RefusedError, Simulator
from bot.table.locale import language_of, locale_for, read_catalogue

HOST = "127.0.0.1"
_PORTS_TRIED = 50
_NAMES = (HOST, "localhost")
_PAGE = Path(__file__).with_name("page")
_BAD_TOKEN = 4401
_GATHER_SECONDS = 0.02  # changes within this time are sent as one
_FONT_SECONDS = 86400
_log = logging.getLogger(__name__)

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
Action = Callable[[Playground, Mapping[str, Any]], Awaitable[Json]]


def listen(port: int) -> socket.socket:
    """A socket on the loopback address, at this port or the next free one."""
    for candidate in range(port, min(port + _PORTS_TRIED, 65536)):
        with contextlib.suppress(OSError):
            return socket.create_server((HOST, candidate))
    return socket.create_server((HOST, 0))


class Server:
    """Serve one playground until `close`."""

    def __init__(self, playground: Playground, listener: socket.socket) -> None:
        self._playground = playground
        self._listener = listener
        self._token = secrets.token_urlsafe(24)
        self._sockets: set[web.WebSocketResponse] = set()
        self.port: int = listener.getsockname()[1]
        self.address = f"http://{HOST}:{self.port}/"
        application = web.Application(middlewares=[self._guard])
        application.router.add_get("/", self._index)
        application.router.add_get("/live", self._live)
        application.router.add_get("/page/{name}", self._file)
        application.router.add_get("/fonts/{name}", self._font)
        application.router.add_get("/attachments/{path:.+}", self._picture)
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=1.0)

    async def open(self) -> None:
        await self._runner.setup()
        await web.SockSite(self._runner, self._listener).start()

    async def close(self) -> None:
        for page in tuple(self._sockets):
            await page.close(code=WSCloseCode.GOING_AWAY)
        await self._runner.cleanup()

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if not self._is_allowed(request):
            raise web.HTTPForbidden(text=locale_for("en").text("playground.foreign"))
        response = await handler(request)
        if not response.prepared:
            response.headers.update(self._headers())
            response.headers.setdefault("Cache-Control", "no-store")
        return response

    def _is_allowed(self, request: web.Request) -> bool:
        hosts = [f"{name}:{self.port}" for name in _NAMES]
        origin = request.headers.get("Origin")
        is_navigation = request.path == "/" and request.headers.get("Sec-Fetch-Mode") == "navigate"
        is_from_elsewhere = request.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin")
        return (
            request.host in hosts
            and (origin is None or origin in [f"http://{host}" for host in hosts])
            and (is_navigation or not is_from_elsewhere)
        )

    def _headers(self) -> dict[str, str]:
        live = " ".join(f"ws://{name}:{self.port}" for name in _NAMES)
        own = "; ".join(f"{kind}-src 'self'" for kind in ("script", "style", "img", "font"))
        policy = f"default-src 'none'; {own}; connect-src 'self' {live}"
        return {
            "Content-Security-Policy": f"{policy}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
        }

    async def _index(self, _request: web.Request) -> web.Response:
        text = (_PAGE / "index.html").read_text(encoding="utf-8").replace("{{token}}", self._token)
        return web.Response(text=text, content_type="text/html")

    async def _file(self, request: web.Request) -> web.Response:
        path = _PAGE / request.match_info["name"]
        if path not in _PAGE.iterdir():
            raise web.HTTPNotFound
        return web.Response(body=path.read_bytes(), content_type=guess_type(path.name)[0] or "text/plain")

    async def _font(self, request: web.Request) -> web.Response:
        data = font(request.match_info["name"])
        if data is None:
            raise web.HTTPNotFound
        headers = {"Cache-Control": f"max-age={_FONT_SECONDS}"}
        return web.Response(body=data, content_type="font/ttf", headers=headers)

    async def _picture(self, request: web.Request) -> web.Response:
        data = self._playground.simulator.picture(request.path)
        if data is None:
            raise web.HTTPNotFound
        kind = guess_type(request.path)[0] or "application/octet-stream"
        headers = {} if kind.startswith("image/") else {"Content-Disposition": "attachment"}
        return web.Response(body=data, content_type=kind, headers=headers)

    async def _live(self, request: web.Request) -> web.WebSocketResponse:
        page = web.WebSocketResponse(heartbeat=20.0)
        await page.prepare(request)
        if not await self._knows_token(page):
            await page.close(code=_BAD_TOKEN)
            return page
        self._sockets.add(page)
        pusher = asyncio.create_task(self._push_until_closed(page))
        work: set[asyncio.Task[None]] = set()
        try:
            async for message in page:
                if message.type is WSMsgType.TEXT:
                    # One task an action: a slow answer blocks no other, and actions still start in order.
                    task = asyncio.create_task(self._handle(page, message.data))
                    work.add(task)
                    task.add_done_callback(work.discard)
        finally:
            self._sockets.discard(page)
            for task in (pusher, *work):
                task.cancel()
            await asyncio.gather(pusher, *work, return_exceptions=True)
        return page

    async def _knows_token(self, page: web.WebSocketResponse) -> bool:
        with contextlib.suppress(TypeError, ValueError, LookupError, TimeoutError):
            return secrets.compare_digest(str((await page.receive_json(timeout=5.0))["token"]), self._token)
        return False

    async def _push_until_closed(self, page: web.WebSocketResponse) -> None:
        """Close a page that cannot be updated; it reconnects and starts afresh."""
        try:
            await self._push(page)
        except ConnectionError:
            return
        except Exception:
            _log.exception("a page could not be told the news")
            await page.close(code=WSCloseCode.INTERNAL_ERROR)

    async def _push(self, page: web.WebSocketResponse) -> None:
        """Send what has changed since the last push, whenever the simulator notifies."""
        feed = Feed(self._playground)
        words = {spoken: _page_texts(language_of(spoken)) for spoken in LOCALES}
        await page.send_json({"words": words, "games": _games()})
        with self._playground.simulator.subscribe() as changed:
            while True:
                changed.clear()
                changes = feed.changes()
                if changes:
                    await page.send_json(changes)
                await changed.wait()
                await asyncio.sleep(_GATHER_SECONDS)

    async def _handle(self, page: web.WebSocketResponse, text: str) -> None:
        request: dict[str, Any] = {}
        reply: dict[str, Json] = {}
        try:
            request = json.loads(text)
            reply["reply"] = request["number"]
            reply["result"] = await ACTIONS[request["do"]](self._playground, request)
        except RefusedError as error:
            reply["error"] = self._say(request.get("seat"), error.code, **error.values)
        except Exception:
            # Log the action's name only: the details may name a card.
            _log.exception("the page asked for something that failed: %s", request.get("do"))
            reply["error"] = self._say(None, "playground.broken")
        with contextlib.suppress(ConnectionError):
            await page.send_json(reply)

    def _say(self, seat: str | None, code: str, **values: object) -> str:
        return locale_for(language_of(self._playground.locale(seat))).text(code, **values)


def _page_texts(language: str) -> dict[str, str]:
    """The page's own sentences, unformatted: the page fills in the values. And what can be played, by whom it is."""
    catalogue, locale = read_catalogue(language), locale_for(language)
    texts = {it.id: str(it.string) for it in catalogue if isinstance(it.id, str) and it.id.startswith("playground.")}
    about = [f"{locale.text(f'playground.about.{key}')} {locale.text(f'playground.by.{key}')}" for key in GAMES]
    return texts | {"games": "\n".join(about)}


def _games() -> list[Json]:
    """The games to choose from, and whether they are played together."""
    names = {spoken: locale_for(language_of(spoken)) for spoken in LOCALES}
    return [
        {
            "key": key,
            "names": {spoken: locale.text(f"game.{key}") for spoken, locale in names.items()},
            "isTeam": game.is_cooperative,
        }
        for key, game in GAMES.items()
    ]


class Feed:
    """The state last sent to one page, for computing what has changed."""

    def __init__(self, playground: Playground) -> None:
        self._playground = playground
        self._server: Json = None
        self._messages: dict[tuple[str, str, str], str] = {}

    def changes(self) -> dict[str, Json]:
        found: dict[str, Json] = {}
        simulator, seats = self._playground.simulator, self._playground.seats
        server = views.server(simulator, seats)
        if server != self._server:
            found["server"] = self._server = server
        now = {
            (seat, *place): json.dumps(message)
            for seat, person in seats.items()
            for place, message in views.messages(simulator, person).items()
        }
        changed = [[*place, json.loads(text)] for place, text in now.items() if self._messages.get(place) != text]
        changed += [[*place, None] for place in self._messages if place not in now]
        if changed:
            found["messages"] = changed
        self._messages = now
        return found


def _answer(answer: Answer) -> Json:
    modal = {"interaction": str(answer.interaction), **answer.modal} if answer.modal else None
    return {"modal": modal, "choices": list(answer.choices)}


def _acting(act: Callable[..., Any], *fields: str, optional: str | None = None) -> Action:
    """What a person does: the simulator is handed the request's fields in order, and its answer sent back."""

    async def perform(playground: Playground, it: Mapping[str, Any]) -> Json:
        values = [int(it[name]) if name in _IDS else it[name] for name in fields]
        values += [it.get(optional)] if optional is not None else []
        answer = act(playground.simulator, playground.person(it["seat"]), *values)
        return _answer(await answer) if answer is not None else None

    return perform


async def _commands(playground: Playground, it: Mapping[str, Any]) -> Json:
    place = playground.simulator, playground.person(it["seat"]), int(it["channel"])
    return {"slash": views.commands(*place), "person": views.person_commands(*place)}


async def _language(playground: Playground, it: Mapping[str, Any]) -> Json:
    playground.set_locale(it["locale"], it.get("seat"))


async def _skip(playground: Playground, it: Mapping[str, Any]) -> Json:
    playground.skip(it["seconds"])


async def _dms(playground: Playground, it: Mapping[str, Any]) -> Json:
    set_dms(playground.simulator, playground.person(it["seat"]), are_closed=bool(it["closed"]))


async def _quick_start(playground: Playground, it: Mapping[str, Any]) -> Json:
    return _answer(await QUICK_STARTS[it["name"]](playground, it["game"]))


_IDS = ("channel", "message", "interaction", "target")
ACTIONS: dict[str, Action] = {
    "command": _acting(Simulator.command, "channel", "path", "values"),
    "person": _acting(Simulator.person_command, "channel", "name", "target"),
    "complete": _acting(Simulator.complete, "channel", "path", "option", "typed", "values"),
    "press": _acting(Simulator.press, "channel", "message", "control", optional="values"),
    "submit": _acting(Simulator.submit, "interaction", "values"),
    "commands": _commands,
    "write": _acting(Simulator.say, "channel", "text"),
    "dismiss": _acting(Simulator.dismiss, "channel", "message"),
    "language": _language,
    "quick-start": _quick_start,
    "skip": _skip,
    "dms": _dms,
}
