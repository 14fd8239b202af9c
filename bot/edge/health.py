"""The bot's health as seen from the edge: gateway connection, messages behind, age of the newest backup."""

import math

from bot.edge.delivery.announcer import Announcer
from bot.edge.gateway.client import Client
from bot.operations.backups import Backups
from bot.operations.health import Health, Problem


class HealthWatch:
    def __init__(self, bot: Client, announcer: Announcer) -> None:
        self.bot = bot
        self._is_connected = False
        self._backups = Backups.of(bot.settings)
        self.health = Health(self._gateway, bot.store.probe, bot.metrics.sweep_age)
        read = bot.metrics.read
        for listener in (self.on_ready, self.on_resumed, self.on_disconnect, self.on_unreadable_event):
            bot.add_listener(listener)
        read("gateway_latency_seconds", "Between a heartbeat and Discord's answer.", lambda: bot.latency)
        read("behind", "Games whose messages show less than there is.", lambda: len(announcer.behind))
        read("backup_age_seconds", "Of the newest copy of the database; NaN if there is none.", self._backup_age)

    async def on_ready(self) -> None:
        self._is_connected = True

    async def on_resumed(self) -> None:
        self._is_connected = True

    async def on_disconnect(self) -> None:
        self._is_connected = False

    async def on_unreadable_event(self, event: str) -> None:
        self.health.warnings["events"] = f"Discord sent a {event} that could not be read; the log says why"
        self.bot.metrics.event_unread(event)

    async def figures(self) -> bytes:
        self.bot.metrics.live_games.set(await self.bot.store.games.running())
        return self.bot.metrics.page()

    def backup_ended(self, complaint: Problem) -> None:
        """Record how the automatic backup ended. A failure is a remark, not ill health: the bot still works."""
        self.health.warnings.pop("backup", None)
        if complaint is not None:
            self.health.warnings["backup"] = complaint
            self.bot.metrics.backup_failed()

    def _gateway(self) -> Problem:
        if not self._is_connected:
            return "not connected to Discord"
        return "Discord does not answer heartbeats" if math.isinf(self.bot.latency) else None

    def _backup_age(self) -> float:
        age = self._backups.age(self.bot.clock())
        return math.nan if age is None else age
