"""A sample of `soak`: random and computer play, every team size in every mode, scores computed twice."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

import pytest

from bot.games.the_game.state import State
from tests.games.the_game import soak
from tests.games.the_game.soak import COMPUTERS, DICE, GAME, MODES, Kind, fault
from tests.support.tiers import has_long_version, one_in


@has_long_version
@pytest.mark.parametrize("kind", [DICE, COMPUTERS], ids=lambda kind: kind.name)
@pytest.mark.parametrize("seats", one_in(2, GAME.seats))
def test_scores_are_right_by_an_independent_count(kind: Kind, seats: int) -> None:
    """A single computer looks ahead and is slow: only the first mode and the last."""
    for options in MODES[::7] if kind is COMPUTERS and seats == 1 else MODES:
        for seed in (0, 1) if kind is DICE else (seats,):
            assert fault(kind, seats, options, seed)[1] is None


def one_less(seats: int, options: Mapping[str, bool], seed: int) -> Iterator[State]:
    """A final state whose score is one card too low."""
    *before, last = soak.at_random(seats, options, seed)
    yield from before
    assert last.outcome is not None
    yield replace(last, outcome=replace(last.outcome, scores=tuple(score - 1 for score in last.outcome.scores)))


def test_a_wrong_score_would_be_noticed(capsys: pytest.CaptureFixture[str]) -> None:
    kinds = [DICE._replace(games=1, play=one_less)]
    assert len(list(soak.soak(kinds, [2], 0))) == 8
    _, *lines = capsys.readouterr().out.splitlines()
    assert [line.split()[-1] for line in lines] == ["1"] * 8
