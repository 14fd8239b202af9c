"""A challenge: its terms, the commitment to the shuffle, and the buttons that answer it."""

from dataclasses import dataclass

from bot.drawing import palette
from bot.table.controls import Control, Verb
from bot.table.game.pages import CLOCK_NAMES, game_name
from bot.table.locale import Locale, plain
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
    """A challenge as everyone may see it: the commitment, never the secret."""

    challenge_id: int
    challenger: str
    opponent: str | None
    game: str
    clock: str
    first: int | None
    is_rated: bool
    commitment: str
    expires_at: int  # seconds since 1970
    status: str
    game_id: int | None


def challenge_page(offer: ChallengeView, locale: Locale) -> Page:
    challenger = plain(offer.challenger)
    opponent = None if offer.opponent is None else plain(offer.opponent)
    headline = (
        locale.text("challenge.open", challenger=challenger)
        if opponent is None
        else locale.text("challenge.to", challenger=challenger, opponent=opponent)
    )
    terms = locale.text(
        "challenge.terms_rated" if offer.is_rated else "challenge.terms_unrated",
        clock=locale.text(CLOCK_NAMES[offer.clock]),
        first=_first(offer, locale),
    )
    return Page(
        title=locale.text("challenge.title", game=game_name(locale, offer.game)),
        body="\n".join((headline, terms, "", _challenge_status(offer, locale))),
        rows=_challenge_rows(offer, locale),
        footer=locale.text("challenge.footer", commitment=offer.commitment),
        accent=palette.ACCENT_GOLD if offer.status == "open" else palette.ACCENT_NEUTRAL,
    )


def _first(offer: ChallengeView, locale: Locale) -> str:
    if offer.first == 1 and offer.opponent is not None:
        return locale.text("challenge.first_named", opponent=plain(offer.opponent))
    return locale.text(_FIRST[offer.first], challenger=plain(offer.challenger))


def _challenge_status(offer: ChallengeView, locale: Locale) -> str:
    if offer.status == "open":
        return locale.text("challenge.expires", time=f"<t:{offer.expires_at}:R>")
    return locale.text(_CHALLENGE_STATUS[offer.status], number=offer.game_id or 0)


def _challenge_rows(offer: ChallengeView, locale: Locale) -> tuple[tuple[Button, ...], ...]:
    if offer.status != "open":
        return ()
    number = offer.challenge_id
    accept = Button(locale.text("button.accept"), Control(Verb.ACCEPT, number), Style.GOOD)
    cut = Button(locale.text("button.cut"), Control(Verb.CUT, number))
    decline = Button(locale.text("button.decline"), Control(Verb.DECLINE, number), Style.GRAVE)
    cancel = Button(locale.text("button.cancel"), Control(Verb.CANCEL, number))
    rules = Button(locale.text("button.rules"), Control(Verb.RULES, 0, argument=offer.game))
    return ((accept, cut, cancel, rules) if offer.opponent is None else (accept, cut, decline, cancel, rules),)
