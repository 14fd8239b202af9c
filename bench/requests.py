"""Requests a turn that count against Discord's limit (fifty a second for a bot), over whole games through the real
cogs. Interaction answers do not count, which is why as many updates as possible go through them."""

import asyncio
import random
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import astuple, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import simcord

from bench.report import Row
from bot.games.duel.game import DUEL
from tests.support.any_game import act
from tests.support.play import TurnPlayer, chosen_turn, play_in_dm, play_in_ephemeral
from tests.support.quick_simcord import speed_up
from tests.support.team import Club
from tests.support.world import World, answers_of, draw_nothing, new_bot, patch_locales, press

EVERYTHING = "every request, answers included"
LIVELY, SLOW, SLOWEST = 20, 60, 170  # seconds a turn; a live clock gives 180
GAMES = 3  # of each kind


@dataclass(frozen=True, slots=True)
class Tally:
    turns: int
    counted: int  # against the limit
    whole: int

    @property
    def counted_a_turn(self) -> float:
        return self.counted / self.turns

    @property
    def whole_a_turn(self) -> float:
        return self.whole / self.turns


def run() -> Iterator[Row]:
    dms = {seconds: _tally(play_in_dm, lambda _: None, seconds) for seconds in (LIVELY, SLOW, SLOWEST)}
    ephemeral = _tally(play_in_ephemeral, lambda world: world.close_dms(*world.people), LIVELY)
    whole = dms[LIVELY].whole_a_turn
    yield Row(EVERYTHING, whole, "a turn", 1, EVERYTHING)
    for seconds, tally in dms.items():
        yield _row(f"panels in DMs, {seconds} s a turn", tally, whole)
    yield _row(f"panels in the channel, {LIVELY} s a turn", ephemeral, whole)
    for seconds in (LIVELY, SLOW, SLOWEST):
        yield _row(f"DUEL, panels in DMs, {seconds} s a turn", _in_new_world(_count_duel, seconds), whole)


def _row(name: str, tally: Tally, whole: float) -> Row:
    return Row(name, tally.counted_a_turn, "a turn", tally.counted_a_turn / whole, EVERYTHING)


def _tally(play: TurnPlayer, prepare: Callable[[World], None], seconds: int) -> Tally:
    games = [_tally_alone(play, prepare, seconds) for _ in range(GAMES)]
    return Tally(*(sum(column) for column in zip(*map(astuple, games), strict=True)))


def _tally_alone(play: TurnPlayer, prepare: Callable[[World], None], seconds: int) -> Tally:
    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory() as folder:
        speed_up(patch)
        draw_nothing(patch)
        return asyncio.run(_tally_in(Path(folder), patch_locales(patch), play, prepare, seconds))


async def _tally_in(
    folder: Path, languages: dict[int, str], play: TurnPlayer, prepare: Callable[[World], None], seconds: int
) -> Tally:
    async with simcord.run(new_bot(folder)) as env:
        world = World(env, folder, languages)
        prepare(world)
        tally = await count(world, play, seconds)
        await world.bot.close()
        return tally


def _in_new_world(play: Callable[[Path, dict[int, str], int], Coroutine[Any, Any, Tally]], seconds: int) -> Tally:
    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory() as folder:
        speed_up(patch)
        draw_nothing(patch)
        return asyncio.run(play(Path(folder), patch_locales(patch), seconds))


async def _count_duel(folder: Path, languages: dict[int, str], seconds: int) -> Tally:
    """Whole games of two, by whatever their panels offer; a turn has several presses and questions to the other."""
    tallies = []
    async with simcord.run(new_bot(folder)) as env:
        club = Club(env, folder, languages)
        for number in range(1, GAMES + 1):
            made = await club.alice.slash(club.channel, "challenge", opponent=club.bob, game=DUEL.key)
            await press(club.bob, answers_of(made)[-1], "accept")
            tallies.append(await count_any(club, number, seconds))
        await club.bot.close()
    return Tally(*(sum(column) for column in zip(*map(astuple, tallies), strict=True)))


async def count_any(club: Club, number: int, seconds: int, turns: int = 100) -> Tally:
    match, dice = await club.match(number), random.Random(number)
    counted, whole, turn = len(club.requests()), len(club.env.http_requests), match.turns
    while not match.is_over and match.turns < turns:
        await act(club, match, dice)
        match = await club.match(number)
        if match.turns > turn:
            turn = match.turns
            await club.env.advance_time(seconds)
    return Tally(match.turns, len(club.requests()) - counted, len(club.env.http_requests) - whole)


async def count(world: World, play: TurnPlayer, seconds: int, turns: int = 100) -> Tally:
    """Play a game from its first turn to its end, or for so many turns, one turn every `seconds`."""
    match = await world.duel()
    counted, whole = len(world.requests()), len(world.env.http_requests)
    while not match.is_over and match.turns < turns:
        await world.env.advance_time(seconds)
        await play(world, match, chosen_turn)
        match = await world.match()
    return Tally(match.turns, len(world.requests()) - counted, len(world.env.http_requests) - whole)
