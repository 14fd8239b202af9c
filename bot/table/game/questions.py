"""Confirmations in a running game: resigning, offering a draw and answering an offer."""

from bot.drawing import palette
from bot.table.controls import Control, Verb
from bot.table.game.pages import draw_answers, game_against, game_title
from bot.table.locale import Locale, plain
from bot.table.match_view import MatchView
from bot.table.page import Button, Page, Style


def resign_page(match_view: MatchView, locale: Locale) -> Page:
    is_duel = len(match_view.names) == 2
    code = "resign.sure_team" if match_view.game.is_cooperative else "resign.sure" if is_duel else "resign.sure_many"
    return _question(match_view, locale, code, "button.resign_sure", Verb.RESIGN_SURE)


def draw_page(match_view: MatchView, locale: Locale) -> Page:
    """Ask before a draw is offered; if another player has offered one, show the answers instead."""
    if match_view.draw_offers:
        return draw_offer_page(match_view, locale)
    return _question(match_view, locale, "draw.sure", "button.draw_sure", Verb.DRAW_SURE)


def _question(match_view: MatchView, locale: Locale, code: str, label: str, verb: Verb) -> Page:
    body = locale.text(code, game=game_against(match_view, locale), number=match_view.game_id)
    sure = Button(locale.text(label), Control(verb, match_view.game_id), Style.DANGER)
    keep = Button(locale.text("button.keep"), Control(Verb.KEEP, match_view.game_id))
    return Page(locale.text("question.title"), body, ((sure, keep),), accent=palette.ACCENT_DANGER)


def draw_offer_page(match_view: MatchView, locale: Locale) -> Page:
    players = ", ".join(plain(match_view.name(seat)) for seat in match_view.draw_offers)
    game = game_against(match_view, locale)
    body = locale.text("draw.offered", player=players, game=game, number=match_view.game_id)
    return Page(locale.text("draw.title"), body, (draw_answers(match_view, locale),))


def draw_declined_page(match_view: MatchView, locale: Locale) -> Page:
    return Page(game_title(match_view, locale), locale.text("draw.declined", number=match_view.game_id))
