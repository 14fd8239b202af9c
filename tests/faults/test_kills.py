"""The bot killed under load and started anew: no acknowledged move is lost, no game is half a move further, everything
committed is there to see again, and nothing is there twice. (`make soak` has a thousand deaths.)"""

from pathlib import Path

from tests.faults.kills import RECOVERY, besiege_many

BOTS, DEATHS = 2, 12


async def test_a_program_started_anew_after_every_death(tmp_path: Path) -> None:
    tally = await besiege_many(tmp_path / "bots", 50, BOTS, DEATHS, is_forked=False)
    assert tally.losses == []
    assert tally.deaths.total() == BOTS * DEATHS
    assert tally.acknowledged > BOTS * DEATHS
    assert sum(seconds <= RECOVERY for seconds in tally.recoveries) >= 0.9 * len(tally.recoveries) > 0
