"""What a board, a profile or a history is of: the arguments of their buttons."""

import re
from dataclasses import dataclass

from bot.games.registry import GAMES
from bot.store.ratings_rows import FREE_FOR_ALL, TWO

SERVER, GLOBAL = "server", "global"
KINDS = ("all", "season", "month", "week")
_SEPARATOR = "|"
_PERIOD = re.compile(
    r"all|season|month|week|(season|month) [12]\d{3}-(0[1-9]|1[0-2])|week [12]\d{3}-(0[1-9]|[1-4]\d|5[0-3])"
)


@dataclass(frozen=True, slots=True)
class BoardAddress:
    game: str
    scope: str
    period: str  # a kind alone is the current period of that kind
    category: str = ""  # of a board of teams: size and mode, empty for all; else whether it is of free-for-alls

    @property
    def ladder(self) -> str:
        """Of a rated game."""
        return self.game + self.category

    @property
    def kind(self) -> str:
        return self.period.split(" ")[0]

    def argument(self) -> str:
        return _SEPARATOR.join((self.game, self.scope, self.period, *((self.category,) if self.category else ())))


@dataclass(frozen=True, slots=True)
class ProfileAddress:
    """Of a profile or a history."""

    game: str
    scope: str
    user_id: int
    category: str = ""  # as of a board

    @property
    def ladder(self) -> str:
        return self.game + self.category

    def argument(self) -> str:
        category = (self.category,) if self.category else ()
        return _SEPARATOR.join((self.game, self.scope, str(self.user_id), *category))


def read_board_address(argument: str) -> BoardAddress | None:
    """Parse a button's argument; None if it is not one of ours."""
    parts = argument.split(_SEPARATOR)
    if len(parts) not in (3, 4) or parts[1] not in (SERVER, GLOBAL) or not _PERIOD.fullmatch(parts[2]):
        return None
    return BoardAddress(*parts)


def read_profile_address(argument: str) -> ProfileAddress | None:
    parts = argument.split(_SEPARATOR)
    if len(parts) not in (3, 4) or parts[1] not in (SERVER, GLOBAL) or not parts[2].isdecimal():
        return None
    return ProfileAddress(parts[0], parts[1], int(parts[2]), *parts[3:])


def is_ladder(game: str, category: str) -> bool:
    """Whether this game has such a category of ratings."""
    return category == "" or (category == FREE_FOR_ALL and has_free_for_alls(game))


def has_free_for_alls(game: str) -> bool:
    return not GAMES[game].is_cooperative and max(GAMES[game].seats) > TWO
