"""Every stored game replayed against its snapshot. Only reads."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from bot.referee.replay_check import difference
from bot.store.rows import ActionRow, GameRow
from bot.store.sqlite.reading import stored_games


def findings(path: Path) -> Iterator[tuple[int, str | None]]:
    """The number of each stored game, and what is wrong with it."""
    for number, row, actions in stored_games(path):
        yield number, _problem(row, actions)


def _problem(row: GameRow | None, actions: Sequence[ActionRow]) -> str | None:
    """A row can hold anything: one that cannot be replayed at all is wrong too, and hides no other."""
    if row is None:
        return "it cannot be read"
    try:
        return difference(row, actions)
    except Exception as error:
        return f"it cannot be replayed ({type(error).__name__})"
