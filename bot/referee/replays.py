"""A finished game turn by turn, and the turn that decided it. The one way from a stored game to open hands: a game that
still runs is refused here, whoever asks and however they ask."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from bot.players.advisers import judge_of
from bot.referee.errors import Refusal
from bot.referee.match import Match
from bot.referee.reviews import first_seats_chance, turn_starts
from bot.store.rows import ActionRow


@dataclass(frozen=True, slots=True)
class Replay:
    """What a spectator sees with all hands open: at the start, and after each turn."""

    match: Match
    views: tuple[Any, ...]

    @property
    def last(self) -> int:
        """The number of the last turn; 0 if nobody played."""
        return len(self.views) - 1


def may_look_back(match: Match, user_id: int, guild_id: int | None) -> None:
    """The record of a game is public once it is over: to its players, and in the server it was played in. So is all
    that follows from it: its open hands, its cuts, what a computer thinks of it."""
    if match.seat_of(user_id) is None and guild_id != match.row.guild_id:
        raise Refusal("replay_elsewhere")


def may_replay(match: Match, user_id: int, guild_id: int | None) -> None:
    may_look_back(match, user_id, guild_id)
    if not match.is_over:
        raise Refusal("replay_when_over")


def replay_of(match: Match, actions: Sequence[ActionRow]) -> Replay:
    if not match.is_over:
        raise Refusal("replay_when_over")
    positions = turn_starts(match.game, match.row, actions)
    return Replay(match, tuple(match.game.observe(state, None, is_over=True) for state in positions))


def has_turning_point(match: Match) -> bool:
    """Whether anybody can tell how likely each side was to win."""
    return judge_of(match.row.game) is not None


def turning_point(match: Match, actions: Sequence[ActionRow]) -> int:
    """The turn after which the chances had changed most; 0 if nobody played. Slow work: keep it off the event loop."""
    if not match.is_over:
        raise Refusal("replay_when_over")
    game, judge = match.game, judge_of(match.row.game)
    if judge is None:
        raise Refusal("no_judge")
    chances = [first_seats_chance(game, judge, state) for state in turn_starts(game, match.row, actions)]
    swings = [abs(after - before) for before, after in pairwise(chances)]
    return swings.index(max(swings)) + 1 if swings else 0
