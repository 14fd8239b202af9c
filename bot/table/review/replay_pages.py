"""Pages of a replay: a finished game's turns, and its record as a file. Views have open hands, so a running game may
not enter."""

import json
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from bot.drawing import palette
from bot.games.core import Json
from bot.table.controls import Control, Verb
from bot.table.game.pages import game_name, reason_text, status_lines, versus, versus_unescaped, view_lines
from bot.table.locale import Locale, Names, plain
from bot.table.match_view import MatchView
from bot.table.page import Button, Document, Page, Style
from bot.table.pictures.registry import story_for

OPEN, FIRST, BACK, ON, LAST, TURNING = "open", "first", "back", "on", "last", "turning"
ANIMATION, PLOT, RECORD = "film", "plot", "record"
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})  # Unicode categories: controls, bidi marks, line ends


def replay_page(
    match_view: MatchView,
    views: Sequence[Any],
    turn: int,
    locale: Locale,
    *,
    has_turning_point: bool,
    is_turning_point: bool,
) -> Page:
    """The game after a turn; 0 is the start."""
    last = len(views) - 1
    then = replace(match_view, view=views[turn])
    lines = [_turn_text(match_view, views, turn, locale), *view_lines(then, locale)]
    if is_turning_point:
        lines.insert(0, locale.text("replay.turning_point"))
    if turn == last:
        lines += ["", *status_lines(match_view, locale)]
    return Page(
        title=locale.text("replay.title", players=versus(match_view, locale)),
        body="\n".join(lines),
        rows=(
            _navigation(match_view, turn, last, locale, has_turning_point=has_turning_point),
            _extras(match_view, turn, locale),
        ),
        footer=locale.text("replay.footer", number=match_view.game_id, turn=turn, turns=last),
        accent=palette.ACCENT_SUCCESS if turn == last else palette.ACCENT_NEUTRAL,
    )


def _turn_text(match_view: MatchView, views: Sequence[Any], turn: int, locale: Locale) -> str:
    if turn == 0:
        return locale.text("replay.start")
    told = turn_in_words(match_view, views, turn, locale, lambda seat: plain(match_view.name(seat)))
    return locale.text("replay.turn", turn=turn, turns=len(views) - 1, told=told)


def turn_in_words(match_view: MatchView, views: Sequence[Any], turn: int, locale: Locale, names: Names) -> str:
    """A turn in words; empty for a game without a story."""
    story = story_for(match_view.game.key)
    return "" if story is None else locale.write(story.turn(views[turn - 1], views[turn]), names)


def _navigation(
    match_view: MatchView, turn: int, last: int, locale: Locale, *, has_turning_point: bool
) -> tuple[Button, ...]:
    def button(name: str, to: int, *, is_enabled: bool) -> Button:
        control = Control(Verb.REPLAY, match_view.game_id, to, name)
        return Button(locale.text(f"replay.{name}"), control, Style.PRIMARY, is_enabled)

    buttons = (
        button(FIRST, 0, is_enabled=turn > 0),
        button(BACK, max(0, turn - 1), is_enabled=turn > 0),
        button(ON, min(last, turn + 1), is_enabled=turn < last),
        button(LAST, last, is_enabled=turn < last),
    )
    if not has_turning_point:
        return buttons
    return (*buttons, replace(button(TURNING, turn, is_enabled=last > 0), style=Style.SECONDARY))


def _extras(match_view: MatchView, turn: int, locale: Locale) -> tuple[Button, ...]:
    drawn = () if story_for(match_view.game.key) is None else (ANIMATION, PLOT)
    extras = tuple(
        Button(locale.text(f"replay.{name}"), Control(Verb.REPLAY, match_view.game_id, turn, name))
        for name in (*drawn, RECORD)
    )
    review = Button(locale.text("button.review"), Control(Verb.REVIEW, match_view.game_id))
    return (*extras, review) if match_view.is_reviewable else extras


def animation_page(match_view: MatchView, locale: Locale) -> Page:
    body = locale.text("replay.film_body", players=versus(match_view, locale))
    return Page(locale.text("replay.film_title", number=match_view.game_id), body)


def plot_page(match_view: MatchView, locale: Locale) -> Page:
    if match_view.game.is_cooperative:
        return Page(
            locale.text("replay.plot_team_title", number=match_view.game_id), locale.text("replay.plot_team_body")
        )
    return Page(locale.text("replay.plot_title", number=match_view.game_id), locale.text("replay.plot_body"))


def chances_page(match_view: MatchView, locale: Locale) -> Page:
    title = locale.text("replay.chances_title", number=match_view.game_id)
    return Page(title, locale.text("replay.chances_body", player=plain(match_view.names[0])))


def record_page(match_view: MatchView, text: str, locale: Locale) -> Page:
    return Page(
        title=locale.text("replay.record_title", number=match_view.game_id),
        body=locale.text("replay.record_body"),
        document=Document(f"arbitre-{match_view.game_id}.txt", text.encode()),
    )


def record_text(
    match_view: MatchView,
    views: Sequence[Any],
    turns: Sequence[str],
    record: dict[str, Json],
    times: tuple[int, int],
    locale: Locale,
) -> str:
    """The record file: comment lines in words, then one JSON object, a field a line."""
    told = (*_heading(match_view, times, locale), "", *_turn_lines(match_view, views, turns, locale), "")
    remarks = "".join(f"# {_one_line(remark)}".rstrip() + "\n" for remark in told)
    fields = ",\n".join(f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in record.items())
    return f"{remarks}{{\n{fields}\n}}\n"


def _heading(match_view: MatchView, times: tuple[int, int], locale: Locale) -> Iterator[str]:
    start, end = (datetime.fromtimestamp(time / 1000, UTC).strftime("%Y-%m-%d %H:%M") for time in times)
    yield locale.text("replay.file.game", game=game_name(locale, match_view.game.key), number=match_view.game_id)
    yield locale.text("replay.file.players", players=versus_unescaped(match_view, locale))
    yield locale.text("replay.file.time", start=start, end=end)
    yield _result(match_view, locale)
    yield locale.text("replay.file.shuffle", commitment=match_view.commitment)
    yield locale.text("replay.file.verify")


def _result(match_view: MatchView, locale: Locale) -> str:
    why = reason_text(match_view, locale, match_view.name)
    if match_view.game.is_cooperative:
        left = locale.text("replay.file.left", count=match_view.left) if match_view.left is not None else ""
        return locale.text("replay.file.team", left=left, why=why)
    if not match_view.winners:
        return locale.text("replay.file.no_winner", why=why)
    return locale.text(
        "replay.file.won", player=", ".join(match_view.names[seat] for seat in match_view.winners), why=why
    )


def _turn_lines(match_view: MatchView, views: Sequence[Any], turns: Sequence[str], locale: Locale) -> Iterator[str]:
    """A line a turn: in notation, then in words."""
    widest = max(map(len, turns), default=0)
    for number, notation in enumerate(map(match_view.game.readable, turns), start=1):
        words = turn_in_words(match_view, views, number, locale, match_view.name)
        yield f"{number:3}. {notation:{widest}}  {words}"


def _one_line(text: str) -> str:
    """Replace invisible characters: a name can neither end a comment line nor change its direction."""
    return "".join(" " if unicodedata.category(sign) in _INVISIBLE else sign for sign in text)
