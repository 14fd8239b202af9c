"""Custom ids of buttons: `arb:verb:number:revision:argument`. They never identify the user who presses, and those of
public messages carry no card."""

import re
from dataclasses import dataclass
from enum import StrEnum

MAX_LENGTH = 100  # Discord's limit


class Verb(StrEnum):
    ACCEPT = "accept"  # of a challenge
    CUT = "cut"
    DECLINE = "decline"
    CANCEL = "cancel"
    HAND = "hand"  # of a game
    PICK = "pick"  # with a revision and the choice to open
    ACT = "act"  # with a revision and an action
    RESIGN = "resign"
    RESIGN_SURE = "resign-sure"
    DRAW = "draw"
    DRAW_SURE = "draw-sure"
    DRAW_DECLINE = "draw-decline"
    REMATCH = "rematch"
    VERIFY = "verify"
    REVIEW = "review"
    REPLAY = "replay"  # number: the game; revision: the turn; argument: which button
    TUTORIAL = "tutorial"  # number: the turn; argument: staged cards, a slash, the tap
    BOARD = "board"  # number: the page; argument: game, scope, period
    PROFILE = "profile"  # argument: game, scope, user id
    HISTORY = "history"  # number: the page; argument: game, scope, user id
    PRIVACY = "privacy"  # argument: the operation
    AGAIN = "again"  # of a finished cooperative game
    JOIN = "join"  # of a lobby
    LEAVE = "leave"
    START = "start"
    SWITCH = "switch"  # argument: an option and its new value
    COMPUTER = "computer"  # with a revision; argument: more or fewer
    SEND_AWAY = "send-away"  # argument: user id
    DISBAND = "disband"
    KEEP = "keep"  # dismiss a question
    RULES = "rules"  # number: the page; argument: the game


@dataclass(frozen=True, slots=True)
class Control:
    verb: Verb
    number: int
    revision: int = 0
    argument: str = ""

    def custom_id(self) -> str:
        return f"arb:{self.verb}:{self.number}:{self.revision}:{self.argument}"


_VERBS = frozenset(Verb)
_PATTERN = re.compile(r"arb:([a-z-]{1,20}):([0-9]{1,15}):([0-9]{1,9}):([^:\n]{0,40})", re.ASCII)


def read_control(custom_id: str) -> Control | None:
    """Parse a custom id; None if it is not one of ours. Custom ids are untrusted input."""
    found = _PATTERN.fullmatch(custom_id)
    if found is None or found[1] not in _VERBS or not found[4].isprintable():
        return None
    return Control(Verb(found[1]), int(found[2]), int(found[3]), found[4])
