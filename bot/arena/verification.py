"""`python -m bot verify FILE`: replays records, recomputes their shuffles, and reports the first error. Needs nothing
but the file. The checks are in `referee.records`; here the file is read and an error is put into words."""

import argparse
import json
from collections.abc import Iterator, Mapping
from typing import BinaryIO

from bot.arena.arguments import os_error_text
from bot.games.core import GameError
from bot.referee.record_fields import RecordError
from bot.referee.records import AnyRecord, read, verify

_LONGEST_RECORD = 2**20
_UNUSABLE = frozenset({"not_json", "not_an_object"})
_SENTENCES: Mapping[str, str] = {
    "not_json": "this is not JSON",
    "not_an_object": "this is not a record but some other JSON",
    "repeated_field": "the field {field} is there twice",
    "missing_field": "the field {field} is missing",
    "unknown_field": "there is no field {field} in a record",
    "wrong_type": "the field {field} does not hold what it should",
    "unknown_game": "there is no game {game}",
    "unknown_rules": "version {version} of the rules of {game} is not known",
    "unknown_shuffle": "version {version} of the shuffle is not known",
    "wrong_cut_count": "there is one cut a seat, but {count} players cannot sit down to this game",
    "not_of_this_arena": "the {field} does not follow from the arena's seed and the game's number",
    "wrong_commitment": "the commitment is not that of this secret, binding, options and first cut",
    "wrong_deck_count": "there are {count} decks where the game has {expected}",
    "wrong_deck_size": "deck {deck} has {count} cards instead of {expected}",
    "wrong_deck": "deck {deck} has card {card} in place {place}, where the shuffle puts {expected}",
    "wrong_options": "the options are refused: {refusal}",
    "wrong_first": "the player who started is not {first}",
    "turn_after_end": "turn {turn} comes after the end of the game",
    "turn_unreadable": "turn {turn} ({text}) cannot be read",
    "turn_not_strict": "turn {turn} ({text}) is written otherwise than it was played ({expected})",
    "turn_refused": "turn {turn} ({text}) is against the rules: {refusal}",
    "wrong_reason": "the game did not end by {reason} but by {expected}",
    "wrong_winner": "the winner is not {winner} but {expected}",
    "not_over": "the game had not ended by {reason}: play could go on",
    "nothing_illegal": "the game is said to have ended by an illegal turn, but every turn is legal",
    "impossible_winner": "{winner} cannot have won a game that ended by {reason}",
    "no_such_seat": "action {number} is said to be by player {seat}, whom there is not",
    "action_after_end": "action {number} comes after the end of the game",
    "action_unreadable": "action {number} ({text}) cannot be read",
    "action_not_strict": "action {number} ({text}) is written otherwise than records do ({expected})",
    "action_refused": "action {number} ({text}) is against the rules: {refusal}",
    "nobody_leaves": "player {seat} is said to have left a game that would have ended there",
    "wrong_shuffle_count": "there are {count} shuffles where the game makes {expected}",
    "wrong_shuffle": "shuffle {number} is not of {deck} but of {expected}, or has another owner or size",
    "wrong_card": "shuffle {number} has {card} in place {place}, where it should be {expected}",
    "wrong_ranks": "the ranks are not those of the game played ({expected})",
    "wrong_scores": "the scores are not those of the game played ({expected})",
    "wrong_time_count": "there are {count} times for player {seat}, who took {expected} turns",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="one JSON object a line, or a single one")


def run(arguments: argparse.Namespace) -> int:
    count = 0
    try:
        with open(arguments.file, "rb") as file:
            for line, text in _texts(file):
                try:
                    record = _verified(text)
                except RecordError as problem:
                    return _report(arguments.file, line, problem)
                for words in _proof(record):
                    print(words)
                count += 1
    except (OSError, ValueError) as error:
        raise argparse.ArgumentTypeError(f"cannot read {arguments.file}: {os_error_text(error)}") from None
    if not count:
        raise argparse.ArgumentTypeError(f"{arguments.file} is empty")
    print(f"{count} {'record is' if count == 1 else 'records are'} right: shuffle, every turn, result")
    return 0


def _texts(file: BinaryIO) -> Iterator[tuple[int, str]]:
    """Every record with the line it starts on. If the first line is not JSON by itself, the whole file is one
    record."""
    is_first = True
    for line, raw in enumerate(iter(lambda: file.readline(_LONGEST_RECORD), b""), start=1):
        if not raw.strip():
            continue
        yield line, _decoded(raw if not is_first or _is_json(raw) else raw + file.read(_LONGEST_RECORD))
        is_first = False


def _is_json(raw: bytes) -> bool:
    try:
        json.loads(raw)
    except (ValueError, RecursionError):
        return False
    return True


def _decoded(raw: bytes) -> str:
    if len(raw) >= _LONGEST_RECORD:
        raise ValueError(f"no record is longer than {_LONGEST_RECORD} bytes")
    try:
        return raw.decode()
    except UnicodeDecodeError:
        raise ValueError("this is not text") from None


def _verified(text: str) -> AnyRecord:
    record = read(text)
    if (problem := verify(record)) is not None:
        raise problem
    return record


def _proof(record: AnyRecord) -> Iterator[str]:
    """What to compare with what one saw, and what is not proven. An arena's decks follow from its seed."""
    if record.seed is not None:
        return
    yield f"{record.game}: commitment {record.commitment}"
    for seat, cut in enumerate(record.cuts):
        yield f"  player {seat}: " + (f"cut {_printable(cut)}" if cut else "no cut")
    if not all(record.cuts):
        yield "  Not proven to those without a cut: that the secret was not chosen to favour a player."


def _report(path: str, line: int, problem: RecordError) -> int:
    words = f"line {line}: {sentence(problem)}"
    if problem.code in _UNUSABLE:
        raise argparse.ArgumentTypeError(f"{path}, {words}")
    print(words)
    return 1


def sentence(problem: RecordError) -> str:
    return _SENTENCES[problem.code].format(**{name: _printable(value) for name, value in problem.values.items()})


def _printable(value: object) -> str:
    """A value on one line and at most 60 characters long, whatever a record holds."""
    match value:
        case GameError(code=code, values=values):
            details = ", ".join(f"{name} {_printable(detail)}" for name, detail in values.items())
            return code.replace("_", " ") + (f" ({details})" if details else "")
        case None:
            return "nobody"
    text = "".join(sign if sign.isprintable() else "?" for sign in str(value))
    return text if len(text) <= 60 else f"{text[:57]}..."
