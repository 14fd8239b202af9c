"""Plays any game on the page by what a panel offers: buttons, submenus and select menus."""

import contextlib
import random
from dataclasses import dataclass

from playwright.async_api import Locator
from playwright.async_api import TimeoutError as GaveUp

from tests.playground.browser import Person, until

_READ = """all => all.map(it => [it.dataset.key, it.disabled, Number(it.dataset.least ?? 0)])"""
_PATH = 4  # the part of a custom id that says which choice


@dataclass(frozen=True)
class Offer:
    key: str
    least: int  # to be picked from a menu; 0 for a button

    @property
    def is_menu(self) -> bool:
        return self.least > 0

    @property
    def is_end(self) -> bool:
        """Ends the phase or the turn: the only plain action at the top of a panel."""
        return ":act:" in self.key and not self.is_menu


async def offers(panel: Locator) -> list[Offer]:
    """What leads on: actions, and submenus that are no way back."""
    read = await panel.locator("button[data-key]").evaluate_all(_READ)
    return [
        Offer(key, least)
        for key, is_disabled, least in read
        if not is_disabled and (":act:" in key or (":pick:" in key and key.split(":")[_PATH]))
    ]


async def is_asked(person: Person) -> bool:
    return bool(await person.messages.count()) and bool(await offers(person.messages.last))


async def take(person: Person, dice: random.Random, *, eager: float = 0.7) -> bool:
    """Press or pick one thing in the last panel, rather a card than the end; return whether there was any."""
    panel = person.messages.last
    found = await offers(panel)
    if not found:
        return False
    opening = [one for one in found if not one.is_end and not one.is_menu]
    one = dice.choice(opening if opening and dice.random() < eager else found)
    with contextlib.suppress(GaveUp):  # the panel was redrawn meanwhile: it is read again
        if one.is_menu:
            await _pick(person, panel, one, dice)
        else:
            await panel.locator(f'[data-key="{one.key}"]').click(timeout=2000)
        await until_other(person, found)
    return True


async def _pick(person: Person, panel: Locator, one: Offer, dice: random.Random) -> None:
    """As many as it asks for; a menu for several is sent by a click elsewhere."""
    menu = panel.locator(".menu", has=panel.page.locator(f'[data-key="{one.key}"]'))
    await menu.locator(".shown").click(timeout=2000)
    options = menu.locator("[role=option]")
    count = await options.count()
    for at in dice.sample(range(count), one.least):
        await options.nth(at).click(timeout=2000)
    if await options.first.is_visible():
        await person.pane.locator("header .name").first.click(timeout=2000)


async def until_other(person: Person, before: list[Offer]) -> None:
    async def has_changed() -> bool:
        return await offers(person.messages.last) != before

    await until(has_changed)
