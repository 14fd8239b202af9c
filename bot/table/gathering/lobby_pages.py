"""The page of a lobby: its seats, its options, and the commitment to the shuffle. The secret may not enter."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from bot.drawing import palette
from bot.table.controls import Control, Verb
from bot.table.game.pages import CLOCK_NAMES, game_name
from bot.table.locale import Locale, plain
from bot.table.page import Button, Page, Style

_STATUS = {"started": "team.started", "cancelled": "team.cancelled", "expired": "team.expired"}
_LONGEST_LABEL = 80  # Discord's limit
ON, OFF = "on", "off"
MORE, FEWER = "more", "fewer"


class Role(StrEnum):
    HOST = "team.host"
    MATE = "team.mate"
    COMPUTER = "team.computer"
    EXPECTED = "team.expected"


@dataclass(frozen=True, slots=True)
class LobbySeat:
    name: str
    role: Role
    user_id: int | None = None


@dataclass(frozen=True, slots=True)
class Lobby:
    """A lobby's public data: the commitment, never the secret."""

    lobby_id: int
    revision: int
    game: str
    seats: int
    clock: str
    options: Mapping[str, bool]
    places: tuple[LobbySeat, ...]
    commitment: str
    expires_at: int  # seconds since 1970
    status: str
    game_id: int | None

    @property
    def is_open(self) -> bool:
        return self.status == "open"


def lobby_page(lobby: Lobby, locale: Locale) -> Page:
    return Page(
        title=locale.text("team.title", game=game_name(locale, lobby.game)),
        body="\n".join(_lines(lobby, locale)),
        rows=tuple(_rows(lobby, locale)) if lobby.is_open else (),
        footer=locale.text("challenge.footer", commitment=lobby.commitment),
        accent=palette.ACCENT_GOLD if lobby.is_open else palette.ACCENT_NEUTRAL,
    )


def _lines(lobby: Lobby, locale: Locale) -> Iterator[str]:
    yield locale.text("team.terms", seats=lobby.seats, clock=locale.text(CLOCK_NAMES[lobby.clock]))
    yield from (locale.text(f"team.about.{name}") for name, is_on in lobby.options.items() if is_on)
    yield ""
    yield from (locale.text(place.role, player=plain(place.name)) for place in lobby.places)
    yield ""
    if not lobby.is_open:
        yield locale.text(_STATUS[lobby.status], number=lobby.game_id or 0)
        return
    if sum(place.role is not Role.COMPUTER for place in lobby.places) == 1:
        yield locale.text("team.alone")
    host = next(place.name for place in lobby.places if place.role is Role.HOST)
    yield locale.text("team.open", time=f"<t:{lobby.expires_at}:t>", host=plain(host))


def _rows(lobby: Lobby, locale: Locale) -> Iterator[tuple[Button, ...]]:
    """Rows for every member first, then the host's."""
    is_full = len(lobby.places) == lobby.seats
    is_awaited = any(place.role is Role.EXPECTED for place in lobby.places)
    yield (
        _button(lobby, locale.text("button.join"), Verb.JOIN, Style.SUCCESS, is_enabled=not is_full or is_awaited),
        _button(lobby, locale.text("button.leave"), Verb.LEAVE),
        _button(lobby, locale.text("button.start"), Verb.START, Style.PRIMARY),
        _button(lobby, locale.text("button.disband"), Verb.DISBAND, Style.DANGER),
    )
    yield tuple(_switch(lobby, name, locale) for name in lobby.options)
    has_computers = any(place.role is Role.COMPUTER for place in lobby.places)
    more, fewer = locale.text("button.computer_more"), locale.text("button.computer_fewer")
    yield (
        _button(lobby, more, Verb.COMPUTER, argument=MORE, is_enabled=not is_full),
        _button(lobby, fewer, Verb.COMPUTER, argument=FEWER, is_enabled=has_computers),
        Button(locale.text("button.rules"), Control(Verb.RULES, 0, argument=lobby.game)),
    )
    others = [place for place in lobby.places if place.role in (Role.MATE, Role.EXPECTED)]
    if others:
        yield tuple(_send_away(lobby, place, locale) for place in others)


def _button(
    lobby: Lobby, label: str, verb: Verb, style: Style = Style.SECONDARY, *, argument: str = "", is_enabled: bool = True
) -> Button:
    control = Control(verb, lobby.lobby_id, lobby.revision, argument)
    return Button(label[:_LONGEST_LABEL], control, style, is_enabled)


def _switch(lobby: Lobby, name: str, locale: Locale) -> Button:
    """An option's toggle. Its control carries the target value, so that a double press is idempotent."""
    is_on = lobby.options[name]
    option = locale.text(f"team.option.{name}")
    label = locale.text("button.switch_off" if is_on else "button.switch_on", option=option)
    wanted = f"{name}={OFF if is_on else ON}"
    return _button(lobby, label, Verb.SWITCH, Style.SUCCESS if is_on else Style.SECONDARY, argument=wanted)


def _send_away(lobby: Lobby, place: LobbySeat, locale: Locale) -> Button:
    label = locale.text("button.send_away", player=place.name)
    return _button(lobby, label, Verb.SEND_AWAY, argument=str(place.user_id))
