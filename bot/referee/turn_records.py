"""Records of the first edition, by whole turns. They are read for ever; only a game's own exchange in the arena still
writes them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.games.core import AnyGame, Json, RuleError, Seat, UnreadableError, apply_all, whole_turns_of
from bot.referee.record_fields import (
    ARENA_REASONS,
    CRASH,
    ILLEGAL,
    PROTOCOL,
    TIMEOUT,
    RecordError,
    RecordHead,
    check_arena,
    check_versions,
    from_fields,
    to_fields,
)
from bot.referee.shuffle import commitment

_LOST_ON_TURN = frozenset({ILLEGAL, TIMEOUT})  # lost by the seat on turn
_LOST_BY_EITHER = frozenset({CRASH, PROTOCOL, "resigned", "left"})
_WON_BY_NOBODY = frozenset({"agreed_draw", "called_off", "abandoned"})
_ENDED_BY_REFEREE = _LOST_ON_TURN | _LOST_BY_EITHER | _WON_BY_NOBODY
_SHUFFLE = 1  # the only scheme with records of this edition


@dataclass(frozen=True, slots=True)
class TurnRecord(RecordHead):
    """A finished game. `seed`, `number` and `ms` exist in arena records only."""

    decks: tuple[tuple[int, ...], ...]
    first: int | None
    turns: tuple[str, ...]
    winner: int | None
    reason: str
    seed: int | None = None
    number: int | None = None
    ms: tuple[tuple[float, ...], ...] | None = None


def to_json(record: TurnRecord) -> dict[str, Json]:
    """The record as JSON values; arena fields are omitted if unset."""
    values = to_fields(record)
    first = ("game", "rules", "seed", "number", "ms")
    return {**{name: values[name] for name in first if name in values}, **values}


def from_json(raw: Json) -> TurnRecord:
    """The record; raises `RecordError` for the first missing or mistyped field."""
    return from_fields(TurnRecord, raw)


def verify(record: TurnRecord) -> RecordError | None:
    """The first problem found, or None."""
    try:
        game = check_versions(record, (_SHUFFLE,))
        check_arena(record, record.seed, record.number, options={"first": (record.number or 0) % 2})
        _check_shuffle(game, record)
        seats = _check_turns(game, record)
        _check_times(record, seats)
    except RecordError as problem:
        return problem
    return None


def _check_shuffle(game: AnyGame, record: TurnRecord) -> None:
    if commitment(record.secret, record.binding, version=_SHUFFLE) != record.commitment:
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


def _check_turns(game: AnyGame, record: TurnRecord) -> list[Seat]:
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


def _start(game: AnyGame, record: TurnRecord) -> Any:
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


def _on_turn(game: AnyGame, record: TurnRecord, state: Any) -> Seat:
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


def _check_end(game: AnyGame, record: TurnRecord, state: Any) -> None:
    outcome = game.rules.outcome(state)
    if outcome is not None:
        winner = min(outcome.winners) if len(outcome.winners) == 1 else None
        if record.reason != outcome.reason:
            raise RecordError("wrong_reason", reason=record.reason, expected=outcome.reason)
        if record.winner != winner:
            raise RecordError("wrong_winner", winner=record.winner, expected=winner)
        return
    if record.reason not in (_ENDED_BY_REFEREE if record.seed is None else ARENA_REASONS):
        raise RecordError("not_over", reason=record.reason)
    if record.reason == ILLEGAL:
        raise RecordError("nothing_illegal")
    loser = _on_turn(game, record, state) if record.reason in _LOST_ON_TURN else None
    _check_winner(record, loser=loser)


def _check_winner(record: TurnRecord, *, loser: Seat | None) -> None:
    """Check the winner of a game ended by the referee. Only with two seats does a loss imply a winner."""
    if len(record.cuts) != 2 or record.reason in _WON_BY_NOBODY:
        able: tuple[int | None, ...] = (None,)
    else:
        able = tuple(seat for seat in (0, 1) if seat != loser)
    if record.winner not in able:
        raise RecordError("impossible_winner", winner=record.winner, reason=record.reason)


def _check_times(record: TurnRecord, seats: Sequence[Seat]) -> None:
    if record.ms is None:
        return
    if len(record.ms) != len(record.cuts):
        raise RecordError("wrong_type", field="ms")
    for seat, ms in enumerate(record.ms):
        if len(ms) != seats.count(Seat(seat)):
            raise RecordError("wrong_time_count", seat=seat, count=len(ms), expected=seats.count(Seat(seat)))
