"""Computer players: act through the referee, tolerate lost races, and stop with the bot."""

import asyncio
import multiprocessing
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from bot.players.core import Level
from bot.players.registry import LEVELS
from bot.referee.computers import Computers
from bot.referee.errors import Refusal
from tests.store.process_chooser import think
from tests.store.support import ALICE, open_harness


def children() -> list[int]:
    return [child.pid or 0 for child in multiprocessing.active_children()]


async def test_a_computer_plays_a_whole_game(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        computers = Computers(harness.referee)
        match = await harness.against_computer("greedy", first="opponent", clock="none")
        assert computers.seat_to_act(match) == 1
        for _ in range(200):
            match = await (computers.play(match) if computers.seat_to_act(match) is not None else harness.play(match))
            if match.is_over:
                break
        assert match.is_over
        assert await harness.difference(match.id) is None
        assert (await harness.referee.verify(match.id))[1] is None
        assert await computers.play(match) is match, "there is nothing left to play"
        actions = await harness.store.games.actions(match.id)
        assert {action.seat for action in actions if action.key.startswith("computer:")} == {1}


async def test_a_person_on_turn_is_not_played_for(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        computers = Computers(harness.referee)
        match = await harness.against_computer("greedy", first="challenger")
        assert computers.seat_to_act(match) is None
        assert await computers.play(match) is match


@pytest.mark.parametrize("how", ["resigned", "played"])
async def test_a_computer_that_is_overtaken(how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While it searches, the game ends, or another task plays the same computer's turn."""
    async with open_harness(tmp_path) as harness:
        computers = Computers(harness.referee)
        match = await harness.against_computer("greedy", first="opponent")
        turn = await computers.choose_turn("greedy", match.view(match.seats[1]), "dice")

        async def think(*_args: Any) -> str:
            if how == "resigned":
                await harness.referee.resign(match.id, ALICE, "k")
            else:
                await harness.referee.act_as_computer(match, match.seats[1], turn)
            return turn

        monkeypatch.setattr(computers, "choose_turn", think)
        after = await computers.play(match)
        assert after.row == (await harness.referee.match(match.id)).row
        assert after.is_over == (how == "resigned")
        assert await harness.difference(match.id) is None
        with pytest.raises(Refusal, match="stale"):
            await harness.referee.act_as_computer(match, match.seats[1], turn)


async def test_the_same_position_gives_the_same_turn(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        match = await harness.against_computer("random", first="opponent")
        view, computers = match.view(match.seats[1]), Computers(harness.referee)
        assert len({await computers.choose_turn("random", view, "dice") for _ in range(3)}) == 1


@pytest.fixture
def _a_slow_level(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LEVELS, "slow", Level("slow", "le-duel", lambda _view, _dice: "", is_slow=True))
    monkeypatch.setattr("bot.referee.computers.choose", think)


@pytest.mark.usefixtures("_a_slow_level")
async def test_a_slow_one_thinks_in_one_process_of_its_own(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        computers = Computers(harness.referee)
        assert children() == []
        thoughts = [await computers.choose_turn("slow", "view", "dice") for _ in range(3)]
        assert thoughts == [f"{children()[0]} dice"] * 3
        assert children() != [os.getpid()]
        computers.close()
        assert children() == []
        computers.close()


@pytest.mark.usefixtures("_a_slow_level")
async def test_closing_in_mid_thought_leaves_no_process(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        computers = Computers(harness.referee)
        thinking = asyncio.create_task(computers.choose_turn("slow", "forever", "dice"))
        while not children():  # noqa: ASYNC110 (another process starts)
            await asyncio.sleep(0.01)
        thinking.cancel()
        computers.close()
        assert children() == []
        await asyncio.gather(thinking, return_exceptions=True)


@pytest.mark.usefixtures("_a_slow_level")
async def test_a_process_that_was_killed_is_replaced(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        computers = Computers(harness.referee)
        first = await computers.choose_turn("slow", "view", "dice")
        os.kill(int(first.split()[0]), signal.SIGKILL)
        second = await computers.choose_turn("slow", "view", "dice")
        assert second.split()[0] != first.split()[0]
        assert [int(second.split()[0])] == children()
        computers.close()
        assert children() == []


@pytest.mark.usefixtures("_a_slow_level")
async def test_the_keyboard_does_not_reach_the_process(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Ctrl-C is sent to every process of the terminal; a worker that took it would print a traceback."""
    async with open_harness(tmp_path) as harness:
        computers = Computers(harness.referee)
        first = await computers.choose_turn("slow", "view", "dice")
        os.kill(int(first.split()[0]), signal.SIGINT)
        assert await computers.choose_turn("slow", "view", "dice") == first
        computers.close()
    assert "Traceback" not in capfd.readouterr().err


async def test_the_real_slow_level_plays_from_a_process(tmp_path: Path) -> None:
    name = next(level.name for level in LEVELS.values() if level.is_slow and level.game == "le-duel")
    async with open_harness(tmp_path) as harness:
        computers = Computers(harness.referee)
        match = await harness.against_computer(name, first="opponent", clock="none")
        after = await computers.play(match)
        assert after.turns == 1
        computers.close()
        assert children() == []
