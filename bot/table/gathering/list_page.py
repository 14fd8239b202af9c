"""The list of what people can sit down to in a server."""

from collections.abc import Sequence

from bot.table.gathering.gathering_page import GatheringView, headline, terms
from bot.table.limits import BODY, listed
from bot.table.locale import Locale
from bot.table.page import Page


def open_gatherings_page(found: Sequence[tuple[GatheringView, str]], locale: Locale) -> Page:
    """Each with the link to its message, where it is accepted."""
    lines = [_line(view, link, locale) for view, link in found]
    body = listed(lines, locale, room=BODY, between="\n\n") if lines else locale.text("open.none")
    return Page(locale.text("open.title"), body)


def _line(view: GatheringView, link: str, locale: Locale) -> str:
    expires = locale.text("gathering.expires", time=f"<t:{view.expires_at}:R>")
    told = (headline(view, locale), terms(view, locale), expires)
    return f"**[{locale.text(f'game.{view.game}')}]({link})** · " + "\n".join(told)
