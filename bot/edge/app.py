"""The bot put together: the store opened, the referee built, the cogs loaded. Nothing is decided here."""

import contextlib
import logging
import sqlite3
from collections.abc import Callable
from datetime import datetime

import discord
from discord.ext import commands

from bot.drawing.picture_cache import Studio
from bot.drawing.text import open_fonts
from bot.edge.command_tree import Tree
from bot.edge.load import Crowd
from bot.edge.seen_interactions import Once
from bot.edge.slim_interactions import hear_less
from bot.operations.metrics import Metrics
from bot.operations.settings import Settings
from bot.operations.tracing import traced
from bot.players.registry import prepare
from bot.referee.computers import Computers
from bot.referee.referee import Referee
from bot.referee.rulings import Rulings, log_ruling
from bot.store.sqlite.store import Store

COGS = (
    "bot.edge.translation",
    "bot.edge.turns",
    "bot.edge.router",
    "cogs.challenge",
    "cogs.play",
    "cogs.settings",
    "cogs.review",
    "cogs.replay",
    "cogs.learn",
    "cogs.team",
    "cogs.standings",
    "cogs.privacy",
    "bot.edge.scheduler",
    "bot.edge.health",
)
PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
)
LONGEST_WAIT = 30.0  # seconds to sit out one of Discord's limits; what has to wait longer is put off
_TALKATIVE = ("discord", "aiosqlite", "asyncio")  # at DEBUG these print request bodies and SQL values: hands
PACE = 0.6  # seconds a computer takes at least, so that people see what happened


def _now() -> datetime:
    return discord.utils.utcnow()


class Arbitre(commands.Bot):
    """discord.py's bot with our rooms attached. No privileged intent, no message content."""

    store: Store
    referee: Referee
    computers: Computers

    def __init__(
        self, settings: Settings, clock: Callable[[], datetime], steady: Callable[[], float] | None, pace: float
    ) -> None:
        self.metrics = Metrics()
        self.once = Once()
        super().__init__(
            command_prefix=commands.when_mentioned,
            tree_cls=Tree,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            chunk_guilds_at_startup=False,
            max_ratelimit_timeout=LONGEST_WAIT,
        )
        hear_less(self)
        if settings.metrics_port is not None:  # it costs a little of every request
            self.http.http_trace = traced(self.metrics)
        self.settings = settings
        self.clock = clock
        self.steady = steady
        self.pace = pace
        self.studio = Studio()
        self.crowd = Crowd()

    async def setup_hook(self) -> None:
        prepare()
        open_fonts()
        self.store = await Store.open(self.settings.database)
        self.store.database.when_written = self.metrics.written
        self.referee = Referee(self.store, self.clock, self.steady, Rulings(log_ruling, self.metrics.ruled))
        self.computers = Computers(self.referee)
        try:
            await self.referee.wake()
            for cog in COGS:
                await self.load_extension(cog)
            await self.tree.sync()
        except BaseException:
            await self._close_store()
            raise

    async def close(self) -> None:
        """Says goodbye to Discord first: what arrives after that could not be answered any more."""
        await super().close()
        await self._close_store()

    async def _close_store(self) -> None:
        if hasattr(self, "store"):
            self.computers.close()
            with contextlib.suppress(sqlite3.Error):  # on a full or damaged disk the last sign of life counts
                await self.store.alive(self.referee.now())
            await self.store.close()
            del self.store

    def invite(self) -> str:
        assert self.application_id is not None  # noqa: S101 (known once logged in)
        scopes = ("bot", "applications.commands")
        return discord.utils.oauth_url(self.application_id, permissions=PERMISSIONS, scopes=scopes)


def create_bot(
    settings: Settings,
    *,
    clock: Callable[[], datetime] = _now,
    steady: Callable[[], float] | None = None,
    pace: float = PACE,
) -> Arbitre:
    """An unstarted bot: the same for Discord, for tests and for the playground. Where time is made up there are no
    steady seconds beside it."""
    keep_hands_out_of_logs()
    return Arbitre(settings, clock, steady, pace)


class _Discreet(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        return record.levelno > logging.DEBUG


def keep_hands_out_of_logs() -> None:
    """Libraries' DEBUG records hold message bodies and SQL values. They are dropped whatever level somebody sets."""
    known = [name for name in logging.root.manager.loggerDict if name.split(".")[0] in _TALKATIVE]
    for name in {*_TALKATIVE, *known}:
        logger = logging.getLogger(name)
        if not any(isinstance(one, _Discreet) for one in logger.filters):
            logger.addFilter(_Discreet())
