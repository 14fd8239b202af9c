"""The record of a finished game: everything needed to replay it and to recompute its shuffle, and `verify`, which does
both.

Works for every registered game through the contract. No files, no database, no text: a problem is a code with values.
"""

import hashlib
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from bot.games.core import (
    AnyGame,
    GameError,
    Json,
    Options,
    RuleError,
    Seat,
    UnreadableError,
    apply_all,
    whole_turns_of,
)
from bot.games.registry import GAMES
from bot.referee.shuffle import SECRET_BYTES, VERSION, FairShuffle, commitment

ILLEGAL, TIMEOUT, CRASH, PROTOCOL = "illegal", "timeout", "crash", "protocol"
_LOST_ON_TURN = frozenset({ILLEGAL, TIMEOUT})  # lost by the seat on turn
_LOST_BY_EITHER = frozenset({CRASH, PROTOCOL, "resigned", "left"})
_WON_BY_NOBODY = frozenset({"agreed_draw", "called_off", "abandoned"})
_ENDED_BY_REFEREE = _LOST_ON_TURN | _LOST_BY_EITHER | _WON_BY_NOBODY
_ARENA_REASONS = frozenset({ILLEGAL, TIMEOUT, CRASH, PROTOCOL})

ARENA = "arena"
_MAX_TEXT = 10_000
_MAX_OPTION_DEPTH = 4
_NUMBER_LIMIT = 2**63
_COMMENTS = re.compile(r"\A(?:#[^\n]*\n)*+")


class RecordError(GameError):
    """A problem of a record."""


@dataclass(frozen=True, slots=True)
class Record:
    """A finished game, with one cut per seat. `seed`, `number` and `ms` exist in arena records only."""

    game: str
    rules: int  # the game's version
    shuffle: int  # the scheme's version
    binding: str
    secret: bytes
    commitment: str
    cuts: tuple[str, ...]
    options: Options
    decks: tuple[tuple[int, ...], ...]
    first: int | None
    turns: tuple[str, ...]
    winner: int | None
    reason: str
    seed: int | None = None
    number: int | None = None
    ms: tuple[tuple[float, ...], ...] | None = None

    @property
    def fair_shuffle(self) -> FairShuffle:
        return FairShuffle(self.secret, self.binding, self.game, self.cuts)


def arena_binding(seed: int, number: int) -> str:
    """Games 2k and 2k+1 are a pair: same decks, other player starting."""
    return f"{ARENA}:{seed}:{number // 2}"


def arena_secret(seed: int, number: int) -> bytes:
    """Derived from the seed, so that an arena run is reproducible."""
    return hashlib.sha256(f"arbitre {arena_binding(seed, number)}".encode()).digest()


def to_json(record: Record) -> dict[str, Json]:
    """The record as JSON values; arena fields are omitted if unset."""
    own = {"seed": record.seed, "number": record.number, "ms": record.ms and [list(ms) for ms in record.ms]}
    return {
        "game": record.game,
        "rules": record.rules,
        **{name: value for name, value in own.items() if value is not None},
        "shuffle": record.shuffle,
        "binding": record.binding,
        "secret": record.secret.hex(),
        "commitment": record.commitment,
        "cuts": list(record.cuts),
        "options": dict(record.options),
        "decks": [list(deck) for deck in record.decks],
        "first": record.first,
        "turns": list(record.turns),
        "winner": record.winner,
        "reason": record.reason,
    }


def _is_number(value: Json) -> bool:
    return type(value) is int and 0 <= value < _NUMBER_LIMIT


def _is_number_or_null(value: Json) -> bool:
    return value is None or _is_number(value)


def _is_text(value: Json) -> bool:
    return isinstance(value, str) and len(value) <= _MAX_TEXT and not re.search("[\ud800-\udfff]", value)


def _is_digest(value: Json) -> bool:
    return isinstance(value, str) and re.fullmatch(f"[0-9a-f]{{{2 * SECRET_BYTES}}}", value) is not None


def _is_duration(value: Json) -> bool:
    return type(value) in (int, float) and 0 <= value < _NUMBER_LIMIT


def _list_of(is_item: Callable[[Json], bool]) -> Callable[[Json], bool]:
    return lambda value: isinstance(value, list) and all(map(is_item, value))


