"""The referee's refusals: a code and values, like a `RuleError`."""

from bot.games.core import GameError


class Refusal(GameError):  # noqa: N818 (an expected answer, not a failure)
    """Refused by the referee rather than by the rules of the game."""
