"""The bot put together: the store opened, the referee and the edge's services built, the cogs loaded. Nothing is
decided here."""

import contextlib
import logging
import sqlite3
from collections.abc import Callable
from datetime import datetime
from importlib import import_module

import discord

from bot.drawing.text import open_fonts
from bot.edge.asides import Asides
from bot.edge.computer_turns import ComputerTurns
from bot.edge.decks import DeckPages
from bot.edge.delivery.announcer import Announcer
from bot.edge.endings import Endings
from bot.edge.gallery import CardGallery
from bot.edge.gateway.client import Client
from bot.edge.gateway.command_sync import CommandSync
from bot.edge.gatherings import Gatherings
from bot.edge.health import HealthWatch
from bot.edge.interactions.answers import answer_failed_command
from bot.edge.interactions.router import Router
from bot.edge.interactions.translation import CatalogueTranslator
from bot.edge.running_games import RunningGames
from bot.edge.scheduler import Scheduler
from bot.edge.shares import Shares
from bot.edge.stand_ins import StandIns
from bot.edge.table_answers import TableAnswers
from bot.edge.turns import Turns
from bot.operations.settings import Settings
from bot.players.registry import prepare
from bot.referee.computers import Computers
from bot.referee.referee import Referee
from bot.referee.rulings import Rulings, log_ruling
from bot.store.sqlite.store import Store

COGS = (
    "cogs.challenge",
    "cogs.team",
    "cogs.deck",
    "cogs.play",
    "cogs.review",
    "cogs.replay",
    "cogs.learn",
    "cogs.standings",
    "cogs.settings",
    "cogs.privacy",
)
_TALKATIVE = ("discord", "aiosqlite", "asyncio")  # at DEBUG these print request bodies and SQL values: hands
PACE = 0.6  # seconds a computer takes at least, so that people can follow


def now() -> datetime:
    return discord.utils.utcnow()


class Arbitre(Client):
    """The whole bot. Cogs use the services below; services know only those they are built with."""

    async def setup_hook(self) -> None:
        await self.set_up()
        await self.command_sync.start()
        self.scheduler.start()

    async def set_up(self) -> None:
        """Everything but what starts by itself."""
        prepare()
        open_fonts()
        self.store = await Store.open(self.settings.database)
        self.store.database.when_written = self.metrics.written
        self.referee = Referee(self.store, self.clock, self.steady, Rulings(log_ruling, self.metrics.ruled))
        self.computers = Computers(self.referee)
        try:
            await self.referee.resume_clocks()
            self.gate.install(self.http)
            self._build_services()
            await self.tree.set_translator(CatalogueTranslator())
            self.tree.error(answer_failed_command)
            for cog in COGS:  # not as extensions: those are executed anew for every bot of a process
                await import_module(cog).setup(self)
        except BaseException:
            await self._close_store()
            raise

    def _build_services(self) -> None:
        self.router = Router(self)
        self.announcer = Announcer(self)
        self.computer_turns = ComputerTurns(self, self.announcer)
        self.running_games = RunningGames(self)
        self.shares = Shares(self, self.router)
        self.turns = Turns(self, self.router, self.announcer, self.computer_turns, self.running_games)
        self.tables = TableAnswers(self, self.announcer, self.computer_turns)
        self.stand_ins = StandIns(self, self.router, self.announcer, self.computer_turns)
        self.endings = Endings(self, self.router, self.announcer, self.turns, self.stand_ins)
        self.gatherings = Gatherings(self, self.router, self.computer_turns, self.tables)
        self.asides = Asides(self, self.router)
        self.decks = DeckPages(self, self.router)
        self.gallery = CardGallery(self, self.router)
        self.scheduler = Scheduler(self, self.announcer, self.computer_turns, self.gatherings, self.stand_ins)
        self.command_sync = CommandSync(self)
        self.health = HealthWatch(self, self.announcer)

    async def close(self) -> None:
        """Disconnect before closing the store: an interaction that arrives later could not be answered."""
        if hasattr(self, "health"):
            self.command_sync.close()
            self.scheduler.close()
            self.computer_turns.close()
            await self.announcer.close()
        await super().close()
        self.gate.uninstall()
        await self._close_store()

    async def _close_store(self) -> None:
        if hasattr(self, "store"):
            self.computers.close()
            with contextlib.suppress(sqlite3.Error):  # a full or damaged disk must not prevent closing
                await self.store.heartbeat(self.referee.now())
            await self.store.close()
            del self.store


def create_bot(
    settings: Settings,
    *,
    clock: Callable[[], datetime] = now,
    steady: Callable[[], float] | None = None,
    pace: float = PACE,
) -> Arbitre:
    """An unstarted bot: the same for Discord, for tests and for the playground. `steady` is a monotonic clock in
    seconds; None where time is simulated."""
    keep_hands_out_of_logs()
    return Arbitre(settings, clock, steady, pace)


class _Discreet(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        return record.levelno > logging.DEBUG


def keep_hands_out_of_logs() -> None:
    """Libraries' DEBUG records hold message bodies and SQL values. They are dropped at whatever log level."""
    known = [name for name in logging.root.manager.loggerDict if name.split(".")[0] in _TALKATIVE]
    for name in {*_TALKATIVE, *known}:
        logger = logging.getLogger(name)
        if not any(isinstance(one, _Discreet) for one in logger.filters):
            logger.addFilter(_Discreet())
