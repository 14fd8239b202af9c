"""Discord's documented limits, and pages and texts cut to them. Discord refuses a longer message whole: every
message is cut once, where it is rendered (`bot.edge.render`)."""

from collections.abc import Sequence
from dataclasses import replace

from bot.table.locale import Locale
from bot.table.page import Button, Menu, Page, Rows, Style

TITLE, BODY, FOOTER = 256, 4096, 2048
EMBED = 6000  # title, body and footer together
CONTENT = 2000
ROWS, BUTTONS = 5, 5  # rows a message, buttons a row
LABEL, CUSTOM_ID = 80, 100
OPTIONS, OPTION, PLACEHOLDER = 25, 100, 150  # of a select menu
ALT = 1024  # a picture's description
CHOICES, CHOICE = 25, 100  # suggestions, and the name of one
THREAD_NAME = 100
INLINE = 1000  # ours: a list inside a sentence

_CUT = "…"


def length(text: str) -> int:
    """In UTF-16 units, never fewer than characters: Discord does not document which of the two it counts."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def cut(text: str, limit: int) -> str:
    """The text, or its beginning with an ellipsis. No half of an escaped character is left over."""
    if length(text) <= limit:
        return text
    units = text.encode("utf-16-le", "surrogatepass")[: 2 * (limit - len(_CUT))]
    return units.decode("utf-16-le", "ignore").rstrip("\\") + _CUT


def listed(items: Sequence[str], locale: Locale, *, room: int, between: str = "\n", total: int | None = None) -> str:
    """As many items as there is room for, and how many more there are; `total` if not all of them are given."""
    total = len(items) if total is None else total
    for count in range(len(items), -1, -1):
        more = (locale.text("list.more", count=total - count),) if total > count else ()
        text = between.join((*items[:count], *more))
        if length(text) <= room:
            return text
    return _CUT


def fitted(page: Page) -> Page:
    title, footer = cut(page.title, TITLE), cut(page.footer, FOOTER)
    room = min(BODY, EMBED - length(title) - length(footer))
    picture = page.picture and replace(page.picture, alt=cut(page.picture.alt, ALT))
    rows = tuple(tuple(map(_fitted, row[:BUTTONS])) for row in page.rows if row)
    return replace(page, title=title, body=cut(page.body, room), footer=footer, rows=rows[:ROWS], picture=picture)


def _fitted(one: Button | Menu) -> Button | Menu:
    if isinstance(one, Menu):
        options = tuple(_label(option, OPTION) for option in one.options[:OPTIONS])
        return replace(one, placeholder=cut(one.placeholder, PLACEHOLDER), options=options)
    label = _label(one.label, LABEL)
    return one if label is one.label else replace(one, label=label)


def _label(text: str, limit: int) -> str:
    """Discord takes no label of spaces alone."""
    return cut(text, limit) if text.strip() else _CUT


def with_button(rows: Rows, button: Button) -> Rows | None:
    """With this button at the end of the last row, but before what cannot be undone; in a row of its own if that is
    full or a menu; None if there is no room at all."""
    if rows and len(rows[-1]) < BUTTONS and isinstance(rows[-1][-1], Button):
        at = len(rows[-1]) - (rows[-1][-1].style is Style.DANGER)
        return (*rows[:-1], (*rows[-1][:at], button, *rows[-1][at:]))
    return (*rows, (button,)) if len(rows) < ROWS else None
