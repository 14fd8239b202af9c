"""The page of a gathering: who sits, on what terms, the commitment to the shuffle, and the buttons. The secret may not
enter."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from bot.drawing import palette
from bot.store.ratings_rows import Tally
from bot.table.controls import Control, Verb
from bot.table.game.pages import CLOCK_NAMES, game_name
from bot.table.locale import Locale, as_code, plain
from bot.table.page import Button, Page, Style

_DUEL = 2
_FIRST = {None: "gathering.first_random", 0: "gathering.first_host", 1: "gathering.first_opponent"}
ON, OFF = "on", "off"
MORE, FEWER = "more", "fewer"


class Role(StrEnum):
    HOST = "gathering.host"
    MEMBER = "gathering.member"
    COMPUTER = "gathering.computer"
    INVITED = "gathering.invited"


@dataclass(frozen=True, slots=True)
class SeatView:
    name: str
    role: Role
    user_id: int | None = None
    cut: str = ""  # empty if none was typed
    rating: int | None = None  # in this server


@dataclass(frozen=True, slots=True)
class GatheringView:
    """A gathering's public data: the commitment, never the secret."""

    gathering_id: int
    revision: int
    game: str
    is_team: bool
    takes_deck: bool  # something is brought to the game
    has_computers: bool  # the game has some
    size: int | None
    most: int  # people who can sit down
    clock: str
    is_rated: bool
    first: int | None
    form: str | None  # an unusual one
    switches: Mapping[str, bool]
    seats: tuple[SeatView, ...]
    commitment: str
    expires_at: int  # seconds since 1970
    status: str
    game_id: int | None
    versus: Tally = field(default_factory=Tally)  # of a duel between two people, from the host's side

    @property
    def is_open(self) -> bool:
        return self.status == "open"

    @property
    def is_duel(self) -> bool:
        return self.size == _DUEL

    @property
    def host(self) -> str:
        return plain(self.seats[0].name)

    @property
    def opponent(self) -> str | None:
        """In a duel: the person challenged by name, if any."""
        return plain(self.seats[1].name) if len(self.seats) > 1 else None

    def has(self, role: Role) -> bool:
        return any(seat.role is role for seat in self.seats)


def gathering_page(gathering: GatheringView, locale: Locale) -> Page:
    title = "gathering.title_duel" if gathering.is_duel else "gathering.title"
    return Page(
        title=locale.text(title, game=game_name(locale, gathering.game)),
        body="\n".join((*_lines(gathering, locale), "", *_status(gathering, locale))),
        rows=tuple(_rows(gathering, locale)) if gathering.is_open else (),
        footer=locale.text("gathering.footer", commitment=gathering.commitment),
        accent=palette.ACCENT_GOLD if gathering.is_open else palette.ACCENT_NEUTRAL,
    )


def _lines(gathering: GatheringView, locale: Locale) -> Iterator[str]:
    if gathering.is_duel:
        yield headline(gathering, locale)
    yield terms(gathering, locale)
    if gathering.form is not None:
        yield locale.text(f"format.about.{gathering.form}")
    if not gathering.is_team:
        yield from _strengths(gathering, locale)
    yield from (locale.text(f"team.about.{name}") for name, is_on in gathering.switches.items() if is_on)
    if not gathering.is_duel:
        yield ""
        yield from (locale.text(seat.role, player=plain(seat.name)) for seat in gathering.seats)
    for seat in gathering.seats:
        if seat.cut:
            yield locale.text("gathering.cut", player=plain(seat.name), cut=as_code(seat.cut))


def headline(gathering: GatheringView, locale: Locale) -> str:
    """Who asks whom."""
    if not gathering.is_duel:
        seats = len(gathering.seats)
        return locale.text("gathering.waits", host=gathering.host, count=seats, seats=gathering.most)
    named = "gathering.open" if gathering.opponent is None else "gathering.to"
    return locale.text(named, host=gathering.host, opponent=gathering.opponent or "")


def _strengths(gathering: GatheringView, locale: Locale) -> Iterator[str]:
    """People's ratings, and how two have played against each other."""
    rated = [seat for seat in gathering.seats if seat.rating is not None]
    if rated:
        ratings = (locale.text("gathering.rating", player=plain(seat.name), rating=seat.rating) for seat in rated)
        yield locale.text("gathering.ratings", ratings=", ".join(ratings))
    if gathering.versus.games:
        tally = gathering.versus
        values = {"host": gathering.host, "opponent": gathering.opponent or "", "wins": tally.wins}
        code = "gathering.versus_drawn" if tally.draws else "gathering.versus"
        yield locale.text(code, **values, losses=tally.losses, draws=tally.draws)


