"""The Game's piles are A to D in every text; stored data has lower-case letters."""

import json
import re
from collections.abc import Iterable, Iterator

import pytest

from bot.games.core import Choice, Phrase, Seat
from bot.games.the_game.game import THE_GAME
from bot.games.the_game.state import EndTurn, State, View
from bot.players.advisers import ADVISERS
from bot.table.locale import LANGUAGES, locale_for, read_catalogue
from bot.table.pictures.core import PictureText
from bot.table.pictures.the_game.drawer import TheGameDrawer
from tests.table.pictures.the_game.test_drawer import positions
from tools.pictures.the_game_samples import NAMES

GAME, DRAWER = THE_GAME, TheGameDrawer()
SMALL = re.compile(r"\d[a-d]\b|[▲▼!~] ?[a-d]\b|[Pp]iles? \W*[a-d]\b|^[a-d]$", re.MULTILINE)
TYPED = re.compile(r"\b12[A-Za-z] 57[A-Za-z] \w+")


def labels(choices: Iterable[Choice]) -> Iterator[Phrase]:
    for choice in choices:
        yield choice.label
        yield from labels(choice.then)


def read(view: View, words: PictureText) -> Iterator[str]:
    """Every text of a view."""
    screen = GAME.screens.screen(view)
    phrases = [*screen.lines, *labels((*screen.choices, *screen.public_choices))]
    if view.is_on_turn:
        phrases.append(ADVISERS[GAME.key].ranked_turns(view, 1)[0].reason)
    yield from (words.locale.write(one, NAMES.__getitem__) for one in phrases)
    yield words.alt_text(DRAWER.table(view, words))
    if view.viewer is not None:
        yield words.alt_text(DRAWER.hand(view, words))


def course() -> Iterator[State]:
    """States with signals, fires and staged cards."""
    return positions(24)


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_name_piles_by_capital_letters(language: str) -> None:
    words, texts = PictureText(NAMES[:3], locale_for(language)), set[str]()
    for state in course():
        for viewer in (None, Seat(0), Seat(1), Seat(2)):
            texts.update(read(GAME.rules.observe(state, viewer), words))
            texts.update(read(GAME.rules.observe(state, viewer, is_over=True), words))
    assert [text for text in texts if SMALL.search(text)] == []
    assert all(any(f"{sign} {pile}" in text for text in texts) for sign, pile in ("▲A", "▲B", "▼C", "▼D"))


def test_stored_data_has_lower_case_letters() -> None:
    stored = [json.dumps(GAME.codec.dump(state)) for state in course()]
    assert not any(re.search(r"\d[A-D]\b|[!~][A-D]\b", text) for text in stored)
    assert any(SMALL.search(text) for text in stored)


@pytest.mark.parametrize("language", LANGUAGES)
def test_notation_examples_can_be_parsed(language: str) -> None:
    told = [
        example
        for message in read_catalogue(language)
        for text in ([message.string] if isinstance(message.string, str) else message.string or ())
        for example in TYPED.findall(text)
    ]
    assert len(told) == 5
    for example in told:
        assert example.startswith("12A 57C")
        assert GAME.notation.parse_all(example)[-1] == EndTurn()
