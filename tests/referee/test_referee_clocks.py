"""Deadlines: warnings, timeouts, games called off, reminders, and extension by downtime."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.referee.clocks import CLOCKS, DAY, HOUR, IDLE_LIMIT, MINUTE
from bot.referee.match import Match
from bot.referee.referee import Referee, Sweep
from tests.store.support import PEOPLE, Clock, Harness, open_harness
from tests.support.play import chosen_turn

NOTHING = Sweep((), (), (), ())
TURN = 3 * MINUTE


async def sweep_after(harness: Harness, milliseconds: int) -> Sweep:
    """Sweep and return what changed; a second sweep at the same moment changes nothing."""
    harness.clock.move(milliseconds)
    swept = await harness.referee.sweep()
    assert await harness.referee.sweep() == NOTHING
    return swept


async def now(harness: Harness, match: Match) -> Match:
    return await harness.referee.match(match.id)


async def test_the_first_miss_warns_and_the_second_forfeits(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        match = await harness.play(await harness.duel())
        (late,) = match.to_act
        assert await sweep_after(harness, TURN - MINUTE - 1) == NOTHING
        assert await sweep_after(harness, MINUTE) == Sweep((), (), (match.id,), ()), "a word before it runs out"
        assert await sweep_after(harness, 1) == Sweep((), (match.id,), (), ())
        warned = await now(harness, match)
        assert [seat.warnings for seat in warned.row.seats] == [int(seat == late) for seat in (0, 1)]
        assert warned.row.deadline == harness.referee.now() + TURN
        assert warned.revision == match.revision
        assert await sweep_after(harness, TURN) == Sweep((), (), (), (match.id,))
        over = await now(harness, match)
        assert (over.row.reason, over.row.winners) == ("timeout", (1 - late,))
        assert await sweep_after(harness, DAY) == NOTHING


async def test_a_turn_that_can_be_ended_as_it_stands_is_ended(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        match = await harness.play(await harness.duel())
        (late,) = match.to_act
        staged = chosen_turn(match)[:2]
        user_id = match.seat(late).user_id or 0
        await harness.referee.act(match.id, user_id, " ".join(staged), key="staged")
        harness.clock.move(TURN)
        swept = await harness.referee.sweep()
        assert (swept.by_lot, swept.warned, swept.ended) == ((match.id,), (), ())
        after = await now(harness, match)
        assert (after.turns, after.seat(late).warnings) == (match.turns + 1, 0)
        assert late not in after.to_act


async def test_a_warning_is_remembered_and_is_ones_own(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        match = await harness.play(await harness.duel())
        (late,) = match.to_act
        await sweep_after(harness, TURN)
        match = await harness.play(await now(harness, match))
        assert await sweep_after(harness, TURN) == Sweep((), (match.id,), (), ()), "the other one's first"
        match = await harness.play(await now(harness, match))
        assert await sweep_after(harness, TURN) == Sweep((), (), (), (match.id,))
        assert (await now(harness, match)).row.winners == (1 - late,)


async def test_a_game_nobody_has_moved_in_is_called_off(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        match = await harness.duel()
        assert await sweep_after(harness, TURN) == Sweep((), (match.id,), (), ())
        assert await sweep_after(harness, TURN) == Sweep((), (), (), (match.id,))
        over = await now(harness, match)
        assert (over.row.reason, over.row.winners) == ("called_off", ())


async def test_without_a_clock_only_long_silence_ends_a_game(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        silent, moved = await harness.duel(clock="none"), await harness.duel(clock="none")
        assert silent.row.deadline is None
        assert await sweep_after(harness, IDLE_LIMIT - 1) == NOTHING
        moved = await harness.play(moved)
        assert await sweep_after(harness, 1) == Sweep((), (), (), (silent.id,))
        assert (await now(harness, silent)).row.reason == "called_off"
        assert not (await now(harness, moved)).is_over


async def test_a_reminder_comes_once_a_turn(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        match = await harness.duel(clock="daily")
        await harness.duel()
        quarter = CLOCKS["daily"].remind_at or 0
        assert quarter == DAY // 4
        await sweep_after(harness, 2 * TURN)
        await sweep_after(harness, TURN)
        assert await sweep_after(harness, DAY - quarter - 3 * TURN - 1) == NOTHING
        assert await sweep_after(harness, 1) == Sweep((), (), (match.id,), ())
        assert await sweep_after(harness, HOUR) == NOTHING
        await harness.play(await now(harness, match))
        assert await sweep_after(harness, DAY - quarter) == Sweep((), (), (match.id,), ()), "a new turn, a new reminder"
        assert await sweep_after(harness, quarter) == Sweep((), (match.id,), (), ())
        assert await sweep_after(harness, DAY - quarter) == Sweep((), (), (match.id,), ()), (
            "and in the time given once more"
        )


async def test_placing_does_not_stop_the_clock_and_ending_does(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        match = await harness.duel()
        harness.clock.move(MINUTE)
        after = await harness.play(match)
        assert after.row.deadline == (match.row.deadline or 0) + MINUTE


async def test_challenges_expire_in_the_sweep(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        row = await harness.challenge()
        assert await sweep_after(harness, HOUR) == Sweep((row.id,), (), (), ())


# Downtime


async def boot(harness: Harness, away: int) -> None:
    """Downtime, then boot and first sweep at once."""
    harness.clock.move(away)
    harness.referee = Referee(harness.store, harness.clock)
    await harness.referee.resume_clocks()


@pytest.mark.parametrize("has_said_goodbye", [True, False], ids=["closed", "crashed"])
async def test_time_away_is_given_back(has_said_goodbye: bool, tmp_path: Path) -> None:  # noqa: FBT001
    """After a crash downtime is counted from the last heartbeat."""
    async with open_harness(tmp_path) as harness:
        live, daily = await harness.duel(), await harness.duel(clock="daily")
        assert await sweep_after(harness, MINUTE) == NOTHING
        harness.clock.move(5_000)
        if has_said_goodbye:
            await harness.store.heartbeat(harness.referee.now())
        await boot(harness, 2 * DAY)
        given = 2 * DAY + (0 if has_said_goodbye else 5_000)
        for match in (live, daily):
            assert (await now(harness, match)).row.deadline == (match.row.deadline or 0) + given
        assert await sweep_after(harness, 0) == replace(NOTHING, shifted=(live.id, daily.id))
        await boot(harness, 0)
        assert (await now(harness, live)).row.deadline == (live.row.deadline or 0) + given, "only once"


async def test_time_until_the_bot_is_heard_is_given_back_too(tmp_path: Path) -> None:
    """A boot can wait long for Discord: the first sweep comes once it is connected."""
    async with open_harness(tmp_path) as harness:
        match = await harness.duel()
        await boot(harness, HOUR)
        assert await sweep_after(harness, HOUR) == replace(NOTHING, shifted=(match.id,))
        assert (await now(harness, match)).row.deadline == (match.row.deadline or 0) + 2 * HOUR
        assert await sweep_after(harness, TURN) == Sweep((), (match.id,), (), ())


async def test_long_silence_is_not_counted_while_the_bot_was_away(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        match = await harness.duel(clock="none")
        await boot(harness, 2 * IDLE_LIMIT)
        assert await sweep_after(harness, 0) == NOTHING
        assert await sweep_after(harness, IDLE_LIMIT - 1) == NOTHING
        assert await sweep_after(harness, 1) == Sweep((), (), (), (match.id,))


async def test_a_clock_that_jumps_back_takes_nothing(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        match = await harness.duel()
        await boot(harness, -DAY)
        assert (await now(harness, match)).row.deadline == harness.referee.now() + TURN
        assert await sweep_after(harness, -DAY) == replace(NOTHING, shifted=(match.id,))
        assert (await now(harness, match)).row.deadline == harness.referee.now() + TURN
        after = await harness.play(match)
        assert after.row.deadline == harness.referee.now() + TURN
        assert await harness.difference(match.id) is None


async def test_a_whole_restart_from_the_file(tmp_path: Path) -> None:
    clock = Clock()
    async with open_harness(tmp_path, clock) as harness:
        match = await harness.play(await harness.duel())
    clock.move(DAY)
    async with open_harness(tmp_path, clock) as harness:
        back = await now(harness, match)
        assert back.state == match.state
        assert back.row.deadline == (match.row.deadline or 0) + DAY
        harness.keys = iter(range(1000, 2000))
        over = await harness.play_out(back)
        assert over.seat_of(PEOPLE[0]) == 0
        assert await harness.difference(match.id) is None
