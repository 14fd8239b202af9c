"""Decks as one line: short, stable, checked, and read back whatever a chat or a keyboard did to their letters' case."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games.core import RuleError
from bot.games.duel import collection
from bot.games.duel.deck_lines import LONGEST, is_line, read_line, write_line
from bot.games.duel.decks import read_deck
from bot.games.duel.sets import current_set

IDS = sorted(current_set().cards)
DECKS = st.dictionaries(st.sampled_from(IDS), st.integers(1, 25), max_size=25)
BLADE = "duel-base-2-badqydy4euwdknyebytculqdemut77mo7y"


def code_of(text: str) -> str:
    with pytest.raises(RuleError) as caught:
        read_line(text)
    return caught.value.code


@given(DECKS)
def test_every_deck_is_read_back(deck: dict[str, int]) -> None:
    line = write_line(deck)
    assert read_line(line) == dict(sorted(deck.items()))
    assert read_line(f" ```{line.upper()}``` ") == read_line(line)
    assert is_line(line)


def test_a_line_is_short_and_stays_the_same() -> None:
    lines = {key: write_line(starter.deck) for key, starter in current_set().starters.items()}
    assert max(map(len, lines.values())) <= 60
    assert lines["blade"] == BLADE
    many = dict.fromkeys(random.Random(1).sample(IDS, 25), 1)
    assert len(write_line(many)) <= 73
    assert write_line(dict(reversed(many.items()))) == write_line(many)


def test_what_is_wrong_is_said() -> None:
    line = write_line(current_set().starters["pack"].deck)
    assert code_of(line[:-1]) == "deck_line_damaged"
    assert code_of(line + "a") == "deck_line_damaged"
    assert code_of(line.replace("-2-", "-7-")) == "deck_line_unknown_set"
    assert code_of(line.replace("base", "other")) == "deck_line_unknown_set"
    assert code_of(line + "a" * LONGEST) == "deck_line_long"
    assert code_of("duel-base-2-") == "deck_line_damaged"
    assert code_of("duel-base-2-äöü") == "deck_line_damaged"


def test_any_changed_letter_is_noticed() -> None:
    line, dice = write_line(current_set().starters["oath"].deck), random.Random(2)
    for _ in range(500):
        at = dice.randrange(len("duel-base-2-"), len(line) - 1)
        other = dice.choice("abcdefghijklmnopqrstuvwxyz234567")
        if other != line[at]:
            assert code_of(line[:at] + other + line[at + 1 :]) == "deck_line_damaged"


def test_it_is_a_way_to_type_a_deck() -> None:
    deck = current_set().starters["rampart"].deck
    assert read_deck(write_line(deck), {}) == collection.read(write_line(deck)) == dict(sorted(deck.items()))
    with pytest.raises(RuleError, match="deck_size"):
        read_deck(write_line({"thrust": 3}), {})
    assert collection.read(write_line({"thrust": 3})) == {"thrust": 3}
