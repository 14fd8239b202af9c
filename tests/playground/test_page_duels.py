"""Whole duels in a real browser with the real bot: by mouse, by typing, against the computer, in French."""

import re
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect

from bot.table.locale import FRENCH, locale_for
from tests.playground.browser import (
    PHONE,
    SMALL,
    WIDE,
    WON,
    Hasty,
    Person,
    arrive,
    browsing,
    people,
    redrawn,
    served,
    shoot,
    shown,
    until,
)
from tests.support.tiers import has_long_version, only_long, sized

TYPED_TURNS, TURNS_BY_MOUSE = sized((2, 4), (20, 100), soak=(100, 100))
pytestmark = pytest.mark.asyncio(loop_scope="session")


async def status(page: Page) -> str:
    """The table's line with the player on turn or the winner, read at the spectator's seat, which has no private
    panel."""
    text = await page.locator("[data-seat=chloe] .log").inner_text()
    line = next((line for line in reversed(text.splitlines()) if re.search(f"[▶{WON}💭]", line)), "")
    return line.split("·")[0]  # without the running time


async def turn_begins(alice: Person, bob: Person, before: str = "") -> tuple[str, Person | None]:
    """Wait for the next turn or the end; return the status line and the player on turn."""
    lines: list[str] = []

    async def is_settled() -> bool:
        lines.append(await status(alice.page))
        return lines[-1] != before and bool(re.search(f"[▶{WON}]", lines[-1]))

    await until(is_settled)
    now = lines[-1]
    return now, None if WON in now else alice if "Alice" in now else bob


async def finish_by_mouse(page: Page, *players: Person) -> int:
    """Play to the end from the panels in DMs, or some turns and a resignation; return the number of turns."""
    table = page.locator("[data-seat=chloe] .log")
    turns = 0
    for person in players:
        await person.open_private()
    while WON not in await table.inner_text():
        if turns >= TURNS_BY_MOUSE:
            await resign_by_mouse(players[0])
            break
        for person in players:
            turns += await person.play_turn(person.messages.last)
    await expect(table).to_contain_text(WON)
    return turns


async def resign_by_mouse(person: Person) -> None:
    """From the table in the channel."""
    await person.open_channel()
    await person.pane.locator('[data-key^="arb:resign:"]').last.click()
    await person.pane.locator('[data-key^="arb:resign-sure:"]').last.click()


async def fits_a_phone(page: Page, *players: Person) -> None:
    """Status, picture and all buttons of a panel are visible without scrolling, on and off turn."""
    await page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    for person in players:
        await person.open_private()
        panel = person.messages.last
        for part in (panel.get_by_text("▶"), panel.locator("img").last, *await panel.locator("button[data-key]").all()):
            await expect(part.last).to_be_in_viewport(ratio=1)
        await shoot(page, f"phone-{person.key}")
    await page.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})


@has_long_version
async def test_by_mouse_from_challenge_to_result(page: Page) -> None:
    alice, bob, chloe = people(page)
    await alice.type("/challenge opponent:")
    await alice.pane.locator(".popup").get_by_text("@Bob").click()
    await alice.send()
    await bob.pane.get_by_role("button", name="Accept", exact=True).click()
    await page.locator("#watch").click()
    await expect(chloe.messages.last.get_by_role("button", name="My hand")).to_be_visible()
    await shoot(page, "table-small")
    await fits_a_phone(page, alice, bob)
    turns = await finish_by_mouse(page, alice, bob)
    assert turns > 1
    for person in (alice, bob, chloe):
        await person.open_channel()
        await expect(person.pane.locator(".log")).to_contain_text(WON)
    await shoot(page, "result-small")
    await page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
    await alice.open_private()
    await shoot(page, "result-wide")


@only_long
async def test_by_typed_commands(page: Page) -> None:
    """To the end, or a few turns and a resignation."""
    alice, bob, _chloe = people(page)
    await page.locator("#watch").click()
    await page.locator("#start-duel").click()
    now, person = await turn_begins(alice, bob)
    turns = 0
    while person is not None:
        if turns < TYPED_TURNS:
            await type_turn(person)
        else:
            await person.type("/resign ")
            await person.send()
            await person.pane.get_by_role("button", name="Yes, resign").click()
        turns += 1
        now, person = await turn_begins(alice, bob, now)
    assert WON in now
    await shoot(page, "typed")


