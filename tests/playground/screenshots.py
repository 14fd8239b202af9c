"""Retakes the README's pictures: `python -m tests.playground.screenshots`. Needs Chromium (see `chromium`)."""

import asyncio
import random
import sys
import tempfile
from pathlib import Path

from playwright.async_api import Page, async_playwright, expect

from bot.table.locale import FRENCH, locale_for
from tests.playground import chromium, mouse
from tests.playground.browser import WON, Hasty, PageButton, Person, arrive, browsing, people, served, shown

IMAGES = Path("docs/images")
TURNS = 6


class Careful(Hasty):
    """Play as a person would: low cards up, high cards down."""

    def _place(self, places: list[PageButton]) -> PageButton:
        return super()._place(places) if self._is_stuck else self._pile(places)

    def _pile(self, places: list[PageButton]) -> PageButton:
        return min(places[:2], key=lambda it: _step(it.text))

    def _card(self, cards: list[PageButton], *, is_first: bool) -> PageButton:
        return super()._card(cards, is_first=not is_first)


def _step(label: str) -> int:
    """How far a placement such as "31 ▲ (+4)" moves a pile."""
    return int("".join(filter(str.isdecimal, label.partition("(")[2])))


def _opens(it: PageButton) -> bool:
    """A card with several places to go."""
    return it.is_enabled and it.text.isdecimal() and ":pick:" in it.key


async def in_hand(page: Page, alice: Person, bob: Person) -> Person:
    """Play some turns; return the player on turn, with their private hand open beside the opponent's table."""
    await page.locator("#start-duel").click()
    for person in (alice, bob):
        await person.open_private()
    played = 0
    while True:
        for person in (alice, bob):
            panel = person.messages.last
            buttons = await shown(panel)
            is_on_turn = any(":act:" in it.key for it in buttons)
            if is_on_turn and played >= TURNS and any(_opens(it) for it in buttons):
                return person
            if is_on_turn:
                played += await person.play_turn(panel, Careful(random.Random(1)))


async def take(page: Page, name: str) -> None:
    await page.mouse.move(0, 0)
    await page.screenshot(path=IMAGES / f"{name}.png")


async def photograph(page: Page) -> None:
    alice, bob, _chloe = people(page)
    player = await in_hand(page, alice, bob)
    other = bob if player is alice else alice
    await other.open_channel()
    await expect(other.messages.last).to_contain_text(f"▶ {player.key.capitalize()}")
    await take(page, "hand")
    panel = player.messages.last
    card = next(it for it in await shown(panel) if _opens(it))
    await panel.locator(f'[data-key="{card.key}"]').click()
    await expect(panel.locator(".button.primary").first).to_be_visible()
    await take(page, "choose-a-pile")
    await panel.locator(".button.secondary").last.click()
    await expect(panel.locator(".button.success")).to_be_visible()
    await other.open_private()
    while not any(WON in text for text in await player.messages.last.all_inner_texts()):
        for person in (alice, bob):
            await person.play_turn(person.messages.last)
    for person in (alice, bob):
        await person.open_channel()
        await expect(person.messages.last).to_contain_text(WON)
    await take(page, "result")
    await page.get_by_role("button", name="Français").click()
    await page.locator("#start-duel").click()
    await expect(bob.messages.last.get_by_role("button", name=locale_for(FRENCH).text("button.hand"))).to_be_visible()
    await alice.type("/")
    await expect(alice.pane.locator(".popup")).to_contain_text("/" + locale_for(FRENCH).text("command.challenge"))
    await take(page, "french")


async def begin(page: Page, game: str, alice: Person, bob: Person, presses: int) -> Person:
    """Start a game with one click and press about; return a player whose panel has cards to open."""
    dice = random.Random(4)
    await page.locator(f"[data-game={game}]").click()
    await page.locator("#start-duel").click()
    for person in (alice, bob):
        await person.open_private()
    pressed = 0
    while True:
        for person in (alice, bob):
            if not await person.messages.count():
                continue
            if pressed >= presses and any(":pick:" in one.key for one in await mouse.offers(person.messages.last)):
                return person
            pressed += await mouse.take(person, dice)


async def photograph_others(page: Page) -> None:
    """The other games: a panel beside the table."""
    alice, bob, _chloe = people(page)
    await page.get_by_role("button", name="English").click()
    for game, presses in (("duel", 25), ("the-game", 4)):
        player = await begin(page, game, alice, bob, presses)
        other = bob if player is alice else alice
        await other.open_channel()
        if game == "duel":
            cards = [one for one in await mouse.offers(player.messages.last) if ":pick:" in one.key]
            await player.messages.last.locator(f'[data-key="{cards[0].key}"]').click()
        await page.wait_for_timeout(1000)
        await take(page, game)


async def main() -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium.path(), args=list(chromium.FLAGS))
        with tempfile.TemporaryDirectory() as folder:
            async with served(Path(folder)) as server, browsing(browser) as page:
                await arrive(page, server)
                await photograph(page)
                await photograph_others(page)
        await browser.close()


if __name__ == "__main__":
    if chromium.path() is None:
        sys.exit(chromium.MISSING)
    IMAGES.mkdir(parents=True, exist_ok=True)
    asyncio.run(main())
