"""A profile in words: how somebody likes to begin."""

import pytest

from bot.games.le_duel.feats import _shape
from bot.games.le_duel.position import PILES, Place
from bot.table.locale import LANGUAGES, locale
from bot.table.standings_pages import Favourite, ProfileView, Record, Whose, profile_page


def told(opening: str, language: str, game: str = "le-duel") -> str:
    """The line about openings of somebody who has one."""
    view = ProfileView(
        whose=Whose(game, "server", 1),
        name="Alice",
        is_self=True,
        own=None,
        people=0,
        by_seat=((0, Record(3, 0, 0)),),
        by_turn=((True, Record(3, 0, 0)), (False, Record(0, 0, 0))),
        streak=0,
        best_streak=0,
        chain=None,
        fastest=None,
        openings=(Favourite(opening, 3, 2),),
        versus=Record(0, 0, 0),
        games=3,
    )
    return next(line for line in profile_page(view, locale(language)).body.split("\n") if "3 " in line and "2)" in line)


@pytest.mark.parametrize(
    ("language", "opening", "words"),
    [
        ("en", "^ v", "Favourite openings: one card on ▲, one on ▼ (3 games, won: 2)"),
        ("en", "^ ^ v", "Favourite openings: 2 cards on ▲, one on ▼ (3 games, won: 2)"),
        ("en", "^ v v vE", "Favourite openings: one card on ▲, 2 on ▼, one on the opponent’s ▼ (3 games, won: 2)"),
        ("fr", "^ v", "Ouvertures préférées\u00a0: une carte sur ▲, une sur ▼ (3 parties, victoires\u00a0: 2)"),
        (
            "fr",
            "v v ^E",
            "Ouvertures préférées\u00a0: 2 cartes sur ▼, une sur ▲ chez l’adversaire (3 parties, victoires\u00a0: 2)",
        ),
    ],
)
def test_an_opening_is_said_in_words(language: str, opening: str, words: str) -> None:
    assert told(opening, language) == words


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_pile_that_openings_are_kept_with_has_words(language: str) -> None:
    for pile, whose in PILES:
        assert "`" not in told(_shape([Place(9, pile, whose)]), language)


def test_an_opening_nobody_has_words_for_is_shown_as_it_is_typed() -> None:
    assert "`a b`" in told("a b", "en")
    assert "`^ v`" in told("^ v", "en", game="the-game")
