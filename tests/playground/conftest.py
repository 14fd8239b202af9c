"""A playground with the small bot, in this process."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.playground.house import Playground
from bot.playground.saves import Folder
from tests.playground import small_bot


@contextlib.asynccontextmanager
async def opened(path: Path) -> AsyncIterator[Playground]:
    with contextlib.closing(Folder(path)) as folder:
        playground = Playground(folder)
        await playground.start(small_bot.create())
        try:
            yield playground
        finally:
            await playground.stop()
            for task in asyncio.all_tasks() - {asyncio.current_task()}:
                task.cancel()


@pytest.fixture
async def playground(tmp_path: Path) -> AsyncIterator[Playground]:
    async with opened(tmp_path) as running:
        yield running
