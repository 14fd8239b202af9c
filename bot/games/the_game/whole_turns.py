"""Turns of The Game as records of the first edition and computers write them: a comma-separated list of placements,
`12a,57c`; the first turn of the game begins with its claim, if one was needed: `claim,12a,57c`."""

from bot.games.core import UnreadableError
from bot.games.the_game.notation import notate_turn, parse_all
from bot.games.the_game.position import Place
from bot.games.the_game.rules import decks
from bot.games.the_game.state import Action, Claim, EndTurn, State

__all__ = ["decks", "last_turn", "parse_turn"]


def parse_turn(text: str) -> tuple[Action, ...]:
    """Appends `EndTurn`."""
    actions = parse_all(text)
    places = actions[1:] if actions[:1] == (Claim(),) else actions
    if not all(isinstance(action, Place) for action in places):
        raise UnreadableError("unreadable", text=text[:20].strip())
    return (*actions, EndTurn())


def last_turn(state: State) -> str:
    return notate_turn(state.last.places, is_claimed=state.last.is_claimed) if state.last else ""
