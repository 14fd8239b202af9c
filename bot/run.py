"""`python -m bot run`: the bot on Discord, until it is told to stop."""

import argparse
import asyncio
import logging
import signal
import sys
import time
from pathlib import Path

import discord

from bot.app import Arbitre, create_bot
from bot.settings import Settings, SettingsError, read_settings
from bot.store.database import StoreError
from bot.store.occupancy import only_one

FAILED = 1
_HOW_TO_CONNECT = """\
There is no Discord token, so there is nothing to connect with.

  1. Open the Discord developer portal, make an application, and open its Bot page.
  2. Reset the token and copy it. No privileged intent is needed.
  3. Put it into the file .env as DISCORD_TOKEN=... (see .env.example), and start again.

To play right away in your browser, without a token: make play"""


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
    logging.basicConfig(level=settings.log_level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    try:
        with only_one(Path(settings.database)):
            asyncio.run(_serve(settings, settings.token))
    except discord.LoginFailure:
        return _fail("Discord does not accept this token; reset it in the developer portal and put the new one in .env")
    except StoreError as error:
        return _fail(str(error))
    return 0


def _fail(line: str) -> int:
    print(f"arbitre: {line}", file=sys.stderr)
    return FAILED


async def _serve(settings: Settings, token: str) -> None:
    bot = create_bot(settings, steady=time.monotonic)
    async with bot:
        _stop_when_told(bot)
        await bot.start(token)


def _stop_when_told(bot: Arbitre) -> None:
    """Ctrl-C and SIGTERM close the bot: what is committed is kept, what is not was never acknowledged."""
    loop = asyncio.get_running_loop()
    for sign in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(sign, lambda: loop.create_task(bot.close()))
