"""Notation of Le Duel: strict output, lenient input, and the two kinds of unreadable text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.core import UnreadableError
from bot.games.le_duel.game import LE_DUEL
from bot.games.le_duel.notation import notate, notate_turn, parse_all
from bot.games.le_duel.position import Pile, Place, Whose
from bot.games.le_duel.state import Action, EndTurn, TakeBack
from bot.games.le_duel.whole_turns import parse_turn

UP, DOWN, OWN, THEIRS = Pile.UP, Pile.DOWN, Whose.OWN, Whose.THEIRS
END, UNDO = EndTurn(), TakeBack()

STRICT = [
    ("08^E", Place(8, UP, THEIRS)),
    ("57vA", Place(57, DOWN, OWN)),
    ("02^A", Place(2, UP, OWN)),
    ("59vE", Place(59, DOWN, THEIRS)),
    ("undo", UNDO),
    ("end", END),
]
LOOSE = [
    ("8^e", Place(8, UP, THEIRS)),
    ("8^", Place(8, UP, OWN)),
    ("57 v", Place(57, DOWN, OWN)),
    ("57 V a", Place(57, DOWN, OWN)),
    ("12^ e", Place(12, UP, THEIRS)),
    ("12↑", Place(12, UP, OWN)),
    ("12 ↓ E", Place(12, DOWN, THEIRS)),
    ("  12^A , ", Place(12, UP, OWN)),
    ("57\u00a0v", Place(57, DOWN, OWN)),  # the no-break space of French keyboards
    ("FIN", END),
    ("End", END),
    ("annuler", UNDO),
    ("Undo;", UNDO),
]
SERIES: list[tuple[str, tuple[Action, ...]]] = [
    ("12^ 57v 8^E end", (Place(12, UP, OWN), Place(57, DOWN, OWN), Place(8, UP, THEIRS), END)),
    ("12^A,57vA,08^E", (Place(12, UP, OWN), Place(57, DOWN, OWN), Place(8, UP, THEIRS))),
    ("12^A57vA", (Place(12, UP, OWN), Place(57, DOWN, OWN))),
    ("12^ end", (Place(12, UP, OWN), END)),
    ("12^end", (Place(12, UP, OWN), END)),
    ("12^ e end", (Place(12, UP, THEIRS), END)),
    ("12^e fin", (Place(12, UP, THEIRS), END)),
    ("12^ annuler 57v a", (Place(12, UP, OWN), UNDO, Place(57, DOWN, OWN))),
    ("12↑;57↓e\n8^ FIN", (Place(12, UP, OWN), Place(57, DOWN, THEIRS), Place(8, UP, OWN), END)),
    ("", ()),
]
UNREADABLE = [
    "12", "^", "12^AE", "12^x", "12^ en", "ending", "finir", "undoing", "112^", "012^A", "12^^", "12vv", "-2^", "1 2^",
    "12.5^", "12^A.", "١٢^", "²^", "12＾", "hello", "fın", "FİN",
]  # fmt: skip


@pytest.mark.parametrize(("text", "action"), STRICT)
def test_strict_both_ways(text: str, action: Action) -> None:
    assert LE_DUEL.parse(text) == action
    assert notate(action) == text


@pytest.mark.parametrize(("text", "action"), LOOSE)
def test_loose(text: str, action: Action) -> None:
    assert LE_DUEL.parse(text) == action


@pytest.mark.parametrize(("text", "actions"), SERIES)
def test_several_in_a_row(text: str, actions: tuple[Action, ...]) -> None:
    assert parse_all(text) == actions


@pytest.mark.parametrize("text", UNREADABLE)
def test_unreadable(text: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        parse_all(text)
    assert caught.value.code == "unreadable"
    assert str(caught.value.values["text"]) in text


@pytest.mark.parametrize("card", [0, 1, 60, 61, 99])
def test_no_such_card(card: int) -> None:
    with pytest.raises(UnreadableError) as caught:
        LE_DUEL.parse(f"{card}^")
    assert caught.value.code == "no_such_card"
    assert caught.value.values == {"card": card}


@pytest.mark.parametrize("text", ["", "12^ 57v", "12^ end", " "])
def test_one_action_is_one_action(text: str) -> None:
    with pytest.raises(UnreadableError):
        LE_DUEL.parse(text)


def test_a_turn_is_placements_and_its_end_is_understood() -> None:
    assert parse_turn("12^A,57vA") == (Place(12, UP, OWN), Place(57, DOWN, OWN), END)
    for text in ("12^A,57vA,end", "12^A,undo", "fin"):
        with pytest.raises(UnreadableError):
            parse_turn(text)


places = st.builds(Place, st.integers(2, 59), st.sampled_from(Pile), st.sampled_from(Whose))


@settings(deadline=None)
@given(st.lists(places, max_size=8))
def test_a_written_turn_reads_back(turn: list[Place]) -> None:
    assert parse_all(notate_turn(turn)) == tuple(turn)
    assert parse_turn(notate_turn(turn)) == (*turn, END)


@settings(deadline=None)
@given(st.text(alphabet="0123456789^v↑↓AEaeVnduorfi ,;\u00a0\u0130\u0131", max_size=12))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Any text parses or raises `UnreadableError`, and parsed actions round-trip."""
    try:
        actions = parse_all(text)
    except UnreadableError:
        return
    assert parse_all(",".join(map(notate, actions))) == actions
