"""Pages of `/privacy`: the notice, and the confirmation before deletion."""

from bot.drawing import palette
from bot.table.controls import Control, Verb
from bot.table.locale import Locale
from bot.table.page import Button, Page, Style

EXPORT, DELETE, DELETE_SURE, KEEP = "export", "delete", "delete-sure", "keep"


def privacy_page(locale: Locale) -> Page:
    return Page(
        title=locale.text("privacy.title"),
        body=locale.text("privacy.body"),
        rows=((_button("privacy.export", EXPORT, locale), _button("privacy.delete", DELETE, locale, Style.DANGER)),),
    )


def deletion_page(running: int, locale: Locale) -> Page:
    return Page(
        title=locale.text("question.title"),
        body=locale.text("privacy.sure_running", count=running) if running else locale.text("privacy.sure"),
        rows=(
            (
                _button("privacy.delete_sure", DELETE_SURE, locale, Style.DANGER),
                _button("privacy.keep", KEEP, locale),
            ),
        ),
        accent=palette.ACCENT_DANGER,
    )


def _button(code: str, operation: str, locale: Locale, style: Style = Style.SECONDARY) -> Button:
    return Button(locale.text(code), Control(Verb.PRIVACY, 0, argument=operation), style)
