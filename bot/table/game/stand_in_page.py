"""The question whether a computer plays on for who left a team's game, and what became of it."""

from bot.table.game.pages import absent_text, game_title, reason_text, stand_in_row
from bot.table.locale import Locale, plain
from bot.table.match_view import MatchView
from bot.table.page import Page

ASKED = "asked"  # pressed on the question, not on the table


def stand_in_page(match_view: MatchView, locale: Locale) -> Page:
    rows = () if match_view.is_over or not match_view.absent else (stand_in_row(match_view, locale, ASKED),)
    return Page(game_title(match_view, locale), stand_in_text(match_view, locale), rows)


def stand_in_text(match_view: MatchView, locale: Locale) -> str:
    if match_view.is_over:
        return reason_text(match_view, locale, lambda seat: plain(match_view.name(seat)))
    return absent_text(match_view, locale) if match_view.absent else locale.text("stand_in.done")
