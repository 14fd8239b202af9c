"""Connections lost in the middle of a request. Whether Discord processed it is then unknown; here it becomes an
ordinary failed request (`ConnectionLostError`).

Only idempotent requests are sent again: the first answer to an interaction, which Discord refuses if it has one
already, and edits. Everything else is left to its caller.
"""

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
    """Stands in for Discord's response."""

    status = 503
    reason = "No answer"
    headers: dict[str, str] = {}  # noqa: RUF012 (never written to)


class ConnectionLostError(discord.HTTPException):
    """No answer: it may or may not have been processed."""

    def __init__(self) -> None:
        unheard: Any = _Unheard()  # only these attributes are read
        super().__init__(unheard, None)


@contextlib.asynccontextmanager
async def timeout_after(seconds: float | None) -> AsyncIterator[None]:
    """A timeout counts as a lost connection."""
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
        return {"interaction": {"id": route.webhook_id}}  # the rest of Discord's answer is lost
