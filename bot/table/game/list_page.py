"""Lists of a player's games: those that run, and those that a command can mean."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from babel.dates import format_date

from bot.table.controls import MAX_ARGUMENT, Control, Verb
from bot.table.game.choices import MARK
from bot.table.game.pages import game_against, game_against_unescaped, in_rows, outcome_text, status_lines
from bot.table.limits import BODY, BUTTONS, LABEL, ROWS, cut, listed
from bot.table.locale import Locale
from bot.table.match_view import MatchView
from bot.table.page import Button, Page, Style

MOST_LISTED = ROWS * BUTTONS


@dataclass(frozen=True, slots=True)
class Listed:
    """A running game as one of its players sees it, and the link to its table message, if it has one."""

    match_view: MatchView
    link: str | None


def games_page(games: Sequence[Listed], total: int, locale: Locale) -> Page:
    """`total` is how many there are; not all of them need to be given."""
    lines = [_line(game.match_view, game.link, locale) for game in games] or [locale.text("games.none")]
    body = listed(lines, locale, room=BODY, total=max(total, len(lines)))
    buttons = [_button(game.match_view, Control(Verb.HAND, game.match_view.game_id), locale) for game in games]
    return Page(locale.text("games.title"), body, tuple(in_rows(buttons[:MOST_LISTED])))


def which_game_page(games: Sequence[MatchView], total: int, verb: Verb, locale: Locale, *, moves: str = "") -> Page:
    """Ask which game was meant. Typed moves are carried by the buttons where a button can carry them; otherwise the
    buttons open the games."""
    if moves and not _can_be_carried(moves):
        verb, moves = Verb.HAND, ""
    lines = [_line(game, None, locale) for game in games]
    buttons = [_button(game, Control(verb, game.game_id, game.revision, moves), locale) for game in games]
    body = "\n\n".join((locale.text("games.which"), listed(lines, locale, room=BODY // 2, total=total)))
    return Page(locale.text("games.which_title"), body, tuple(in_rows(buttons[:MOST_LISTED])))


def _can_be_carried(moves: str) -> bool:
    return len(moves) <= MAX_ARGUMENT and moves.isprintable() and ":" not in moves and not moves.startswith(MARK)


def _line(match_view: MatchView, link: str | None, locale: Locale) -> str:
    number = f"[#{match_view.game_id}]({link})" if link else f"#{match_view.game_id}"
    return f"**{number}** {game_against(match_view, locale)} · {' '.join(status_lines(match_view, locale))}"


def _button(match_view: MatchView, control: Control, locale: Locale) -> Button:
    label = cut(f"#{match_view.game_id} {game_against_unescaped(match_view, locale)}", LABEL)
    return Button(label, control, Style.PRIMARY if match_view.is_my_turn else Style.SECONDARY)


def game_label(match_view: MatchView, at: int, locale: Locale) -> str:
    """A game in plain text, for a suggestion: its number, the game, opponents, the date and how it stands or ended."""
    date = format_date(datetime.fromtimestamp(at / 1000, UTC), "d MMM yyyy", locale=locale.language)
    against, outcome = game_against_unescaped(match_view, locale), outcome_text(match_view, locale)
    return " · ".join((f"#{match_view.game_id}", against, date, outcome))
