"""Records of the second edition: those of every game are right and can be followed without any shuffle, each fault gets
its code, and no input crashes the check. (The first edition: `test_turn_records`.)"""

import copy
import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.core import AnyGame, Json, Outcome, Seat, ranks_of
from bot.games.registry import GAMES
from bot.referee.record_fields import RecordError
from bot.referee.recorded_shuffle import RecordingShuffle
from bot.referee.records import Record, from_json, read, to_json, verify
from bot.referee.shuffle import FairShuffle, commitment
from tests.support.followed_records import follow
from tests.support.tiers import has_long_version, sized

SECRET = bytes(range(32))
BINDING = "gathering 12"


def recorded(key: str, seats: int, options: dict[str, Json], *, longest: int = 10_000, seed: int = 0) -> Record:
    """A game played at random between people with cuts; called off when it gets too long."""
    game, dice = GAMES[key], random.Random(f"{key} {seats} {options} {seed}")
    cuts = tuple(f"cut {seat} é" for seat in range(seats))
    shuffle = RecordingShuffle(FairShuffle(SECRET, BINDING, key, cuts))
    state = game.rules.start(seats, options, shuffle)
    actions: list[tuple[int, str]] = []
    while (outcome := game.rules.outcome(state)) is None and len(actions) < longest:
        seat = dice.choice(sorted(game.rules.to_act(state)))
        action = dice.choice(game.rules.legal(state, seat))
        actions.append((seat, game.notation.notate(action)))
        state = game.rules.apply(state, seat, action, shuffle)
    ended = outcome or Outcome("called_off", frozenset(), ())
    return Record(
        game=key,
        rules=game.version,
        shuffle=2,
        binding=BINDING,
        secret=SECRET,
        commitment=commitment(SECRET, BINDING, key, options, cuts[0]),
        cuts=cuts,
        options=options,
        shuffles=tuple(shuffle.made),
        actions=tuple(actions),
        winners=tuple(sorted(ended.winners)),
        ranks=ranks_of(ended, seats),
        reason=ended.reason,
        scores=None if outcome is None else outcome.scores,
    )


def problem(raw: Json) -> str | None:
    try:
        found = verify(read(json.dumps(raw)))
    except RecordError as error:
        return error.code
    return None if found is None else found.code


EVERY = [
    ("le-duel", 2, {}),
    ("le-duel", 2, {"first": 1}),
    *(("the-game", seats, {}) for seats in range(1, 6)),
    ("the-game", 3, {"first": 2, "expert": True, "fire": True}),
]


@pytest.mark.parametrize(("key", "seats", "options"), EVERY)
def test_honest_records_of_every_game(key: str, seats: int, options: dict[str, Json]) -> None:
    record = recorded(key, seats, options)
    assert from_json(json.loads(json.dumps(to_json(record)))) == record
    assert verify(record) is None
    assert verify(recorded(key, seats, options, longest=3)) is None


@pytest.mark.parametrize(("key", "seats", "options"), EVERY)
def test_a_record_can_be_followed_without_any_shuffle(key: str, seats: int, options: dict[str, Json]) -> None:
    follow(recorded(key, seats, options))


DUEL = recorded("le-duel", 2, {})
SHORT = recorded("le-duel", 2, {}, longest=6)
TEAM = recorded("the-game", 3, {}, longest=6)


def put(name: str, value: Json) -> Callable[[dict[str, Json]], None]:
    return lambda raw: raw.__setitem__(name, value)


def lost(reason: str, loser: int) -> Callable[[dict[str, Json]], None]:
    return lambda raw: raw.update(reason=reason, winners=[1 - loser], ranks=[1 + (loser == 0), 1 + (loser == 1)])


def to_act(game: AnyGame, record: Record) -> int:
    state = game.rules.start(len(record.cuts), record.options, record.fair_shuffle)
    for seat, text in record.actions:
        state = game.rules.apply(state, Seat(seat), game.parse(text))
    return min(game.rules.to_act(state))


WAITED_FOR = to_act(GAMES["le-duel"], SHORT)

