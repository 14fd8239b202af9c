"""Records: valid ones are accepted, each fault gets its code, and no input crashes the check."""

import copy
import json
import random
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.arena.verification import _SENTENCES, sentence
from bot.games.core import Json, RuleError, Seat, UnreadableError, apply_all, whole_turns_of
from bot.games.registry import GAMES
from bot.referee import turn_records
from bot.referee.record_fields import RecordError
from bot.referee.records import read
from bot.referee.records import verify as verify_any
from bot.referee.shuffle import FairShuffle, commitment
from bot.referee.turn_records import TurnRecord, from_json, to_json, verify
from tests.arena.support import level, play
from tests.support.tiers import has_long_version, sized

ARENA_RECORDS = play(level("random"), level("greedy"), games=8)
ARENA = max(ARENA_RECORDS, key=lambda record: len(record.turns))
SECRET = bytes(range(32))


def problem(raw: Json) -> str | None:
    try:
        record = read(json.dumps(raw))
    except RecordError as error:
        return error.code
    found = verify_any(record)
    return None if found is None else found.code


def turn_of(game: Any, state: Any, seat: Seat, dice: random.Random) -> str:
    """A random legal turn in record notation; restarts at a dead end."""
    while True:
        at, turns = state, game.rules.turns(state)
        while game.rules.turns(at) == turns and (
            able := [a for a in game.rules.legal(at, seat) if is_of_a_turn(game, a)]
        ):
            at = game.rules.apply(at, seat, dice.choice(able))
        if game.rules.turns(at) > turns:
            return str(whole_turns_of(game).last_turn(at))


def is_of_a_turn(game: Any, action: Any) -> bool:
    """Whether an action occurs in a record's turn or ends it."""
    try:
        return game.notation.notate(action) == "end" or bool(game.parse_turn(game.notation.notate(action)))
    except UnreadableError:
        return False


def discord_record(key: str, seats: int, options: dict[str, Json], *, longest: int = 10_000) -> TurnRecord:
    """A game between users with cuts; called off when it gets too long."""
    game, dice = GAMES[key], random.Random(f"{key} {seats} {options}")
    cuts = tuple(f"cut {seat} é" for seat in range(seats))
    shuffle = FairShuffle(SECRET, "challenge 12", key, cuts, version=1)
    state = game.rules.start(seats, options, shuffle)
    first = dice.choice(sorted(game.rules.to_act(state)))
    turns: list[str] = []
    while (outcome := game.rules.outcome(state)) is None and len(turns) < longest:
        seat = first if not turns else min(game.rules.to_act(state))
        turns.append(turn_of(game, state, seat, dice))
        state = apply_all(game, state, seat, game.parse_turn(turns[-1]))
    winners = outcome.winners if outcome else frozenset[Seat]()
    return TurnRecord(
        game=key,
        rules=game.version,
        shuffle=1,
        binding="challenge 12",
        secret=SECRET,
        commitment=commitment(SECRET, "challenge 12", version=1),
        cuts=cuts,
        options=options,
        decks=whole_turns_of(game).decks(shuffle),
        first=first,
        turns=tuple(turns),
        winner=min(winners) if len(winners) == 1 else None,
        reason=outcome.reason if outcome else "called_off",
    )


DUEL = discord_record("le-duel", 2, {})


@pytest.mark.parametrize("record", ARENA_RECORDS, ids=lambda record: f"game {record.number}")
def test_honest_arena_records(record: TurnRecord) -> None:
    assert from_json(json.loads(json.dumps(to_json(record)))) == record
    assert problem(to_json(record)) is None


@pytest.mark.parametrize(
    ("key", "seats", "options"),
    [("le-duel", 2, {}), ("le-duel", 2, {"first": 1})]
    + [("the-game", seats, {}) for seats in range(1, 6)]
    + [("the-game", 3, {"first": 2, "expert": True, "fire": True})],
)
def test_honest_records_of_every_game(key: str, seats: int, options: dict[str, Json]) -> None:
    record = discord_record(key, seats, options)
    assert from_json(json.loads(json.dumps(to_json(record)))) == record
    assert verify(record) is None
    assert verify(replace(discord_record(key, seats, options, longest=1), reason="abandoned")) is None


