"""Two hundred kills under load: no acknowledged move is lost, no move is half stored, everything committed is shown
within half a minute, and nothing is shown twice. (`make soak` has a thousand.)"""

from pathlib import Path

import pytest

from tests.system.faults.kills import run_kills_on_many

BOTS, DEATHS = 4, 11


@pytest.mark.parametrize("seed", range(4))
async def test_dying_under_load(seed: int, tmp_path: Path) -> None:
    tally = await run_kills_on_many(tmp_path / "bots", seed, BOTS, DEATHS)
    assert tally.losses == []
    assert tally.deaths.total() == BOTS * DEATHS
    assert tally.acknowledged > DEATHS, "there was no load"


async def test_a_program_started_anew_after_every_death(tmp_path: Path) -> None:
    tally = await run_kills_on_many(tmp_path / "bots", 50, 2, 12, is_forked=False)
    assert tally.losses == []
    assert tally.deaths.total() == 24
    assert tally.acknowledged > 12, "there was no load"
