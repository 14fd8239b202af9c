"""The page of `/verify`: the check of a finished game's shuffles."""

from collections.abc import Iterator, Sequence

from bot.drawing import palette
from bot.store.rows import GameRow
from bot.table.locale import Locale, as_code, plain
from bot.table.page import Page


def verification_page(row: GameRow, names: Sequence[str], problem: str | None, locale: Locale) -> Page:
    """The commit-reveal data of a finished game's shuffles; `problem` is the first check that failed."""
    cuts = "\n".join(_cut_lines(row, names, locale))
    headline = locale.text("verify.right") if problem is None else locale.text("verify.wrong", why=problem)
    body = locale.text(
        "verify.body", commitment=row.commitment, secret=row.secret.hex(), binding=row.binding, cuts=cuts
    )
    return Page(
        title=locale.text("verify.title", number=row.id),
        body=f"{headline}\n\n{body}",
        accent=palette.ACCENT_SUCCESS if problem is None else palette.ACCENT_DANGER,
    )


def _cut_lines(row: GameRow, names: Sequence[str], locale: Locale) -> Iterator[str]:
    for name, seat in zip(names, row.seats, strict=True):
        code = "verify.cut" if seat.cut else "verify.no_cut"
        yield locale.text(code, player=plain(name), cut=as_code(seat.cut))
    if not all(seat.cut for seat in row.seats):
        yield locale.text("verify.unproven")