def change(*path: str | int, to: Json) -> Callable[[dict[str, Any]], None]:
    def apply(raw: dict[str, Any]) -> None:
        *way, last = path
        at: Any = raw
        for step in way:
            at = at[step]
        at[last] = to

    return apply


def swap_cards(raw: dict[str, Any]) -> None:
    deck = raw["decks"][1]
    deck[3], deck[40] = deck[40], deck[3]


def other_card(raw: dict[str, Any]) -> None:
    """Replace a card of the first turn by one still in the draw pile."""
    raw["turns"][0] = f"{raw['decks'][raw['first']][30]:02d}{raw['turns'][0][2:]}"


def drop(field: str) -> Callable[[dict[str, Any]], None]:
    return lambda raw: raw.pop(field) and None


CHANGES: list[tuple[Callable[[dict[str, Any]], None], str, str]] = [
    (change("game", to="go"), "unknown_game", "there is no game go"),
    (change("rules", to=99), "unknown_rules", "version 99 of the rules of le-duel is not known"),
    (change("shuffle", to=2), "unknown_shuffle", "version 2 of the shuffle is not known"),
    (change("cuts", to=["", "", ""]), "wrong_cut_count", "3 players cannot sit down"),
    (change("commitment", to="0" * 64), "wrong_commitment", "the commitment is not that of this secret"),
    (swap_cards, "wrong_deck", "deck 2 has card"),
    (change("decks", 0, 0, to=77), "wrong_deck", "deck 1 has card 77 in place 1, where the shuffle puts"),
    (change("decks", 1, to=[2, 3]), "wrong_deck_size", "deck 2 has 2 cards instead of 58"),
    (change("decks", to=[]), "wrong_deck_count", "there are 0 decks where the game has 2"),
    (other_card, "turn_refused", "is against the rules: not in hand (card"),
    (change("turns", 1, to="nonsense"), "turn_unreadable", "turn 2 (nonsense) cannot be read"),
    (change("turns", 0, to="x" * 9000), "turn_unreadable", "turn 1 (xxx"),
    (change("turns", to=[]), "not_over", "play could go on"),
    (change("reason", to="drowning"), "wrong_reason", f"did not end by drowning but by {DUEL.reason}"),
    (change("reason", to="timeout"), "wrong_reason", f"did not end by timeout but by {DUEL.reason}"),
    (change("winner", to=None), "wrong_winner", "the winner is not nobody but"),
    (drop("winner"), "missing_field", "the field winner is missing"),
    (change("secret", to="AB" * 32), "wrong_type", "the field secret does not hold what it should"),
]


@pytest.mark.parametrize(("spoil", "code", "words"), CHANGES, ids=[code for _, code, _ in CHANGES])
def test_the_first_wrong_thing_is_named(spoil: Any, code: str, words: str) -> None:
    raw = copy.deepcopy(to_json(DUEL))
    spoil(raw)
    with pytest.raises(RecordError) as found:
        raise verify_any(read(json.dumps(raw))) or AssertionError
    assert found.value.code == code
    assert words in sentence(found.value)


@pytest.mark.parametrize("spoil", [spoil for spoil, _, _ in CHANGES], ids=[code for _, code, _ in CHANGES])
def test_the_same_goes_for_an_arena_s_record(spoil: Any) -> None:
    raw = copy.deepcopy(to_json(ARENA))
    spoil(raw)
    assert problem(raw) is not None


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("secret", "00" * 32),
        ("binding", "arena:1:7"),
        ("binding", "challenge"),
        ("cuts", ["", "x"]),
        ("options", {"first": bool(ARENA.first)}),
        ("options", {"first": ARENA.first, "more": 1}),
        ("number", 999),
        ("number", (ARENA.number or 0) ^ 1),
        ("seed", 2),
    ],
)
def test_an_arena_s_shuffle_follows_from_its_seed(field: str, value: Json) -> None:
    assert problem(to_json(ARENA) | {field: value}) == "not_of_this_arena"


