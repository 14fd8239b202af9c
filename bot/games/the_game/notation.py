"""Notation of The Game. Parsing is lenient; output is strict.

- `12a`: the 12 on pile a. Piles a and b go up, c and d go down; cards have two digits (`07c`).
- `undo`, `end`: take the last staged card back, end the turn.
- `claim`: take the first turn of the game (TG3).
- `!a`: "don't play on this pile"; `~a`: "no big jump on this pile"; `-a`: withdraw one's signal about it (TG9).

Storage and protocols use lower case only; displayed text uses the upper case of the pictures (`12A,57C`), and input may
be either.
"""

import re
from collections.abc import Iterable

from bot.games.core import UnreadableError, tokens
from bot.games.the_game.position import CARDS, Pile, Place
from bot.games.the_game.state import Action, Claim, EndTurn, Plea, Signal, TakeBack, Withdraw

_WORDS: dict[str, Action] = {
    "undo": TakeBack(),
    "end": EndTurn(),
    "claim": Claim(),
    "annuler": TakeBack(),
    "fin": EndTurn(),
    "commencer": Claim(),
}
_WITHDRAW = "-"
_TOKEN = re.compile(
    r"[\s,;]*(?:(?:(?P<card>[0-9]{1,2})|(?P<sign>[!~-]))\s*(?P<pile>[a-d])"
    r"|(?P<word>" + "|".join(_WORDS) + r"))(?![a-z])[\s,;]*",
    re.IGNORECASE | re.ASCII,
)

_PILE = re.compile(r"(?<=[0-9!~-])[a-d]")


def parse_all(text: str) -> tuple[Action, ...]:
    """Every action in the text, in order."""
    return tuple(map(_action, tokens(_TOKEN, text)))


def _action(token: re.Match[str]) -> Action:
    if (word := token["word"]) is not None:
        return _WORDS[word.lower()]
    pile = Pile(token["pile"].lower())
    if (sign := token["sign"]) is not None:
        return Withdraw(pile) if sign == _WITHDRAW else Signal(Plea(sign), pile)
    card = int(token["card"])
    if card not in CARDS:
        raise UnreadableError("no_such_card", card=card)
    return Place(card, pile)


def notate(action: Action) -> str:
    match action:
        case Place(card, pile):
            return f"{card:02d}{pile}"
        case TakeBack():
            return "undo"
        case EndTurn():
            return "end"
        case Claim():
            return "claim"
        case Signal(plea, pile):
            return f"{plea}{pile}"
        case Withdraw(pile):
            return f"{_WITHDRAW}{pile}"


def notate_turn(places: Iterable[Place], *, is_claimed: bool = False) -> str:
    return ",".join(map(notate, (*((Claim(),) if is_claimed else ()), *places)))


def readable(text: str) -> str:
    return _PILE.sub(lambda pile: Pile(pile[0]).letter, text)
