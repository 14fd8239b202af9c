"""Gatherings of a team: permissions, races, and the category of a result."""

import asyncio
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.players.registry import LEVELS
from bot.referee.clocks import CHALLENGE_LASTS, DAY, MINUTE
from bot.referee.dealing import new_game
from bot.referee.errors import Refusal
from bot.referee.gatherings import GatheringService
from bot.referee.match import Match
from bot.referee.shuffle import commitment
from bot.referee.team_scores import team_score
from bot.store.rows import GatheringRow, SeatRow
from tests.store.support import ALICE, BOB, CHANNEL, CHLOE, GUILD, Harness, chosen_turn, open_harness


async def opened(harness: Harness, **changes: Any) -> GatheringRow:
    made = await harness.gather(**{"game": "the-game", "size": None} | changes)
    assert isinstance(made, GatheringRow)
    return made


def gatherings(harness: Harness) -> GatheringService:
    return harness.referee.gatherings


async def team(harness: Harness, *others: int, **changes: Any) -> Match:
    row = await opened(harness, **changes)
    for user_id in others:
        await gatherings(harness).sit(row.id, user_id)
    return await gatherings(harness).start(row.id, ALICE)


async def test_what_was_read_before_somebody_else_came_changes_nothing(tmp_path: Path) -> None:
    """The revision guard protects seats even from a writer that holds no lock."""
    async with open_harness(tmp_path) as harness:
        row = await opened(harness)
        joined = await gatherings(harness).sit(row.id, BOB)
        assert not await harness.store.gatherings.change(row, replace(row, status="cancelled"))
        assert await harness.store.gatherings.get(row.id) == joined


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"game": "le-duel"}, "bad_choice"),
        ({"game": "chess"}, "bad_choice"),
        ({"clock": "hourglass"}, "bad_choice"),
        ({"options": {"easy": True}}, "bad_choice"),
        ({"options": {"fire": 1.5}}, "bad_choice"),
        ({"size": 3}, "bad_choice"),
        ({"computers": ("mate",) * 5}, "gathering_full"),
    ],
)
async def test_what_cannot_be_opened(tmp_path: Path, changes: dict[str, Any], code: str) -> None:
    async with open_harness(tmp_path) as harness:
        with pytest.raises(Refusal) as refused:
            await opened(harness, **changes)
        assert refused.value.code == code


