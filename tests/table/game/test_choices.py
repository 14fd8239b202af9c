"""Choices by path: what a button stands for, and what it no longer stands for."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games.core import Choice, ChoiceKind, GameError, phrase
from bot.table.game.choices import (
    FROM,
    action_labels,
    choice_at,
    direct_path,
    letters,
    opened_path,
    path_of,
    path_text,
    read_chosen,
    read_letters,
    read_path,
)


def leaf(action: str, kind: ChoiceKind = ChoiceKind.PLAY) -> Choice:
    return Choice(phrase("button.hand"), kind, action)


def menu(action: str, *then: Choice, pick: range | None = None) -> Choice:
    return Choice(phrase("button.hand"), ChoiceKind.OPEN, action, then=then, pick=pick)


CHOICES = (
    menu("slash", menu("slash/", leaf("thrust"), leaf("raven"), leaf("thrust"), pick=range(2, 3))),
    menu("feint", leaf("feint@1"), leaf("feint@2")),
    leaf("end", ChoiceKind.DONE),
)


def chosen(path: tuple[int, ...], *places: int) -> tuple[str, bool]:
    found = read_chosen(CHOICES, path_text(CHOICES, path), places)
    return found.text, found.is_action


def test_a_path_leads_to_its_action() -> None:
    assert chosen((2,)) == ("end", True)
    assert chosen((1, 1)) == ("feint@2", True)
    assert chosen((0, 0), 2, 1) == ("slash/thrust+raven", True), "in the player's order"
    assert chosen((0, 0), 0, 2) == ("slash/thrust+thrust", True), "equal cards are apart"
    assert chosen((1,)) == (path_text(CHOICES, (1,)), False), "it opens something"


@pytest.mark.parametrize("places", [(), (0,), (0, 0), (0, 3), (0, 1, 2)], ids=str)
def test_only_so_many_different_ones_that_are_there(places: tuple[int, ...]) -> None:
    with pytest.raises(GameError, match="stale"):
        chosen((0, 0), *places)


def test_a_menu_of_a_long_list_says_where_its_part_begins() -> None:
    long = tuple(leaf(f"card{number}") for number in range(60))
    text = f"{path_text(long, ())}{FROM}{letters(25)}"
    assert read_chosen(long, text, [3]).text == "card28"
    with pytest.raises(GameError, match="stale"):
        read_chosen(long, text, [50])


def test_other_choices_make_it_stale() -> None:
    text = path_text(CHOICES, (2,))
    for other in (CHOICES[:2], (*CHOICES[:2], leaf("undo")), (*CHOICES, leaf("more"))):
        with pytest.raises(GameError, match="stale"):
            read_path(other, text)
    relabelled = (*CHOICES[:2], replace(CHOICES[2], label=phrase("button.rules")))
    assert read_path(relabelled, text) == (2,), "the same actions in other words"


@pytest.mark.parametrize("text", [".", "..", ".a", ".zz.aaaa", ".a.b.c.d.e", ".é", ".1.2", ".A", "." + "a" * 39])
def test_what_nobody_wrote_is_stale(text: str) -> None:
    with pytest.raises(GameError, match="stale"):
        read_chosen(CHOICES, text, ())
    assert opened_path(CHOICES, text) == ()


def test_an_action_is_itself() -> None:
    """As on public messages, and on those that were sent before buttons carried paths."""
    assert read_chosen(CHOICES, "12^A", ()).text == "12^A"
    assert opened_path(CHOICES, "feint") == (1,)
    assert opened_path(CHOICES, "end") == (), "there is nothing to open"
    assert opened_path(CHOICES, "") == ()


@given(st.integers(0, 26**3 - 1))
def test_letters_are_read_back(number: int) -> None:
    assert read_letters(letters(number)) == number
    assert letters(number).isalpha()


def test_a_path_has_no_digit_and_fits() -> None:
    for path in ((), (0,), (25, 25, 25), (700, 700, 700, 700, 700)):
        text = path_text(CHOICES, path)
        assert len(text) <= 40
        assert not any(letter.isdigit() for letter in text)
    assert choice_at(CHOICES, (1, 0)) == CHOICES[1].then[0]


def test_a_card_that_fits_nowhere_is_no_action() -> None:
    """Its label is a number, with which other cards begin."""
    stuck = Choice(phrase("le-duel.card", card=5), ChoiceKind.OPEN, "5", is_legal=False)
    assert action_labels((stuck, leaf("end")), lambda one: one.code) == {"end": "button.hand"}


def test_an_action_is_found_by_its_path_and_a_direct_choice_leads_to_its_only_entry() -> None:
    assert path_of(CHOICES, "feint@2") == (1, 1)
    assert path_of(CHOICES, "raven") == (), "one of several that are picked at once"
    only = replace(menu("jab", leaf("jab@1")), is_direct=True)
    assert direct_path((only,), (0,)) == (0, 0)
    assert direct_path(CHOICES, (1,)) == (1,)
