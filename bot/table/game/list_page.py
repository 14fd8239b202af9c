"""The list of a player's running games."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.table.game.pages import status_lines, versus
from bot.table.limits import BODY, listed
from bot.table.locale import Locale
from bot.table.match_view import MatchView
from bot.table.page import Page


@dataclass(frozen=True, slots=True)
class Listed:
    """A running game, and the link to its table message, if it has one."""

    match_view: MatchView
    link: str | None


def games_page(games: Sequence[Listed], total: int, locale: Locale) -> Page:
    """`total` is how many there are; not all of them need to be given."""
    lines = [_line(game, locale) for game in games] or [locale.text("games.none")]
    return Page(locale.text("games.title"), listed(lines, locale, room=BODY, total=max(total, len(lines))))


def _line(game: Listed, locale: Locale) -> str:
    number = f"[#{game.match_view.game_id}]({game.link})" if game.link else f"#{game.match_view.game_id}"
    status = " ".join(status_lines(game.match_view, locale))
    return f"**{number}** {versus(game.match_view, locale)} · {status}"
