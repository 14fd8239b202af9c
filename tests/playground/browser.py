"""A real browser on a real page: a playground served in this process, and hands for the people at it."""

import asyncio
import contextlib
import random
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import discord
from playwright.async_api import Browser, Locator, Page, expect

from bot.app import create_bot
from bot.playground.house import Playground
from bot.playground.saves import Folder
from bot.playground.server import Server, listen
from bot.settings import Settings

SCREENSHOTS = Path("build/screenshots")
SMALL, WIDE = (1280, 800), (1920, 1080)
CARD = re.compile(r"^\d+$")
WON = "🏆"
PATIENCE = 20_000  # milliseconds; only a failure waits that long
expect.set_options(timeout=PATIENCE)


def arbitre(folder: Folder) -> discord.Client:
    """The real bot, whose computers do not wait for effect."""
    return create_bot(Settings(database=folder.database), pace=0)


@contextlib.asynccontextmanager
async def served(
    path: Path, create: Callable[[Folder], discord.Client] = arbitre, port: int = 8800
) -> AsyncIterator[Server]:
    with contextlib.closing(Folder(path)) as folder:
        playground = Playground(folder)
        async with contextlib.AsyncExitStack() as stack:
            server = Server(playground, stack.enter_context(listen(port)))
            stack.push_async_callback(playground.stop)
            await playground.start(create(folder))
            stack.push_async_callback(server.close)
            await server.open()
            yield server


@contextlib.asynccontextmanager
async def browsing(browser: Browser, size: tuple[int, int] = SMALL) -> AsyncIterator[Page]:
    """A page as in a fresh browser, whose every complaint fails the test."""
    async with await browser.new_context(viewport={"width": size[0], "height": size[1]}) as context:
        page = await context.new_page()
        page.set_default_timeout(PATIENCE)
        complaints: list[str] = []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        yield page
    assert not [it for it in complaints if "net::ERR_CONNECTION_REFUSED" not in it]


async def shoot(page: Page, name: str) -> None:
    """Kept as artefacts of the test run."""
    await page.screenshot(path=SCREENSHOTS / f"{name}.png")


@dataclass(frozen=True)
class Person:
    """Somebody with a mouse and a keyboard in front of one seat."""

    page: Page
    key: str
    dice: random.Random

    @property
    def pane(self) -> Locator:
        return self.page.locator(f"[data-seat={self.key}]")

    @property
    def messages(self) -> Locator:
        return self.pane.locator("article")

    async def open_channel(self) -> None:
        await self.pane.locator("nav .text").click()

    async def open_private(self) -> None:
        await self.pane.locator("nav .dm").click()

    async def type(self, text: str) -> None:
        """Into the composer, wherever its cursor is; a command's name ends with a space."""
        cursor = self.pane.locator(".composer input:focus")
        if not await cursor.count():
            await self.pane.locator(".composer input").first.click()
        await cursor.press_sequentially(text)

    async def send(self) -> None:
        await self.pane.locator(".composer input:focus").press("Enter")

    async def choose_suggestion(self) -> str:
        """One of what the bot suggests, by arrow keys; says which."""
        offered = self.pane.locator(".popup [role=option]")
        await offered.first.wait_for()
        cursor = self.pane.locator(".composer input:focus")
        await cursor.press(self.dice.choice(["ArrowDown", "ArrowUp"]))
        text = await self.pane.locator(".popup [aria-selected=true]").inner_text()
        await cursor.press("Enter")
        await offered.first.wait_for(state="hidden")
        return text

    async def press(self, button: Locator, within: Locator) -> None:
        """Click, and wait until the bot has answered by new buttons."""
        before = await keys(within)
        await button.click()
        await changed(within, before)

    async def play_turn(self, panel: Locator) -> None:
        """Two cards by mouse, then the turn is ended. The cards that spoil the piles most, so that games are short."""
        while True:
            done, places = panel.locator(".button.success:enabled"), panel.locator(".button.primary:enabled")
            cards = panel.locator(".button.secondary:enabled").filter(has_text=CARD)
            if await done.count():
                await self.press(done.first, panel)
                return
            if await cards.count():
                await self.press(cards.last, panel)
                await self.press(places.first, panel)
                if not await panel.locator(".button.success").count():
                    return  # the card won the game
            else:
                await self._try_others(panel)

    async def _try_others(self, panel: Locator) -> None:
        """The card on the table leaves no second one (LD16): take it back and try any other."""
        cards = panel.locator(".button.secondary:enabled").filter(has_text=CARD)
        await self.press(panel.locator(".button.secondary:enabled").first, panel)
        await self.press(cards.nth(self.dice.randrange(await cards.count())), panel)
        places = panel.locator(".button.primary:enabled")
        await self.press(places.nth(self.dice.randrange(await places.count())), panel)


async def keys(within: Locator) -> list[str]:
    found: list[str] = await within.locator("[data-key]").evaluate_all("all => all.map(it => it.dataset.key)")
    return found


async def changed(within: Locator, before: list[str]) -> None:
    async def is_new() -> bool:
        return await keys(within) != before

    await until(is_new)


async def until(condition: Callable[[], Awaitable[object]]) -> None:
    """Waits for a condition on the page."""
    async with asyncio.timeout(PATIENCE / 1000):
        while True:
            if await condition():
                return
            await asyncio.sleep(0.01)


def people(page: Page, seed: int = 1) -> tuple[Person, Person, Person]:
    alice, bob, chloe = (Person(page, key, random.Random(seed)) for key in ("alice", "bob", "chloe"))
    return alice, bob, chloe


async def arrive(page: Page, server: Server) -> None:
    await page.goto(server.address)
    await expect(page.locator("body.ready")).to_be_attached()
