"""Ways to play a whole game through the simulated Discord. Each plays one turn of whoever is on turn."""

import random
from collections.abc import Awaitable, Callable
from typing import Any

from bot.players.registry import LEVELS
from bot.referee.match import Match
from tests.support.world import World, button

TurnPlayer = Callable[[World, Match], Awaitable[None]]


def chosen_turn(match: Match, level: str = "greedy") -> list[str]:
    """A turn's placements, as a computer that sees what the player sees would play them; the same each time."""
    (seat,) = match.to_act
    return LEVELS[level].choose(match.view(seat), random.Random(match.turns)).split(",")


async def play_typed(world: World, match: Match) -> None:
    """The whole turn in one `/play`."""
    moves = " ".join((*chosen_turn(match), "end"))
    await world.mover(match).slash(world.channel, "play", moves=moves)


async def play_in_dm(world: World, match: Match) -> None:
    """Card, pile, card, pile, end: in the panel that came by DM."""
    person = world.mover(match)
    await _press(lambda custom_id: person.user.click(world.panel(person), custom_id=custom_id), person, world, match)


async def _press(click: Callable[[str], Awaitable[Any]], person: Any, world: World, match: Match) -> None:
    for place in chosen_turn(match):
        await click(_need(button(world.panel(person), "pick", str(int(place[:2])))))
        await click(_need(button(world.panel(person), "act", place)))
    if not (await world.match(match.id)).is_over:
        await click(_need(button(world.panel(person), "act", "end")))


async def play_in_ephemeral(world: World, match: Match) -> None:
    """Through My hand on the public table, with nothing in DMs."""
    person = world.mover(match)
    opened = await person.click(world.table(), custom_id=_need(button(world.table(), "hand")))
    panel = opened.response
    for place in chosen_turn(match):
        await person.click(panel, custom_id=_need(button(panel, "pick", str(int(place[:2])))))
        await person.click(panel, custom_id=_need(button(panel, "act", place)))
    if not (await world.match(match.id)).is_over:
        await person.click(panel, custom_id=_need(button(panel, "act", "end")))


def _need(custom_id: str | None) -> str:
    assert custom_id is not None, "the button is not there"
    return custom_id


async def play_out(world: World, play: TurnPlayer, number: int = 1) -> Match:
    """Turn after turn, to the end."""
    match = await world.match(number)
    while not match.is_over:
        before = match.turns
        await play(world, match)
        match = await world.match(number)
        assert match.turns > before, "a turn was not taken"
    return match
