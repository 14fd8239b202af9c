"""What a turn costs of Discord's limit: one message where it can be one."""

import random
from pathlib import Path

import pytest
from simcord.env import Env

from bench.requests import LIVELY, SLOW, SLOWEST, count, count_any
from bot.edge.delivery.delivery_state import MOST_HELD
from bot.games.duel.game import DUEL
from bot.referee.match import Match
from bot.store.rows import MessageRow
from bot.store.sqlite.messages import TABLE
from tests.support.any_game import act
from tests.support.play import play_in_dm, play_in_ephemeral
from tests.support.team import Club
from tests.support.tiers import has_long_version, one_in, sized
from tests.support.world import World, answers_of, press

TURNS = sized(8, 100)
SWEEP = 11  # seconds


@pytest.fixture
def club(simcord_env: Env, tmp_path: Path, languages: dict[int, str]) -> Club:
    return Club(simcord_env, tmp_path, languages)


async def play_duel(club: Club, **terms: str) -> Match:
    made = await club.alice.slash(club.channel, "challenge", opponent=club.bob, game=DUEL.key, **terms)
    await press(club.bob, answers_of(made)[-1], "accept")
    return await club.match()


@has_long_version
@pytest.mark.parametrize("seconds", one_in(2, [LIVELY, SLOW]))
async def test_a_turn_in_dms_costs_at_most_one_and_a_half_requests(world: World, seconds: int) -> None:
    """Slow games outlive the key to their table: from then on the panels go out through their readers' presses."""
    tally = await count(world, play_in_dm, seconds, TURNS)
    assert 0 < tally.counted_a_turn <= 1.5


@has_long_version
async def test_a_turn_in_the_channel_costs_at_most_one_request(world: World) -> None:
    world.close_dms(*world.people)
    tally = await count(world, play_in_ephemeral, LIVELY, TURNS)
    assert tally.counted_a_turn <= 1


@has_long_version
async def test_a_quick_game_in_the_channel_costs_nothing(world: World) -> None:
    """Everything goes through the interactions while their keys fit, the result posted in the table's place too."""
    world.close_dms(*world.people)
    tally = await count(world, play_in_ephemeral, 5, TURNS)
    assert tally.counted == 0


# Turns of several public steps


@has_long_version
@pytest.mark.parametrize("seconds", one_in(3, (LIVELY, SLOW, SLOWEST)))
async def test_a_turn_of_several_steps_costs_at_most_one_and_a_half_requests_too(club: Club, seconds: int) -> None:
    await play_duel(club)
    tally = await count_any(club, 1, seconds, sized(12, 100))
    assert 0 < tally.counted_a_turn <= 1.5


async def test_steps_within_a_turn_are_shown_with_its_end_or_after_some_minutes(club: Club) -> None:
    """After a restart no interaction leads to the table any more: each edit is a request."""
    match, dice = await play_duel(club, clock="daily"), random.Random(2)
    await club.restart()
    edited = list[int]()  # in which turns the table was
    while match.turns < 8:
        before = table_edits(club)
        await act(club, match, dice)
        match = await club.match()
        edited += [match.turns] * (table_edits(club) - before)
    assert len(set(edited)) > 3
    assert len(edited) <= len(set(edited)) + 1, "once a turn, and once for the restart"
    match = await hold_a_step(club, match, dice)
    await club.env.advance_time(MOST_HELD // 1000 + SWEEP)
    assert (await table_row(club)).revision == match.row.public_revision


async def test_a_table_that_may_show_anything_waits_for_no_end_of_a_turn(club: Club) -> None:
    match = await play_duel(club, clock="daily")
    await club.restart()
    match = await hold_a_step(club, match, random.Random(2))
    club.bot.announcer.doubt(1)
    club.bot.announcer.touch(1)
    await club.env.advance_time(SWEEP)
    assert (await table_row(club)).revision == match.row.public_revision


async def hold_a_step(club: Club, match: Match, dice: random.Random) -> Match:
    """Play until the table is behind."""
    while (await table_row(club)).revision == match.row.public_revision:
        await act(club, match, dice)
        match = await club.match()
    return match


def table_edits(club: Club) -> int:
    path = f"/channels/{club.channel.id}/messages/{club.table().id}"
    return sum(it.method == "PATCH" and it.path == path for it in club.requests())


async def table_row(club: Club) -> MessageRow:
    return (await club.bot.store.messages.of(1))[TABLE]
