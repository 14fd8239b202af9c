"""Clock jumps and suspended machines, with the process alive: every player keeps exactly the time they had."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.referee.clocks import (
    CHALLENGE_LASTS,
    CLOCKS,
    DAY,
    HOUR,
    IDLE_LIMIT,
    MIN_DRIFT,
    MINUTE,
    SECOND,
    SUSPENDED_AFTER,
)
from bot.referee.gatherings import Terms
from bot.referee.match import Match
from bot.referee.referee import Referee, Sweep
from tests.store.support import CHANNEL, CHLOE, GUILD, Clock, Harness, open_harness

PERIOD = 10 * SECOND
TURN = CLOCKS["live"].turn or 0
TEAM = Terms(GUILD, CHANNEL, CHLOE, game="the-game", size=None)


class Machine:
    """A wall clock that can be set, and a monotonic clock that cannot."""

    def __init__(self, wall: Clock) -> None:
        self.wall = wall
        self.ticks = 0.0

    def steady(self) -> float:
        return self.ticks

    def run(self, milliseconds: int) -> None:
        self.wall.move(milliseconds)
        self.ticks += milliseconds / SECOND

    def set_clock(self, milliseconds: int) -> None:
        """Also simulates a suspended machine: its monotonic clock stands still."""
        self.wall.move(milliseconds)


class SweptReferee:
    """A referee on such a machine, swept as the scheduler sweeps."""

    def __init__(self, harness: Harness, machine: Machine) -> None:
        self.harness, self.machine = harness, machine
        harness.referee = Referee(harness.store, machine.wall, machine.steady)

    async def pass_by(self, milliseconds: int) -> list[Sweep]:
        """Let time pass, with a sweep every PERIOD."""
        swept = []
        for _ in range(milliseconds // PERIOD):
            self.machine.run(PERIOD)
            swept.append(await self.harness.referee.sweep())
        return swept

    async def left(self, match: Match) -> int:
        """The time left by the wall clock, as a player sees it."""
        row = (await self.harness.referee.match(match.id)).row
        assert row.deadline is not None
        return row.deadline - int(self.machine.wall.time.timestamp() * 1000)


@contextlib.asynccontextmanager
async def open_swept(folder: Path) -> AsyncIterator[SweptReferee]:
    machine = Machine(Clock())
    async with open_harness(folder, machine.wall) as harness:
        made = SweptReferee(harness, machine)
        await harness.referee.sweep()
        yield made


def changes(swept: list[Sweep]) -> list[Sweep]:
    return [one for one in swept if one.warned or one.ended or one.by_lot or one.reminded]


@pytest.mark.parametrize("jump", [HOUR, -HOUR, DAY, -DAY, 2 * MIN_DRIFT, -2 * MIN_DRIFT])
async def test_a_clock_that_is_set_moves_every_deadline_along(jump: int, tmp_path: Path) -> None:
    async with open_swept(tmp_path) as at:
        live, daily = await at.harness.play(await at.harness.duel()), await at.harness.duel(clock="daily")
        await at.pass_by(MINUTE)
        left = [await at.left(match) for match in (live, daily)]
        at.machine.set_clock(jump)
        swept = await at.pass_by(PERIOD)
        assert changes(swept) == []
        assert swept[0].shifted == ((live.id, daily.id) if abs(jump) >= MINUTE else ())
        assert [await at.left(match) for match in (live, daily)] == [one - PERIOD for one in left]
        assert await at.harness.difference(live.id) is None


@pytest.mark.parametrize("jump", [HOUR, -HOUR, DAY])
async def test_time_runs_out_after_a_jump_as_it_would_have(jump: int, tmp_path: Path) -> None:
    """Neither sooner nor later."""
    async with open_swept(tmp_path) as at:
        match = await at.harness.play(await at.harness.duel())
        await at.pass_by(MINUTE)
        at.machine.set_clock(jump)
        assert [one.reminded for one in changes(await at.pass_by(TURN - MINUTE - PERIOD))] == [(match.id,)]
        assert [one.warned for one in changes(await at.pass_by(PERIOD))] == [(match.id,)]
        at.machine.set_clock(-jump)
        assert [one.reminded for one in changes(await at.pass_by(TURN - PERIOD))] == [(match.id,)]
        assert [one.ended for one in changes(await at.pass_by(PERIOD))] == [(match.id,)]


@pytest.mark.parametrize("jump", [HOUR, -HOUR, DAY])
async def test_an_offer_expires_after_a_jump_as_it_would_have(jump: int, tmp_path: Path) -> None:
    async with open_swept(tmp_path) as at:
        challenge, referee = await at.harness.challenge(), at.harness.referee
        lobby = await referee.gatherings.open(TEAM, "lobby")
        at.machine.set_clock(jump)
        swept = await at.pass_by(CHALLENGE_LASTS - PERIOD)
        assert [one.expired for one in swept if one.expired] == []
        assert (await referee.gatherings.get(lobby.id)).status == "open"
        assert [one.expired for one in await at.pass_by(2 * PERIOD) if one.expired] == [(challenge.id, lobby.id)]
        assert (await referee.gatherings.get(lobby.id)).status == "expired"


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
async def test_who_moves_before_the_jump_is_noticed_gives_the_next_player_a_whole_turn(
    jump: int, tmp_path: Path
) -> None:
    async with open_swept(tmp_path) as at:
        match = await at.harness.duel()
        at.machine.set_clock(jump)
        match = await at.harness.play(match)
        await at.harness.referee.sweep()
        assert await at.left(match) == TURN


async def test_a_clock_that_is_set_again_and_again(tmp_path: Path) -> None:
    async with open_swept(tmp_path) as at:
        match = await at.harness.duel()
        for number in range(1, 12):
            at.machine.set_clock(HOUR if number % 3 else -2 * HOUR)
            assert changes(await at.pass_by(PERIOD)) == []
            assert await at.left(match) == TURN - number * PERIOD


async def test_a_drift_nobody_would_notice_moves_nothing(tmp_path: Path) -> None:
    """Small corrections add up, and deadlines follow only once they exceed JUMP."""
    async with open_swept(tmp_path) as at:
        match = await at.harness.duel(clock="daily")
        due = match.row.deadline
        at.machine.set_clock(MIN_DRIFT - 1)
        await at.pass_by(PERIOD)
        assert (await at.harness.referee.match(match.id)).row.deadline == due
        at.machine.set_clock(1)
        await at.pass_by(PERIOD)
        assert (await at.harness.referee.match(match.id)).row.deadline == (due or 0) + MIN_DRIFT


# Suspended


@pytest.mark.parametrize("is_counted", [False, True], ids=["suspended machine", "stopped process"])
async def test_a_day_asleep_costs_nobody_anything(is_counted: bool, tmp_path: Path) -> None:  # noqa: FBT001
    """A suspended machine's monotonic clock stands still; that of a stopped process runs on."""
    async with open_swept(tmp_path) as at:
        warned = await at.harness.play(await at.harness.duel())
        await at.pass_by(TURN)
        fresh, calm = await at.harness.duel(clock="daily"), await at.harness.duel(clock="none")
        assert await at.left(warned) == TURN
        if is_counted:
            at.machine.run(DAY)
        else:
            at.machine.set_clock(DAY)
        at.harness.referee.now()
        assert changes(await at.pass_by(PERIOD)) == []
        assert await at.left(warned) == TURN - PERIOD
        assert await at.left(fresh) == DAY - PERIOD
        moved_at = (await at.harness.referee.match(calm.id)).row.moved_at
        assert moved_at == calm.row.moved_at + DAY, "nor is it taken for silence"
        await at.pass_by(TURN - 2 * PERIOD)
        assert (await at.pass_by(PERIOD))[-1].ended == (warned.id,), "and time goes on"


