"""Five people and the ways they play The Game together through the simulated Discord."""

import random
from collections.abc import Awaitable, Callable
from typing import Any

import discord

from bot.players.registry import LEVELS
from bot.referee.match import Match
from tests.support.play import Chooser, reckless_turn, taps
from tests.support.world import World, answers_of, button, press, text_of

TurnPlayer = Callable[["Club", Match, Chooser], Awaitable[None]]


class Club(World):
    """The world with two more people."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.dan, self.emma = (
            self.guild.add_member(self.env.create_user(name.lower(), global_name=name)) for name in ("Dan", "Emma")
        )

    @property
    def everyone(self) -> tuple[Any, ...]:
        return self.alice, self.bob, self.chloe, self.dan, self.emma

    def person(self, match: Match, seat: int) -> Any:
        return next(one for one in self.everyone if one.id == match.row.seats[seat].user_id)

    def mover(self, match: Match) -> Any:
        return self.person(match, min(match.to_act))

    async def lobby(self, **options: Any) -> Any:
        """Alice's lobby, as the public message."""
        return answers_of(await self.alice.slash(self.channel, "team", **options))[-1]

    def lobbies(self) -> list[discord.Message]:
        """Every message that is or was a lobby, the newest last."""
        return [m for m in self.channel.history() if "Shuffle commitment" in text_of(m) or "SHA-256" in text_of(m)]

    async def team(self, people: int, **options: Any) -> Match:
        """Open a lobby with `people` seated, Alice first; Alice starts."""
        lobby = await self.lobby(**options)
        for person in self.everyone[1:people]:
            await press(person, lobby, "accept")
        await press(self.alice, lobby, "begin")
        return await self.match(1)


def turn_of(match: Match) -> list[str]:
    """A turn's placements, chosen by a computer from the player's view."""
    (seat,) = match.to_act
    return LEVELS["nearest"].choose(match.view(seat), random.Random(match.turns)).split(",")


async def begin(club: Club, match: Match) -> Match:
    """Let seat 0 claim the first turn if it is still open."""
    if len(match.to_act) > 1:
        person = club.person(match, 0)
        panels = [one for one in person.user.dm_channel.history() if button(one, "act", "claim")]
        await press(person, panels[-1] if panels else club.table(), "act", "claim")
    return await club.match(match.id)


async def type_turn(club: Club, match: Match, choose: Chooser = turn_of) -> None:
    """The whole turn in one `/play`."""
    await club.mover(match).slash(club.channel, "play", moves=" ".join((*choose(match), "end")))


async def tap_turn(club: Club, match: Match, choose: Chooser = turn_of) -> None:
    """Card, pile, card, pile, end, in the panel in the player's DM."""
    person = club.mover(match)
    for verb, argument in taps(match, choose):
        if not (await club.match(match.id)).is_over:
            await press(person, club.panel(person), verb, argument)


async def tap_ephemeral_turn(club: Club, match: Match, choose: Chooser = turn_of) -> None:
    """Through My hand on the public table, with no panel in DMs."""
    person = club.mover(match)
    opened = (await press(person, club.table(), "hand")).response
    for verb, argument in taps(match, choose):
        if not (await club.match(match.id)).is_over:
            await press(person, opened, verb, argument)


async def play_out(club: Club, play: TurnPlayer, number: int = 1, choose: Chooser = reckless_turn) -> Match:
    """Play turn after turn to the end, which comes soon unless turns are chosen otherwise."""
    match = await begin(club, await club.match(number))
    while not match.is_over:
        before = match.turns
        await play(club, match, choose)
        match = await club.match(number)
        assert match.turns > before, "a turn was not taken"
        await club.env.advance_time(1)  # or we would soon wait for room in a channel's limit of edits, in real time
    return match
