"""`python -m bot run`: the bot on Discord, until it is stopped."""

import argparse
import asyncio
import contextlib
import gc
import logging
import os
import signal
import sqlite3
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import discord

from bot.edge.app import Arbitre, create_bot
from bot.edge.health import HealthWatch
from bot.operations.backups import Backups
from bot.operations.daily import DailyBackups
from bot.operations.logs import flush_log, log_unhandled_error, write_log
from bot.operations.memory import bound_memory, trim_memory_regularly
from bot.operations.monitor import Monitor
from bot.operations.settings import Settings, SettingsError, read_settings
from bot.store.sqlite.database import StoreError, damage_as_store_error
from bot.store.sqlite.process_lock import process_lock

log = logging.getLogger(__name__)

FAILED = 1
WRONG_TOKEN = 4004  # gateway close code
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0  # seconds between two attempts to reach the gateway
UNCONNECTED = (
    *(discord.LoginFailure, discord.HTTPException, discord.ConnectionClosed),
    *(aiohttp.ClientError, TimeoutError),
)
_HOW_TO_CONNECT = """\
There is no Discord token, so there is nothing to connect with.

  1. Open the Discord developer portal, make an application, and open its Bot page.
  2. Reset the token and copy it. No privileged intent is needed.
  3. Put it into the file .env as DISCORD_TOKEN=... (see .env.example), and start again.

To play right away in your browser, without a token: make play (installed with pip: arbitre play)"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Connects to Discord with DISCORD_TOKEN from the environment, a file or .env."


def run(_arguments: argparse.Namespace) -> int:
    try:
        settings = read_settings()
    except SettingsError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    if settings.token is None:
        print(_HOW_TO_CONNECT, file=sys.stderr)
        return FAILED
    write_log(settings.log_level, settings.log_format)
    bound_memory()
    try:
        with process_lock(Path(settings.database)), damage_as_store_error(Path(settings.database)):
            asyncio.run(_serve(settings, settings.token))
    except UNCONNECTED as error:
        return fail(refusal(error))
    except (StoreError, SettingsError) as error:
        return fail(str(error))
    except sqlite3.OperationalError as error:
        return fail(f"{settings.database} cannot be written: {error}; make room or look at the disk, and start again")
    return 0


def refusal(error: Exception) -> str:
    """Why the bot could not connect, in one line. Discord's own error text may be a page of HTML."""
    if isinstance(error, discord.LoginFailure) or getattr(error, "code", None) == WRONG_TOKEN:
        return "Discord does not accept this token; reset it in the developer portal and put the new one in .env"
    if isinstance(error, discord.HTTPException):
        return f"Discord does not let the bot in ({error.status}); look at its status page, and start again in a minute"
    if isinstance(error, discord.ConnectionClosed):
        return f"Discord has sent the bot away ({error.code}); look at the bot's page in the developer portal"
    return f"Discord cannot be reached ({type(error).__name__}); look at this machine's network, and start again"


def fail(line: str) -> int:
    flush_log()
    print(f"arbitre: {line}", file=sys.stderr)
    return FAILED


async def _serve(settings: Settings, token: str) -> None:
    asyncio.get_running_loop().set_exception_handler(log_unhandled_error)
    bot = create_bot(settings, steady=time.monotonic)
    async with bot:
        work = asyncio.create_task(_work(bot, token), name="work")
        _stop_on_signals(work)
        await asyncio.wait([work])
    if not work.cancelled():
        work.result()


async def _work(bot: Arbitre, token: str) -> None:
    await bot.login(token)
    _freeze_garbage_collector()
    async with watched_over(bot):
        await _connect(bot)


async def _connect(bot: Arbitre) -> None:
    """discord.py reconnects only to a gateway it has reached once; a failed first connection raises AttributeError, so
    it is retried here."""
    pause = FIRST_PAUSE
    while True:
        try:
            return await bot.connect()
        except AttributeError:
            if getattr(bot, "ws", None) is not None:
                raise
        log.warning("Discord's gateway was not reached; trying again in %d s", pause)
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


def _freeze_garbage_collector() -> None:
    """Freeze the objects that live until the end. Collecting them again and again cost a tenth of all answers' time and
    pauses of 0.1 s."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 50)


@contextlib.asynccontextmanager
async def watched_over(bot: Arbitre) -> AsyncIterator[Monitor | None]:
    """Serve health and metrics, make daily backups and give back memory while the bot runs."""
    health, settings = bot.health, bot.settings
    async with contextlib.AsyncExitStack() as stack:
        monitor = None
        if settings.metrics_port is not None:
            monitor = _monitor(settings.metrics_port, health)
            stack.push_async_callback(monitor.close)
            await monitor.open()
        trimming = asyncio.create_task(trim_memory_regularly(), name="memory")
        stack.push_async_callback(_ended, trimming)
        backups = Backups.of(settings)
        if backups.are_automatic:
            daily = DailyBackups(backups, bot.clock, health.backup_ended)
            stack.push_async_callback(_ended, asyncio.create_task(daily.run(), name="daily backups"))
        yield monitor


def _monitor(port: int, health: HealthWatch) -> Monitor:
    try:
        return Monitor(port, health.health, health.figures)
    except OSError as error:
        raise SettingsError(f"ARBITRE_METRICS_PORT {port} cannot be used: {os.strerror(error.errno or 0)}") from error


async def _ended(task: "asyncio.Task[None]") -> None:
    task.cancel()
    await asyncio.wait([task])


def _stop_on_signals(work: "asyncio.Task[None]") -> None:
    """SIGINT and SIGTERM cancel the work; the bot is then closed once. What is committed is kept; nothing else was
    acknowledged."""
    loop = asyncio.get_running_loop()
    for sign in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(sign, work.cancel)
