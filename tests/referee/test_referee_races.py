"""Concurrency: one winner per revision, no lost update, and no sweep acting on stale reads."""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.games.core import GameError
from bot.referee.clocks import DAY, IDLE_LIMIT, MINUTE
from bot.referee.match import Match
from bot.referee.referee import Sweep
from tests.store.support import ALICE, BOB, Harness, chosen_turn, open_harness

TURN = 3 * MINUTE
NOTHING = Sweep((), (), (), ())


async def settled(asked: Sequence[Awaitable[Match]]) -> tuple[list[Match], list[str]]:
    """The successful results, and the refusal codes of the others."""
    answers = await asyncio.gather(*asked, return_exceptions=True)
    refused = [answer.code for answer in answers if isinstance(answer, GameError)]
    through = [answer for answer in answers if isinstance(answer, Match)]
    assert len(refused) + len(through) == len(answers), answers
    return through, refused


async def test_a_hundred_at_once_on_one_game(tmp_path: Path) -> None:
    """Of the requests that saw the same revision exactly one succeeds, turn after turn."""
    async with open_harness(tmp_path) as harness:
        match = await harness.duel()
        for _ in range(3):
            racing = [harness.play(match, seen=match.revision) for _ in range(100)]
            through, refused = await settled(racing)
            assert len(through) == 1
            assert refused == ["stale"] * 99
            match = through[0]
            assert await harness.difference(match.id) is None


