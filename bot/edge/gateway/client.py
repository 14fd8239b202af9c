"""discord.py's bot with the resources every part of the edge needs. What is built on them is in `bot.edge.app`."""

import random
from collections.abc import Callable
from datetime import datetime

import discord
from discord import app_commands
from discord.ext import commands

from bot.drawing.picture_cache import PictureCache
from bot.edge.gateway.command_tree import ArbitreTree
from bot.edge.gateway.load import Load
from bot.edge.gateway.seen_interactions import SeenInteractions
from bot.edge.gateway.slim_interactions import hear_less
from bot.edge.gateway.unreadable_events import drop_unreadable_events
from bot.edge.transport.gate import Gate
from bot.operations.metrics import Metrics
from bot.operations.settings import Settings
from bot.operations.tracing import trace_config
from bot.referee.computers import Computers
from bot.referee.referee import Referee
from bot.store.sqlite.store import Store

PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
)
LONGEST_WAIT = 30.0  # seconds discord.py may wait for a rate limit; longer ones raise


class Client(commands.Bot):
    """No privileged intent, no message content. Store, referee and computers are there once it has been set up."""

    store: Store
    referee: Referee
    computers: Computers

    def __init__(
        self, settings: Settings, clock: Callable[[], datetime], steady: Callable[[], float] | None, pace: float
    ) -> None:
        self.metrics = Metrics()
        self.seen_interactions = SeenInteractions()
        super().__init__(
            command_prefix=commands.when_mentioned,
            tree_cls=ArbitreTree,
            help_command=None,
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            chunk_guilds_at_startup=False,
            max_ratelimit_timeout=LONGEST_WAIT,
        )
        hear_less(self)
        drop_unreadable_events(self)
        if settings.metrics_port is not None:  # costs a little of every request
            self.http.http_trace = trace_config(self.metrics)
        self.settings = settings
        self.clock = clock
        self.steady = steady
        self.pace = pace
        self.pictures = PictureCache()
        self.load = Load()
        self.gate = Gate(lambda: self.referee.monotonic_ms(), steady, random.Random())

    def invite(self) -> str:
        assert self.application_id is not None  # noqa: S101 (known once logged in)
        scopes = ("bot", "applications.commands")
        return discord.utils.oauth_url(self.application_id, permissions=PERMISSIONS, scopes=scopes)
