"""Pages with their pictures. The one place where words and pictures meet; a game nobody has drawn stays in words."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.drawing.picture_cache import CROWD, PictureCache
from bot.drawing.sketch import Sketch
from bot.table.game.pages import panel_page, reason_text, table_page
from bot.table.learning.rules_pages import rules_page, rules_pages
from bot.table.learning.tutorial_pages import Lesson, taught_page, tutorial_page
from bot.table.locale import Locale
from bot.table.match_view import MatchView
from bot.table.page import Page, Picture
from bot.table.pictures.chances import chances_sketch
from bot.table.pictures.core import PictureText
from bot.table.pictures.registry import drawer_for, story_for

MAX_ALT = 1024  # Discord's


async def drawn_table(
    match_view: MatchView, locale: Locale, pictures: PictureCache, *, is_hurried: bool = False
) -> Page:
    """The public table, or the result once the game is over."""
    return await _illustrated(
        table_page(match_view, locale), match_view, locale, pictures, "table", is_hurried=is_hurried
    )


async def drawn_panel(
    match_view: MatchView, locale: Locale, pictures: PictureCache, *, is_hurried: bool = False
) -> Page:
    """A player's own panel with their hand, or the result once the game is over."""
    return await _illustrated(
        panel_page(match_view, locale), match_view, locale, pictures, "hand", is_hurried=is_hurried
    )


async def panel_in_time(
    match_view: MatchView,
    locale: Locale,
    pictures: PictureCache,
    *,
    picked: str = "",
    notice: str = "",
    is_late: bool = False,
) -> Page:
    """The same for somebody who waits for it: in words alone, which say as much, if it is late or there is much to
    draw. An answer that has to wait for its picture is a worse one."""
    page = panel_page(match_view, locale, picked=picked, notice=notice)
    return await _illustrated(page, match_view, locale, pictures, "hand", is_hurried=is_late, most=CROWD)


async def drawn_review(
    page: Page, match_view: MatchView, chances: Sequence[float], locale: Locale, pictures: PictureCache
) -> Page:
    """A review with its curve."""
    words = PictureText(match_view.names, locale)
    return await with_picture(page, chances_sketch(tuple(chances), words), words, pictures, "review.png")


async def drawn_rules(game: str, number: int, locale: Locale, pictures: PictureCache) -> Page:
    """A page of the rules with its example; past the last is the last."""
    number = max(0, min(number, rules_pages(game, locale) - 1))
    page, story, words = (
        taught_page(rules_page(game, number, locale), game, locale),
        story_for(game),
        PictureText((), locale),
    )
    sketch = None if story is None else story.lesson(number, words)
    return page if sketch is None else await with_picture(page, sketch, words, pictures, "rules.png")


async def drawn_lesson(
    lesson: Lesson, locale: Locale, pictures: PictureCache, *, picked: str = "", notice: str = ""
) -> Page:
    """A step of the tutorial with the learner's hand, or how it ended."""
    page = tutorial_page(lesson, locale, picked=picked, notice=notice)
    return await _illustrated(page, lesson.match_view, locale, pictures, "hand")


async def drawn_turn(page: Page, match_view: MatchView, view: Any, locale: Locale, pictures: PictureCache) -> Page:
    """A turn of a replay with its table."""
    drawer, words = drawer_for(match_view.game.key), PictureText(match_view.names, locale)
    return page if drawer is None else await with_picture(page, drawer.table(view, words), words, pictures, "turn.png")


async def drawn_film(
    page: Page, match_view: MatchView, views: Sequence[Any], locale: Locale, pictures: PictureCache
) -> Page:
    story, words = story_for(match_view.game.key), _ending(match_view, locale)
    return page if story is None else await with_picture(page, story.film(views, words), words, pictures, "game.webp")


async def drawn_plot(
    page: Page, match_view: MatchView, views: Sequence[Any], locale: Locale, pictures: PictureCache
) -> Page:
    story, words = story_for(match_view.game.key), PictureText(match_view.names, locale)
    return (
        page if story is None else await with_picture(page, story.plot(views, words), words, pictures, "progress.png")
    )


async def _illustrated(
    page: Page,
    match_view: MatchView,
    locale: Locale,
    pictures: PictureCache,
    kind: str,
    *,
    is_hurried: bool = False,
    most: int | None = None,
) -> Page:
    """In a hurry without; but a result is looked at again, and worth the wait."""
    drawer = drawer_for(match_view.game.key)
    if drawer is None or (is_hurried and not match_view.is_over):
        return page
    words = _ending(match_view, locale)
    if match_view.is_over:
        return await with_picture(page, drawer.result(match_view.view, words), words, pictures, "result.png")
    if kind == "hand":
        return await with_picture(page, drawer.hand(match_view.view, words), words, pictures, "hand.png", most=most)
    return await with_picture(page, drawer.table(match_view.view, words), words, pictures, "table.png")


def _ending(match_view: MatchView, locale: Locale) -> PictureText:
    return PictureText(
        match_view.names,
        locale,
        reason_text(match_view, locale, match_view.name),
        match_view.winners,
        match_view.rating_changes,
        is_called_off=match_view.reason == "called_off",
    )


async def with_picture(
    page: Page, sketch: Sketch, words: PictureText, pictures: PictureCache, name: str, *, most: int | None = None
) -> Page:
    """Without, where it cannot be drawn or would keep somebody waiting."""
    png = await (pictures.drawn(sketch) if most is None else pictures.drawn_soon(sketch, most))
    return page if png is None else replace(page, picture=Picture(name, png, words.alt_text(sketch)[:MAX_ALT]))
