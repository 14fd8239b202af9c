"""A playground with the small bot in this process, and one browser for all page tests."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, async_playwright

from bot.playground.playground import Playground
from bot.playground.saves import Folder
from tests.playground import chromium, small_bot
from tests.playground.browser import arrive, browsing, served


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


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    program = chromium.path()
    if program is None:
        (pytest.fail if chromium.is_demanded() else pytest.skip)(chromium.MISSING)
    async with async_playwright() as playwright:
        running = await playwright.chromium.launch(executable_path=program, args=list(chromium.FLAGS))
        yield running
        await running.close()


@pytest_asyncio.fixture(loop_scope="session")
async def page(tmp_path: Path, browser: Browser) -> AsyncIterator[Page]:
    """The page of a playground of its own."""
    async with served(tmp_path) as server, browsing(browser) as page:
        await arrive(page, server)
        yield page
