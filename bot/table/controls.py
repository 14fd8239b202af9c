"""Custom ids of buttons: `arb:verb:number:revision:argument`. They never identify the user who presses, and those of
public messages carry no card."""

import re
from dataclasses import dataclass
from enum import StrEnum

MAX_LENGTH = 100  # Discord's limit
MAX_ARGUMENT = 40


class Verb(StrEnum):
    ACCEPT = "accept"  # a seat of a gathering
    CUT = "cut"
    DECLINE = "decline"
    BLOCK = "block"  # argument: user id of who may no longer challenge the presser
    UNBLOCK = "unblock"  # argument: user id
    LEAVE = "leave-seat"
    CANCEL = "cancel"
    BEGIN = "begin"
    OPTION = "option"  # argument: its name and new value
    COMPUTERS = "computers"  # with a revision; argument: more or fewer
    REMOVE = "remove"  # argument: user id
    HAND = "hand"  # of a game; argument: where it is pressed
    DETAILS = "details"  # of a game; argument: on or off to keep it for panels, nothing to read them once
    ASIDE = "aside"  # of a game; argument: which one
    STORY = "story"  # of a game so far; revision: the page
    HINT = "hint"  # in a game
    PICK = "pick"  # with a revision and the choice to open
    ACT = "act"  # with a revision and an action
    RESIGN = "resign"
    RESIGN_SURE = "resign-sure"
    STAND_IN = "stand-in"  # a computer for who left; argument: where it was pressed
    NO_STAND_IN = "no-stand-in"
    DRAW = "draw"
    DRAW_SURE = "draw-sure"
    DRAW_DECLINE = "draw-decline"
    REMATCH = "rematch"
    VERIFY = "verify"
    REVIEW = "review"
    REPLAY = "replay"  # number: the game; revision: the turn; argument: which button
    TUTORIAL = "tutorial"  # number: the lesson; argument: game, what is done of it, the tap
    BOARD = "board"  # number: the page; argument: game, scope, period
    SHARE_REPLAY = "share-replay"  # as REPLAY, BOARD and PROFILE
    SHARE_BOARD = "share-board"
    SHARE_PROFILE = "share-profile"
    PROFILE = "profile"  # argument: game, scope, user id
    HISTORY = "history"  # number: the page; argument: game, scope, user id
    PRIVACY = "privacy"  # argument: the operation
    NOTICES = "notices"  # argument: how the presser is told that it is their turn, or whether before it
    KEEP = "keep"  # dismiss a question
    RULES = "rules"  # number: the page; argument: the game
    DECK = "deck"  # of one's own (`bot.table.decks.addresses`)
    DECKS = "decks"  # that were brought to a game
    CARDS = "cards"  # number: the page; argument: game, what to do, filter


@dataclass(frozen=True, slots=True)
class Control:
    verb: Verb
    number: int
    revision: int = 0
    argument: str = ""

    def custom_id(self) -> str:
        return f"arb:{self.verb}:{self.number}:{self.revision}:{self.argument}"


_OF_LOBBIES = {  # on messages from when lobbies were apart from challenges; as gatherings they have negative numbers
    "join": Verb.ACCEPT,
    "leave": Verb.LEAVE,
    "start": Verb.BEGIN,
    "switch": Verb.OPTION,
    "computer": Verb.COMPUTERS,
    "send-away": Verb.REMOVE,
    "disband": Verb.CANCEL,
}
_VERBS = {verb.value: verb for verb in Verb} | _OF_LOBBIES | {"again": Verb.REMATCH}
_PATTERN = re.compile(rf"arb:([a-z-]{{1,20}}):(-?[0-9]{{1,15}}):([0-9]{{1,9}}):([^:\n]{{0,{MAX_ARGUMENT}}})", re.ASCII)


def read_control(custom_id: str) -> Control | None:
    """Parse a custom id; None if it is not one of ours. Custom ids are untrusted input."""
    found = _PATTERN.fullmatch(custom_id)
    if found is None or found[1] not in _VERBS or not found[4].isprintable():
        return None
    number = -int(found[2]) if found[1] in _OF_LOBBIES else int(found[2])
    return Control(_VERBS[found[1]], number, int(found[3]), found[4])