CHANGES: list[tuple[Record, Callable[[dict[str, Json]], Any], str]] = [
    (DUEL, lambda raw: raw.pop("binding"), "missing_field"),
    (DUEL, put("mood", "good"), "unknown_field"),
    (DUEL, put("record", 3), "wrong_type"),
    (DUEL, lambda raw: raw.update(record=True), "wrong_type"),
    (DUEL, put("seats", 3), "wrong_cut_count"),
    (DUEL, put("game", "go"), "unknown_game"),
    (DUEL, put("rules", 9), "unknown_rules"),
    (DUEL, put("shuffle", 3), "unknown_shuffle"),
    (DUEL, put("shuffle", 1), "wrong_commitment"),
    (DUEL, lambda raw: raw["cuts"].__setitem__(0, "another"), "wrong_commitment"),
    (DUEL, lambda raw: raw["cuts"].__setitem__(1, "another"), "action_refused"),
    (DUEL, put("options", {"first": 0}), "wrong_commitment"),
    (DUEL, put("seed", 4), "missing_field"),
    (DUEL, put("binding", "arena:1:2"), "missing_field"),
    (DUEL, lambda raw: raw["shuffles"].pop(), "wrong_shuffle_count"),
    (DUEL, lambda raw: raw["shuffles"][0].update(owner=1), "wrong_shuffle"),
    (DUEL, lambda raw: raw["shuffles"][0]["result"].reverse(), "wrong_card"),
    (DUEL, lambda raw: raw["actions"].append([0, "end"]), "action_after_end"),
    (DUEL, lambda raw: raw["actions"].__setitem__(0, [2, "end"]), "no_such_seat"),
    (DUEL, lambda raw: raw["actions"][0].__setitem__(1, "banana"), "action_unreadable"),
    (DUEL, lambda raw: raw["actions"][-1].__setitem__(1, "END"), "action_not_strict"),
    (DUEL, lambda raw: raw["actions"].__setitem__(0, [1 - raw["actions"][0][0], "end"]), "action_refused"),
    (DUEL, lambda raw: raw["actions"].pop(), "not_over"),
    (DUEL, put("reason", "resigned"), "wrong_reason"),
    (DUEL, lambda raw: raw["winners"].reverse() or raw.update(winners=[0, 1]), "wrong_winner"),
    (DUEL, put("ranks", [1, 1]), "wrong_ranks"),
    (DUEL, put("scores", [0, 0]), "wrong_scores"),
    (DUEL, put("leaving", [[0, 1, "resigned"]]), "nobody_leaves"),
    (DUEL, put("leaving", [[0, 1, "fled"]]), "wrong_type"),
    (SHORT, put("reason", "abandoned"), "not_over"),
    (SHORT, put("reason", "bored"), "not_over"),
    (SHORT, put("reason", "illegal"), "nothing_illegal"),
    (SHORT, put("winners", [0]), "wrong_winner"),
    (SHORT, lost("timeout", 1 - WAITED_FOR), "impossible_winner"),
    (SHORT, lambda raw: raw.update(reason="resigned", winners=[0, 1]), "impossible_winner"),
    (TEAM, put("reason", "agreed_draw"), "not_over"),
    (TEAM, put("reason", "resigned"), "not_over"),
    (TEAM, put("winners", [0]), "wrong_winner"),
]


@pytest.mark.parametrize(("record", "spoil", "code"), CHANGES, ids=[code for _, _, code in CHANGES])
def test_the_first_wrong_thing_is_named(record: Record, spoil: Callable[[Any], Any], code: str) -> None:
    raw = copy.deepcopy(to_json(record))
    spoil(raw)
    assert problem(raw) == code


@pytest.mark.parametrize("reason", ["resigned", "left", "timeout"])
def test_a_duel_that_one_lost_before_its_end(reason: str) -> None:
    raw = to_json(SHORT)
    lost(reason, WAITED_FOR)(raw)
    assert problem(raw) is None


def test_a_team_that_gave_up() -> None:
    raw = to_json(TEAM) | {"reason": "abandoned"}
    assert problem(raw) is None


def json_values() -> st.SearchStrategy[Any]:
    leaves = st.none() | st.booleans() | st.integers(-3, 99) | st.text(max_size=5)
    return st.recursive(leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner))


@has_long_version
@settings(max_examples=sized(60, 2_000), deadline=None)
@given(st.sampled_from(sorted(to_json(SHORT))), json_values())
def test_nothing_crashes_the_check(name: str, value: Any) -> None:
    """Any other value is refused. Of a game that was called off, a shorter one is a record too."""
    honest = to_json(SHORT)
    found = problem(honest | {name: value})
    assert found is not None or name in ("reason", "actions") or json.dumps(value) == json.dumps(honest[name])
