"""Registers the slash commands with Discord, when they are others than those registered last. Discord refuses this now
and then, and limits it by the day; the bot plays on with the commands it has, and tries again later."""

import asyncio
import contextlib
import hashlib
import json
import logging

from bot.edge.gateway.client import Client
from bot.store.sqlite.store import COMMANDS

log = logging.getLogger(__name__)

PATIENCE = 3.0  # seconds a start waits for the first attempt
TIMEOUT = 60.0  # seconds for an attempt
FIRST_PAUSE, LONGEST_PAUSE = 300.0, 3600.0  # seconds between two attempts


class CommandSync:
    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self._has_tried = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self._task = asyncio.create_task(self._try_until_done(), name="commands")
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._has_tried.wait(), PATIENCE)

    def close(self) -> None:
        if self._task is not None:
            self._task.cancel()

    async def _try_until_done(self) -> None:
        pause = FIRST_PAUSE
        while not await self._is_done():
            self._has_tried.set()
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
        self._has_tried.set()

    async def _is_done(self) -> bool:
        try:
            async with asyncio.timeout(TIMEOUT):
                digest = await self._digest()
                if digest != await self.bot.store.mark(COMMANDS):
                    await self.bot.tree.sync()
                    await self.bot.store.set_mark(COMMANDS, digest)
                    log.info("the commands are registered")
        except Exception:  # the bot goes on without
            log.warning("the commands could not be registered; trying again later", exc_info=True)
            return False
        return True

    async def _digest(self) -> str:
        """Of the whole request, and of which application it is for."""
        tree, translator = self.bot.tree, self.bot.tree.translator
        commands = [
            await command.get_translated_payload(tree, translator) if translator else command.to_dict(tree)
            for command in tree._get_all_commands()
        ]
        text = json.dumps([self.bot.application_id, commands], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()
