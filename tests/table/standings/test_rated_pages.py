"""Profiles and histories in words: how somebody likes to begin, and how their games ended."""

import pytest

from bot.games.le_duel.feats import _shape
from bot.games.le_duel.position import PILES, Place
from bot.table.locale import LANGUAGES, locale_for
from bot.table.standings.rated_pages import (
    Favourite,
    HistoryView,
    PastGame,
    ProfileView,
    Whose,
    WinRecord,
    history_page,
    past_line,
    profile_page,
)
from tests.table.game.test_pages import ENDINGS
from tests.table.test_locale import reasons


def told(opening: str, language: str, game: str = "le-duel") -> str:
    """The line about openings of somebody who has one."""
    view = ProfileView(
        whose=Whose(game, "server", 1),
        name="Alice",
        is_self=True,
        own=None,
        people=0,
        by_seat=((0, WinRecord(3, 0, 0)),),
        by_turn=((True, WinRecord(3, 0, 0)), (False, WinRecord(0, 0, 0))),
        streak=0,
        best_streak=0,
        chain=None,
        fastest=None,
        openings=(Favourite(opening, 3, 2),),
        versus=WinRecord(0, 0, 0),
    )
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
def test_an_opening_is_said_in_words(language: str, opening: str, words: str) -> None:
    assert told(opening, language) == words


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_pile_that_openings_are_kept_with_has_words(language: str) -> None:
    for pile, whose in PILES:
        assert "`" not in told(_shape([Place(9, pile, whose)]), language)


def test_an_opening_nobody_has_words_for_is_shown_as_it_is_typed() -> None:
    assert "`a b`" in told("a b", "en")
    assert "`^ v`" in told("^ v", "en", game="the-game")


def past(game: str, score: str, reason: str, left: int | None = None, how: str = "") -> PastGame:
    is_together, by = game == "the-game", ("Zo*é", how) if how else None
    return PastGame(
        4, game, ("Bob",), score, reason, None, 12, 0, None, is_together=is_together, left=left, abandoned=by
    )


# Every way a game can end, by its rules or by the referee
ENDS = [
    (past("le-duel", "win", "placed_all"), "✅ won, every card placed", "✅ gagnée, toutes les cartes posées"),
    (
        past("le-duel", "loss", "placed_all"),
        "❌ lost, the opponent placed every card",
        "❌ perdue, l’adversaire a posé toutes ses cartes",
    ),
    (
        past("le-duel", "win", "stuck"),
        "✅ won, the opponent was stuck",
        "✅ gagnée, l’adversaire ne pouvait plus jouer",
    ),
    (
        past("le-duel", "loss", "stuck"),
        "❌ lost, unable to place two cards",
        "❌ perdue, faute de pouvoir poser deux cartes",
    ),
    (past("le-duel", "win", "resigned"), "✅ won by resignation", "✅ gagnée par abandon"),
    (past("le-duel", "loss", "resigned"), "❌ lost by resignation", "❌ perdue par abandon"),
    (past("le-duel", "win", "timeout"), "✅ won on time", "✅ gagnée au temps"),
    (past("le-duel", "loss", "timeout"), "❌ lost on time", "❌ perdue au temps"),
    (
        past("le-duel", "win", "left"),
        "✅ won, the opponent left the server",
        "✅ gagnée, l’adversaire a quitté le serveur",
    ),
    (past("le-duel", "loss", "left"), "❌ lost by leaving the server", "❌ perdue en quittant le serveur"),
    (past("le-duel", "draw", "agreed_draw"), "🤝 drawn by agreement", "🤝 nulle d’un commun accord"),
    (past("le-duel", "none", "called_off"), "➖ called off", "➖ annulée"),
    (past("the-game", "win", "beaten", 0), "🏆 The Game beaten", "🏆 The Game, battu"),
    (past("the-game", "loss", "blocked", 12), "🃏 The Game, 12 cards left", "🃏 The Game, 12 cartes restantes"),
    (past("the-game", "loss", "blocked", 1), "🃏 The Game, one card left", "🃏 The Game, 1 carte restante"),
    (
        past("the-game", "loss", "burnt", 12),
        "🔥 The Game, lost to a fire with 12 cards left",
        "🔥 The Game, un feu non recouvert, 12 cartes restantes",
    ),
    (past("the-game", "none", "abandoned"), "🚪 The Game, abandoned", "🚪 The Game, abandonnée"),
    (
        past("the-game", "none", "abandoned", how="resigned"),
        r"🚪 The Game, Zo\*é resigned",
        r"🚪 The Game, Zo\*é a abandonné",
    ),
    (
        past("the-game", "none", "abandoned", how="timeout"),
        r"🚪 The Game, Zo\*é ran out of time",
        r"🚪 The Game, Zo\*é a dépassé son temps",
    ),
    (
        past("the-game", "none", "abandoned", how="left"),
        r"🚪 The Game, Zo\*é left the server",
        r"🚪 The Game, Zo\*é a quitté le serveur",
    ),
    (past("the-game", "none", "called_off"), "➖ The Game, called off", "➖ The Game, annulée"),
]


@pytest.mark.parametrize(("game", "english", "french"), ENDS)
def test_a_past_game_says_how_it_ended(game: PastGame, english: str, french: str) -> None:
    for language, words in (("en", english), ("fr", french)):
        assert past_line(game, locale_for(language)).startswith(f"**#4** {words} · ")


def test_every_end_there_is_has_been_thought_of() -> None:
    """What the referee can say, and what each game's rules can, as far as random play comes across it."""
    assert {game.reason for game, _, _ in ENDS} >= reasons("_lose", "_end") | {
        one for ends in ENDINGS.values() for one in ends
    }


def test_an_end_nobody_has_words_for_is_won_or_lost_plainly() -> None:
    assert past_line(past("le-duel", "win", "by magic"), locale_for("en")).startswith("**#4** ✅ won · Bob")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_history_without_games_asks_nobody_to_look_at_one(language: str) -> None:
    view = HistoryView(Whose("le-duel", "server", 1), "Alice", is_self=True, number=0, pages=0, total=0, games=())
    page = history_page(view, locale_for(language))
    assert locale_for(language).text("history.empty_self") in page.body
    assert page.footer == ""
