"""The card language: what the instructions of a card are, how they are read from a card file, and how they are written.

An instruction is data, so a half-done card is the list of instructions still to do. `write` is the inverse of `read`.
No state and no rules; `effects` carries instructions out.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from bot.games.core import Json


class Pile(StrEnum):
    """DU3. A card on the table is being played or equipped, and is in none of the five piles."""

    DRAW = "draw"
    HAND = "hand"
    DISCARD = "discard"
    EQUIPMENT = "equipment"
    WOUNDS = "wounds"
    TABLE = "table"


class Who(StrEnum):
    """Whose effect it is, and whom it names (DU40)."""

    PLAYER = "player"
    OPPONENT = "opponent"


WHO = tuple(Who)
PILES = tuple(pile for pile in Pile if pile is not Pile.TABLE)
TYPES = ("attack", "defence", "strategy", "equipment", "blood")
SLOTS = ("one_hand", "two_hands", "armour", "boots", "familiar", "stance", "ring", "cloak", "head")
THIS = "this card"
AT_RANDOM = "at random"
TAKES = {
    "draws": Pile.DRAW,
    "throws": Pile.HAND,
    "recovers": Pile.DISCARD,
    "strips": Pile.EQUIPMENT,
    "heals": Pile.WOUNDS,
}
PUTS = {
    "refills": Pile.DRAW,
    "keeps": Pile.HAND,
    "discards": Pile.DISCARD,
    "equips": Pile.EQUIPMENT,
    "wounds": Pile.WOUNDS,
}
CHOSEN = (Pile.HAND, Pile.EQUIPMENT)  # piles whose cards are chosen (DU17); of the others the top one is taken
MOST = 25  # cards of a player, so no number is larger


class LanguageError(ValueError):
    """Text that is not in the card language; the message says what is wrong."""


@dataclass(frozen=True, slots=True)
class Move:
    """`opponent draws and wounds 2`. Without a number: all. `mode` is AT_RANDOM or who chooses (DU17)."""

    subject: Who
    source: Pile
    target: Pile
    number: int | None = 1
    filter: str | None = None
    mode: str | None = None


@dataclass(frozen=True, slots=True)
class Shuffles:
    """`player shuffles`: their draw pile."""


@dataclass(frozen=True, slots=True)
class Count:
    """`player.wounds.blood`."""

    subject: Who
    pile: Pile
    filter: str | None = None


@dataclass(frozen=True, slots=True)
class Condition:
    left: Count
    sign: str  # >=, > or <=
    right: int | Count


@dataclass(frozen=True, slots=True)
class If:
    condition: Condition
    then: tuple["Instruction", ...]
    otherwise: tuple["Instruction", ...] = ()


@dataclass(frozen=True, slots=True)
class Choose:
    branches: tuple[tuple["Instruction", ...], ...]
    who: Who = Who.PLAYER


@dataclass(frozen=True, slots=True)
class Times:
    """In a card file a count; a number once it has been counted."""

    count: int | Count
    do: tuple["Instruction", ...]


Instruction = Move | Shuffles | If | Choose | Times

_SHUFFLES = "player shuffles"
_PHRASE = re.compile(
    rf"(?P<subject>player|opponent) (?P<take>[a-z]+) and (?P<put>[a-z]+) (?P<number>[0-9]+|all)"
    rf"(?: (?P<filter>{THIS}|{'|'.join((*TYPES, *SLOTS))}))?"
    rf"(?: (?P<mode>{AT_RANDOM}|chosen by (?P<chooser>player|opponent)))?"
)
_COUNT = re.compile(r"(player|opponent)\.([a-z]+)(?:\.([a-z_]+))?")
_CONDITION = re.compile(r"(\S+) (>=|>|<=) (\S+)")
_WORDS = {pile: word for word, pile in TAKES.items()}, {pile: word for word, pile in PUTS.items()}


def read_all(raw: Json) -> tuple[Instruction, ...]:
    if not isinstance(raw, list):
        raise LanguageError("instructions are a list")
    return tuple(map(read, raw))


def read(raw: Json) -> Instruction:
    match raw:
        case str(text):
            return read_phrase(text)
        case {"if": str(condition), "then": then, **rest} if rest.keys() <= {"else"}:
            return If(_condition(condition), _some(then, "then"), read_all(rest.get("else", [])))
        case {"choose": list(branches), **rest} if rest.keys() <= {"who"}:
            if len(branches) < 2:
                raise LanguageError("a choice has at least two branches")
            return Choose(tuple(map(read_all, branches)), _who(rest.get("who", Who.PLAYER)))
        case {"times": count, "do": do, **rest} if not rest:
            return Times(_times(count), _some(do, "do"))
    raise LanguageError(f"no instruction: {raw}")


def _some(raw: Json, name: str) -> tuple[Instruction, ...]:
    if not (instructions := read_all(raw)):
        raise LanguageError(f"{name!r} is empty")
    return instructions


def _who(raw: Json) -> Who:
    if raw not in tuple(Who):
        raise LanguageError(f"who is player or opponent, not {raw}")
    return Who(raw)


@cache
def read_phrase(text: str) -> Move | Shuffles:
    if text == _SHUFFLES:
        return Shuffles()
    found = _PHRASE.fullmatch(text)
    if found is None:
        raise LanguageError(f"no phrase: {text}")
    for verb, known in ((found["take"], TAKES), (found["put"], PUTS)):
        if verb not in known:
            raise LanguageError(f"no such verb: {verb}")
    move = Move(
        Who(found["subject"]),
        TAKES[found["take"]],
        PUTS[found["put"]],
        None if found["number"] == "all" else int(found["number"]),
        found["filter"],
        found["chooser"] or found["mode"],
    )
    _check(move, text)
    return move


def _check(move: Move, text: str) -> None:
    if move.source is move.target:
        raise LanguageError(f"a card would stay where it is: {text}")
    if move.number is not None and not 1 <= move.number <= MOST:
        raise LanguageError(f"a number is from 1 to {MOST}: {text}")
    if move.source not in CHOSEN and (move.filter or move.mode):
        raise LanguageError(f"a filter or mode goes with throws and strips: {text}")
    if move.filter == THIS and move.source is not Pile.EQUIPMENT:
        raise LanguageError(f"this card is never in the hand when it acts: {text}")


def _count(text: str) -> Count:
    found = _COUNT.fullmatch(text)
    if found is None or found[2] not in PILES:
        raise LanguageError(f"no count: {text}")
    count = Count(Who(found[1]), Pile(found[2]), found[3])
    if count.filter is not None and count.filter not in (*TYPES, *SLOTS):
        raise LanguageError(f"no such type or slot: {count.filter}")
    if count.filter is not None and count.pile not in (Pile.EQUIPMENT, Pile.WOUNDS):
        raise LanguageError(f"this count would betray hidden cards: {text}")
    return count


def _times(raw: Json) -> int | Count:
    """A number only in a stored state: a card file says what is counted."""
    if type(raw) is int:
        return raw
    if isinstance(raw, str):
        return _count(raw)
    raise LanguageError(f"no count: {raw}")


@cache
def _condition(text: str) -> Condition:
    found = _CONDITION.fullmatch(text)
    if found is None:
        raise LanguageError(f"no condition: {text}")
    right = int(found[3]) if re.fullmatch("[0-9]{1,3}", found[3]) else _count(found[3])
    return Condition(_count(found[1]), found[2], right)


# Writing


def write(instruction: Instruction) -> Json:
    match instruction:
        case Move():
            return write_move(instruction)
        case Shuffles():
            return _SHUFFLES
        case If(condition, then, otherwise):
            written = {"if": _write_condition(condition), "then": list(map(write, then))}
            return written | ({"else": list(map(write, otherwise))} if otherwise else {})
        case Choose(branches, who):
            return {"choose": [list(map(write, branch)) for branch in branches], "who": str(who)}
        case Times(count, do):
            return {"times": count if isinstance(count, int) else write_count(count), "do": list(map(write, do))}


@cache
def write_move(move: Move) -> str:
    takes, puts = _WORDS
    chooser = {None: "", AT_RANDOM: f" {AT_RANDOM}"}.get(move.mode, f" chosen by {move.mode}")
    what = f" {move.filter}" if move.filter else ""
    return f"{move.subject} {takes[move.source]} and {puts[move.target]} {move.number or 'all'}{what}{chooser}"


def write_count(count: Count) -> str:
    return f"{count.subject}.{count.pile}" + (f".{count.filter}" if count.filter else "")


def _write_condition(condition: Condition) -> str:
    right = condition.right if isinstance(condition.right, int) else write_count(condition.right)
    return f"{write_count(condition.left)} {condition.sign} {right}"


# Looking through instructions


def walk(instructions: Sequence[Instruction]) -> Iterator[Instruction]:
    """Every instruction, those within others too."""
    for instruction in instructions:
        yield instruction
        match instruction:
            case If(_, then, otherwise):
                yield from walk((*then, *otherwise))
            case Choose(branches):
                yield from walk([one for branch in branches for one in branch])
            case Times(_, do):
                yield from walk(do)


def names_opponent(instructions: Sequence[Instruction]) -> bool:
    """DU12: whether these instructions name an opponent in any way."""
    return any(Who.OPPONENT in _named(instruction) for instruction in walk(instructions))


def _named(instruction: Instruction) -> tuple[str | None, ...]:
    match instruction:
        case Move(subject=subject, mode=mode):
            return subject, mode
        case If(Condition(left, _, right)):
            return left.subject, right.subject if isinstance(right, Count) else None
        case Choose(who=who):
            return (who,)
        case Times(Count(subject)):
            return (subject,)
    return ()


def unknown_keys(raw: Mapping[str, object], known: Sequence[str]) -> list[str]:
    return sorted(set(raw) - set(known))
