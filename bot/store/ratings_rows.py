"""What rankings, profiles and histories are made of, as data. No rating is computed here, and no SQL."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum

from bot.store.rows import TeamScore

EVERYWHERE = 0  # the scope that is no server
ALL_TIME = "all"


class Score(StrEnum):
    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    NONE = "none"  # called off, or abandoned by a team


@dataclass(frozen=True, slots=True)
class Part:
    """One person's part in a finished game."""

    seat: int
    user_id: int
    score: Score
    is_first: bool = False
    chain: int = 0  # the most jumps one after the other in a turn
    opening: str | None = None  # the shape of their first turn


@dataclass(frozen=True, slots=True)
class Entry:
    """A finished game as the books take it. Computers have no part in it."""

    game_id: int
    game: str
    guild_id: int
    ended_at: int
    season: str
    turns: int
    is_contest: bool  # people against each other, to an end
    is_counted: bool  # for ratings
    parts: tuple[Part, ...]

    @property
    def scopes(self) -> tuple[int, int]:
        return EVERYWHERE, self.guild_id


Board = tuple[int, str, str]  # scope, game, period


@dataclass(frozen=True, slots=True)
class Tally:
    wins: int = 0
    draws: int = 0
    losses: int = 0

    def with_one(self, score: Score) -> "Tally":
        return Tally(
            self.wins + (score is Score.WIN),
            self.draws + (score is Score.DRAW),
            self.losses + (score is Score.LOSS),
        )

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses


@dataclass(frozen=True, slots=True)
class Standing:
    """Where somebody stands on one board."""

    mu: float
    sigma: float
    points: int
    tally: Tally = Tally()


@dataclass(frozen=True, slots=True)
class Career:
    streak: int = 0
    best_streak: int = 0
    chain: int = 0
    chain_game: int | None = None
    fastest: int | None = None
    fastest_game: int | None = None


@dataclass(frozen=True, slots=True)
class Opening:
    """A way to begin, how often somebody chose it and how often they won with it."""

    shape: str
    games: int
    wins: int


@dataclass(frozen=True, slots=True)
class After:
    """A person's rating once a game was filed, and how much it changed."""

    mu: float
    sigma: float
    gain: int


@dataclass(frozen=True, slots=True)
class Line:
    """What an entry came to for one person."""

    part: Part
    nth: int
    nth_here: int
    weight: float
    everywhere: After
    here: After


@dataclass(slots=True)
class Book:
    """The tallies, or as much of them as one entry touches. Whoever is not in it has not played yet."""

    standings: dict[tuple[Board, int], Standing] = field(default_factory=dict)
    careers: dict[tuple[int, str, int], Career] = field(default_factory=dict)  # scope, game, person
    tallies: dict[tuple[int, str, int, int, bool], Tally] = field(default_factory=dict)  # …, seat, whether first
    rivalries: dict[tuple[int, str, int, int], Tally] = field(default_factory=dict)  # …, rival
    played: dict[tuple[int, int], int] = field(default_factory=dict)  # scope, person → finished games
    meetings: dict[tuple[str, int, int], list[int]] = field(default_factory=dict)  # game, pair → when they counted


@dataclass(frozen=True, slots=True)
class Filing:
    """A result on its way into the books: what of them it touches, and who does the arithmetic."""

    entry: Entry
    boards: tuple[Board, ...]
    since: int  # earlier meetings of its people do not matter
    keep: Callable[[Entry, Book], list[Line]]
    team: TeamScore | None = None  # of a game that people play together

    def of_game(self, game_id: int) -> "Filing":
        """For a game that gets its number only now."""
        return replace(self, entry=replace(self.entry, game_id=game_id))


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line of a board."""

    rank: int
    user_id: int
    standing: Standing


@dataclass(frozen=True, slots=True)
class Past:
    """A finished game in somebody's list."""

    nth: int
    game_id: int
    game: str
    guild_id: int
    ended_at: int
    turns: int
    score: Score
    reason: str  # why it ended, as `games` has it
    is_counted: bool
    gain: int
    seat: int
    others: tuple[tuple[int | None, str | None], ...]  # person or level, by seat
    table: tuple[int, int] | None  # channel and message that show it
    quitter: tuple[int | None, str | None] | None = None  # who ended a team's game early, as in `others`
    how: str | None = None  # they did, where that was noted
