"""Connections that break off in the middle of a request. Nobody knows then whether Discord has done it, and discord.py
leaves each caller to find out; here they become what everybody expects, a request that Discord did not take for now.

What answers an interaction is sent once more. If Discord has the first answer already, it says so, and that is as good;
an edit can be made twice. Everything else is somebody's to come back to."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import aiohttp
import discord
from discord.http import Route

CALLBACK = "/interactions/{webhook_id}/{webhook_token}/callback"
ALREADY_ANSWERED = 40060

Request = Callable[..., Awaitable[Any]]


class _Unheard:
    """Stands where an answer of Discord's would."""

    status = 503
    reason = "No answer"
    headers: dict[str, str] = {}  # noqa: RUF012 (nobody writes there)


class ConnectionLostError(discord.HTTPException):
    """No answer came: it may or may not have been done."""

    def __init__(self) -> None:
        unheard: Any = _Unheard()  # as much of an answer as is looked at
        super().__init__(unheard, None)


@contextlib.asynccontextmanager
async def timeout_after(seconds: float | None) -> AsyncIterator[None]:
    """What nobody answers in that time is as good as broken off."""
    try:
        async with asyncio.timeout(seconds):
            yield
    except TimeoutError as error:
        raise ConnectionLostError from error


def retrying_interactions(request: Request) -> Request:
    async def sent(route: Route, *arguments: Any, **options: Any) -> Any:
        try:
            return await request(route, *arguments, **options)
        except (aiohttp.ClientError, OSError) as error:
            if not _may_be_repeated(route):
                raise ConnectionLostError from error
        return await _again(request, route, *arguments, **options)

    return sent


def _may_be_repeated(route: Route) -> bool:
    return route.path == CALLBACK or (route.webhook_token is not None and route.method == "PATCH")


async def _again(request: Request, route: Route, *arguments: Any, **options: Any) -> Any:
    for file in options.get("files") or ():
        file.reset()
    try:
        return await request(route, *arguments, **options)
    except (aiohttp.ClientError, OSError) as error:
        raise ConnectionLostError from error
    except discord.HTTPException as error:
        if error.code != ALREADY_ANSWERED:
            raise
        return {"interaction": {"id": route.webhook_id}}  # what else Discord said of it is lost
