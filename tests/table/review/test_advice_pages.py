"""Pages of hints and reviews: a turn is in the words of a replay."""

from dataclasses import replace
from itertools import pairwise

import pytest

from bot.games.core import Seat, phrase
from bot.games.le_duel.notation import notate_turn
from bot.games.the_game.notation import notate_turn as notate_team_turn
from bot.players.core import Mistake, Suggestion
from bot.table.locale import LANGUAGES, locale_for
from bot.table.page import Button
from bot.table.pictures.le_duel.story import LeDuelStory
from bot.table.pictures.the_game.story import TheGameStory
from bot.table.review.advice_pages import hint_page, review_page
from tests.table.pictures.the_game.test_story import course
from tests.table.review.test_replay_pages import MOST_TEXT, VIEWS, match_view

REASON = phrase("players.reason.jump", card=3)


def test_a_turn_has_the_words_of_a_replay() -> None:
    for before, after in pairwise(VIEWS):
        turn = notate_turn(after.last.places)
        told = LeDuelStory().turn(before, after).values["places"]
        assert LeDuelStory().places(before, after.last.seat, turn) == told
    for before, after in pairwise(course(2, fire=True)):
        turn = notate_team_turn(after.last.places, is_claimed=after.last.is_claimed)
        told = TheGameStory().turn(before, after).values["places"]
        assert TheGameStory().places(before, after.last.seat, turn) == told


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "I would play 13 on ▲, 3 on ▲ (a jump back from 13), 50 on Bob\\_’s ▼ to help.\n"),
        ("fr", "Je jouerais le 13 sur ▲, le 3 sur ▲ (un saut depuis 13), le 50 sur ▼ chez Bob\\_ pour aider.\n"),
    ],
)
def test_a_hint_has_its_turn_in_words(language: str, told: str) -> None:
    asked = replace(match_view(("Alice", "Bob_")), view=VIEWS[0], viewer=Seat(0), reason=None)
    page = hint_page(asked, Suggestion("13^A,03^A,50vE", REASON), locale_for(language), has_staged=False)
    assert page.body.startswith(told)


def test_a_review_has_its_turns_in_words() -> None:
    costly = Mistake(1, Seat(0), VIEWS[0], "13^A,03^A", "50vA,20^A", REASON, 0.12)
    page = review_page(match_view(), (0.5, 0.4), [costly], locale_for("en"), accuracies=(80, None), turning=1)
    assert "Turn 1 cost 12 points with 13 on ▲, 3 on ▲ (a jump back from 13).\n" in page.body
    assert "\n↳ Better 50 on ▼, 20 on ▲. " in page.body
    assert "**Alice**: accuracy 80 %" in page.body
    assert "**Bob**" not in page.body, "who has played no turn"
    ((button,),) = page.rows
    assert isinstance(button, Button)
    assert (button.label, button.control.revision) == ("Turning point: turn 1", 1)


@pytest.mark.parametrize(
    ("chances", "told"),
    [
        ((0.5, 0.6, 1.0), "**Alice** was ahead from the first turn to the last."),
        ((0.5, 0.4, 0.6), "The game turned for good in **Alice**’s favour with turn 2."),
        ((0.5, 0.6, 0.4), "**Alice** won, though the other side was still ahead when the game ended."),
    ],
)
def test_a_review_names_the_turning_point(chances: tuple[float, ...], told: str) -> None:
    """A player who resigns while ahead loses without a turning point."""
    won = replace(match_view(), winners=(Seat(0),))
    page = review_page(won, chances, [], locale_for("en"), accuracies=(90, 80), turning=2)
    assert page.body.startswith(told)
    after = round(100 * chances[2])
    assert f"**Turning point:** turn 2, after which Alice’s chance was {after} % instead of" in page.body


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_review_fits_a_message(language: str) -> None:
    names = ("*" * 32, "_" * 32)
    turn = "12^A,02^A,45vA,55vA,20^A,40vE"
    costly = [Mistake(200, Seat(seat), VIEWS[0], turn, turn, REASON, 0.99) for seat in (0, 1) for _ in range(3)]
    page = review_page(match_view(names), (0.5, 0.4), costly, locale_for(language), accuracies=(100, 100), turning=1)
    assert len(page.body) <= MOST_TEXT
