"""Attach pictures to pages. The one module where text and pictures meet; games without a drawer stay in text."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.drawing.notice_strip import with_notice
from bot.drawing.picture_cache import PictureCache
from bot.drawing.sketch import Sketch
from bot.games.core import Aside, Choice, Deck
from bot.games.registry import GAMES
from bot.table.game.choices import choice_at, opened_path
from bot.table.game.pages import aside_page, panel_page, reason_text, table_page
from bot.table.learning.rules_pages import rules_page, rules_pages
from bot.table.learning.tutorial_pages import TutorialView, tutorial_page, with_tutorial_button
from bot.table.limits import with_button
from bot.table.locale import Locale
from bot.table.match_view import MatchView
from bot.table.page import Page, Picture
from bot.table.pictures.chances import chances_sketch
from bot.table.pictures.core import PictureText
from bot.table.pictures.registry import card_pictures_for, drawer_for, story_for
from bot.table.review.replay_pages import turn_in_words

_UNMARKED = re.compile(r"[`*]|\\(?=\W)")  # Markdown, which a picture would show as it is


async def drawn_table(
    match_view: MatchView, locale: Locale, pictures: PictureCache, *, is_under_load: bool = False
) -> Page:
    """The public table, or the result once the game is over."""
    page = table_page(match_view, locale)
    return await _illustrated(page, match_view, locale, pictures, "table", is_under_load=is_under_load)


async def drawn_panel(
    match_view: MatchView, locale: Locale, pictures: PictureCache, *, is_under_load: bool = False
) -> Page:
    """A player's own panel with their hand, or the result once the game is over."""
    page = panel_page(match_view, locale)
    return await _illustrated(page, match_view, locale, pictures, "hand", is_under_load=is_under_load)


async def drawn_panel_or_text(
    match_view: MatchView,
    locale: Locale,
    pictures: PictureCache,
    *,
    picked: str = "",
    notice: str = "",
    is_late: bool = False,
) -> Page:
    """A player's panel as an interactive answer: text alone, which says the same, if the answer is late or many
    pictures are being drawn. Latency matters more than the picture."""
    page = panel_page(match_view, locale, picked=picked, notice=notice)
    opened = None if is_late or match_view.is_over else _opened(match_view, locale, picked)
    if opened is not None:
        words = _picture_text(match_view, locale)
        return await with_picture(page, opened, words, pictures, "card.png", is_interactive=True)
    choices = match_view.game.screens.screen(match_view.view).choices
    return await _illustrated(
        page,
        match_view,
        locale,
        pictures,
        "hand",
        is_under_load=is_late,
        is_interactive=True,
        picked=_picked(choices, picked),
    )


def _picked(choices: Sequence[Choice], text: str) -> str:
    """The choice that this button has opened, by its action; empty if there is none."""
    found = choice_at(choices, opened_path(choices, text)[:1])
    return "" if found is None else found.action


def _opened(match_view: MatchView, locale: Locale, picked: str) -> Sketch | None:
    """The card that is opened on a panel, large, where the game has such pictures."""
    drawer = card_pictures_for(match_view.game.key)
    if drawer is None or not picked:
        return None
    choices = match_view.game.screens.screen(match_view.view).choices
    path = opened_path(choices, picked)
    return drawer.opened(match_view.view, choices[path[0]].action, _picture_text(match_view, locale)) if path else None


async def drawn_card(page: Page, game: str, card: str, locale: Locale, pictures: PictureCache) -> Page:
    """A page about one card, with the card."""
    drawer, words = card_pictures_for(game), PictureText((), locale)
    return page if drawer is None else await with_picture(page, drawer.card(card, words), words, pictures, "card.png")


async def drawn_decks(
    page: Page, game: str, decks: Sequence[tuple[str, Deck]], locale: Locale, pictures: PictureCache
) -> Page:
    """A page about decks, with their cards."""
    drawer, words = card_pictures_for(game), PictureText((), locale)
    sketch = None if drawer is None else drawer.decks(decks, words)
    return page if sketch is None else await with_picture(page, sketch, words, pictures, "deck.png")


async def drawn_aside(match_view: MatchView, aside: Aside, locale: Locale, pictures: PictureCache) -> Page:
    page, drawer = aside_page(match_view, aside, locale), card_pictures_for(match_view.game.key)
    words = PictureText(match_view.names, locale)
    sketch = None if drawer is None else drawer.aside(match_view.view, aside.name, words)
    return page if sketch is None else await with_picture(page, sketch, words, pictures, "aside.png")


async def drawn_review(
    page: Page, match_view: MatchView, chances: Sequence[float], turning: int, locale: Locale, pictures: PictureCache
) -> Page:
    """A review with its win probability curve, on which the turning point is marked."""
    words = PictureText(match_view.names, locale)
    sketch = chances_sketch(tuple(chances), words, marked=turning or None)
    return await with_picture(page, sketch, words, pictures, "review.png")


