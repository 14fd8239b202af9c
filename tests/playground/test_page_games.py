"""Every game is two clicks away on the page, and is played by mouse from what its panels offer."""

import random

import pytest
from playwright.async_api import Page, expect

from bot.games.registry import GAMES
from bot.table.locale import locale_for
from tests.playground import mouse
from tests.playground.browser import WON, people, shoot, until
from tests.support.tiers import has_long_version, sized

PRESSES = sized(6, 100_000)
pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_newcomer_is_in_any_game_within_two_clicks(page: Page) -> None:
    """With a person and with the computer."""
    alice, _bob, _chloe = people(page)
    tables = alice.pane.locator('article [data-key^="arb:hand:"]')
    begun = 0
    for key in GAMES:
        for start in ("#start-duel", "#start-computer"):
            await page.locator(f"[data-game={key}]").click()
            await page.locator(start).click()
            begun += 1
            await expect(tables).to_have_count(begun)
            await expect(alice.messages.last).to_contain_text(locale_for("en").text(f"game.{key}"))


@has_long_version
async def test_a_game_with_decks_by_mouse(page: Page) -> None:
    """To its end in `make test-long`."""
    alice, bob, _chloe = people(page)
    await page.locator("[data-game=duel]").click()
    await page.locator("#start-duel").click()
    for person in (alice, bob):
        await person.open_private()

    async def can_begin() -> bool:
        return await mouse.is_asked(alice) or await mouse.is_asked(bob)

    await until(can_begin)
    dice, pressed = random.Random(1), 0
    while pressed < PRESSES and not any([WON in await one.messages.last.inner_text() for one in (alice, bob)]):
        for person in (alice, bob):
            if await person.messages.count():
                pressed += await mouse.take(person, dice)
    await shoot(page, "duel")
    assert pressed > 3
