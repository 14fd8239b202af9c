"""No card reaches eyes it is not for: two hundred random games, every word overheard (how: `tests.support.leaks`)."""

import logging

import pytest
from simcord.env import Env

from tests.support.leaks import watch
from tests.support.parlour import Parlour

GAMES, AT_ONCE = 200, 20


@pytest.mark.parametrize("chunk", range(GAMES // AT_ONCE))
async def test_no_card_is_told_to_whom_it_is_hidden_from(
    simcord_env: Env,
    languages: dict[int, str],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    chunk: int,
) -> None:
    caplog.handler.setLevel(logging.ERROR)
    ears = watch(simcord_env, monkeypatch)
    parlour = Parlour(simcord_env, languages, ears, games=AT_ONCE, seed=chunk)
    await parlour.open()
    await parlour.play()
    assert len(ears.games) == AT_ONCE
    assert all(states[-1].is_over for states in ears.games.values())
    assert ears.texts > AT_ONCE * 200
    assert ears.found == []
