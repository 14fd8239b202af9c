"""Pages of a game's rules, from the message catalogue."""

from itertools import count, takewhile

from bot.drawing import palette
from bot.table.controls import Control, Verb
from bot.table.locale import Locale
from bot.table.page import Button, Page


def rules_pages(game: str, locale: Locale) -> int:
    """How many pages the catalogue has for a game."""
    return sum(1 for _ in takewhile(lambda n: locale.has(f"rules.{game}.{n}.title"), count(1)))


def rules_page(game: str, number: int, locale: Locale) -> Page:
    """A page of a game's rules, counted from 0."""
    pages = rules_pages(game, locale)
    back = Button(
        locale.text("button.previous"), Control(Verb.RULES, max(0, number - 1), 1, game), is_enabled=number > 0
    )
    on = Button(locale.text("button.next"), Control(Verb.RULES, number + 1, 2, game), is_enabled=number + 1 < pages)
    return Page(
        title=locale.text(f"rules.{game}.{number + 1}.title"),
        body=locale.text(f"rules.{game}.{number + 1}.body"),
        rows=((back, on),),
        footer=locale.text("rules.footer", page=number + 1, pages=pages, credit=locale.text(f"rules.{game}.credit")),
        accent=palette.ACCENT_GOLD,
    )
