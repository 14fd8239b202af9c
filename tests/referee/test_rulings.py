"""Every ruling logs one line: request, game and outcome; never the actions or the user."""

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest

from bot.games.core import GameError
from bot.referee.referee import Referee
from bot.referee.rulings import Ruling, Rulings
from tests.store.support import ALICE, BOB, CHLOE, open_harness


def said(caplog: pytest.LogCaptureFixture) -> list[dict[str, Any]]:
    return [record.fields for record in caplog.records if record.name == "bot.referee.rulings"]  # type: ignore[attr-defined]


async def test_a_game_line_by_line(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with open_harness(tmp_path) as harness:
        match = await harness.duel(first="challenger")
        caplog.clear()
        moved = await harness.play(match)
        with pytest.raises(GameError):
            await harness.referee.act(match.id, ALICE, "end", key="early")
        with pytest.raises(GameError):
            await harness.referee.act(match.id, CHLOE, "end", key="stranger")
        with pytest.raises(GameError):
            await harness.referee.act(999, ALICE, "end", key="nowhere")
        await harness.referee.resign(match.id, BOB, "enough")
    lines = said(caplog)
    assert all(line.pop("ms") >= 0 for line in lines)
    assert lines == [
        {"kind": "play", "game": 1, "revision": moved.revision, "seat": 0, "code": "accepted", "ended": None},
        {"kind": "play", "game": 1, "revision": moved.revision, "seat": 0, "code": "not_your_turn", "ended": None},
        {"kind": "play", "game": 1, "revision": moved.revision, "seat": None, "code": "not_a_player", "ended": None},
        {"kind": "play", "game": 999, "revision": None, "seat": None, "code": "no_such_game", "ended": None},
        {
            "kind": "resign",
            "game": 1,
            "revision": moved.revision + 1,
            "seat": 1,
            "code": "accepted",
            "ended": "resigned",
        },
    ]


async def test_what_time_decides_is_a_ruling_too_and_a_look_that_changes_nothing_is_none(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_harness(tmp_path) as harness:
        await harness.duel(clock="live")
        caplog.set_level(logging.INFO)
        caplog.clear()
        await harness.referee.sweep()
        assert said(caplog) == []
        for _ in range(2):
            harness.clock.move(4 * 60 * 1000)
            await harness.referee.sweep()
    assert [(line["kind"], line["code"], line["ended"]) for line in said(caplog)] == [
        ("deadline", "accepted", None),
        ("deadline", "accepted", "called_off"),
    ]


@pytest.mark.parametrize(
    ("error", "code"),
    [(GameError("no", card=37), "no"), (asyncio.CancelledError(), "cancelled"), (ZeroDivisionError(), "failed")],
)
def test_whatever_happens_is_told_once_with_the_time_it_took(error: BaseException, code: str) -> None:
    heard: list[Ruling] = []
    times = iter([1.0, 3.5])
    rulings = Rulings(heard.append, timer=lambda: next(times))
    with pytest.raises(type(error)), rulings.track("play", 7):
        raise error
    assert heard == [Ruling("play", 7, code=code, seconds=2.5)]


async def test_the_lock_is_waited_for_within_a_ruling(tmp_path: Path) -> None:
    """The duration includes waiting for the lock."""
    heard: list[Ruling] = []
    async with open_harness(tmp_path) as harness:
        match = await harness.duel(first="challenger")
        ticks = iter(range(100))
        referee = Referee(harness.store, harness.clock, rulings=Rulings(heard.append, timer=lambda: float(next(ticks))))
        async with referee._lock(match.id):
            waiting = asyncio.create_task(referee.resign(match.id, ALICE, "a"))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            assert next(ticks) == 1, "it has begun"
        await waiting
    assert [ruling.seconds for ruling in heard] == [2.0]
