"""The story of a game so far in words, turn by turn, as its reader saw it."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from bot.table.controls import Control, Verb
from bot.table.game.pages import game_title
from bot.table.limits import cut, length
from bot.table.locale import Locale, plain
from bot.table.match_view import MatchView
from bot.table.page import Button, Page
from bot.table.pictures.registry import story_for

_ROOM = 3500  # characters of a page
LAST = 0  # the number that stands for the last page; the others count from 1


def story_page(match_view: MatchView, views: Sequence[Any], number: int, locale: Locale) -> Page:
    """`views` are the reader's: at the start of each turn, and now."""
    pages = _pages(_turns(match_view, views, locale)) or [locale.text("story.nothing_yet")]
    at = len(pages) if number == LAST else min(number, len(pages))
    return Page(
        title=game_title(match_view, locale),
        body=pages[at - 1],
        rows=(_buttons(match_view, at, len(pages), locale),) if len(pages) > 1 else (),
        footer=locale.text("story.footer", page=at, pages=len(pages)),
    )


def _turns(match_view: MatchView, views: Sequence[Any], locale: Locale) -> list[str]:
    story = story_for(match_view.game.key)
    if story is None:
        return []
    names = [plain(name) for name in match_view.names]
    told = (locale.write(story.turn(before, after), names.__getitem__) for before, after in pairwise(views))
    return [locale.text("story.turn", number=number, told=text) for number, text in enumerate(told, start=1)]


def _pages(turns: Sequence[str]) -> list[str]:
    pages: list[str] = []
    for turn in turns:
        if pages and length(pages[-1]) + length(turn) < _ROOM:
            pages[-1] += f"\n{turn}"
        else:
            pages.append(cut(turn, _ROOM))
    return pages


def _buttons(match_view: MatchView, at: int, pages: int, locale: Locale) -> tuple[Button, ...]:
    def button(code: str, to: int, *, is_enabled: bool) -> Button:
        return Button(locale.text(code), Control(Verb.STORY, match_view.game_id, to, "page"), is_enabled=is_enabled)

    return (
        button("button.previous", max(1, at - 1), is_enabled=at > 1),
        button("button.next", at + 1, is_enabled=at < pages),
    )
