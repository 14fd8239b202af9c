"""Plays any game through the panels in people's DMs by what is offered there: buttons, submenus and select menus."""

import random
from typing import Any

from bot.referee.match import Match
from tests.support.team import Club
from tests.support.world import argument_of, buttons, menus

_DEEPEST = 4  # submenus


async def act(club: Club, match: Match, dice: random.Random) -> None:
    """Whoever is asked presses something in their DM until it is played."""
    person = club.person(match, min(match.to_act))
    for _ in range(_DEEPEST):
        await press_anything(club, person, dice)
        if (await club.match(match.id)).revision > match.revision:
            return
    raise AssertionError("nothing was played")


async def press_anything(club: Club, person: Any, dice: random.Random) -> None:
    panel = club.panel(person)
    offered = [it for it, one in buttons(panel).items() if not one.disabled and _leads_on(it)]
    chosen: Any = dice.choice([*offered, *menus(panel)])
    if isinstance(chosen, str):
        await person.user.click(panel, custom_id=chosen)
        return
    values = [option.value for option in chosen.options]
    count = dice.randint(chosen.min_values, chosen.max_values)
    await person.user.select(panel, dice.sample(values, count), custom_id=chosen.custom_id)


def _leads_on(custom_id: str) -> bool:
    """An action, or a submenu; not the way back."""
    verb = custom_id.split(":")[1]
    return verb == "act" or (verb == "pick" and argument_of(custom_id) != "" and custom_id.split(":")[4] != "")


async def play_out(club: Club, match: Match, seed: int = 1) -> Match:
    dice = random.Random(seed)
    while not match.is_over:
        await act(club, match, dice)
        match = await club.match(match.id)
    return match
