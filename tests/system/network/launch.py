"""`python -m tests.system.network.launch run`: the bot's own command line, unmodified, with Discord's addresses from
the environment. Optionally: pictures are left blank, since they are tested elsewhere and are most of the bot's work;
time runs faster; each request carries its send time, so that a busy machine that reads requests late does not count
them as a burst."""

import os
import sys
import time
from typing import Any

import aiohttp
import discord.gateway
import discord.http
import discord.state
import yarl

from bot.__main__ import main
from bot.drawing.picture_cache import PictureCache
from tests.system.network.fast_clock import speed_up_clock

API, GATEWAY = "NETWORK_DISCORD_API", "NETWORK_DISCORD_GATEWAY"
UNDRAWN, SPEED, STAMPED = "NETWORK_DISCORD_UNDRAWN", "NETWORK_DISCORD_SPEED", "NETWORK_DISCORD_STAMPED"
SENT_AT = "X-Sent-At"  # by the monotonic clock, which all processes share
_steady = time.monotonic


def point_at(api: str, gateway: str) -> None:
    discord.http.Route.BASE = api
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)


def stamp_requests() -> None:
    request: Any = aiohttp.ClientSession._request

    async def stamped(session: aiohttp.ClientSession, method: str, address: Any, **options: Any) -> Any:
        options["headers"] = {**(options.get("headers") or {}), SENT_AT: str(_steady())}
        return await request(session, method, address, **options)

    aiohttp.ClientSession._request = stamped  # type: ignore[method-assign, assignment]


def wait_for_no_more_servers() -> None:
    """discord.py waits two seconds for further servers; here all come at once."""
    begin = discord.state.ConnectionState.__init__

    def hasty(state: Any, **options: Any) -> None:
        begin(state, **options, guild_ready_timeout=0.05)

    discord.state.ConnectionState.__init__ = hasty  # type: ignore[method-assign, assignment]


def draw_nothing() -> None:
    async def blank(_cache: PictureCache, _sketch: object) -> bytes:
        return b"\x89PNG"

    PictureCache.drawn = blank  # type: ignore[method-assign, assignment]


if __name__ == "__main__":
    point_at(os.environ[API], os.environ[GATEWAY])
    wait_for_no_more_servers()
    if os.environ.get(STAMPED):
        stamp_requests()
    if os.environ.get(UNDRAWN):
        draw_nothing()
    if speed := os.environ.get(SPEED):
        speed_up_clock(float(speed))
    sys.exit(main(sys.argv[1:]))