@pytest.mark.parametrize("seconds", [20, 40, 55, 90])
async def test_a_process_stopped_for_less_than_a_turn_costs_nobody_anything(seconds: int, tmp_path: Path) -> None:
    """And the table says so."""
    async with open_swept(tmp_path) as at:
        match = await at.harness.play(await at.harness.duel())
        await at.pass_by(MINUTE)
        left = await at.left(match)
        at.machine.run(seconds * SECOND)
        at.harness.referee.now()
        (swept,) = await at.pass_by(PERIOD)
        assert swept.shifted == (match.id,)
        assert await at.left(match) == left - PERIOD


async def test_weeks_asleep_call_off_no_game_without_a_clock(tmp_path: Path) -> None:
    async with open_swept(tmp_path) as at:
        match = await at.harness.duel(clock="none")
        at.machine.set_clock(2 * IDLE_LIMIT)
        assert (await at.pass_by(MINUTE))[-1].ended == ()
        assert not (await at.harness.referee.match(match.id)).is_over


async def test_a_slow_sweep_is_no_sleep(tmp_path: Path) -> None:
    """As long as somebody asks for the time, it passes."""
    async with open_swept(tmp_path) as at:
        match = await at.harness.duel()
        for _ in range(TURN // SUSPENDED_AFTER):
            at.machine.run(SUSPENDED_AFTER)
            at.harness.referee.now()
        assert (await at.harness.referee.sweep()).warned == (match.id,)


async def test_a_crash_after_a_jump_gives_nothing_back_twice(tmp_path: Path) -> None:
    async with open_swept(tmp_path) as at:
        match = await at.harness.duel()
        at.machine.set_clock(DAY)
        await at.harness.referee.sweep()
        at.harness.referee = Referee(at.harness.store, at.machine.wall, at.machine.steady)
        await at.harness.referee.resume_clocks()
        assert await at.left(match) == TURN


async def test_a_crash_before_the_jump_was_noticed_gives_it_back_at_the_boot(tmp_path: Path) -> None:
    async with open_swept(tmp_path) as at:
        match = await at.harness.duel()
        for jump in (DAY, -HOUR):
            at.machine.set_clock(jump)
            at.harness.referee = Referee(at.harness.store, at.machine.wall, at.machine.steady)
            await at.harness.referee.resume_clocks()
            assert await at.left(match) == TURN


async def test_a_machine_that_boots_in_1970_and_then_learns_the_time(tmp_path: Path) -> None:
    """As small boards without a battery do. An offer from before expires when it should, not in fifty years."""
    async with open_swept(tmp_path) as at:
        match = await at.harness.duel()
        challenge = await at.harness.challenge()
        lobby = await at.harness.referee.gatherings.open(TEAM, "lobby")
        back = at.machine.wall.time.timestamp()
        at.machine.wall.time -= timedelta(seconds=back)
        at.harness.referee = Referee(at.harness.store, at.machine.wall, at.machine.steady)
        await at.harness.referee.sweep()
        assert changes(await at.pass_by(MINUTE)) == []
        at.machine.wall.time += timedelta(seconds=back)
        assert changes(await at.pass_by(PERIOD)) == []
        assert await at.left(match) == TURN - MINUTE - PERIOD
        swept = await at.pass_by(CHALLENGE_LASTS - MINUTE - 2 * PERIOD)
        assert [one.expired for one in swept if one.expired] == []
        assert [one.expired for one in await at.pass_by(2 * PERIOD) if one.expired] == [(challenge.id, lobby.id)]
        assert (await at.harness.referee.gatherings.get(lobby.id)).status == "expired"


async def test_players_at_it_while_the_clock_is_set(tmp_path: Path) -> None:
    """A move made while deadlines are shifted gives the next player a whole turn."""
    async with open_swept(tmp_path) as at:
        matches = [await at.harness.duel(host_id=10 + n, invited=(50 + n,)) for n in range(6)]
        for number, jump in enumerate((HOUR, -HOUR, DAY, -DAY)):
            at.machine.set_clock(jump)
            sweeping = asyncio.create_task(at.harness.referee.sweep())
            for _ in range(5 * number):
                await asyncio.sleep(0)
            matches = list(await asyncio.gather(*(at.harness.play(match) for match in matches)))
            assert not changes([await sweeping])
            await at.harness.referee.sweep()
            assert {await at.left(match) for match in matches} == {TURN}
