"""What the referee says no with: a code and values, like a rule."""

from bot.games.core import GameError


class Refusal(GameError):  # noqa: N818 (a refusal is an answer, not a failure)
    """The rules would allow it, or have nothing to say; the referee does not."""
