"""The bot's web server: `/metrics` for Prometheus, `/healthz` for supervisors. It binds the loopback address only and
answers no other host name, so that no page in a browser can read it (DNS rebinding)."""

import ipaddress
import socket
from collections.abc import Awaitable, Callable

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST

from bot.operations.health import HOST, Health

_HOST_NAMES = (HOST, "localhost")

Page = Callable[[], Awaitable[bytes]]
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Monitor:
    """Serves until it is closed. Port 0 takes any free one."""

    def __init__(self, port: int, health: Health, figures: Page) -> None:
        self._health = health
        self._figures = figures
        self._listener = socket.create_server((HOST, port))
        self.port: int = self._listener.getsockname()[1]
        application = web.Application(middlewares=[_local_only])
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
        body = {"status": "ok" if found.is_healthy else "failing", "failing": found.problems, "look_at": found.warnings}
        return web.json_response(body, status=200 if found.is_healthy else 503)


@web.middleware
async def _local_only(request: web.Request, handler: Handler) -> web.StreamResponse:
    if not _is_local(request):
        raise web.HTTPForbidden(text="only for this machine\n")
    response = await handler(request)
    response.headers["Cache-Control"] = "no-store"
    return response


def _is_local(request: web.Request) -> bool:
    name = request.host.rpartition(":")[0] or request.host
    return name in _HOST_NAMES and ipaddress.ip_address(request.remote or "0.0.0.0").is_loopback  # noqa: S104 (compared)