def _is_option(value: Json, depth: int = 0) -> bool:
    if depth > _MAX_OPTION_DEPTH:
        return False
    if isinstance(value, list):
        return all(_is_option(item, depth + 1) for item in value)
    if isinstance(value, dict):
        return all(_is_text(name) and _is_option(item, depth + 1) for name, item in value.items())
    return value is None or isinstance(value, bool) or _is_number(value) or _is_text(value)


def _is_options(value: Json) -> bool:
    return isinstance(value, dict) and _is_option(value)


_FIELDS: dict[str, Callable[[Json], bool]] = {
    "game": _is_text,
    "rules": _is_number,
    "shuffle": _is_number,
    "binding": _is_text,
    "secret": _is_digest,
    "commitment": _is_digest,
    "cuts": _list_of(_is_text),
    "options": _is_options,
    "decks": _list_of(_list_of(_is_number)),
    "first": _is_number_or_null,
    "turns": _list_of(_is_text),
    "winner": _is_number_or_null,
    "reason": _is_text,
}
_ARENA_FIELDS: dict[str, Callable[[Json], bool]] = {
    "seed": _is_number,
    "number": _is_number,
    "ms": _list_of(_list_of(_is_duration)),
}


def from_json(raw: Json) -> Record:
    """The record; raises `RecordError` for the first missing or mistyped field."""
    if not isinstance(raw, dict):
        raise RecordError("not_an_object")
    for name in _FIELDS:
        if name not in raw:
            raise RecordError("missing_field", field=name)
    for name, is_right in (_FIELDS | _ARENA_FIELDS).items():
        if name in raw and not is_right(raw[name]):
            raise RecordError("wrong_type", field=name)
    values: dict[str, Any] = {name: raw[name] for name in _FIELDS | _ARENA_FIELDS if name in raw}
    values["secret"] = bytes.fromhex(raw["secret"])
    for name in ("cuts", "turns"):
        values[name] = tuple(raw[name])
    for name in ("decks", "ms"):
        if name in raw:
            values[name] = tuple(map(tuple, raw[name]))
    return Record(**values)


def read(text: str) -> Record:
    """Parse one record from strict JSON: repeated fields, NaN and excessive nesting are rejected. Comment lines
    starting with # may precede it."""
    try:
        record = _COMMENTS.sub("", text, count=1)
        raw = json.loads(record, object_pairs_hook=_without_repeats, parse_constant=_no_such_number)
    except RecordError:
        raise
    except (ValueError, RecursionError):
        raise RecordError("not_json") from None
    return from_json(raw)


def _without_repeats(pairs: Sequence[tuple[str, Json]]) -> dict[str, Json]:
    fields: dict[str, Json] = {}
    for name, value in pairs:
        if name in fields:
            raise RecordError("repeated_field", field=name)
        fields[name] = value
    return fields


def _no_such_number(name: str) -> NoReturn:
    raise ValueError(name)


def verify(record: Record) -> RecordError | None:
    """The first problem found, or None."""
    try:
        game = _check_versions(record)
        _check_arena(record)
        _check_shuffle(game, record)
        seats = _check_turns(game, record)
        _check_times(record, seats)
    except RecordError as problem:
        return problem
    return None


def _check_versions(record: Record) -> AnyGame:
    game = GAMES.get(record.game)
    if game is None:
        raise RecordError("unknown_game", game=record.game)
    if record.rules != game.version:
        raise RecordError("unknown_rules", game=record.game, version=record.rules)
    if record.shuffle != VERSION:
        raise RecordError("unknown_shuffle", version=record.shuffle)
    if len(record.cuts) not in game.seats:
        raise RecordError("wrong_cut_count", count=len(record.cuts))
    return game


def _check_arena(record: Record) -> None:
    """In arena records secret, binding, cuts and options follow from the seed and the game's number."""
    seed, number = record.seed, record.number
    if seed is None or number is None:
        if seed is not None or number is not None or record.binding.startswith(f"{ARENA}:"):
            raise RecordError("missing_field", field="seed" if seed is None else "number")
        return
    expected: dict[str, object] = {
        "binding": arena_binding(seed, number),
        "secret": arena_secret(seed, number),
        "cuts": ("",) * len(record.cuts),
        "options": {"first": number % 2},
    }
    for name, value in expected.items():
        if repr(getattr(record, name)) != repr(value):  # repr distinguishes True from 1
            raise RecordError("not_of_this_arena", field=name)


