"""Perft: the number of ordered placement sequences of a position, by length. The counts come from the reference
implementation (`judge`), the first six from before it existed, so that a wrong rule shows as a wrong number."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bot.games.le_duel.position import can_place, legal_places
from tests.games.le_duel.builders import position
from tests.support.reference_le_duel import is_stuck, sequences, tops_of
from tools.sequences import count_sequences

CASES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("sequences.json").read_text(encoding="utf-8"))


def name(case: dict[str, Any]) -> str:
    return " ".join(map(str, case["hand"])) + " on " + " ".join(map(str, case["tops"]))


@pytest.mark.parametrize("case", CASES, ids=name)
def test_counts(case: dict[str, Any]) -> None:
    here = position(case["hand"], tuple(case["tops"]))
    assert list(count_sequences(here)) == case["counts"]
    assert len(list(legal_places(here))) == case["counts"][0]


@pytest.mark.parametrize("case", CASES, ids=name)
def test_ld13_stuck_means_no_sequence_of_two(case: dict[str, Any]) -> None:
    pairs = case["counts"][1] if len(case["counts"]) > 1 else 0
    assert can_place(position(case["hand"], tuple(case["tops"])), 2) == (pairs > 0)
    assert is_stuck(case["hand"], tops_of(*case["tops"])) == (pairs == 0)


@pytest.mark.parametrize("case", [case for case in CASES if sum(case["counts"]) < 3000], ids=name)
def test_the_judge_counts_the_same(case: dict[str, Any]) -> None:
    lengths = Counter(map(len, sequences(case["hand"], tops_of(*case["tops"]))))
    assert [lengths[length] for length in range(1, len(case["hand"]) + 1)] == case["counts"]
