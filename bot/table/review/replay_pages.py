"""A finished game looked at again, in words: its turns, its record as a file. Views have all hands open, so a game that
still runs may not enter here."""

import json
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from bot.drawing import palette
from bot.games.core import Json
from bot.table.controls import Control, Verb
from bot.table.game.pages import game_name, reason_text, status_lines, together, versus, view_lines
from bot.table.locale import Locale, Names, plain
from bot.table.match_view import Sight
from bot.table.page import Button, Document, Page, Style
from bot.table.pictures.registry import story_for

OPEN, FIRST, BACK, ON, LAST, TURNING = "open", "first", "back", "on", "last", "turning"
FILM, PLOT, RECORD = "film", "plot", "record"
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})  # controls, directions, ends of lines


def replay_page(
    sight: Sight, views: Sequence[Any], turn: int, locale: Locale, *, has_turning_point: bool, is_turning_point: bool
) -> Page:
    """The game after one of its turns; 0 is the start."""
    last = len(views) - 1
    then = replace(sight, view=views[turn])
    lines = [_told(sight, views, turn, locale), *view_lines(then, locale)]
    if is_turning_point:
        lines.insert(0, locale.text("replay.turning_point"))
    if turn == last:
        lines += ["", *status_lines(sight, locale)]
    return Page(
        title=locale.text("replay.title", players=versus(sight, locale)),
        body="\n".join(lines),
        rows=(_steps(sight, turn, last, locale, has_turning_point=has_turning_point), _extras(sight, turn, locale)),
        footer=locale.text("replay.footer", number=sight.game_id, turn=turn, turns=last),
        accent=palette.ACCENT_SUCCESS if turn == last else palette.ACCENT_NEUTRAL,
    )


def _told(sight: Sight, views: Sequence[Any], turn: int, locale: Locale) -> str:
    if turn == 0:
        return locale.text("replay.start")
    told = turn_in_words(sight, views, turn, locale, lambda seat: plain(sight.name(seat)))
    return locale.text("replay.turn", turn=turn, turns=len(views) - 1, told=told)


def turn_in_words(sight: Sight, views: Sequence[Any], turn: int, locale: Locale, names: Names) -> str:
    """What happened in a turn; nothing for a game nobody tells."""
    story = story_for(sight.game.key)
    return "" if story is None else locale.write(story.turn(views[turn - 1], views[turn]), names)


def _steps(sight: Sight, turn: int, last: int, locale: Locale, *, has_turning_point: bool) -> tuple[Button, ...]:
    def button(name: str, to: int, *, is_enabled: bool) -> Button:
        control = Control(Verb.REPLAY, sight.game_id, to, name)
        return Button(locale.text(f"replay.{name}"), control, Style.MAIN, is_enabled)

    steps = (
        button(FIRST, 0, is_enabled=turn > 0),
        button(BACK, max(0, turn - 1), is_enabled=turn > 0),
        button(ON, min(last, turn + 1), is_enabled=turn < last),
        button(LAST, last, is_enabled=turn < last),
    )
    if not has_turning_point:
        return steps
    return (*steps, replace(button(TURNING, turn, is_enabled=last > 0), style=Style.NEUTRAL))


def _extras(sight: Sight, turn: int, locale: Locale) -> tuple[Button, ...]:
    drawn = () if story_for(sight.game.key) is None else (FILM, PLOT)
    return tuple(
        Button(locale.text(f"replay.{name}"), Control(Verb.REPLAY, sight.game_id, turn, name))
        for name in (*drawn, RECORD)
    )


def film_page(sight: Sight, locale: Locale) -> Page:
    body = locale.text("replay.film_body", players=versus(sight, locale))
    return Page(locale.text("replay.film_title", number=sight.game_id), body)


def plot_page(sight: Sight, locale: Locale) -> Page:
    if sight.game.is_cooperative:
        return Page(locale.text("replay.plot_team_title", number=sight.game_id), locale.text("replay.plot_team_body"))
    return Page(locale.text("replay.plot_title", number=sight.game_id), locale.text("replay.plot_body"))


def record_page(sight: Sight, text: str, locale: Locale) -> Page:
    return Page(
        title=locale.text("replay.record_title", number=sight.game_id),
        body=locale.text("replay.record_body"),
        document=Document(f"arbitre-{sight.game_id}.txt", text.encode()),
    )


def record_text(
    sight: Sight, views: Sequence[Any], record: dict[str, Json], times: tuple[int, int], locale: Locale
) -> str:
    """The record for people and programs: remarks that say it in words, then one JSON object, a field a line."""
    told = (*_heading(sight, times, locale), "", *_course(sight, views, record["turns"], locale), "")
    remarks = "".join(f"# {_one_line(remark)}".rstrip() + "\n" for remark in told)
    fields = ",\n".join(f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in record.items())
    return f"{remarks}{{\n{fields}\n}}\n"


def _heading(sight: Sight, times: tuple[int, int], locale: Locale) -> Iterator[str]:
    start, end = (datetime.fromtimestamp(time / 1000, UTC).strftime("%Y-%m-%d %H:%M") for time in times)
    yield locale.text("replay.file.game", game=game_name(locale, sight.game.key), number=sight.game_id)
    yield locale.text("replay.file.players", players=together(sight, locale))
    yield locale.text("replay.file.time", start=start, end=end)
    yield _result(sight, locale)
    yield locale.text("replay.file.shuffle", commitment=sight.commitment)
    yield locale.text("replay.file.verify")


def _result(sight: Sight, locale: Locale) -> str:
    why = reason_text(sight, locale, sight.name)
    if sight.game.is_cooperative:
        left = locale.text("replay.file.left", count=sight.left) if sight.left is not None else ""
        return locale.text("replay.file.team", left=left, why=why)
    if not sight.winners:
        return locale.text("replay.file.no_winner", why=why)
    return locale.text("replay.file.won", player=", ".join(sight.names[seat] for seat in sight.winners), why=why)


def _course(sight: Sight, views: Sequence[Any], turns: Sequence[str], locale: Locale) -> Iterator[str]:
    """A line a turn: as it is typed, then in words."""
    widest = max(map(len, turns), default=0)
    for number, notation in enumerate(map(sight.game.readable, turns), start=1):
        words = turn_in_words(sight, views, number, locale, sight.name)
        yield f"{number:3}. {notation:{widest}}  {words}"


def _one_line(text: str) -> str:
    """A name cannot end a remark, nor turn its direction."""
    return "".join(" " if unicodedata.category(sign) in _UNSEEN else sign for sign in text)