@pytest.mark.parametrize("field", ["seed", "number"])
def test_an_arena_s_seed_cannot_be_left_out(field: str) -> None:
    raw = to_json(ARENA)
    del raw[field]
    assert problem(raw) == "missing_field"
    assert problem(to_json(replace(ARENA, seed=None, number=None, ms=None))) == "missing_field"


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("cuts", ["cut 0 é", "other"], "wrong_deck"),
        ("secret", "00" * 32, "wrong_commitment"),
        ("binding", "challenge 13", "wrong_commitment"),
        ("options", {"first": 7}, "wrong_options"),
        ("options", {"first": 1.0}, "wrong_type"),
        ("options", {"deep": [[[[[[]]]]]]}, "wrong_type"),
    ],
)
def test_people_s_shuffle(field: str, value: Json, code: str) -> None:
    assert problem(to_json(DUEL) | {field: value}) == code


def test_who_starts() -> None:
    assert problem(to_json(DUEL) | {"first": 1 - (DUEL.first or 0)}) == "wrong_first"
    assert problem(to_json(DUEL) | {"first": None}) == "wrong_first"
    team = discord_record("the-game", 3, {}, longest=1)
    assert problem(to_json(team) | {"first": 3}) == "wrong_first"
    assert problem(to_json(replace(team, turns=(), first=None))) is None


def test_turns_after_the_end() -> None:
    assert problem(to_json(DUEL) | {"turns": [*DUEL.turns, DUEL.turns[0]]}) == "turn_after_end"


def test_turns_are_written_strictly() -> None:
    loose = DUEL.turns[0].replace(",", ", ").lower()
    assert problem(to_json(DUEL) | {"turns": [loose, *DUEL.turns[1:]]}) == "turn_not_strict"


def cut_short(record: TurnRecord, turns: int, **changes: Any) -> dict[str, Json]:
    return to_json(replace(record, turns=record.turns[:turns], ms=None, **changes))


@pytest.mark.parametrize("reason", ["timeout", "illegal"])
def test_only_who_is_on_turn_loses_by_the_clock_or_by_a_wrong_turn(reason: str) -> None:
    for turns in (0, 1, 2):
        on_turn = (turns + (ARENA.first or 0)) % 2
        raw = cut_short(ARENA, turns, reason=reason)
        if reason == "illegal":
            raw["turns"].append("59^A,58^A")
        assert problem(raw | {"winner": 1 - on_turn}) is None
        assert problem(raw | {"winner": on_turn}) == "impossible_winner"
        assert problem(raw | {"winner": None}) == "impossible_winner"
        assert problem(raw | {"winner": 2}) == "impossible_winner"


def test_a_turn_called_illegal_must_be() -> None:
    assert problem(cut_short(ARENA, 2, reason="illegal")) == "nothing_illegal"
    raw = cut_short(ARENA, 1, reason="illegal")
    assert problem(raw | {"turns": ["59^A,58^A", *raw["turns"]]}) == "turn_refused"


@pytest.mark.parametrize("reason", ["crash", "protocol"])
def test_a_program_can_break_down_at_any_moment(reason: str) -> None:
    for winner in (0, 1):
        assert problem(cut_short(ARENA, 1, reason=reason, winner=winner)) is None
    assert problem(cut_short(ARENA, 1, reason=reason, winner=None)) == "impossible_winner"


@pytest.mark.parametrize(
    ("reason", "winners"),
    [("resigned", (0, 1)), ("left", (0, 1)), ("agreed_draw", (None,)), ("called_off", (None,)), ("abandoned", (None,))],
)
def test_how_people_end_a_game(reason: str, winners: tuple[int | None, ...]) -> None:
    for winner in (0, 1, None):
        expected = None if winner in winners else "impossible_winner"
        assert problem(cut_short(DUEL, 3, reason=reason, winner=winner)) == expected
    assert problem(to_json(DUEL) | {"reason": reason, "winner": winners[0]}) == "wrong_reason"
    assert problem(cut_short(ARENA, 1, reason=reason, winner=winners[0])) == "not_over"