async def test_the_same_request_a_hundred_times(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        match = await harness.duel()
        card = chosen_turn(match).split(",")[0]
        through, refused = await settled([harness.play(match, card, key="same") for _ in range(100)])
        assert (len(through), refused) == (1, ["repeated"] * 99)
        assert len(await harness.store.games.actions(match.id)) == 1


async def test_a_key_belongs_to_one_game(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        matches = [await harness.duel() for _ in range(5)]
        through, refused = await settled([harness.play(match, key="same") for match in matches])
        assert (len(through), refused) == (1, ["repeated"] * 4)
        for match in matches:
            assert await harness.difference(match.id) is None


async def test_many_games_side_by_side_with_a_sweep(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        matches = [await harness.duel(host_id=10 + n, invited=(60 + n,)) for n in range(8)]
        is_done = asyncio.Event()

        async def sweep() -> int:
            count = 0
            while not is_done.is_set():
                assert await harness.referee.sweep() == NOTHING
                count += 1
            return count

        sweeping = asyncio.create_task(sweep())
        played = await asyncio.gather(*(play_some(harness, match, 14) for match in matches))
        is_done.set()
        assert await sweeping > 3
        for match in played:
            assert match.turns >= 14 or match.is_over
            assert await harness.difference(match.id) is None


async def play_some(harness: Harness, match: Match, turns: int) -> Match:
    while not match.is_over and match.turns < turns:
        match = await harness.play(match, seen=match.revision)
    return match


async def test_everything_at_once_to_one_game(tmp_path: Path) -> None:
    """Moves, resignations, draws, leaving and sweeps in any order: one ending, and a consistent replay."""
    dice = random.Random(7)
    async with open_harness(tmp_path) as harness:
        for _ in range(6):
            match = await harness.play(await harness.duel())
            referee, number = harness.referee, match.id
            asked: list[Any] = [
                harness.play(match, seen=match.revision),
                harness.play(match),
                referee.resign(number, ALICE, harness.key()),
                referee.resign(number, BOB, harness.key()),
                referee.leave(number, ALICE),
                referee.offer_draw(number, ALICE, harness.key()),
                referee.offer_draw(number, BOB, harness.key()),
                referee.decline_draw(number, BOB),
            ]
            dice.shuffle(asked)
            await settled(asked)
            over = await referee.match(number)
            assert over.is_over
            actions = await harness.store.games.actions(number)
            assert sum(action.verb != "play" for action in actions) == 1
            assert await harness.difference(number) is None


def overtaken(
    harness: Harness, monkeypatch: pytest.MonkeyPatch, list_name: str, change: Callable[[], Awaitable[Any]]
) -> None:
    """Run something right after the sweep has read one of its lists."""
    read = getattr(harness.store.games, list_name)

    async def listed(_self: object, *args: Any) -> list[int]:
        found: list[int] = await read(*args)
        if found:
            monkeypatch.undo()
            await change()
        return found

    monkeypatch.setattr(type(harness.store.games), list_name, listed)


@pytest.mark.parametrize(
    ("clock", "list_name", "wait"),
    [("live", "due", TURN), ("none", "idle", IDLE_LIMIT), ("daily", "to_remind", DAY - MINUTE)],
)
@pytest.mark.parametrize("how", ["moves", "resigns"])
async def test_somebody_is_quicker_than_the_sweep(
    how: str, clock: str, list_name: str, wait: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player who has just moved is neither warned nor reminded, and their game is not called off."""
    async with open_harness(tmp_path) as harness:
        match, other = await harness.duel(clock=clock), await harness.duel(clock=clock)
        harness.clock.move(wait)

        async def change() -> None:
            await (harness.play(match) if how == "moves" else harness.referee.resign(match.id, ALICE, harness.key()))

        overtaken(harness, monkeypatch, list_name, change)
        swept = await harness.referee.sweep()
        assert {*swept.warned, *swept.reminded, *swept.ended} == {other.id}
        after = await harness.referee.match(match.id)
        assert after.row.reason == (None if how == "moves" else "resigned")
        assert not after.row.is_reminded
        assert [seat.warnings for seat in after.row.seats] == [0, 0]


async def test_sweeps_that_run_at_once_change_everything_once(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        late, near, silent = [await harness.duel(clock=clock) for clock in ("live", "daily", "none")]
        harness.clock.move(DAY - MINUTE)
        swept = await asyncio.gather(*(harness.referee.sweep() for _ in range(3)))
        assert [game_id for one in swept for game_id in one.warned] == [late.id]
        assert [game_id for one in swept for game_id in one.reminded] == [near.id]
        harness.clock.move(IDLE_LIMIT)
        swept = await asyncio.gather(*(harness.referee.sweep() for _ in range(3)))
        assert sorted(game_id for one in swept for game_id in one.ended) == [late.id, silent.id]


async def test_a_game_that_cannot_be_read_holds_up_no_other(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with open_harness(tmp_path) as harness:
        broken, sound = await harness.duel(), await harness.duel()
        await harness.store.database.write("UPDATE games SET snapshot = '{}' WHERE id = ?", (broken.id,))
        harness.clock.move(TURN)
        assert (await harness.referee.sweep()).warned == (sound.id,)
        logged = {record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING}
        assert logged == {f"game {broken.id} cannot be swept: KeyError"}


async def test_waking_and_sweeping_at_once(tmp_path: Path) -> None:
    """However they interleave, deadlines are extended once."""
    async with open_harness(tmp_path) as harness:
        match = await harness.duel()
        await harness.store.heartbeat(harness.referee.now())
        harness.referee._has_swept = False
        harness.clock.move(DAY)
        await asyncio.gather(
            *(ask() for ask in (harness.referee.resume_clocks, harness.referee.sweep, harness.referee.resume_clocks))
        )
        assert (await harness.referee.match(match.id)).row.deadline == (match.row.deadline or 0) + DAY


async def test_who_is_cancelled_leaves_the_game_whole(tmp_path: Path) -> None:
    """Cancelled at any moment of a move: the lock is released, the move is stored or not, and a retry is consistent."""
    async with open_harness(tmp_path) as harness:
        match = await harness.duel()
        for moment in range(0, 60, 3):
            task = asyncio.create_task(harness.play(match, key=f"moment {moment}"))
            for _ in range(moment):
                await asyncio.sleep(0)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            after = await harness.referee.match(match.id)
            assert after.revision in (match.revision, match.revision + len(chosen_turn(match).split(",")) + 1)
            through, refused = await settled([harness.play(match, key=f"moment {moment}", seen=match.revision)])
            assert len(through) == (after.revision == match.revision)
            assert refused in ([], ["repeated"])
            match = await harness.referee.match(match.id)
            assert await harness.difference(match.id) is None
            if match.is_over:
                match = await harness.duel()
