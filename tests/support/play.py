"""Ways to play a whole game through the simulated Discord. Each function plays one turn of the player on turn."""

import random
from collections.abc import Awaitable, Callable
from typing import Any

from bot.games.core import AnyGame, Seat
from bot.players.registry import LEVELS
from bot.referee.match import Match
from tests.support.world import World, press

Chooser = Callable[[Match], list[str]]
TurnPlayer = Callable[[World, Match, Chooser], Awaitable[None]]


def chosen_turn(match: Match, level: str = "greedy") -> list[str]:
    """A turn's placements, chosen by a computer from the player's view; deterministic."""
    (seat,) = match.to_act
    return LEVELS[level].choose(match.view(seat), random.Random(match.turns)).split(",")


def reckless_turn(match: Match) -> list[str]:
    """The fewest placements, each as far from its pile's base as a turn allows: the game ends within a few turns."""
    (seat,) = match.to_act
    game, state, turn = match.game, match.state, list[str]()
    while all(game.notation.notate(action) != "end" for action in game.rules.legal(state, seat)):
        after = {
            game.notation.notate(action): game.rules.apply(state, seat, action)
            for action in game.rules.legal(state, seat)
        }
        able = [text for text, then in after.items() if text[0].isdecimal() and game.can_end(then, seat)]
        turn.append(max(able, key=_waste))
        state = after[turn[-1]]
        if game.rules.outcome(state) is not None:
            break
    return turn


def _waste(place: str) -> int:
    """How far a placement is from its pile's base: `12^A`, `12vE` in one game, `12a`, `12d` in the other."""
    card, pile = int(place[:2]), place[2:]
    if pile.endswith("E"):
        return 0
    return card if pile[0] in "^ab" else 100 - card


async def play_typed(world: World, match: Match, choose: Chooser = chosen_turn, **options: int) -> None:
    """The whole turn in one `/play`; a player of several games passes the game's number."""
    moves = " ".join((*choose(match), "end"))
    await world.mover(match).slash(world.channel, "play", moves=moves, **options)


async def play_in_dm(world: World, match: Match, choose: Chooser = chosen_turn) -> None:
    """Card, pile, card, pile, end, in the panel in the player's DM."""
    person = world.mover(match)
    for verb, argument in taps(match, choose):
        if not (await world.match(match.id)).is_over:
            await press(person, world.panel(person), verb, argument)


def taps(match: Match, choose: Chooser = chosen_turn) -> list[tuple[str, str]]:
    """A turn as verbs and arguments of a panel's buttons: card and pile, the card alone where one pile takes it, and
    the end."""
    (seat,) = match.to_act
    pressed, game, state = list[tuple[str, str]](), match.game, match.state
    for place in choose(match):
        card = str(int(place[:2]))
        if not is_direct(game, state, seat, card):
            pressed.append(("pick", card))
        pressed.append(("act", place))
        state = game.rules.apply(state, seat, game.parse(place))
    return [*pressed, ("act", "end")]


def is_direct(game: AnyGame, state: Any, seat: Seat, card: str) -> bool:
    """Whether a tap on this card plays it."""
    choices = game.screens.screen(game.rules.observe(state, seat)).choices
    return next(choice.is_direct for choice in choices if choice.action == card)


async def play_in_ephemeral(world: World, match: Match, choose: Chooser = chosen_turn) -> None:
    """Through My hand on the public table, with no panel in DMs."""
    person = world.mover(match)
    opened = await press(person, world.table(), "hand")
    for verb, argument in taps(match, choose):
        if not (await world.match(match.id)).is_over:
            await press(person, opened.response, verb, argument)


async def play_out(world: World, play: TurnPlayer, number: int = 1, choose: Chooser = reckless_turn) -> Match:
    """Play turn after turn to the end, which comes soon unless turns are chosen otherwise."""
    match = await world.match(number)
    while not match.is_over:
        before = match.turns
        await play(world, match, choose)
        match = await world.match(number)
        assert match.turns > before, "a turn was not taken"
        await world.env.advance_time(1)  # or we would soon wait for room in a channel's limit of edits, in real time
    return match
