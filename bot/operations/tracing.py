"""Counts the bot's requests to Discord by status, as an aiohttp trace. Reads no URL and no body."""

from typing import Any

import aiohttp

from bot.operations.metrics import Metrics


def trace_config(metrics: Metrics) -> aiohttp.TraceConfig:
    async def ended(_session: Any, _context: Any, parameters: aiohttp.TraceRequestEndParams) -> None:
        metrics.requested(parameters.response.status)

    async def failed(_session: Any, _context: Any, _parameters: aiohttp.TraceRequestExceptionParams) -> None:
        metrics.requested(None)

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(ended)
    trace.on_request_exception.append(failed)
    return trace
