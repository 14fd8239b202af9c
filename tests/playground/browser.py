"""A real browser on a real page: a playground served in this process, and people who use it by mouse and keyboard."""

import asyncio
import contextlib
import os
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from discord.ext import commands
from playwright.async_api import Browser, Locator, Page, expect
from playwright.async_api import TimeoutError as GaveUp

from bot.edge.app import create_bot
from bot.operations.settings import Settings
from bot.playground.playground import Playground
from bot.playground.saves import Folder
from bot.playground.server import Server, listen

SCREENSHOTS = Path("build/screenshots")
PHONE, SMALL, WIDE = (390, 844), (1280, 800), (1920, 1080)
WON = "🏆"
# A port range for each test process: a page that reconnects must not find another process's playground.
PORT = 8800 + 100 * int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
PATIENCE = 20_000  # milliseconds; reached by failures only
expect.set_options(timeout=PATIENCE)


def arbitre(folder: Folder) -> commands.Bot:
    """The real bot, whose computers answer without a pause."""
    return create_bot(Settings(database=folder.database), pace=0)


@contextlib.asynccontextmanager
async def served(
    path: Path, create: Callable[[Folder], commands.Bot] = arbitre, port: int = PORT
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
    """A page in a fresh browser context; any error it reports fails the test."""
    async with await browser.new_context(viewport={"width": size[0], "height": size[1]}) as context:
        page = await context.new_page()
        page.set_default_timeout(PATIENCE)
        complaints: list[str] = []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        yield page
    serious = [it for it in complaints if "net::ERR_" not in it]  # expected while the playground is stopped
    if serious:
        pytest.fail("\n".join(serious))


async def shoot(page: Page, name: str) -> None:
    """Save a screenshot as an artefact of the test run."""
    await page.screenshot(path=SCREENSHOTS / f"{name}.png")


@dataclass(frozen=True)
class PageButton:
    """A button of a message on the page."""

    key: str
    text: str
    style: str
    is_enabled: bool

    @property
    def is_place(self) -> bool:
        return "primary" in self.style and ":act:" in self.key

    @property
    def is_way_back(self) -> bool:
        return "secondary" in self.style and not self.text.isdecimal() and ":details:" not in self.key


Choose = Callable[[list[PageButton]], PageButton | None]


@dataclass(frozen=True)
class Person:
    """A person with mouse and keyboard at one seat."""

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
        """Type into the composer's focused field; a command's name ends with a space."""
        cursor = self.pane.locator(".composer input:focus")
        if not await cursor.count():
            await self.pane.locator(".composer input").first.click()
        await cursor.press_sequentially(text)

    async def send(self) -> None:
        await self.pane.locator(".composer input:focus").press("Enter")

    async def choose_suggestion(self) -> str:
        """Choose a suggestion with the arrow keys; return its text.

        The end of the turn as soon as it is suggested; before that the move that worsens the own piles most.
        """
        offered = self.pane.locator(".popup [role=option]")
        with contextlib.suppress(GaveUp):
            await offered.first.wait_for(timeout=5000)
        if not await offered.count():  # the bot exceeded Discord's time limit: ask again
            await self.type(" ")
            await self.pane.locator(".composer input:focus").press("Backspace")
            await offered.first.wait_for()
        texts = await offered.all_inner_texts()
        own = [it for it in texts if "theirs" not in it and not it.endswith("Undo")]
        forward = own or [it for it in texts if not it.endswith("Undo")] or texts
        wanted = next((it for it in texts if "End turn" in it), forward[0 if "," in texts[0] else -1])
        at, cursor = texts.index(wanted), self.pane.locator(".composer input:focus")
        down, up = at + 1, len(texts) - at
        for _ in range(min(down, up)):
            await cursor.press("ArrowDown" if down <= up else "ArrowUp")
        await expect(self.pane.locator(".popup [aria-selected=true]")).to_have_text(wanted)
        await cursor.press("Enter")
        await offered.first.wait_for(state="hidden")
        return wanted

    async def play_turn(self, panel: Locator, choose: Choose | None = None) -> bool:
        """Place cards and end the turn; return whether this person was on turn.

        The next press is chosen anew from the panel each time.
        """
        has_begun = False
        choose = choose or Hasty(self.dice)
        while True:
            buttons = await shown(panel)
            choice = choose(buttons)
            if choice is None:
                return has_begun
            has_begun = True
            with contextlib.suppress(GaveUp):  # the panel was redrawn meanwhile: read it again
                await panel.locator(f'[data-key="{choice.key}"]').click(timeout=1000)
                await redrawn(panel, buttons)
            if "success" in choice.style:
                return True


async def shown(panel: Locator) -> list[PageButton]:
    """All buttons of a message at one moment."""
    read = "all => all.map(it => [it.dataset.key, it.innerText, it.className, !it.disabled])"
    return [PageButton(*it) for it in await panel.locator("button[data-key]").evaluate_all(read)]


async def redrawn(panel: Locator, before: list[PageButton]) -> None:
    async def is_other() -> bool:
        return [it.key for it in await shown(panel)] != [it.key for it in before]

    await until(is_other)


class Hasty:
    """Worsen both piles at once, so that games are short: the highest card up, then the lowest down.

    A placed card that leaves no second placement is undone (LD16); from then on choices are random.
    """

    def __init__(self, dice: random.Random) -> None:
        self._dice = dice
        self._is_stuck = False

    def __call__(self, buttons: list[PageButton]) -> PageButton | None:
        """The button to press, or None if the panel has no moves."""
        enabled = [it for it in buttons if it.is_enabled]
        places = [it for it in enabled if it.is_place]
        done = [it for it in buttons if "success" in it.style and ":act:" in it.key]
        if not done:  # a card is open, or it is another's turn
            return self._place(places) if places else None
        if done[0].is_enabled:
            return done[0]
        opening = {it.text for it in enabled if it.text.isdecimal()}
        cards = [it for it in enabled if it.text in opening or (it in places and it.text.split()[0] not in opening)]
        way_back = [it for it in enabled if it.is_way_back]
        if cards:
            return self._card(cards, is_first=not way_back)
        self._is_stuck = True
        return next(iter(way_back), None)

    def _place(self, places: list[PageButton]) -> PageButton:
        return self._dice.choice(places) if self._is_stuck else places[0]

    def _card(self, cards: list[PageButton], *, is_first: bool) -> PageButton:
        return self._dice.choice(cards) if self._is_stuck else cards[-1 if is_first else 0]


async def until(condition: Callable[[], Awaitable[object]]) -> None:
    """Wait for a condition on the page."""
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