def terms(gathering: GatheringView, locale: Locale) -> str:
    clock = locale.text(CLOCK_NAMES[gathering.clock])
    if gathering.is_team:
        return locale.text("gathering.terms_team", seats=gathering.most, clock=clock)
    rated = locale.text("gathering.rated" if gathering.is_rated else "gathering.unrated")
    first = locale.text(_first(gathering), host=gathering.host, opponent=gathering.opponent or "")
    code = "gathering.terms_duel" if gathering.is_duel else "gathering.terms"
    return locale.text(code, seats=gathering.most, rated=rated, clock=clock, first=first)


def _first(gathering: GatheringView) -> str:
    if gathering.first == 1 and gathering.opponent is not None:
        return "gathering.first_named"
    return _FIRST.get(gathering.first, "gathering.first_other")


def _status(gathering: GatheringView, locale: Locale) -> Iterator[str]:
    if not gathering.is_open:
        yield locale.text(f"gathering.{gathering.status}", number=gathering.game_id or 0)
    elif gathering.size is not None:
        yield locale.text("gathering.expires", time=f"<t:{gathering.expires_at}:R>")
    else:
        if sum(seat.role is not Role.COMPUTER for seat in gathering.seats) == 1:
            yield locale.text("gathering.alone")
        yield locale.text("gathering.open_until", time=f"<t:{gathering.expires_at}:t>", host=gathering.host)


def _rows(gathering: GatheringView, locale: Locale) -> Iterator[tuple[Button, ...]]:
    """Rows for everybody first, then the host's. A duel has one."""
    is_full, is_awaited = len(gathering.seats) == gathering.most, gathering.has(Role.INVITED)
    sit = locale.text("button.accept" if gathering.is_duel else "button.join")
    sit_with = locale.text("button.with" if gathering.takes_deck else "button.cut")
    may_sit = not is_full or is_awaited
    everybody = [
        _button(gathering, sit, Verb.ACCEPT, Style.SUCCESS, is_enabled=may_sit),
        _button(gathering, sit_with, Verb.CUT, is_enabled=may_sit),
    ]
    if is_awaited:
        everybody.append(_button(gathering, locale.text("button.decline"), Verb.DECLINE, Style.DANGER))
    cancel = _button(gathering, locale.text("button.cancel"), Verb.CANCEL)
    rules = Button(locale.text("button.rules"), Control(Verb.RULES, 0, argument=gathering.game))
    if gathering.is_duel:
        yield (*everybody, cancel, rules)
        return
    yield (*everybody, _button(gathering, locale.text("button.leave"), Verb.LEAVE))
    start = (_button(gathering, locale.text("button.start"), Verb.BEGIN, Style.PRIMARY),)
    yield (*(start if gathering.size is None else ()), cancel, *_computers(gathering, locale, is_full=is_full), rules)
    if gathering.switches:
        yield tuple(_switch(gathering, name, locale) for name in gathering.switches)
    others = [seat for seat in gathering.seats if seat.role in (Role.MEMBER, Role.INVITED)]
    if others:
        yield tuple(_remove(gathering, seat, locale) for seat in others)


def _computers(gathering: GatheringView, locale: Locale, *, is_full: bool) -> Iterator[Button]:
    if not gathering.has_computers:
        return
    more, fewer = locale.text("button.computer_more"), locale.text("button.computer_fewer")
    yield _button(gathering, more, Verb.COMPUTERS, argument=MORE, is_enabled=not is_full)
    yield _button(gathering, fewer, Verb.COMPUTERS, argument=FEWER, is_enabled=gathering.has(Role.COMPUTER))


def _button(
    gathering: GatheringView,
    label: str,
    verb: Verb,
    style: Style = Style.SECONDARY,
    *,
    argument: str = "",
    is_enabled: bool = True,
) -> Button:
    control = Control(verb, gathering.gathering_id, gathering.revision, argument)
    return Button(label, control, style, is_enabled)


def _switch(gathering: GatheringView, name: str, locale: Locale) -> Button:
    """An option's toggle. Its control carries the target value, so that a double press is idempotent."""
    is_on = gathering.switches[name]
    option = locale.text(f"team.option.{name}")
    label = locale.text("button.switch_off" if is_on else "button.switch_on", option=option)
    wanted = f"{name}={OFF if is_on else ON}"
    return _button(gathering, label, Verb.OPTION, Style.SUCCESS if is_on else Style.SECONDARY, argument=wanted)


def _remove(gathering: GatheringView, seat: SeatView, locale: Locale) -> Button:
    label = locale.text("button.remove", player=seat.name)
    return _button(gathering, label, Verb.REMOVE, argument=str(seat.user_id))