def _check_shuffle(game: AnyGame, record: Record) -> None:
    if commitment(record.secret, record.binding) != record.commitment:
        raise RecordError("wrong_commitment")
    decks = whole_turns_of(game).decks(record.fair_shuffle)
    if len(record.decks) != len(decks):
        raise RecordError("wrong_deck_count", count=len(record.decks), expected=len(decks))
    for number, (shown, right) in enumerate(zip(record.decks, decks, strict=True), start=1):
        if len(shown) != len(right):
            raise RecordError("wrong_deck_size", deck=number, count=len(shown), expected=len(right))
        for place, (card, expected) in enumerate(zip(shown, right, strict=True), start=1):
            if card != expected:
                raise RecordError("wrong_deck", deck=number, place=place, card=card, expected=expected)


def _check_turns(game: AnyGame, record: Record) -> list[Seat]:
    """Replay the record. Return the seat of each turn, including a refused last one."""
    state = _start(game, record)
    seats: list[Seat] = []
    for turn, text in enumerate(record.turns, start=1):
        if game.rules.outcome(state) is not None:
            raise RecordError("turn_after_end", turn=turn)
        seats.append(_on_turn(game, record, state))
        try:
            state = _after_turn(game, state, seats[-1], turn, text)
        except RuleError as refusal:
            if record.reason == ILLEGAL and turn == len(record.turns):
                _check_winner(record, loser=seats[-1])
                return seats
            raise RecordError("turn_refused", turn=turn, text=text, refusal=refusal) from None
    _check_end(game, record, state)
    return seats


def _start(game: AnyGame, record: Record) -> Any:
    try:
        state = game.rules.start(len(record.cuts), record.options, record.fair_shuffle)
    except RuleError as refusal:
        raise RecordError("wrong_options", refusal=refusal) from None
    able = game.rules.to_act(state) or frozenset(map(Seat, range(len(record.cuts))))
    if record.first is None and len(able) > 1 and not record.turns:
        return state  # ended before the first turn was claimed
    if record.first not in able:
        raise RecordError("wrong_first", first=record.first)
    return state


def _on_turn(game: AnyGame, record: Record, state: Any) -> Seat:
    """The seat on turn; if several may start, the record's `first`."""
    able = game.rules.to_act(state)
    return Seat(record.first) if record.first in able and game.rules.turns(state) == 0 else min(able)


def _after_turn(game: AnyGame, state: Any, seat: Seat, turn: int, text: str) -> Any:
    try:
        actions = game.parse_turn(text)
    except UnreadableError:
        raise RecordError("turn_unreadable", turn=turn, text=text) from None
    state = apply_all(game, state, seat, actions)
    if (expected := whole_turns_of(game).last_turn(state)) != text:
        raise RecordError("turn_not_strict", turn=turn, text=text, expected=expected)
    return state


def _check_end(game: AnyGame, record: Record, state: Any) -> None:
    outcome = game.rules.outcome(state)
    if outcome is not None:
        winner = min(outcome.winners) if len(outcome.winners) == 1 else None
        if record.reason != outcome.reason:
            raise RecordError("wrong_reason", reason=record.reason, expected=outcome.reason)
        if record.winner != winner:
            raise RecordError("wrong_winner", winner=record.winner, expected=winner)
        return
    if record.reason not in (_ENDED_BY_REFEREE if record.seed is None else _ARENA_REASONS):
        raise RecordError("not_over", reason=record.reason)
    if record.reason == ILLEGAL:
        raise RecordError("nothing_illegal")
    loser = _on_turn(game, record, state) if record.reason in _LOST_ON_TURN else None
    _check_winner(record, loser=loser)


def _check_winner(record: Record, *, loser: Seat | None) -> None:
    """Check the winner of a game ended by the referee. Only with two seats does a loss imply a winner."""
    if len(record.cuts) != 2 or record.reason in _WON_BY_NOBODY:
        able: tuple[int | None, ...] = (None,)
    else:
        able = tuple(seat for seat in (0, 1) if seat != loser)
    if record.winner not in able:
        raise RecordError("impossible_winner", winner=record.winner, reason=record.reason)


def _check_times(record: Record, seats: Sequence[Seat]) -> None:
    if record.ms is None:
        return
    if len(record.ms) != len(record.cuts):
        raise RecordError("wrong_type", field="ms")
    for seat, ms in enumerate(record.ms):
        if len(ms) != seats.count(Seat(seat)):
            raise RecordError("wrong_time_count", seat=seat, count=len(ms), expected=seats.count(Seat(seat)))
