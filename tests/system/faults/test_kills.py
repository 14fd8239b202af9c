"""Kills under load: no acknowledged move, block or deletion is lost, no limit is passed, no move is half stored,
everything committed is shown within half a minute, and nothing is shown twice. (Two hundred of them in `make
test-long`, a thousand in `make soak`.)"""

from pathlib import Path

import pytest

from tests.support.tiers import has_long_version, only_long, sized
from tests.system.faults.kills import run_kills_on_many

PROGRAMS, STARTED = 2, 12  # each is killed and started anew so often
BOTS, DEATHS = sized((2, 3), (4, 11))
TOLD = sized(0, 2)  # that they have blocked, or are deleted: deaths come often


@has_long_version
@pytest.mark.parametrize("seed", range(sized(1, 4)))
async def test_dying_under_load(seed: int, tmp_path: Path) -> None:
    tally = await run_kills_on_many(tmp_path / "bots", seed, BOTS, DEATHS)
    assert tally.losses == []
    assert tally.deaths.total() == BOTS * DEATHS
    assert tally.acknowledged > DEATHS, "there was no load"
    assert tally.blocks + tally.deletions >= TOLD, "nobody was at the limits"


@only_long
async def test_a_program_started_anew_after_every_death(tmp_path: Path) -> None:
    tally = await run_kills_on_many(tmp_path / "bots", 50, PROGRAMS, STARTED, is_forked=False)
    assert tally.losses == []
    assert tally.deaths.total() == PROGRAMS * STARTED
    assert tally.acknowledged > PROGRAMS, "there was no load"
