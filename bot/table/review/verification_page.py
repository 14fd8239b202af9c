"""The page of `/verify`: the check of a finished game's shuffles."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.drawing import palette
from bot.table.locale import Locale, as_code, plain
from bot.table.page import Page


@dataclass(frozen=True, slots=True)
class Verification:
    """The commit-reveal data of a finished game's shuffles; `problem` is the first check that failed."""

    game_id: int
    names: tuple[str, ...]
    commitment: str
    secret: str
    binding: str
    cuts: tuple[str, ...]
    problem: str | None


def _cut_lines(found: Verification, locale: Locale) -> Iterator[str]:
    for name, cut in zip(found.names, found.cuts, strict=True):
        code = "verify.cut" if cut else "verify.no_cut"
        yield locale.text(code, player=plain(name), cut=as_code(cut))
    if not all(found.cuts):
        yield locale.text("verify.unproven")


def verification_page(found: Verification, locale: Locale) -> Page:
    cuts = "\n".join(_cut_lines(found, locale))
    headline = locale.text("verify.right") if found.problem is None else locale.text("verify.wrong", why=found.problem)
    body = locale.text(
        "verify.body", commitment=found.commitment, secret=found.secret, binding=found.binding, cuts=cuts
    )
    return Page(
        title=locale.text("verify.title", number=found.game_id),
        body=f"{headline}\n\n{body}",
        accent=palette.ACCENT_SUCCESS if found.problem is None else palette.ACCENT_DANGER,
    )
