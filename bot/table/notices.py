"""One-sentence answers, and the texts of errors."""

from bot.games.core import GameError, Localized, RuleError, UnreadableError
from bot.table.limits import INLINE, listed
from bot.table.locale import Locale
from bot.table.page import Page


def notice_page(locale: Locale, code: str, **values: object) -> Page:
    return Page(locale.text("notice.title"), locale.text(code, **values))


def error_text(error: GameError, locale: Locale) -> str:
    """The error's sentence, by its kind and code."""
    kind = "rule" if isinstance(error, RuleError) else "unreadable" if isinstance(error, UnreadableError) else "refusal"
    values = {name: _value(value, locale) for name, value in error.values.items()}
    return locale.text(f"{kind}.{error.code}", **values)


def _value(value: object, locale: Locale) -> object:
    if isinstance(value, Localized):
        return value.texts[locale.language]
    return listed(value, locale, room=INLINE, between=", ") if isinstance(value, tuple) else value
