"""No card reaches eyes it is not for: two hundred random games, every word overheard (how: `tests.support.leaks`)."""

import pytest
from simcord.env import Env

from tests.support.leaks import Watch
from tests.support.parlour import Parlour

GAMES, AT_ONCE = 200, 20


@pytest.mark.parametrize("chunk", range(GAMES // AT_ONCE))
async def test_no_card_is_told_to_whom_it_is_hidden_from(
    simcord_env: Env, languages: dict[int, str], ears: Watch, chunk: int
) -> None:
    parlour = Parlour(simcord_env, languages, ears, games=AT_ONCE, seed=chunk)
    await parlour.open()
    await parlour.play()
    assert len(ears.games) == AT_ONCE
    assert all(states[-1].is_over for states in ears.games.values())
    assert ears.texts > AT_ONCE * 200
    assert ears.found == []
