"""No card is shown to a person who must not know it: random games (two hundred in `make test-long`) with all output
checked (see `tests.support.leaks`)."""

import pytest
from simcord.env import Env

from tests.support.leaks import LeakDetector
from tests.support.random_duels import RandomDuels
from tests.support.tiers import has_long_version, sized

GAMES, AT_ONCE = sized((3, 3), (100, 20), soak=(200, 20))


@has_long_version
@pytest.mark.parametrize("chunk", range(GAMES // AT_ONCE))
async def test_no_card_is_told_to_whom_it_is_hidden_from(
    simcord_env: Env, languages: dict[int, str], detector: LeakDetector, chunk: int
) -> None:
    duels = RandomDuels(simcord_env, languages, detector, games=AT_ONCE, seed=chunk)
    await duels.open()
    await duels.play()
    assert len(detector.games) == AT_ONCE
    assert all(states[-1].is_over for states in detector.games.values())
    assert detector.texts > AT_ONCE * 200
    assert detector.found == [], "\n".join(detector.found)
