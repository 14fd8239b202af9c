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
        await press_anything(person, panel_of(club, match), dice)
        if (await club.match(match.id)).revision > match.revision:
            await club.env.advance_time(1)  # or soon we ask as much of Discord as we allow ourselves a second, and wait
            return
    raise AssertionError("nothing was played")


def panel_of(club: Club, match: Match) -> Any:
    """The newest panel of this game in the DM of who is asked; a word about the time has no embed."""
    shown = club.person(match, min(match.to_act)).user.dm_channel.history()
    return next(one for one in reversed(shown) if one.embeds and match.id in _games_of(one))


def _games_of(panel: Any) -> set[int]:
    controls = [*buttons(panel), *(menu.custom_id for menu in menus(panel))]
    return {int(control.split(":")[2]) for control in controls}


async def press_anything(person: Any, panel: Any, dice: random.Random) -> None:
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


async def play_out(club: Club, match: Match, seed: int = 1, *, turns: int = 10_000) -> Match:
    """To the end, or for so many turns."""
    dice = random.Random(seed)
    while not match.is_over and match.turns < turns:
        await act(club, match, dice)
        match = await club.match(match.id)
    return match
