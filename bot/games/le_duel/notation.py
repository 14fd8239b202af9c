"""Notation of Le Duel: `12^A,57vA,08^E`, `undo`, `end`. Parsing is lenient; output is strict."""

import re
from collections.abc import Iterable

from bot.games.core import UnreadableError, tokens
from bot.games.le_duel.position import CARDS, Pile, Place, Whose
from bot.games.le_duel.state import Action, EndTurn, TakeBack

_WORDS: dict[str, Action] = {"undo": TakeBack(), "end": EndTurn(), "annuler": TakeBack(), "fin": EndTurn()}
_ARROWS = {"^": Pile.UP, "↑": Pile.UP, "v": Pile.DOWN, "↓": Pile.DOWN}
_TOKEN = re.compile(
    r"[\s,;]*(?:(?P<card>[0-9]{1,2})\s*(?P<pile>[\^↑v↓])(?:\s*(?P<whose>[ae])(?![a-z]))?"
    r"|(?P<word>(?a:" + "|".join(_WORDS) + r"))(?![a-z]))[\s,;]*",  # ASCII, or "fın" would match "fin"
    re.IGNORECASE,
)


def parse_all(text: str) -> tuple[Action, ...]:
    """Every action in the text, in order; the side defaults to A (own)."""
    return tuple(map(_action, tokens(_TOKEN, text)))


def _action(token: re.Match[str]) -> Action:
    if (word := token["word"]) is not None:
        return _WORDS[word.lower()]
    card = int(token["card"])
    if card not in CARDS:
        raise UnreadableError("no_such_card", card=card)
    return Place(card, _ARROWS[token["pile"].lower()], Whose((token["whose"] or Whose.OWN).upper()))


def notate(action: Action) -> str:
    match action:
        case Place(card, pile, whose):
            return f"{card:02d}{pile}{whose}"
        case TakeBack():
            return "undo"
        case EndTurn():
            return "end"


def notate_turn(places: Iterable[Place]) -> str:
    return ",".join(notate(place) for place in places)
