"""Pages with their pictures. The one place where words and pictures meet; a game nobody has drawn stays in words."""

from collections.abc import Sequence
from dataclasses import replace

from bot.table.game_pages import panel_page, reason_text, table_page
from bot.table.locale import Locale
from bot.table.page import Page, Picture
from bot.table.pictures.chances import chances_sketch
from bot.table.pictures.core import Sketch, Words
from bot.table.pictures.registry import drawer_for
from bot.table.pictures.studio import Studio
from bot.table.sight import Sight

MAX_ALT = 1024  # Discord's


async def drawn_table(sight: Sight, locale: Locale, studio: Studio) -> Page:
    """The public table, or the result once the game is over."""
    return await _illustrated(table_page(sight, locale), sight, locale, studio, "table")


async def drawn_panel(sight: Sight, locale: Locale, studio: Studio, *, picked: str = "", notice: str = "") -> Page:
    """A player's own panel with their hand, or the result once the game is over."""
    page = panel_page(sight, locale, picked=picked, notice=notice)
    return await _illustrated(page, sight, locale, studio, "hand")


async def drawn_review(page: Page, sight: Sight, chances: Sequence[float], locale: Locale, studio: Studio) -> Page:
    """A review with its curve."""
    words = Words(sight.names, locale)
    return await _with(page, chances_sketch(tuple(chances), words), words, studio, "review.png")


async def _illustrated(page: Page, sight: Sight, locale: Locale, studio: Studio, kind: str) -> Page:
    drawer = drawer_for(sight.game.key)
    if drawer is None:
        return page
    words = Words(sight.names, locale, reason_text(sight, locale, sight.name), sight.winners)
    if sight.is_over:
        return await _with(page, drawer.result(sight.view, words), words, studio, "result.png")
    if kind == "hand":
        return await _with(page, drawer.hand(sight.view, words), words, studio, "hand.png")
    return await _with(page, drawer.table(sight.view, words), words, studio, "table.png")


async def _with(page: Page, sketch: Sketch, words: Words, studio: Studio, name: str) -> Page:
    picture = Picture(name, await studio.drawn(sketch), sketch.alt_text(words)[:MAX_ALT])
    return replace(page, picture=picture)
