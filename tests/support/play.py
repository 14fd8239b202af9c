"""Ways to play a whole game through the simulated Discord. Each function plays one turn of the player on turn."""

import random
from collections.abc import Awaitable, Callable

from bot.players.registry import LEVELS
from bot.referee.match import Match
from tests.support.world import World, press

TurnPlayer = Callable[[World, Match], Awaitable[None]]


def chosen_turn(match: Match, level: str = "greedy") -> list[str]:
    """A turn's placements, chosen by a computer from the player's view; deterministic."""
    (seat,) = match.to_act
    return LEVELS[level].choose(match.view(seat), random.Random(match.turns)).split(",")


async def play_typed(world: World, match: Match, **options: int) -> None:
    """The whole turn in one `/play`; a player of several games passes the game's number."""
    moves = " ".join((*chosen_turn(match), "end"))
    await world.mover(match).slash(world.channel, "play", moves=moves, **options)


async def play_in_dm(world: World, match: Match) -> None:
    """Card, pile, card, pile, end, in the panel in the player's DM."""
    person = world.mover(match)
    for verb, argument in taps(match):
        if not (await world.match(match.id)).is_over:
            await press(person, world.panel(person), verb, argument)


def taps(match: Match, level: str = "greedy") -> list[tuple[str, str]]:
    """A turn as verbs and arguments of a panel's buttons, two a card and one for the end."""
    pressed: list[tuple[str, str]] = []
    for place in chosen_turn(match, level):
        pressed += [("pick", str(int(place[:2]))), ("act", place)]
    return [*pressed, ("act", "end")]


async def play_in_ephemeral(world: World, match: Match) -> None:
    """Through My hand on the public table, with no panel in DMs."""
    person = world.mover(match)
    opened = await press(person, world.table(), "hand")
    for verb, argument in taps(match):
        if not (await world.match(match.id)).is_over:
            await press(person, opened.response, verb, argument)


async def play_out(world: World, play: TurnPlayer, number: int = 1) -> Match:
    """Play turn after turn to the end."""
    match = await world.match(number)
    while not match.is_over:
        before = match.turns
        await play(world, match)
        match = await world.match(number)
        assert match.turns > before, "a turn was not taken"
    return match
