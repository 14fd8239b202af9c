"""The bot's own little web server: `/metrics` for Prometheus, `/healthz` for whoever restarts things. It binds the
loopback address only and answers no other host name, so that no page in somebody's browser can read it either."""

import ipaddress
import socket
from collections.abc import Awaitable, Callable

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST

from bot.operations.health import HOST, Health

_NAMES = (HOST, "localhost")

Page = Callable[[], Awaitable[bytes]]
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Monitor:
    """Serves until it is closed. Port 0 takes any that is free."""

    def __init__(self, port: int, health: Health, figures: Page) -> None:
        self._health = health
        self._figures = figures
        self._listener = socket.create_server((HOST, port))
        self.port: int = self._listener.getsockname()[1]
        application = web.Application(middlewares=[_guard])
        application.router.add_get("/metrics", self._metrics)
        application.router.add_get("/healthz", self._healthz)
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=1.0)

    async def open(self) -> None:
        await self._runner.setup()
        await web.SockSite(self._runner, self._listener).start()

    async def close(self) -> None:
        await self._runner.cleanup()
        self._listener.close()

    async def _metrics(self, _request: web.Request) -> web.Response:
        return web.Response(body=await self._figures(), headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def _healthz(self, _request: web.Request) -> web.Response:
        found = await self._health.examine()
        body = {"status": "ok" if found.is_well else "failing", "failing": found.complaints, "look_at": found.remarks}
        return web.json_response(body, status=200 if found.is_well else 503)


@web.middleware
async def _guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    if not _is_from_here(request):
        raise web.HTTPForbidden(text="only for this machine\n")
    response = await handler(request)
    response.headers["Cache-Control"] = "no-store"
    return response


def _is_from_here(request: web.Request) -> bool:
    name = request.host.rpartition(":")[0] or request.host
    return name in _NAMES and ipaddress.ip_address(request.remote or "0.0.0.0").is_loopback  # noqa: S104 (compared)