async def test_the_secret_is_bound_to_the_gathering_and_stays_out_of_sight(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        row = await opened(harness)
        assert row.commitment == commitment(row.secret, row.binding, row.game, row.options)
        switched = await gatherings(harness).set_option(row.id, ALICE, "fire", is_on=True)
        assert switched.commitment == commitment(row.secret, row.binding, row.game, switched.options)
        assert switched.commitment != row.commitment, "options are bound into it"
        assert repr(row) == f"<gathering {row.id} open revision {row.revision}>"
        assert row.secret.hex() not in repr(row)
        match = await gatherings(harness).start(row.id, ALICE)
        assert (match.row.secret, match.row.binding) == (row.secret, row.binding)


async def test_nothing_of_who_typed_no_cut_goes_into_the_shuffle(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        match = await team(harness, BOB, CHLOE, computers=("mate",))
        assert [seat.cut for seat in match.row.seats] == ["", "", "", ""]


@pytest.mark.parametrize("clock", ["live", "daily", "none"])
async def test_nobody_waits_for_who_plays_alone(tmp_path: Path, clock: str) -> None:
    async with open_harness(tmp_path) as harness:
        alone = await team(harness, clock=clock)
        assert (alone.row.clock, alone.row.deadline) == ("none", None)
        with_computer = await team(harness, clock=clock, computers=("mate",))
        assert with_computer.row.clock == "none"
        with_bob = await team(harness, BOB, clock=clock)
        assert with_bob.row.clock == clock
        harness.clock.move(10 * DAY)
        await harness.referee.sweep()
        assert not (await harness.referee.match(alone.id)).is_over
        assert await harness.difference(alone.id) is None


async def test_a_game_alone_that_began_on_a_clock_goes_on_with_it(tmp_path: Path) -> None:
    """The game has the gathering's terms, can be played, times out, and passes the replay check."""
    async with open_harness(tmp_path) as harness:
        for is_played_out in (True, False):
            row = await opened(harness)
            begun = new_game(row, (SeatRow(0, ALICE, None, ""),), harness.referee.now())
            match = await harness.referee.match(await harness.store.games.start(begun, row, row))
            match = await harness.play(match, f"{chosen_turn(match, 'nearest')} end")
            assert match.row.deadline == harness.referee.now() + 3 * MINUTE
            while is_played_out and not match.is_over:
                match = await harness.play(match, f"{chosen_turn(match, 'nearest')} end")
            for _ in range(2):
                harness.clock.move(3 * MINUTE)
                await harness.referee.sweep()
            over = await harness.referee.match(match.id)
            assert over.is_over
            assert (over.row.reason == "abandoned") == (not is_played_out)
            assert await harness.difference(match.id) is None
            again = await gatherings(harness).rematch(over, ALICE, CHANNEL, harness.key())
            assert isinstance(again, Match)
            assert again.row.clock == "none"


async def test_many_join_at_once_and_no_more_than_fit(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        row = await opened(harness)
        joins = [gatherings(harness).sit(row.id, 100 + number) for number in range(9)]
        answers = await asyncio.gather(*joins, return_exceptions=True)
        assert sum(isinstance(answer, GatheringRow) for answer in answers) == 4
        assert {answer.code for answer in answers if isinstance(answer, Refusal)} == {"gathering_full"}


async def test_many_starts_at_once_make_one_game(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        row = await opened(harness)
        starts = [
            GatheringService(harness.store, harness.referee.now).start(row.id, ALICE) for _ in range(5)
        ]  # no common lock
        answers = await asyncio.gather(*starts, return_exceptions=True)
        assert sum(isinstance(answer, Match) for answer in answers) == 1
        assert {answer.code for answer in answers if isinstance(answer, Refusal)} == {"gathering_started"}
        assert await harness.store.games.get(2) is None


async def test_expiry_is_noticed_by_whoever_presses_first(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        row = await opened(harness)
        await harness.store.gatherings.posted(row.id, row.channel_id, 1, 0)
        harness.clock.move(CHALLENGE_LASTS)
        with pytest.raises(Refusal) as refused:
            await gatherings(harness).sit(row.id, BOB)
        assert refused.value.code == "gathering_expired"
        assert await harness.store.gatherings.behind() == [row.id]
        assert (await opened(harness)).status == "open"


async def test_a_gathering_that_does_not_exist(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        with pytest.raises(Refusal) as refused:
            await gatherings(harness).sit(7, BOB)
        assert refused.value.code == "no_such_gathering"


async def test_the_lot_decides_once_a_challenge_would_have_expired(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        match = await team(harness, BOB, clock="daily")
        assert match.row.deadline == harness.referee.now() + CHALLENGE_LASTS
        harness.clock.move(CHALLENGE_LASTS - MINUTE)
        swept = await harness.referee.sweep()
        assert (swept.by_lot, swept.reminded) == ((), ())
        harness.clock.move(MINUTE)
        swept = await harness.referee.sweep()
        assert (swept.by_lot, swept.warned, swept.ended) == ((match.id,), (), ())
        match = await harness.referee.match(match.id)
        assert match.to_act == {match.state.lot}
        assert match.row.deadline == harness.referee.now() + DAY
        assert all(seat.warnings == 0 for seat in match.row.seats)


async def test_remarks_outdate_nobody_but_turns_do(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        referee = harness.referee
        match = await team(harness, BOB)
        match = await referee.act(match.id, ALICE, "claim", key=harness.key(), seen=match.revision)
        seen = match.revision
        await referee.act(match.id, BOB, "!a", key=harness.key())
        card = match.state.hands[0][0]
        match = await referee.act(match.id, ALICE, f"{card:02d}b", key=harness.key(), seen=seen)
        with pytest.raises(Refusal) as refused:
            await referee.act(match.id, ALICE, "undo", key=harness.key(), seen=seen)
        assert refused.value.code == "stale"
        with pytest.raises(Refusal):
            await referee.act(match.id, ALICE, "undo", key=harness.key(), seen=match.revision + 1)


async def test_results_are_compared_by_size_and_mode(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        match = await team(harness, options={"fire": True}, computers=("mate",))
        assert team_score(match.row) is None
        for mode in ("", "fire", "fire,computers"):
            assert await harness.store.teams.best_scores(GUILD, "the-game", 2, mode) == []
        while not match.is_over:
            match = await _turn(harness, match)
        score = team_score(match.row)
        assert score is not None
        assert (score.size, score.mode) == (2, "fire,computers")
        (best,) = await harness.store.teams.best_scores(GUILD, "the-game", 2, "fire,computers")
        assert (best.game_id, best.score) == (match.id, score.score)
        assert await harness.store.teams.best_scores(GUILD + 1, "the-game", 2, "fire,computers") == []


async def _turn(harness: Harness, match: Match) -> Match:
    """The user claims the first turn, then every seat plays as the greedy computer."""
    if len(match.to_act) > 1:
        return await harness.referee.act(match.id, ALICE, "claim", key=harness.key())
    (seat,) = match.to_act
    turn = LEVELS["nearest"].choose(match.view(seat), random.Random(match.turns))
    if match.seat(seat).user_id is None:
        return await harness.referee.act_as_computer(match, seat, turn)
    return await harness.referee.act(match.id, ALICE, f"{turn},end", key=harness.key())


async def test_the_best_are_found_without_sorting(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        steps = await harness.store.database.rows(
            """EXPLAIN QUERY PLAN SELECT game_id, score, ended_at FROM team_scores
               WHERE guild_id = ? AND game = ? AND size = ? AND mode = ? ORDER BY score, ended_at LIMIT ?""",
            [None] * 5,
        )
        (step,) = (row["detail"] for row in steps)
        assert "team_scores_best" in step
