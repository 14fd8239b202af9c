"""Results, ratings and tallies as data classes. Computes no rating; no SQL."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Generic, TypeVar

from bot.store.rows import TeamScore

EVERYWHERE = 0  # the scope of all servers
ALL_TIME = "all"
TWO = 2
FREE_FOR_ALL = "+"  # ends the name of a ladder of games between more than two


def ladder_of(game: str, *, is_free_for_all: bool) -> str:
    """What a game is rated by: free-for-alls of a game apart from its games of two."""
    return game + FREE_FOR_ALL if is_free_for_all else game


class Score(StrEnum):
    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    NONE = "none"  # called off, or abandoned by a team


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """One person's result in a finished game."""

    seat: int
    user_id: int
    score: Score
    is_first: bool = False
    chain: int = 0  # the most jumps in a row in one turn
    opening: str | None = None  # the shape of the first turn
    rank: int | None = None  # from 1; None in results written before there were ranks

    @property
    def place(self) -> int:
        return self.rank if self.rank is not None else 2 if self.score is Score.LOSS else 1


@dataclass(frozen=True, slots=True)
class GameResult:
    """A finished game's result. Computers are left out of `parts`."""

    game_id: int
    game: str
    guild_id: int
    ended_at: int
    season: str
    turns: int
    is_contest: bool  # people against each other, played to an end
    is_counted: bool  # for ratings
    parts: tuple[PlayerResult, ...]

    @property
    def scopes(self) -> tuple[int, int]:
        return EVERYWHERE, self.guild_id

    @property
    def ladder(self) -> str:
        return ladder_of(self.game, is_free_for_all=self.is_contest and len(self.parts) > TWO)


Board = tuple[int, str, str]  # scope, ladder, period


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
    """A person's rating and tally on one board."""

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
    """An opening, how often a person chose it and how often they won with it."""

    shape: str
    games: int
    wins: int


@dataclass(frozen=True, slots=True)
class RatingChange:
    """A person's rating after a game, and its change."""

    mu: float
    sigma: float
    gain: int


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A person's row of `results`: the part with all that derives from earlier results."""

    part: PlayerResult
    nth: int
    nth_here: int
    weight: float
    everywhere: RatingChange
    here: RatingChange


@dataclass(slots=True)
class RatingTables:
    """Standings and tallies, or the rows of them that one game touches. A person without a row has not played yet."""

    standings: dict[tuple[Board, int], Standing] = field(default_factory=dict)
    careers: dict[tuple[int, str, int], Career] = field(default_factory=dict)  # scope, ladder, person
    tallies: dict[tuple[int, str, int, int, bool], Tally] = field(default_factory=dict)  # …, seat, whether they started
    rivalries: dict[tuple[int, str, int, int], Tally] = field(default_factory=dict)  # …, rival
    played: dict[tuple[int, int], int] = field(default_factory=dict)  # scope, person → finished games
    meetings: dict[tuple[str, int, int], list[int]] = field(
        default_factory=dict
    )  # ladder, pair → ends of counted games


@dataclass(frozen=True, slots=True)
class Filing:
    """A result to be stored: the boards it touches, and the function that computes the ratings."""

    result: GameResult
    boards: tuple[Board, ...]
    since: int  # earlier games of the same pair do not matter
    compute: Callable[[GameResult, RatingTables], list[ResultRow]]
    team: TeamScore | None = None  # of a cooperative game

    def of_game(self, game_id: int) -> "Filing":
        """With the id that the game has just been given."""
        return replace(self, result=replace(self.result, game_id=game_id))


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line of a ranking."""

    rank: int
    user_id: int
    standing: Standing


L = TypeVar("L")


@dataclass(frozen=True, slots=True)
class BoardPage(Generic[L]):
    """A page of a board's lines, how many it has in all, and the asker's own line, on whichever page it is."""

    total: int
    lines: tuple[L, ...]
    own: L | None = None


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """A finished game in a person's history."""

    nth: int
    game_id: int
    game: str
    guild_id: int
    ended_at: int
    turns: int
    score: Score
    reason: str  # as in `games`
    is_counted: bool
    gain: int
    seat: int
    others: tuple[tuple[int | None, str | None], ...]  # person or level, by seat
    table: tuple[int, int] | None  # channel and message of the table
    quitter: tuple[int | None, str | None] | None = None  # the player who ended a team's game early, as in `others`
    how: str | None = None  # the quitter did so, if stored (TG12)
