"""The pages around a game: challenges, questions, lists, rules, verification, settings."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count, takewhile

from bot.drawing import palette
from bot.games.core import GameError, RuleError, UnreadableError
from bot.table.controls import Control, Verb
from bot.table.game.pages import CLOCK_NAMES, draw_answers, game_name, game_title, status_lines, versus
from bot.table.locale import Locale, plain
from bot.table.match_view import MatchView
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


def resign_page(match_view: MatchView, locale: Locale) -> Page:
    code = "resign.sure_team" if match_view.game.is_cooperative else "resign.sure"
    return _question(
        locale, locale.text(code, number=match_view.game_id), "button.resign_sure", Verb.RESIGN_SURE, match_view.game_id
    )


def draw_page(match_view: MatchView, locale: Locale) -> Page:
    """Whoever wants to offer one is asked; where the other side has offered it, all that is left is to answer."""
    if match_view.draw_offer is not None:
        return draw_offer_page(match_view, locale)
    return _question(
        locale,
        locale.text("draw.sure", number=match_view.game_id),
        "button.draw_sure",
        Verb.DRAW_SURE,
        match_view.game_id,
    )


def _question(locale: Locale, body: str, label: str, verb: Verb, number: int) -> Page:
    sure = Button(locale.text(label), Control(verb, number), Style.GRAVE)
    keep = Button(locale.text("button.keep"), Control(Verb.KEEP, number))
    return Page(locale.text("question.title"), body, ((sure, keep),), accent=palette.ACCENT_DANGER)


def draw_offer_page(match_view: MatchView, locale: Locale) -> Page:
    assert match_view.draw_offer is not None  # noqa: S101 (made where there is one)
    body = locale.text("draw.offered", player=plain(match_view.name(match_view.draw_offer)), number=match_view.game_id)
    return Page(locale.text("draw.title"), body, (draw_answers(match_view, locale),))


def draw_declined_page(match_view: MatchView, locale: Locale) -> Page:
    return Page(game_title(match_view, locale), locale.text("draw.declined", number=match_view.game_id))


@dataclass(frozen=True, slots=True)
class Listed:
    """A running game in somebody's list, with a link to its table where there is one."""

    match_view: MatchView
    link: str | None


def games_page(listed: Sequence[Listed], locale: Locale) -> Page:
    lines = [_listed(game, locale) for game in listed] or [locale.text("games.none")]
    return Page(locale.text("games.title"), "\n".join(lines))


def _listed(game: Listed, locale: Locale) -> str:
    number = f"[#{game.match_view.game_id}]({game.link})" if game.link else f"#{game.match_view.game_id}"
    status = " ".join(status_lines(game.match_view, locale))
    return f"**{number}** {versus(game.match_view, locale)} · {status}"


def rules_pages(game: str, locale: Locale) -> int:
    """How many pages the locale has written for a game."""
    return sum(1 for _ in takewhile(lambda n: locale.has(f"rules.{game}.{n}.title"), count(1)))


def rules_page(game: str, number: int, locale: Locale) -> Page:
    """One page of a game's rule sheet, counted from 0."""
    pages = rules_pages(game, locale)
    back = Button(
        locale.text("button.previous"), Control(Verb.RULES, max(0, number - 1), 1, game), is_enabled=number > 0
    )
    on = Button(locale.text("button.next"), Control(Verb.RULES, number + 1, 2, game), is_enabled=number + 1 < pages)
    return Page(
        title=locale.text(f"rules.{game}.{number + 1}.title"),
        body=locale.text(f"rules.{game}.{number + 1}.body"),
        rows=((back, on),),
        footer=locale.text("rules.footer", page=number + 1, pages=pages),
        accent=palette.ACCENT_GOLD,
    )


def notice_page(locale: Locale, code: str, **values: object) -> Page:
    return Page(locale.text("notice.title"), locale.text(code, **values))


def error_text(error: GameError, locale: Locale) -> str:
    """Why not, in the reader's words."""
    kind = "rule" if isinstance(error, RuleError) else "unreadable" if isinstance(error, UnreadableError) else "refusal"
    return locale.text(f"{kind}.{error.code}", **error.values)


@dataclass(frozen=True, slots=True)
class Verification:
    """What was checked of a finished game's shuffles, and the first thing that was not right."""

    game_id: int
    names: tuple[str, ...]
    commitment: str
    secret: str
    binding: str
    cuts: tuple[str, ...]
    problem: str | None


def verification_page(found: Verification, locale: Locale) -> Page:
    cuts = "\n".join(
        locale.text("verify.cut", player=plain(name), cut=cut.replace("`", "'"))
        for name, cut in zip(found.names, found.cuts, strict=True)
    )
    headline = locale.text("verify.right") if found.problem is None else locale.text("verify.wrong", why=found.problem)
    body = locale.text(
        "verify.body", commitment=found.commitment, secret=found.secret, binding=found.binding, cuts=cuts
    )
    return Page(
        title=locale.text("verify.title", number=found.game_id),
        body=f"{headline}\n\n{body}",
        accent=palette.ACCENT_SUCCESS if found.problem is None else palette.ACCENT_DANGER,
    )


@dataclass(frozen=True, slots=True)
class HouseRules:
    """A server's settings as its managers read them."""

    channels: tuple[int, ...]
    has_threads: bool
    clock: str
    language: str | None
    has_reminders: bool
    has_ratings: bool
    results_channel: int | None
    season_start: int


def settings_page(house: HouseRules, locale: Locale) -> Page:
    channels = ", ".join(f"<#{channel}>" for channel in house.channels) or locale.text("settings.everywhere")
    body = locale.text(
        "settings.body",
        channels=channels,
        threads=_yes(house.has_threads, locale),
        clock=locale.text(CLOCK_NAMES[house.clock]),
        language=locale.text(_LANGUAGES[house.language]),
        reminders=_yes(house.has_reminders, locale),
        ratings=_yes(house.has_ratings, locale),
        results=locale.text("settings.nowhere") if house.results_channel is None else f"<#{house.results_channel}>",
        season=locale.text(f"season.{house.season_start}"),
    )
    return Page(locale.text("settings.title"), body)


_LANGUAGES = {None: "settings.language_server", "en": "settings.language_en", "fr": "settings.language_fr"}


def _yes(is_on: bool, locale: Locale) -> str:  # noqa: FBT001 (reads as a question)
    return locale.text("settings.on" if is_on else "settings.off")
