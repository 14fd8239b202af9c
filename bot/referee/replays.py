"""A finished game turn by turn, and its turning point. The only path from a stored game to open hands: running games
are refused here for every caller."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.games.core import Viewer
from bot.players.advisers import evaluator_of
from bot.referee.errors import Refusal
from bot.referee.match import Match
from bot.referee.reviews import first_seats_chance, turn_starts
from bot.store.rows import ActionRow


@dataclass(frozen=True, slots=True)
class Replay:
    """Views with all hands open: at the start, and after each turn."""

    match: Match
    views: tuple[Any, ...]

    @property
    def last(self) -> int:
        """The number of the last turn; 0 if none was played."""
        return len(self.views) - 1


def check_may_see_record(match: Match, user_id: int, guild_id: int | None) -> None:
    """Raise unless the user played the game or asks in its server. Once over, its record is public there, and so is
    everything derived from it: open hands, cuts, evaluations. Does not check that the game is over."""
    if match.seat_of(user_id) is None and guild_id != match.row.guild_id:
        raise Refusal("replay_elsewhere")


def check_may_replay(match: Match, user_id: int, guild_id: int | None) -> None:
    check_may_see_record(match, user_id, guild_id)
    if not match.is_over:
        raise Refusal("replay_when_over")


def replay_of(match: Match, actions: Sequence[ActionRow]) -> Replay:
    if not match.is_over:
        raise Refusal("replay_when_over")
    positions = turn_starts(match.game, match.row, actions)
    return Replay(match, tuple(match.game.rules.observe(state, None, is_over=True) for state in positions))


def course_so_far(match: Match, actions: Sequence[ActionRow], viewer: Viewer) -> tuple[Any, ...]:
    """What this viewer saw at the start of each turn, and sees now; running games too. CPU-bound: keep it off the event
    loop."""
    starts = turn_starts(match.game, match.row, actions)
    return (*(match.game.rules.observe(state, viewer) for state in starts), match.view(viewer))


def has_turning_point(match: Match) -> bool:
    """Whether the game has an evaluator."""
    return evaluator_of(match.row.game) is not None


def chances_of(match: Match, actions: Sequence[ActionRow]) -> tuple[float, ...]:
    """The first seat's chance to win, before the first turn and after each. CPU-bound: keep it off the event loop."""
    if not match.is_over:
        raise Refusal("replay_when_over")
    game, evaluator = match.game, evaluator_of(match.row.game)
    if evaluator is None:
        raise Refusal("no_judge")
    return tuple(first_seats_chance(game, evaluator, state) for state in turn_starts(game, match.row, actions))
