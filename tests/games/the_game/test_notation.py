"""Notation of The Game."""

import pytest

from bot.games.core import UnreadableError
from bot.games.the_game.position import Pile, Place
from bot.games.the_game.state import Action, Claim, EndTurn, Plea, Signal, TakeBack, Withdraw
from tests.games.notations import every_action
from tests.games.the_game.builders import GAME


@pytest.mark.parametrize(
    ("text", "action", "strict"),
    [
        ("12a", Place(12, Pile.A), "12a"),
        (" 7 C ", Place(7, Pile.C), "07c"),
        ("07D;", Place(7, Pile.D), "07d"),
        ("UNDO", TakeBack(), "undo"),
        ("annuler", TakeBack(), "undo"),
        ("Fin", EndTurn(), "end"),
        ("end", EndTurn(), "end"),
        ("Claim", Claim(), "claim"),
        ("commencer", Claim(), "claim"),
        ("! a", Signal(Plea.KEEP_OFF, Pile.A), "!a"),
        ("~B", Signal(Plea.NO_BIG_JUMP, Pile.B), "~b"),
        ("-d", Withdraw(Pile.D), "-d"),
    ],
)
def test_read_loosely_written_strictly(text: str, action: Action, strict: str) -> None:
    assert GAME.parse(text) == action
    assert GAME.notation.notate(action) == strict


def test_several_in_a_row() -> None:
    actions = (Place(12, Pile.A), Place(57, Pile.D), TakeBack(), Signal(Plea.KEEP_OFF, Pile.B), EndTurn())
    assert GAME.notation.parse_all("12a57d, undo !b; end") == actions
    assert GAME.notation.parse_all("12 a 57 d annuler ! b fin") == actions


@pytest.mark.parametrize("text", ["12", "a", "12e", "12ab", "!e", "!", "--a", "12a undone", "100a", "12^a", "１２a"])
def test_what_cannot_be_read(text: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        GAME.notation.parse_all(text)
    assert caught.value.code == "unreadable"


@pytest.mark.parametrize("card", [0, 1])
def test_there_is_no_such_card(card: int) -> None:
    with pytest.raises(UnreadableError) as caught:
        GAME.parse(f"{card}a")
    assert (caught.value.code, caught.value.values) == ("no_such_card", {"card": card})


def test_people_read_capital_letters() -> None:
    assert GAME.readable("claim,07a,57c,undo,end") == "claim,07A,57C,undo,end"
    assert [GAME.readable(text) for text in ("!a", "~b", "-d")] == ["!A", "~B", "-D"]


def test_a_turn_is_placements_and_its_end_is_understood() -> None:
    assert GAME.parse_turn("12a,57d") == (Place(12, Pile.A), Place(57, Pile.D), EndTurn())
    assert GAME.parse_turn("claim,12a") == (Claim(), Place(12, Pile.A), EndTurn())


@pytest.mark.parametrize("text", ["12a,undo", "12a,claim", "12a,!b", "12a,end", "claim,claim"])
def test_a_turn_holds_nothing_else(text: str) -> None:
    with pytest.raises(UnreadableError):
        GAME.parse_turn(text)


def test_every_action_can_be_written() -> None:
    assert len(every_action(GAME)) == 98 * 4 + 2 * 4 + 4 + 3
