"""The controls of pages about decks: `arb:deck:<deck>:<revision>:<game>/<operation>/<detail>`. Written and read here;
what arrives is untrusted."""

from dataclasses import dataclass
from enum import StrEnum

from bot.games.core import GameError
from bot.table.controls import Control, Verb

COPIES = (1, 2, 3)  # how many of a card are added or taken out at once
ON, OFF = "on", "off"


class Op(StrEnum):
    LIST = "list"
    OPEN = "open"  # a menu of one's own decks; detail: the place of its first
    STARTERS = "starters"  # a menu of them
    STARTER = "starter"  # detail: its id
    SHOW = "show"
    NEW = "new"  # revision: one's newest deck; detail: a starter's id, or nothing
    COPY = "copy"  # detail: one's newest deck
    EDIT = "edit"  # detail: an `Editing`
    COPIES = "copies"  # the same, for another number of copies
    ADD = "add"  # a menu; detail: an `Editing`
    TAKE = "take"
    RENAME = "rename"  # a dialogue
    IMPORT = "import"  # a dialogue; revision: one's newest deck
    EXPORT = "export"  # detail: a starter's id, or nothing
    USUAL = "usual"  # detail: on or off
    DELETE = "delete"
    DELETE_SURE = "delete-sure"


@dataclass(frozen=True, slots=True)
class Editing:
    """Which part of the cards the editor shows, how many copies a choice means, and of which version of the cards: in
    another one the places in a menu may stand for other cards."""

    section: int = 0
    copies: int = COPIES[0]
    version: int = 0

    def __str__(self) -> str:
        return f"{self.section}.{self.copies}.{self.version}"


def read_editing(text: str) -> Editing:
    parts = text.split(".")
    if len(parts) != 3 or not all(part.isascii() and part.isdecimal() and len(part) < 7 for part in parts):
        return Editing()
    section, copies, version = map(int, parts)
    return Editing(section, copies if copies in COPIES else COPIES[0], version)


def deck_control(game: str, op: Op, deck_id: int = 0, revision: int = 0, detail: object = "") -> Control:
    return Control(Verb.DECK, deck_id, revision, f"{game}/{op}/{detail}")


def read_address(argument: str) -> tuple[str, Op, str]:
    """Game, operation and detail. Raises `GameError`."""
    game, _, rest = argument.partition("/")
    op, _, detail = rest.partition("/")
    if op not in set(Op):
        raise GameError("unknown_button")
    return game, Op(op), detail
