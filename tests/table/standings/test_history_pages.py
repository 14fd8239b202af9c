"""Histories in words: how each game ended."""

import pytest

from bot.games.registry import GAMES
from bot.store.ratings_rows import HistoryRow, Score
from bot.table.locale import LANGUAGES, locale_for
from bot.table.standings.addresses import ProfileAddress
from bot.table.standings.history_pages import HistoryView, PastGame, history_page, past_line
from tests.support.tiers import only_long
from tests.table.game.test_pages import endings
from tests.table.test_locale import reasons


def past(game: str, score: str, reason: str, left: int | None = None, how: str = "") -> PastGame:
    row = HistoryRow(
        nth=1,
        game_id=4,
        game=game,
        guild_id=1,
        ended_at=0,
        turns=12,
        score=Score(score),
        reason=reason,
        is_counted=False,
        gain=0,
        seat=0,
        others=((2, None),),
        table=None,
        quitter=(3, None) if how else None,
        how=how or None,
    )
    return PastGame(row, ("Bob",), "Zo*é" if how else None, left)


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
    (past("duel", "win", "bled_out"), "✅ won, all the blood shed", "✅ gagnée, tout le sang versé"),
    (past("duel", "loss", "bled_out"), "❌ lost, all the blood shed", "❌ perdue, tout le sang versé"),
    (past("duel", "win", "exhausted"), "✅ won, the opponent exhausted", "✅ gagnée, l’adversaire à bout de forces"),
    (past("duel", "loss", "exhausted"), "❌ lost by exhaustion", "❌ perdue d’épuisement"),
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


@only_long
def test_every_reason_is_tested() -> None:
    """The referee's reasons, and those of each game's rules that random play reaches."""
    assert {game.row.reason for game, _, _ in ENDS} >= reasons("_lose", "_end") | {
        one for key in GAMES for one in endings(key)
    }


def test_a_reason_without_words_is_left_out() -> None:
    assert past_line(past("le-duel", "win", "by magic"), locale_for("en")).startswith("**#4** ✅ won · Bob")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_history_without_games_has_no_footer(language: str) -> None:
    view = HistoryView(
        ProfileAddress("le-duel", "server", 1), "Alice", is_self=True, number=0, pages=0, total=0, games=()
    )
    page = history_page(view, locale_for(language))
    assert locale_for(language).text("history.empty_self") in page.body
    assert page.footer == ""
