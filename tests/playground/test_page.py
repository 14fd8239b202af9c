"""The page itself in a real browser: seats, tabs, languages, modals, rapid clicks, reconnecting."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from bot.playground.closed_dms import has_closed_dms
from bot.playground.server import Server
from tests.playground import small_bot
from tests.playground.browser import SMALL, arrive, browsing, people, served, shoot, until

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(loop_scope="session")
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with served(tmp_path, lambda _folder: small_bot.create()) as running:
        yield running


@pytest_asyncio.fixture(loop_scope="session")
async def page(server: Server, browser: Browser) -> AsyncIterator[Page]:
    async with browsing(browser) as page:
        await arrive(page, server)
        yield page


async def test_seats_fit_the_window(page: Page) -> None:
    for width, height, seats in ((*SMALL, 2), (1920, 1080, 3), (*SMALL, 2)):
        await page.set_viewport_size({"width": width, "height": height})
        await expect(page.locator(".seat:visible")).to_have_count(seats)
        overflow = "document.documentElement.scrollWidth - innerWidth"
        assert await page.evaluate(overflow) <= 0


async def test_a_narrow_window_is_for_the_seats(page: Page) -> None:
    for language in ("English", "Français"):
        await page.get_by_role("button", name=language).click()
        for width, most in ((760, 120), (1000, 120), (1280, 60)):
            await page.set_viewport_size({"width": width, "height": 500})
            assert await page.locator("#bar").evaluate("it => it.offsetHeight") <= most


async def test_a_phone_shows_one_seat_at_a_time(page: Page) -> None:
    alice, bob, _chloe = people(page)
    await page.set_viewport_size({"width": 390, "height": 844})
    for person in (alice, bob):
        await person.open_private()
        assert await person.pane.evaluate("it => it.offsetWidth") > 350
        await expect(person.pane.locator("nav .dm")).to_be_in_viewport(ratio=0.5)
    assert await page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


async def test_by_keyboard_and_screen_reader(page: Page) -> None:
    """Tabs are one stop, and arrow keys move between them; the command box says that it suggests, and what."""
    alice, _bob, _chloe = people(page)
    tabs = alice.pane.get_by_role("tablist", name="Alice’s channels").get_by_role("tab")
    await tabs.first.focus()
    await page.keyboard.press("ArrowRight")
    await expect(tabs.last).to_be_focused()
    await expect(tabs.last).to_have_attribute("aria-selected", "true")
    await page.keyboard.press("ArrowRight")
    await expect(tabs.first).to_be_focused()
    box = alice.pane.get_by_role("combobox", name="Message #games")
    await alice.type("/gre")
    await expect(box).to_have_attribute("aria-expanded", "true")
    chosen = await box.get_attribute("aria-activedescendant")
    await expect(page.locator(f"#{chosen}")).to_contain_text("/greet")
    await expect(alice.pane.get_by_role("log", name="games")).to_be_visible()


async def test_dms_can_be_closed_and_time_be_skipped(page: Page, server: Server) -> None:
    alice, _bob, _chloe = people(page)
    await expect(alice.pane.get_by_text("Le Duel: two players")).to_be_visible()
    await alice.pane.get_by_role("button", name="Alice takes private messages").click()
    await expect(alice.pane.get_by_role("button", name="Alice takes no private messages")).to_be_visible()
    simulator, person = server._playground.simulator, server._playground.seats["alice"]
    assert has_closed_dms(simulator, person)
    before = simulator.now()
    await page.get_by_role("group", name="Skip time").get_by_role("button", name="1 day").click()

    async def is_later() -> bool:
        return bool(simulator.now() - before > timedelta(hours=23))

    await until(is_later)


async def test_private_answer_form_and_suggestion(page: Page) -> None:
    alice, bob, _chloe = people(page)
    await alice.type("/ask ")
    await alice.send()
    await alice.pane.locator(".modal input").fill("sesame")
    await shoot(page, "form")
    await alice.pane.locator(".modal").get_by_role("button", name="Submit").click()
    await expect(alice.pane.get_by_text("You said sesame")).to_be_visible()
    await expect(bob.pane.get_by_text("You said sesame")).to_have_count(0)
    await bob.pane.get_by_role("button", name="FR").click()
    await bob.type("/colour ro")
    await expect(bob.pane.locator(".popup [role=option]")).to_have_text(["rouge", "rose"])
    await bob.pane.locator(".popup").get_by_text("rose").click()
    await bob.send()
    await expect(bob.pane.get_by_text("painted rose")).to_be_visible()
    await alice.pane.get_by_role("button", name="Dismiss message").click()
    await expect(alice.pane.get_by_text("You said sesame")).to_have_count(0)


async def test_quick_clicks_are_all_counted(page: Page) -> None:
    alice, bob, chloe = people(page)
    await alice.type("/greet bob")
    await alice.pane.locator(".popup [role=option]").click()
    await alice.send()
    button = bob.pane.get_by_role("button", name="Tally")
    box = await button.bounding_box()
    assert box is not None
    for _ in range(10):
        await page.mouse.click(box["x"] + 20, box["y"] + 10)
    for person in (bob, chloe):
        await expect(person.pane.locator(".log")).to_contain_text("Pressed 10 times")
    await expect(bob.pane.locator(".notice")).to_be_hidden()


async def test_private_message_waits_on_its_tab_until_it_is_opened(page: Page) -> None:
    alice, bob, _chloe = people(page)
    await alice.type("/write ")
    await alice.send()
    await expect(alice.pane.locator("nav .dm .count")).to_have_text("1")
    await expect(bob.pane.locator("nav .dm .count")).to_have_count(0)
    await alice.open_private()
    await expect(alice.pane.get_by_text("in your box")).to_be_visible()
    await expect(alice.pane.locator("nav .dm .count")).to_have_count(0)


async def test_menu_of_a_person(page: Page) -> None:
    alice, bob, _chloe = people(page)
    await bob.type("hello")
    await bob.send()
    await alice.messages.last.get_by_text("Bob").click(button="right")
    await alice.pane.get_by_role("menuitem", name="Poke").click()
    await expect(bob.pane.locator(".text .mention")).to_have_text(["@Alice", "@Bob"])
    await expect(bob.messages.last.locator(".origin")).to_contain_text("Alice used Poke")


async def test_silent_bot_is_reported(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.playground.simulator.ANSWER_SECONDS", 0.1)
    alice, _bob, _chloe = people(page)
    await alice.type("/sleep ")
    await alice.send()
    await expect(alice.pane.get_by_role("alert")).to_have_text("The application did not respond.")


async def test_reload_keeps_who_is_who(page: Page) -> None:
    alice, bob, _chloe = people(page)
    await bob.pane.get_by_role("button", name="FR").click()
    await expect(bob.pane.locator(".composer input")).to_have_attribute(
        "placeholder", "Écrire à #games, ou / pour les commandes"
    )
    await alice.open_private()
    await page.reload()
    await expect(alice.pane.locator("nav .dm")).to_have_attribute("aria-selected", "true")
    await expect(bob.pane.locator("nav .text")).to_have_attribute("aria-selected", "true")
    await expect(bob.pane.locator(".composer input")).to_have_attribute(
        "placeholder", "Écrire à #games, ou / pour les commandes"
    )


async def test_page_comes_back_with_the_playground_and_old_buttons_work(tmp_path: Path, browser: Browser) -> None:
    async with browsing(browser) as page:
        alice, bob, _chloe = people(page)
        async with served(tmp_path, lambda _folder: small_bot.create()) as server:
            await arrive(page, server)
            await alice.type("/greet bob")
            await alice.pane.locator(".popup [role=option]").click()
            await alice.send()
            await expect(bob.pane.get_by_role("button", name="Count 0")).to_be_visible()
        await expect(page.locator("body.away")).to_be_attached()
        async with served(tmp_path, lambda _folder: small_bot.create(), server.port):
            await bob.pane.get_by_role("button", name="Count 0").click()
            await expect(alice.pane.get_by_role("button", name="Count 1")).to_be_visible()
