"""Pages of `/privacy`: the notice, and the confirmation before deletion."""

from collections.abc import Sequence

from bot.drawing import palette
from bot.table.controls import Control, Verb
from bot.table.locale import Locale, plain
from bot.table.page import Button, Page, Style

MOST_BLOCKED = 20  # people: as many as there is room for
_A_ROW = 5  # buttons
EXPORT, DELETE, DELETE_SURE, KEEP = "export", "delete", "delete-sure", "keep"


def privacy_page(locale: Locale, blocked: Sequence[tuple[int, str]] = ()) -> Page:
    """With a button for each person, by id and name, whom the reader has blocked."""
    buttons = [
        Button(locale.text("privacy.unblock", player=name), Control(Verb.UNBLOCK, 0, argument=str(user_id)))
        for user_id, name in blocked
    ]
    return Page(
        title=locale.text("privacy.title"),
        body=locale.text("privacy.body"),
        rows=(
            (_button("privacy.export", EXPORT, locale), _button("privacy.delete", DELETE, locale, Style.DANGER)),
            *(tuple(buttons[start : start + _A_ROW]) for start in range(0, len(buttons), _A_ROW)),
        ),
    )


def declined_page(host: str, host_id: int, locale: Locale) -> Page:
    """For a person who declined: one who challenges again and again can be blocked."""
    block = Control(Verb.BLOCK, 0, argument=str(host_id))
    return Page(
        title=locale.text("notice.title"),
        body=locale.text("block.offer", player=plain(host)),
        rows=((Button(locale.text("button.block", player=host), block, Style.DANGER),),),
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