async def drawn_rules(game: str, number: int, locale: Locale, pictures: PictureCache) -> Page:
    """A page of the rules with its example; the number is clamped to the last page."""
    number = max(0, min(number, rules_pages(game, locale) - 1))
    page = with_tutorial_button(rules_page(game, number, locale), GAMES[game], locale)
    story, words = story_for(game), PictureText((), locale)
    sketch = None if story is None else story.lesson(number, words)
    return page if sketch is None else await with_picture(page, sketch, words, pictures, "rules.png")


async def drawn_tutorial(
    tutorial: TutorialView, locale: Locale, pictures: PictureCache, *, picked: str = "", notice: str = ""
) -> Page:
    """A lesson of the tutorial with the learner's hand, or its result."""
    page = tutorial_page(tutorial, locale, picked=picked, notice=notice)
    opened = _picked(tutorial.choices, picked)
    return await _illustrated(page, tutorial.match_view, locale, pictures, "hand", picked=opened)


async def drawn_turn(
    page: Page, match_view: MatchView, views: Sequence[Any], turn: int, locale: Locale, pictures: PictureCache
) -> Page:
    """A turn of a replay: the piles, and all hands open, which a finished game allows."""
    drawer, last = drawer_for(match_view.game.key), len(views) - 1
    if drawer is None:
        return page
    title = locale.text("replay.picture_title", turn=turn, turns=last)
    told = turn_in_words(match_view, views, turn, locale, match_view.name) if turn else locale.text("replay.start")
    words = PictureText(match_view.names, locale, reason=told, title=title)
    if turn == last:
        words = _picture_text(match_view, locale)
    return await with_picture(page, drawer.result(views[turn], words), words, pictures, "turn.png")


async def drawn_animation(
    page: Page, match_view: MatchView, views: Sequence[Any], locale: Locale, pictures: PictureCache
) -> Page:
    story, words = story_for(match_view.game.key), _picture_text(match_view, locale)
    if story is None:
        return page
    return _bare(await with_picture(page, story.animation(views, words), words, pictures, "game.webp"))


def _bare(page: Page) -> Page:
    """With the picture beside the embed: inside one, Discord may show the first frame only."""
    return page if page.picture is None else replace(page, picture=replace(page.picture, is_bare=True))


async def drawn_plot(
    page: Page, match_view: MatchView, views: Sequence[Any], locale: Locale, pictures: PictureCache
) -> Page:
    story, words = story_for(match_view.game.key), PictureText(match_view.names, locale)
    if story is None:
        return page
    return await with_picture(page, story.plot(views, words), words, pictures, "progress.png")


async def _illustrated(
    page: Page,
    match_view: MatchView,
    locale: Locale,
    pictures: PictureCache,
    kind: str,
    *,
    is_under_load: bool = False,
    is_interactive: bool = False,
    picked: str = "",
) -> Page:
    """Skip the picture under load, except for a result: it is final and looked at again."""
    drawer = drawer_for(match_view.game.key)
    if drawer is None or (is_under_load and not match_view.is_over):
        return page
    words = _picture_text(match_view, locale)
    if match_view.is_over:
        return await with_picture(page, drawer.result(match_view.view, words), words, pictures, "result.png")
    if kind == "hand":
        hand = drawer.hand(match_view.view, replace(words, picked=picked))
        return await with_picture(page, hand, words, pictures, "hand.png", is_interactive=is_interactive)
    return await with_picture(page, drawer.table(match_view.view, words), words, pictures, "table.png")


def _picture_text(match_view: MatchView, locale: Locale) -> PictureText:
    return PictureText(
        match_view.names,
        locale,
        reason_text(match_view, locale, match_view.name),
        match_view.winners,
        match_view.ratings,
        is_called_off=match_view.reason == "called_off",
    )


async def with_picture(
    page: Page, sketch: Sketch, words: PictureText, pictures: PictureCache, name: str, *, is_interactive: bool = False
) -> Page:
    """The page unchanged if drawing fails; an interactive one also if many pictures are being drawn."""
    sketch = with_notice(sketch, _UNMARKED.sub("", page.notice))
    png = await (pictures.drawn_unless_busy(sketch) if is_interactive else pictures.drawn(sketch))
    return page if png is None else replace(_brief(page), picture=Picture(name, png, words.alt_text(sketch)))


def _brief(page: Page) -> Page:
    """The page beside its picture. Without room for the button to the whole text, the whole text stays."""
    if page.brief is None or page.brief.button is None:
        return page if page.brief is None else replace(page, body=page.brief.body)
    rows = with_button(page.rows, page.brief.button)
    return page if rows is None else replace(page, body=page.brief.body, rows=rows)
