"""Rows of the store as data classes. No rules, no SQL."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

PLAY = "play"  # the verb of a game's own action
EVERYBODY = 0  # as the reader of a page for all: no person has this number
NOBODY = -1  # or any number below it: a person whose data was deleted
WITH_COMPUTERS = "computers"  # in a team's mode, beside its game's switches: computers played too


@dataclass(frozen=True, slots=True)
class SeatRow:
    seat: int
    user_id: int | None  # None: a computer
    level: str | None
    cut: str
    warnings: int = 0
    is_dm_closed: bool = False
    absent: str | None = None  # how its player left, while the others decide whether a computer takes the seat
    agrees: bool = False  # that a computer takes the seats of those who left
    left_by: int | None = None  # who left this seat to a computer


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game; what has a default is so at the deal."""

    id: int
    game: str
    version: int
    guild_id: int
    channel_id: int
    options: dict[str, Any]
    clock: str
    is_rated: bool
    binding: str
    secret: bytes
    commitment: str
    shuffle: int
    created_at: int
    moved_at: int
    rematch_of: int | None
    seats: tuple[SeatRow, ...]
    snapshot: str = ""  # the state as JSON, opaque to the store
    revision: int = 0
    public_revision: int = 0
    deadline: int | None = None
    is_reminded: bool = False
    draw_offer: int | None = None  # the seats that want a draw, a bit each: 1, 2, 4, …
    ended_at: int | None = None
    reason: str | None = None
    winners: tuple[int, ...] = ()
    dealt: dict[str, Any] | None = None  # the shuffles as dealt; set when a player's cut was deleted

    @property
    def is_in_dm(self) -> bool:
        """A game in DMs has no server; the number in its place is the DM's channel, negative."""
        return self.guild_id < 0

    def __repr__(self) -> str:  # hands and the secret stay out of logs and errors
        return f"<game {self.id} revision {self.revision}>"


@dataclass(frozen=True, slots=True)
class ActionRow:
    """One accepted action. `verb` is PLAY for a game's own, else what the referee did (resigned, timeout, …). `text` is
    a game's own action in notation; for a team's abandoned game, how the player ended it (TG12), empty in games that
    ended before this was stored."""

    revision: int
    seat: int | None
    verb: str
    text: str
    at: int
    key: str

    def __repr__(self) -> str:  # a staged card stays out of logs and errors
        return f"<action {self.revision} {self.verb}>"


@dataclass(frozen=True, slots=True)
class MessageRow:
    """A message that shows a game, and the revision it shows. `message_id` is None if it could not be shown there, or
    if a draw offer was posted and its id not stored."""

    game_id: int
    role: str
    channel_id: int
    message_id: int | None
    revision: int
    posted_at: int


@dataclass(frozen=True, slots=True)
class ServerRow:
    guild_id: int
    channels: tuple[int, ...] = ()
    has_threads: bool = False
    clock: str = "live"
    language: str | None = None
    has_reminders: bool = True
    has_ratings: bool = True
    results_channel: int | None = None
    season_start: int = 1  # the first month of a season
    most_games: int = 20  # running, a person
    most_invitations: int = 5  # open, a person
    game: str | None = None  # that commands mean when none is named; None: the first one
    most_challenges: int = 5  # that one person leaves unanswered by another, an hour


class Notices(StrEnum):
    """How a person is told that it is their turn."""

    DM = "dm"
    CHANNEL = "channel"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class PersonRow:
    user_id: int
    name: str
    locale: str
    has_details: bool = False  # wants the whole text beside a picture
    notices: Notices = Notices.DM
    has_early_notices: bool = False  # wants to be told when they are next


@dataclass(frozen=True, slots=True)
class DeckRow:
    """A deck that a person keeps, legal or not."""

    id: int
    user_id: int
    game: str
    name: str
    name_key: str  # what names of one person's decks differ by
    cards: dict[str, int]
    set_version: int  # of the cards it was last edited with
    is_usual: bool
    revision: int
    changed_at: int


@dataclass(frozen=True, slots=True)
class GatheringSeat:
    """A seat of a gathering: a computer's, that of a person who sat down, or one kept for an invited person."""

    user_id: int | None
    level: str | None = None
    is_taken: bool = True
    cut: str = ""
    brought: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GatheringRow:
    """Seats to be taken before a game. The first is the host's."""

    id: int
    guild_id: int
    channel_id: int
    message_id: int | None
    host_id: int
    game: str
    options: dict[str, Any]
    clock: str
    is_rated: bool
    size: int | None  # the game starts as soon as so many sit; None: when the host starts it
    seats: tuple[GatheringSeat, ...]
    binding: str
    secret: bytes
    commitment: str
    status: str
    revision: int
    created_at: int
    expires_at: int
    game_id: int | None
    rematch_of: int | None

    def __repr__(self) -> str:  # the secret stays out of logs and errors
        return f"<gathering {self.id} {self.status} revision {self.revision}>"

    @property
    def taken(self) -> tuple[GatheringSeat, ...]:
        return tuple(seat for seat in self.seats if seat.is_taken)

    @property
    def is_full(self) -> bool:
        return len(self.taken) == self.size

    @property
    def invited(self) -> frozenset[int]:
        """The people a seat is kept for."""
        return frozenset(seat.user_id for seat in self.seats if seat.user_id is not None and not seat.is_taken)

    def seat_of(self, user_id: int) -> GatheringSeat | None:
        return next((seat for seat in self.seats if seat.user_id == user_id), None)


@dataclass(frozen=True, slots=True)
class TeamScore:
    """A team's result: `score` is the number of cards left."""

    size: int
    mode: str
    score: int


@dataclass(frozen=True, slots=True)
class BestScore:
    game_id: int
    score: int
    ended_at: int
