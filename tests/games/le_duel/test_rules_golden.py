"""Golden games: stored games replay to the same tops, turn by turn, and to the same end. The tops were computed by the
reference implementation (`judge`). Users' stored games replay like these, so a change here needs a new game version."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot.games.core import Seat, whole_turns_of
from bot.games.le_duel.state import State
from tests.games.le_duel.builders import GAME, Stacked, play
from tests.support.reference_le_duel import first_fault

GAMES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("golden.json").read_text(encoding="utf-8"))
golden = pytest.mark.parametrize("record", GAMES, ids=[record["name"] for record in GAMES])


def start(record: dict[str, Any]) -> State:
    return GAME.rules.start(2, {"first": record["first"]}, Stacked(*record["decks"]))


@golden
def test_replays(record: dict[str, Any]) -> None:
    state = start(record)
    for number, (turn, tops) in enumerate(zip(record["turns"], record["tops"], strict=True), start=1):
        assert state.outcome is None
        state = play(state, turn)
        assert [top for side in state.sides for top in (side.up, side.down)] == tops
        assert whole_turns_of(GAME).last_turn(state) == turn
        assert GAME.rules.turns(state) == number
    assert state.outcome is not None
    assert state.outcome.reason == record["reason"]
    assert state.outcome.winners == {Seat(record["winner"])}
    assert list(state.outcome.scores) == record["scores"]


@golden
def test_the_judge_agrees(record: dict[str, Any]) -> None:
    assert first_fault(record) is None


def test_the_version_is_the_one_these_were_played_with() -> None:
    assert GAME.version == 1


def changed(record: dict[str, Any], **changes: object) -> dict[str, Any]:
    return {**record, **changes}


@golden
def test_the_judge_catches_a_false_record(record: dict[str, Any]) -> None:
    turns, (gold, silver) = record["turns"], record["decks"]
    falsified = {
        "other winner": changed(record, winner=1 - record["winner"]),
        "other reason": changed(record, reason="stuck" if record["reason"] == "placed_all" else "placed_all"),
        "unfinished": changed(record, turns=turns[:-1]),
        "goes on": changed(record, turns=[*turns, turns[-1]]),
        "starts with the other": changed(record, first=1 - record["first"]),
        "other game": changed(record, game="the-game"),
        "decks changed round": changed(record, decks=[silver, gold]),
        "a card twice": changed(record, decks=[[gold[0], *gold[:-1]], silver]),
        "a card left out": changed(record, turns=[turns[0], turns[1].split(",")[0], *turns[2:]]),
        "not strict": changed(record, turns=[turns[0].lower(), *turns[1:]]),
        "timed out after the end": changed(record, reason="timeout"),
        "last turn called illegal": changed(record, reason="illegal"),
    }
    assert {name for name, record in falsified.items() if first_fault(record) is None} == set()


@golden
@pytest.mark.parametrize("turn", ["", "99^A,98^A", "02^E,03^E", "hello", "02^A", "02^A,02^A"])
def test_the_judge_hears_an_illegal_turn(record: dict[str, Any], turn: str) -> None:
    played, on_turn = record["turns"][:4], record["first"]
    forfeited = changed(record, turns=[*played, turn], reason="illegal", winner=1 - on_turn)
    assert first_fault(forfeited) is None
    assert first_fault(changed(forfeited, winner=on_turn)) is not None
    assert first_fault(changed(forfeited, turns=[*played, record["turns"][4]])) is not None
    assert first_fault(changed(forfeited, turns=[])) is not None


@golden
@pytest.mark.parametrize("reason", ["timeout", "crash", "protocol"])
def test_the_judge_hears_a_guest_that_fails(record: dict[str, Any], reason: str) -> None:
    failed = changed(record, turns=record["turns"][:4], reason=reason, winner=1 - record["first"])
    assert first_fault(failed) is None
    assert (first_fault(changed(failed, winner=record["first"])) is None) == (reason != "timeout")
    assert first_fault(changed(failed, winner=None)) is not None
