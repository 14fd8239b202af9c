"""Histories: a person's finished games, a line a game. Names are unescaped."""

from dataclasses import dataclass, replace

from bot.drawing import palette
from bot.games.registry import GAMES
from bot.store.ratings_rows import FREE_FOR_ALL, HistoryRow
from bot.table.controls import Control, Verb
from bot.table.game.pages import game_name, in_rows
from bot.table.locale import Locale, plain
from bot.table.page import Button, Page, Style
from bot.table.review.replay_pages import OPEN
from bot.table.standings.addresses import GLOBAL, SERVER, ProfileAddress, has_free_for_alls
from bot.table.standings.boards import ladder_label, page_buttons


@dataclass(frozen=True, slots=True)
class PastGame:
    """A finished game, with the names of its players."""

    row: HistoryRow
    others: tuple[str, ...]
    quitter: str | None = None  # who ended a team's game early, where that is known (TG12)
    left: int | None = None  # cards a team had left; None: not ended by the rules


@dataclass(frozen=True, slots=True)
class HistoryView:
    address: ProfileAddress
    name: str
    is_self: bool
    number: int
    pages: int
    total: int
    games: tuple[PastGame, ...]


def history_page(view: HistoryView, locale: Locale) -> Page:
    lines = [past_line(game, locale) for game in view.games]
    if not lines:
        lines = [locale.text("history.empty_self" if view.is_self else "history.empty")]
    games = locale.text("history.games", count=view.total)
    argument = view.address.argument()
    profile = Button(locale.text("history.profile"), Control(Verb.PROFILE, 0, 0, argument))
    return Page(
        title=locale.text("history.title", name=plain(view.name)),
        body="\n".join((f"*{locale.text(f'standings.scope.{view.address.scope}')}*", "", *lines)),
        rows=(
            *in_rows([_replay_button(game) for game in view.games]),
            (*page_buttons(Verb.HISTORY, argument, view.number, view.pages, locale), profile),
        ),
        footer=locale.text("history.footer", page=view.number + 1, pages=view.pages, games=games) if view.games else "",
        accent=palette.ACCENT_SILVER,
    )


def _replay_button(game: PastGame) -> Button:
    number = game.row.game_id
    return Button(f"▶ #{number}", Control(Verb.REPLAY, number, argument=OPEN))


def profile_buttons(address: ProfileAddress, locale: Locale, *, is_in_server: bool) -> tuple[Button, ...]:
    """From a profile to the history, to the other scope and to the other ladder."""
    history = Button(locale.text("profile.history"), Control(Verb.HISTORY, 0, 0, address.argument()), Style.PRIMARY)
    return (history, *_other_scope(address, locale, is_in_server=is_in_server), *_other_ladder(address, locale))


def _other_scope(address: ProfileAddress, locale: Locale, *, is_in_server: bool) -> tuple[Button, ...]:
    if not is_in_server:
        return ()
    other = GLOBAL if address.scope == SERVER else SERVER
    there = replace(address, scope=other)
    return (Button(locale.text(f"standings.to.{other}"), Control(Verb.PROFILE, 0, 0, there.argument())),)


def _other_ladder(address: ProfileAddress, locale: Locale) -> tuple[Button, ...]:
    if not has_free_for_alls(address.game):
        return ()
    there = replace(address, category="" if address.category else FREE_FOR_ALL)
    return (Button(ladder_label(there.category, locale), Control(Verb.PROFILE, 0, 0, there.argument())),)


def past_line(game: PastGame, locale: Locale) -> str:
    row = game.row
    number, others = f"#{row.game_id}", ", ".join(map(plain, game.others))
    if row.table is not None:
        channel, message = row.table
        number = f"[{number}](https://discord.com/channels/{row.guild_id}/{channel}/{message})"
    is_team = GAMES[row.game].is_cooperative
    if is_team:
        others = locale.text("history.with", others=others) if others else locale.text("history.alone")
    return locale.text(
        "history.line",
        number=number,
        score=_team_score(game, locale) if is_team else _score(row, locale),
        gain=f" ({row.gain:+d})".replace("-", "−") if row.is_counted else "",
        others=others,
        turns=locale.text("history.turns", count=row.turns),
        time=f"<t:{row.ended_at // 1000}:d>",
    )


def _score(row: HistoryRow, locale: Locale) -> str:
    """Won or lost, and why: by the game's rules, by the referee, or without a reason."""
    codes = f"history.{row.game}.{row.score}.{row.reason}", f"history.{row.score}.{row.reason}"
    return locale.text(next((code for code in codes if locale.has(code)), f"history.{row.score}"))


def _team_score(game: PastGame, locale: Locale) -> str:
    """A team's score; for a game not ended by its rules, what became of it (TG12)."""
    row, name = game.row, game_name(locale, game.row.game)
    if game.quitter is not None:
        return locale.text(f"history.abandoned.{row.how}", game=name, player=plain(game.quitter))
    if game.left is None:
        return locale.text(f"history.{row.reason}", game=name)
    if game.left == 0:
        return locale.text("history.beaten", game=name)
    special = f"history.{row.game}.{row.reason}"
    return locale.text(special if locale.has(special) else "history.left", game=name, count=game.left)
