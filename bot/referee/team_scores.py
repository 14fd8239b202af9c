"""The score of a team's finished game, and the category it is compared in."""

from bot.games.registry import GAMES
from bot.referee.match import state_of
from bot.store.rows import WITH_COMPUTERS, GameRow, TeamScore


def mode_of(row: GameRow) -> str:
    """The category results are compared in: the options that were on, and whether computers played."""
    is_helped = any(seat.level is not None for seat in row.seats)
    switched = (name for name in GAMES[row.game].switches if row.options.get(name))
    return ",".join((*switched, *((WITH_COMPUTERS,) if is_helped else ())))


def team_score(row: GameRow) -> TeamScore | None:
    """The score of a finished team game; None for other games and abandoned ones (TG12)."""
    game = GAMES[row.game]
    outcome = game.rules.outcome(state_of(row)) if game.is_cooperative else None
    return None if outcome is None else TeamScore(len(row.seats), mode_of(row), outcome.scores[0])