def test_times_are_one_a_turn() -> None:
    raw = to_json(ARENA)
    raw["ms"][1].append(1)
    assert problem(raw) == "wrong_time_count"
    assert problem(raw | {"ms": [[1.0]]}) == "wrong_type"
    assert problem(raw | {"ms": [[-1], []]}) == "wrong_type"


HOSTILE = (
    "",
    "null",
    "[]",
    "3",
    '"x"',
    "{}",
    "{",
    "[" * 100_000,
    '{"a":' * 100_000,
    "NaN",
    '{"winner": NaN}',
    '{"winner": 1, "winner": 1}',
    "9" * 10_000,
    '{"first": ' + "9" * 10_000 + "}",
    "\x00",
)


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: text[:12])
def test_hostile_text(text: str) -> None:
    with pytest.raises(RecordError):
        read(text)


ODD_VALUES: tuple[Json, ...] = (
    *(None, True, 0, -1, 2**63, 10**400, 1.5, 1e308, "", "\ud800", "x" * 20_000, [], {}, [None], [[]], [["x"]]),
    *([[10**400]], [True], [1, 1], {"first": []}, {"\ud800": 1}, [["é"]], ["\ud800"], [[2] * 58] * 2, {"first": {}}),
)


@pytest.mark.parametrize("remarks", ["", "#\n", '# {"game": 1}\n#two\r\n# three \u2028 {\n'])
def test_remarks_may_stand_before_a_record(remarks: str) -> None:
    assert read(remarks + json.dumps(to_json(ARENA), indent=1)) == ARENA


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("# alone\n", "not_json"),
        ("#" * 10, "not_json"),
        ("#\n" * 400_000, "not_json"),
        (" # indented\n{}", "not_json"),
        ("{}\n# after", "not_json"),
        ("# then\n[]", "not_an_object"),
    ],
)
def test_remarks_are_nothing_but_whole_lines_before_it(text: str, code: str) -> None:
    with pytest.raises(RecordError, match=code):
        read(text)


@pytest.mark.parametrize("honest", [ARENA, DUEL], ids=["arena", "people"])
@pytest.mark.parametrize("field", to_json(ARENA))
def test_odd_values_are_answered(field: str, honest: TurnRecord) -> None:
    for value in ODD_VALUES:
        raw = to_json(honest)
        if field in raw and repr(raw[field]) != repr(value):
            assert problem(raw | {field: value}) is not None, value


JSONS = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 70) | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


def places(raw: Json, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """The path of every value in a record."""
    items = raw.items() if isinstance(raw, dict) else enumerate(raw) if isinstance(raw, list) else ()
    return [found for key, value in items for found in ((*path, key), *places(value, (*path, key)))]


@has_long_version
@settings(max_examples=sized(40, 500), deadline=None)
@given(st.sampled_from([ARENA, DUEL, *ARENA_RECORDS]), JSONS, st.data())
def test_no_single_change_goes_unnoticed(honest: TurnRecord, value: Json, data: st.DataObject) -> None:
    raw = copy.deepcopy(to_json(honest))
    change(*data.draw(st.sampled_from(places(raw))), to=value)(raw)
    if problem(raw) is None:  # then it is equivalent; only the durations cannot be verified
        same = replace(from_json(raw), ms=None)
        assert repr(same) == repr(replace(honest, ms=None))


def test_every_code_has_its_sentence() -> None:
    folder = Path(turn_records.__file__ or "").parent
    source = "".join((folder / f"{name}.py").read_text() for name in ("record_fields", "records", "turn_records"))
    assert set(re.findall(r'RecordError\(\s*"(\w+)"', source)) == set(_SENTENCES)


def test_a_sentence_is_one_short_line() -> None:
    error = RecordError("turn_refused", turn=3, text="a\nb" * 900, refusal=RuleError("no_way", card=5, why=None))
    assert sentence(error).startswith("turn 3 (a?ba?b")
    assert sentence(error).endswith("...) is against the rules: no way (card 5, why nobody)")
