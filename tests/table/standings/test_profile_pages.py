"""Profiles in words: a player's openings."""

import pytest

from bot.games.le_duel.feats import _shape
from bot.games.le_duel.position import PILES, Place
from bot.store.ratings_rows import Career, Opening, Tally
from bot.store.sqlite.standings import Profile
from bot.table.locale import LANGUAGES, locale_for
from bot.table.standings.addresses import ProfileAddress
from bot.table.standings.profile_pages import ProfileView, profile_page


def told(opening: str, language: str, game: str = "le-duel") -> str:
    """The line about openings of a player with one."""
    stats = Profile(
        own=None,
        total=0,
        career=Career(),
        by_seat=((0, Tally(3)),),
        by_turn=((True, Tally(3)), (False, Tally())),
        openings=(Opening(opening, 3, 2),),
        versus=Tally(),
        plot=(),
    )
    view = ProfileView(ProfileAddress(game, "server", 1), "Alice", is_self=True, own=None, stats=stats)
    return next(
        line for line in profile_page(view, locale_for(language)).body.split("\n") if "3 " in line and "2)" in line
    )


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
def test_an_opening_has_words(language: str, opening: str, words: str) -> None:
    assert told(opening, language) == words


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_pile_of_an_opening_has_words(language: str) -> None:
    for pile, whose in PILES:
        assert "`" not in told(_shape([Place(9, pile, whose)]), language)


def test_an_opening_without_words_is_shown_as_stored() -> None:
    assert "`a b`" in told("a b", "en")
    assert "`^ v`" in told("^ v", "en", game="the-game")
