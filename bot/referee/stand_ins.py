"""Who leaves a team's game leaves a seat behind. The others may let a computer play on in it, if all of them agree;
otherwise the game ends as abandoned. Changes seats alone: no action is played, and the position stays as it is."""

from dataclasses import replace

from bot.games.core import Seat
from bot.players.registry import default_level
from bot.referee.clocks import deadline
from bot.referee.match import Match
from bot.store.rows import GameRow, SeatRow


def can_stand_in(match: Match, leaver: Seat) -> bool:
    """Whether others are there to decide, and the game has computers; asked once for each seat."""
    is_asked = match.seat(leaver).absent is not None
    has_others = bool(match.present - {leaver})
    return match.game.is_cooperative and not is_asked and has_others and default_level(match.game.key) is not None


def with_absent(match: Match, leaver: Seat, how: str, now: int) -> GameRow:
    """The others have a turn's time to decide, if the game waits for this seat. An agreement from before was not about
    this seat."""
    row = match.row
    seats = tuple(replace(one, agrees=False, absent=how if one.seat == leaver else one.absent) for one in row.seats)
    due = deadline(match.game, match.state, row.clock, now) if leaver in match.to_act else row.deadline
    return replace(row, seats=seats, deadline=due, is_reminded=False)


def with_agreement(match: Match, seat: Seat) -> GameRow:
    """Once everybody who is there agrees, computers sit in the seats of those who are not."""
    seats = tuple(replace(one, agrees=one.agrees or one.seat == seat) for one in match.row.seats)
    if all(seats[one].agrees for one in match.present):
        seats = tuple(_decided(one, match) for one in seats)
    return replace(match.row, seats=seats)


def _decided(seat: SeatRow, match: Match) -> SeatRow:
    if seat.absent is None:
        return replace(seat, agrees=False)
    level = default_level(match.game.key)
    return replace(seat, user_id=None, level=level, left_by=seat.user_id, absent=None, agrees=False, warnings=0)
