"""Pages with their pictures. The one place where words and pictures meet; a game nobody has drawn stays in words."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.drawing.picture_cache import CROWD, Studio
from bot.drawing.sketch import Sketch
from bot.table.game.pages import panel_page, reason_text, table_page
from bot.table.learning.tutorial_pages import Lesson, taught_page, tutorial_page
from bot.table.locale import Locale
from bot.table.match_view import Sight
from bot.table.page import Page, Picture
from bot.table.pages import rules_page, rules_pages
from bot.table.pictures.chances import chances_sketch
from bot.table.pictures.core import Words
from bot.table.pictures.registry import drawer_for, story_for

MAX_ALT = 1024  # Discord's


async def drawn_table(sight: Sight, locale: Locale, studio: Studio, *, is_hurried: bool = False) -> Page:
    """The public table, or the result once the game is over."""
    return await _illustrated(table_page(sight, locale), sight, locale, studio, "table", is_hurried=is_hurried)


async def drawn_panel(sight: Sight, locale: Locale, studio: Studio, *, is_hurried: bool = False) -> Page:
    """A player's own panel with their hand, or the result once the game is over."""
    return await _illustrated(panel_page(sight, locale), sight, locale, studio, "hand", is_hurried=is_hurried)


async def panel_in_time(
    sight: Sight, locale: Locale, studio: Studio, *, picked: str = "", notice: str = "", is_late: bool = False
) -> Page:
    """The same for somebody who waits for it: in words alone, which say as much, if it is late or there is much to
    draw. An answer that has to wait for its picture is a worse one."""
    page = panel_page(sight, locale, picked=picked, notice=notice)
    return await _illustrated(page, sight, locale, studio, "hand", is_hurried=is_late, most=CROWD)


async def drawn_review(page: Page, sight: Sight, chances: Sequence[float], locale: Locale, studio: Studio) -> Page:
    """A review with its curve."""
    words = Words(sight.names, locale)
    return await with_picture(page, chances_sketch(tuple(chances), words), words, studio, "review.png")


async def drawn_rules(game: str, number: int, locale: Locale, studio: Studio) -> Page:
    """A page of the rules with its example; past the last is the last."""
    number = max(0, min(number, rules_pages(game, locale) - 1))
    page, story, words = taught_page(rules_page(game, number, locale), game, locale), story_for(game), Words((), locale)
    sketch = None if story is None else story.lesson(number, words)
    return page if sketch is None else await with_picture(page, sketch, words, studio, "rules.png")


async def drawn_lesson(lesson: Lesson, locale: Locale, studio: Studio, *, picked: str = "", notice: str = "") -> Page:
    """A step of the tutorial with the learner's hand, or how it ended."""
    page = tutorial_page(lesson, locale, picked=picked, notice=notice)
    return await _illustrated(page, lesson.sight, locale, studio, "hand")


async def drawn_turn(page: Page, sight: Sight, view: Any, locale: Locale, studio: Studio) -> Page:
    """A turn of a replay with its table."""
    drawer, words = drawer_for(sight.game.key), Words(sight.names, locale)
    return page if drawer is None else await with_picture(page, drawer.table(view, words), words, studio, "turn.png")


async def drawn_film(page: Page, sight: Sight, views: Sequence[Any], locale: Locale, studio: Studio) -> Page:
    story, words = story_for(sight.game.key), _ending(sight, locale)
    return page if story is None else await with_picture(page, story.film(views, words), words, studio, "game.webp")


async def drawn_plot(page: Page, sight: Sight, views: Sequence[Any], locale: Locale, studio: Studio) -> Page:
    story, words = story_for(sight.game.key), Words(sight.names, locale)
    return page if story is None else await with_picture(page, story.plot(views, words), words, studio, "progress.png")


async def _illustrated(
    page: Page,
    sight: Sight,
    locale: Locale,
    studio: Studio,
    kind: str,
    *,
    is_hurried: bool = False,
    most: int | None = None,
) -> Page:
    """In a hurry without; but a result is looked at again, and worth the wait."""
    drawer = drawer_for(sight.game.key)
    if drawer is None or (is_hurried and not sight.is_over):
        return page
    words = _ending(sight, locale)
    if sight.is_over:
        return await with_picture(page, drawer.result(sight.view, words), words, studio, "result.png")
    if kind == "hand":
        return await with_picture(page, drawer.hand(sight.view, words), words, studio, "hand.png", most=most)
    return await with_picture(page, drawer.table(sight.view, words), words, studio, "table.png")


def _ending(sight: Sight, locale: Locale) -> Words:
    return Words(
        sight.names,
        locale,
        reason_text(sight, locale, sight.name),
        sight.winners,
        sight.rating_changes,
        is_called_off=sight.reason == "called_off",
    )


async def with_picture(
    page: Page, sketch: Sketch, words: Words, studio: Studio, name: str, *, most: int | None = None
) -> Page:
    """Without, where it cannot be drawn or would keep somebody waiting."""
    png = await (studio.drawn(sketch) if most is None else studio.drawn_soon(sketch, most))
    return page if png is None else replace(page, picture=Picture(name, png, words.alt_text(sketch)[:MAX_ALT]))
