"""The page of a challenge: its terms, the commitment to the shuffle, and the answering buttons."""

from dataclasses import dataclass

from bot.drawing import palette
from bot.table.controls import Control, Verb
from bot.table.game.pages import CLOCK_NAMES, game_name
from bot.table.locale import Locale, as_code, plain
from bot.table.page import Button, Page, Style

_CHALLENGE_STATUS = {
    "accepted": "challenge.accepted",
    "declined": "challenge.declined",
    "cancelled": "challenge.cancelled",
    "expired": "challenge.expired",
}
_FIRST = {None: "challenge.first_random", 0: "challenge.first_challenger", 1: "challenge.first_opponent"}


@dataclass(frozen=True, slots=True)
class ChallengeView:
    """A challenge's public data: the commitment, never the secret."""

    challenge_id: int
    challenger: str
    opponent: str | None
    game: str
    clock: str
    first: int | None
    is_rated: bool
    commitment: str
    cut: str  # the challenger's; empty if none was typed
    expires_at: int  # seconds since 1970
    status: str
    game_id: int | None


def challenge_page(challenge: ChallengeView, locale: Locale) -> Page:
    challenger = plain(challenge.challenger)
    opponent = None if challenge.opponent is None else plain(challenge.opponent)
    headline = (
        locale.text("challenge.open", challenger=challenger)
        if opponent is None
        else locale.text("challenge.to", challenger=challenger, opponent=opponent)
    )
    terms = locale.text(
        "challenge.terms_rated" if challenge.is_rated else "challenge.terms_unrated",
        clock=locale.text(CLOCK_NAMES[challenge.clock]),
        first=_first(challenge, locale),
    )
    cut = (locale.text("challenge.cut", challenger=challenger, cut=as_code(challenge.cut)),) if challenge.cut else ()
    return Page(
        title=locale.text("challenge.title", game=game_name(locale, challenge.game)),
        body="\n".join((headline, terms, *cut, "", _challenge_status(challenge, locale))),
        rows=_challenge_rows(challenge, locale),
        footer=locale.text("challenge.footer", commitment=challenge.commitment),
        accent=palette.ACCENT_GOLD if challenge.status == "open" else palette.ACCENT_NEUTRAL,
    )


def _first(challenge: ChallengeView, locale: Locale) -> str:
    if challenge.first == 1 and challenge.opponent is not None:
        return locale.text("challenge.first_named", opponent=plain(challenge.opponent))
    return locale.text(_FIRST[challenge.first], challenger=plain(challenge.challenger))


def _challenge_status(challenge: ChallengeView, locale: Locale) -> str:
    if challenge.status == "open":
        return locale.text("challenge.expires", time=f"<t:{challenge.expires_at}:R>")
    return locale.text(_CHALLENGE_STATUS[challenge.status], number=challenge.game_id or 0)


def _challenge_rows(challenge: ChallengeView, locale: Locale) -> tuple[tuple[Button, ...], ...]:
    if challenge.status != "open":
        return ()
    number = challenge.challenge_id
    accept = Button(locale.text("button.accept"), Control(Verb.ACCEPT, number), Style.SUCCESS)
    cut = Button(locale.text("button.cut"), Control(Verb.CUT, number))
    decline = Button(locale.text("button.decline"), Control(Verb.DECLINE, number), Style.DANGER)
    cancel = Button(locale.text("button.cancel"), Control(Verb.CANCEL, number))
    rules = Button(locale.text("button.rules"), Control(Verb.RULES, 0, argument=challenge.game))
    return ((accept, cut, cancel, rules) if challenge.opponent is None else (accept, cut, decline, cancel, rules),)
