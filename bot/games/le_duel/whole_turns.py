"""Turns of Le Duel as records of the first edition, computers and the line protocol write them: placements only,
`12^A,57vA`."""

from bot.games.core import UnreadableError
from bot.games.le_duel.notation import notate_turn, parse_all
from bot.games.le_duel.position import Place
from bot.games.le_duel.rules import decks
from bot.games.le_duel.state import Action, EndTurn, State

__all__ = ["decks", "last_turn", "parse_turn"]


def parse_turn(text: str) -> tuple[Action, ...]:
    """Appends `EndTurn`."""
    places = parse_all(text)
    if not all(isinstance(action, Place) for action in places):
        raise UnreadableError("unreadable", text=text[:20].strip())
    return (*places, EndTurn())


def last_turn(state: State) -> str:
    return notate_turn(state.last.places) if state.last else ""