async def type_turn(person: Person) -> None:
    await person.type("/play ")
    moves = await person.choose_suggestion()
    while "End turn" not in moves:
        await person.type(" ")
        moves = await person.choose_suggestion()
    await person.send()


@only_long
async def test_against_the_computer(page: Page) -> None:
    alice, _bob, _chloe = people(page)
    await page.locator("#watch").click()
    await page.locator("#start-computer").click()
    assert await finish_by_mouse(page, alice)
    await alice.open_channel()
    await shoot(page, "computer")


@has_long_version
@only_long
async def test_in_french(page: Page) -> None:
    french = locale_for(FRENCH)
    alice, bob, chloe = people(page)
    await page.get_by_role("button", name="Français").click()
    await expect(page.locator("#start-duel")).to_have_text(french.text("playground.start-duel"))
    await alice.type("/")
    await expect(alice.pane.locator(".popup")).to_contain_text("/" + french.text("command.challenge"))
    await shoot(page, "picker-french")
    await alice.pane.locator(".composer input").press("Backspace")
    await page.locator("#watch").click()
    await page.locator("#start-duel").click()
    await expect(chloe.pane.get_by_role("button", name=french.text("button.hand"))).to_be_visible()
    await finish_by_mouse(page, alice, bob)
    await shoot(page, "french")
    await expect(chloe.pane.get_by_role("button", name=french.text("button.rematch"))).to_be_visible()
    for text in ("My hand", "to play", "Your turn", "wins"):
        await expect(page.get_by_text(text)).to_have_count(0)


@only_long
async def test_a_commands_name_stays_french_when_one_comes_back_to_it(page: Page) -> None:
    alice, _bob, _chloe = people(page)
    await page.get_by_role("button", name="Français").click()
    await alice.type("/équipe ")
    await alice.send()
    used = alice.messages.last.locator(".origin .mention")
    await expect(used).to_have_text("/équipe")
    await alice.open_private()
    await page.reload()  # in a channel without that command
    await expect(alice.pane.locator("nav .dm")).to_have_attribute("aria-selected", "true")
    await alice.open_channel()
    await expect(used).to_have_text("/équipe")


async def test_spectator_sees_nothing_of_a_hand(page: Page) -> None:
    alice, bob, chloe = people(page)
    await page.locator("#watch").click()
    await page.locator("#start-duel").click()
    _now, person = await turn_begins(alice, bob)
    assert person is not None
    await expect(chloe.pane.locator("img.picture")).to_have_count(1)
    before = await visible(chloe)
    await person.pane.get_by_role("button", name="My hand").click()
    panel = person.pane.locator("article.private")
    await expect(panel.locator(".button.success")).to_be_visible()
    hasty = Hasty(person.dice)
    while True:  # until two cards are staged (LD15: hidden from others until the end of the turn)
        buttons = await shown(panel)
        press = hasty(buttons)
        assert press is not None
        if "success" in press.style:
            break
        await panel.locator(f'[data-key="{press.key}"]').click()
        await redrawn(panel, buttons)
    await shoot(page, "spectator")
    assert await visible(chloe) == before
    await chloe.open_private()
    await expect(chloe.pane.locator("article")).to_have_count(0)
    await chloe.pane.locator("nav .text").click()
    await chloe.pane.get_by_role("button", name="My hand").click()
    await expect(chloe.pane.locator("article.private")).to_have_count(1)
    assert await chloe.pane.locator("article.private img").count() == 0


async def visible(person: Person) -> str:
    """All content of a seat's messages except running times: text, pictures, descriptions, ids."""
    html = await person.pane.locator(".log").inner_html()
    return re.sub(r"<time.*?</time>", "", html)


@only_long
async def test_game_survives_stopping_and_starting(tmp_path: Path, browser: Browser) -> None:
    async with browsing(browser) as page:
        alice, bob, _chloe = people(page)
        async with served(tmp_path) as server:
            await arrive(page, server)
            await page.locator("#watch").click()
            await page.locator("#start-duel").click()
            now, person = await turn_begins(alice, bob)
            assert person is not None
        await expect(page.locator("body.away")).to_be_attached()
        async with served(tmp_path, port=server.port):
            await expect(page.locator("body.away")).to_have_count(0)
            await person.open_private()
            await expect(person.messages.last.locator(".button.success")).to_be_visible()
            assert await person.play_turn(person.messages.last)
            other = bob if person is alice else alice
            await other.open_private()
            await expect(other.messages.last.locator(".button.success, .button.primary").first).to_be_visible()
            assert await turn_begins(alice, bob, now)
