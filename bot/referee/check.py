"""Replays every stored game and compares it with its snapshot. Read-only."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from bot.referee.replay_check import difference
from bot.store.rows import ActionRow, GameRow
from bot.store.sqlite.reading import stored_games


def findings(path: Path) -> Iterator[tuple[int, str | None]]:
    """Each stored game's id and its problem, or None."""
    for number, row, actions in stored_games(path):
        yield number, _problem(row, actions)


def _problem(row: GameRow | None, actions: Sequence[ActionRow]) -> str | None:
    """A damaged row can raise anything; report that as a problem too and go on with the next game."""
    if row is None:
        return "it cannot be read"
    try:
        return difference(row, actions)
    except Exception as error:
        return f"it cannot be replayed ({type(error).__name__})"
