"""`python -m bot sync [--guild ID] [--clear]`: registers the commands with Discord at once, or takes them away. For
development: the bot registers changed commands itself."""

import argparse
import asyncio
import tempfile
from dataclasses import replace
from pathlib import Path

import discord

from bot.edge.app import PACE, Arbitre, now
from bot.edge.run import UNCONNECTED, fail, refusal
from bot.operations.exit_status import exit_status
from bot.operations.settings import Settings, SettingsError, read_settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--guild", metavar="ID", type=int, help="in this server alone, where they show at once")
    parser.add_argument("--clear", action="store_true", help="take them away; without --guild, run sync again after it")


def run(arguments: argparse.Namespace) -> int:
    try:
        return exit_status(lambda: _sync(arguments))
    except UNCONNECTED as error:
        return fail(refusal(error))


def _sync(arguments: argparse.Namespace) -> str:
    settings = read_settings()
    if settings.token is None:
        raise SettingsError("there is no Discord token; see .env.example")
    guild = None if arguments.guild is None else discord.Object(arguments.guild)
    with tempfile.TemporaryDirectory() as folder:  # the bot's own database may be in use
        database = Path(folder) / "sync.sqlite3"
        count = asyncio.run(_registered(replace(settings, database=database), guild, is_clear=arguments.clear))
    return f"{count} {'command' if count == 1 else 'commands'} {'everywhere' if guild is None else f'in {guild.id}'}"


async def _registered(settings: Settings, guild: discord.Object | None, *, is_clear: bool) -> int:
    async with _Registrar(settings, now, None, PACE) as bot:
        await bot.login(settings.token or "")
        if is_clear:
            bot.tree.clear_commands(guild=guild)
        elif guild is not None:
            bot.tree.copy_global_to(guild=guild)
        return len(await bot.tree.sync(guild=guild))


class _Registrar(Arbitre):
    """The bot with all its commands, which does nothing else."""

    async def setup_hook(self) -> None:
        await self.set_up()
