"""Custom ids: they round-trip, fit Discord's limit for every action of every game, and all others are rejected."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.games.registry import GAMES
from bot.table.controls import MAX_LENGTH, Control, Verb, read_control
from tests.games.notations import every_action

NUMBERS = st.integers(0, 10**15 - 1)
REVISIONS = st.integers(0, 10**9 - 1)
PRINTABLE = st.characters(exclude_categories=["C", "Z"], include_characters=" ", exclude_characters=":")
ARGUMENTS = st.text(PRINTABLE, max_size=40)
CONTROLS = st.builds(Control, st.sampled_from(Verb), NUMBERS, REVISIONS, ARGUMENTS)
LARGEST = (10**15 - 1, 10**9 - 1)


@settings(max_examples=50, deadline=None)
@given(CONTROLS)
@example(Control(Verb.ACT, *LARGEST, "x" * 40))
def test_round_trip(control: Control) -> None:
    assert read_control(control.custom_id()) == control


@pytest.mark.parametrize("verb", Verb)
def test_the_longest_id_of_a_verb_fits(verb: Verb) -> None:
    longest = Control(verb, *LARGEST, "é" * 40)
    assert len(longest.custom_id()) <= MAX_LENGTH
    assert read_control(longest.custom_id()) == longest


@pytest.mark.parametrize("key", GAMES)
def test_every_action_of_every_game_fits(key: str) -> None:
    game = GAMES[key]
    actions = [game.notation.notate(action) for action in every_action(game)]
    assert actions
    for argument in (*actions, key):
        control = Control(Verb.ACT, *LARGEST, argument)
        assert len(control.custom_id()) <= MAX_LENGTH
        assert read_control(control.custom_id()) == control


HOSTILE = (
    "",
    "arb",
    "arb:",
    "arb::::",
    "arb:act",
    "arb:act:1",
    "arb:act:1:2",
    "arb:act:1:2:3:4",
    "arb:dance:1:2:",
    "arb:ACT:1:2:",
    "ARB:act:1:2:",
    " arb:act:1:2:",
    "arb:act:1:2:\n",
    "arb:act:1:2:a\nb",
    "arb:act:--1:2:",
    "arb:act:+1:2:",
    "arb:act:1.0:2:",
    "arb:act: 1:2:",
    "arb:act:1_0:2:",
    "arb:act:١:2:",
    "arb:act:²:2:",
    "arb:act:1:²:",
    f"arb:act:{'9' * 16}:2:",
    f"arb:act:1:{'9' * 10}:",
    f"arb:act:1:2:{'x' * 41}",
    f"arb:{'a' * 10_000}:1:2:",
    "arb:resign_sure:1:0:",
    "arb:Verb.ACT:1:0:",
    "arb:act:1:0:x\x00:",
)


@pytest.mark.parametrize("custom_id", HOSTILE)
def test_other_custom_ids_are_rejected(custom_id: str) -> None:
    assert read_control(custom_id) is None


@settings(max_examples=50, deadline=None)
@given(st.text(max_size=120) | st.from_regex(r"arb:[a-z-]*:[0-9]*:[0-9]*:.*"))
def test_any_text_round_trips_or_is_rejected(text: str) -> None:
    """Except for leading zeros, which denote the same number."""
    control = read_control(text)
    if control is not None:
        assert read_control(control.custom_id()) == control
        assert len(control.custom_id()) <= len(text) <= MAX_LENGTH


def test_buttons_of_lobbies_find_the_gatherings_they_became() -> None:
    """Lobbies had numbers of their own, and verbs that no button has today."""
    assert read_control("arb:join:7:2:") == Control(Verb.ACCEPT, -7, 2)
    assert read_control("arb:send-away:7:2:55") == Control(Verb.REMOVE, -7, 2, "55")
    assert read_control("arb:again:7:0:") == Control(Verb.REMATCH, 7), "the number is a game's"
    assert read_control(Control(Verb.ACCEPT, -7, 2).custom_id()) == Control(Verb.ACCEPT, -7, 2)
