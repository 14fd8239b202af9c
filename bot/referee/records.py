"""The record of a finished game: every action by its seat and every shuffle in order, so that the rules can be replayed
without a shuffle, and what is needed to recompute the shuffles themselves. `verify` does both.

Works for every registered game through the contract. No files, no database, no text: a problem is a code with values.
Records of the first edition (`turn_records`) are read and verified too.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, NamedTuple, NoReturn

from bot.games.core import AnyGame, Json, Kind, RuleError, Seat, Shuffle, UnreadableError, drawn_ranks, ranks_of
from bot.games.registry import GAMES
from bot.referee import turn_records
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
    is_number,
    to_fields,
)
from bot.referee.recorded_shuffle import RecordingShuffle, Shuffled
from bot.referee.shuffle import VERSIONS, commitment
from bot.referee.turn_records import TurnRecord

EDITION = 2
LEFT = frozenset({"resigned", "left", "timeout"})  # ways of a player to leave a game that goes on without them
_LOST = LEFT | {ILLEGAL, CRASH, PROTOCOL}  # by one seat, to all others
_SAID = {how: {"resigned": "resign", "left": "leave"}.get(how, how) for how in sorted(_LOST)}  # among the actions
_MEANT = {said: how for how, said in _SAID.items()}
_LOST_TO_ACT = frozenset({ILLEGAL, TIMEOUT})  # by a seat the game waited for
_WON_BY_NOBODY = {Kind.VERSUS: ("agreed_draw", "called_off"), Kind.TEAM: ("abandoned", "called_off")}
_COMMENTS = re.compile(r"\A(?:#[^\n]*\n)*+")


class Leaving(NamedTuple):
    """A seat left, after so many actions, and the others played on."""

    after: int
    seat: int
    how: Annotated[str, lambda value: value in sorted(_LOST)]


@dataclass(frozen=True, slots=True)
class Record(RecordHead):
    """A finished game. `seed`, `number` and `ms` exist in arena records only."""

    shuffles: tuple[Shuffled, ...]  # of two cards or more, in order
    actions: tuple[tuple[int, str], ...]  # by seat, in strict notation; a refused one may be the last
    winners: tuple[int, ...]
    ranks: tuple[int, ...]  # by seat, from 1
    reason: str
    scores: tuple[int, ...] | None = None
    leaving: tuple[Leaving, ...] = ()
    seed: int | None = None
    number: int | None = None
    ms: tuple[float, ...] | None = None  # an action each


AnyRecord = Record | TurnRecord


def to_json(record: Record) -> dict[str, Json]:
    """The record as JSON values; what it does not have is left out."""
    first = {"record": EDITION, "game": record.game, "rules": record.rules, "seats": len(record.cuts)}
    fields = to_fields(record)
    fields.pop("leaving", None)
    return {**first, **fields, "actions": list(_with_leaving(record))}


def _with_leaving(record: Record) -> Iterator[list[Json]]:
    """The actions, and who left as an action of its own: `[2, "resign"]`."""
    for number in range(len(record.actions) + 1):
        yield from ([one.seat, _SAID[one.how]] for one in record.leaving if one.after == number)
        yield from map(list, record.actions[number : number + 1])


def from_json(raw: Json) -> AnyRecord:
    """The record; raises `RecordError` for the first missing, unknown or mistyped field."""
    if isinstance(raw, dict) and "turns" in raw and "record" not in raw:
        return turn_records.from_json(raw)
    record = from_fields(Record, raw, record=lambda value: value is not True and value == EDITION, seats=is_number)
    if raw["seats"] != len(record.cuts):
        raise RecordError("wrong_cut_count", count=len(record.cuts))
    played, leaving = _apart(record.actions)
    return replace(record, actions=tuple(played), leaving=(*leaving, *record.leaving))


def _apart(actions: Sequence[tuple[int, str]]) -> tuple[list[tuple[int, str]], list[Leaving]]:
    """What was played, and who left after how much of it."""
    played, leaving = list[tuple[int, str]](), list[Leaving]()
    for seat, text in actions:
        if text in _MEANT:
            leaving.append(Leaving(len(played), seat, _MEANT[text]))
        else:
            played.append((seat, text))
    return played, leaving


def read(text: str) -> AnyRecord:
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


def verify(record: AnyRecord) -> RecordError | None:
    """The first problem found, or None."""
    if isinstance(record, TurnRecord):
        return turn_records.verify(record)
    try:
        game = check_versions(record, VERSIONS)
        if record.ms is not None and len(record.ms) != len(record.actions):
            raise RecordError("wrong_type", field="ms")
        check_arena(record, record.seed, record.number)
        _check_commitment(game, record)
        _check_course(game, record)
    except RecordError as problem:
        return problem
    return None


def _check_commitment(game: AnyGame, record: Record) -> None:
    agreed = (record.game, game.agreed(record.options), record.cuts[0])
    if commitment(record.secret, record.binding, *agreed, version=record.shuffle) != record.commitment:
        raise RecordError("wrong_commitment")


def _check_course(game: AnyGame, record: Record) -> None:
    """Replay the record; compare every shuffle and the result."""
    shuffle = RecordingShuffle(record.fair_shuffle)
    state, refused_seat = _replayed(game, record, shuffle)
    _check_shuffles(record, shuffle.made)
    if refused_seat is None:
        _check_end(game, record, state)
    else:
        _check_result(record, *_won_by_others(record, refused_seat))


def _replayed(game: AnyGame, record: Record, shuffle: Shuffle) -> tuple[Any, int | None]:
    """The last state, and the seat whose last action the rules refused."""
    try:
        state = game.rules.start(len(record.cuts), record.options, shuffle)
    except RuleError as refusal:
        raise RecordError("wrong_options", refusal=refusal) from None
    leaving = list(record.leaving)
    for number, (seat, text) in enumerate(record.actions):
        state = _after_leaving(game, state, leaving, number, len(record.cuts), shuffle)
        if game.rules.outcome(state) is not None:
            raise RecordError("action_after_end", number=number + 1)
        if seat not in range(len(record.cuts)):
            raise RecordError("no_such_seat", number=number + 1, seat=seat)
        action = _action(game, number + 1, text)
        try:
            state = game.rules.apply(state, Seat(seat), action, shuffle)
        except RuleError as refusal:
            if record.reason == ILLEGAL and number + 1 == len(record.actions):
                return state, seat
            raise RecordError("action_refused", number=number + 1, text=text, refusal=refusal) from None
    state = _after_leaving(game, state, leaving, len(record.actions), len(record.cuts), shuffle)
    if leaving:
        raise RecordError("nobody_leaves", seat=leaving[0].seat)
    return state, None


def _after_leaving(game: AnyGame, state: Any, leaving: list[Leaving], number: int, seats: int, shuffle: Shuffle) -> Any:
    while leaving and leaving[0].after == number:
        one = leaving.pop(0)
        if game.elimination is None or not _can_leave(game, state, one.seat, seats):
            raise RecordError("nobody_leaves", seat=one.seat)
        state = game.elimination.leave(state, Seat(one.seat), shuffle)
    return state


def _can_leave(game: AnyGame, state: Any, seat: int, seats: int) -> bool:
    is_playing = (
        game.elimination is not None and seat in range(seats) and not game.elimination.is_out(state, Seat(seat))
    )
    return is_playing and game.rules.outcome(state) is None


def _action(game: AnyGame, number: int, text: str) -> Any:
    try:
        action = game.parse(text)
    except UnreadableError:
        raise RecordError("action_unreadable", number=number, text=text) from None
    if (expected := game.notation.notate(action)) != text:
        raise RecordError("action_not_strict", number=number, text=text, expected=expected)
    return action


def _check_shuffles(record: Record, made: Sequence[Shuffled]) -> None:
    if len(record.shuffles) != len(made):
        raise RecordError("wrong_shuffle_count", count=len(record.shuffles), expected=len(made))
    for number, (shown, right) in enumerate(zip(record.shuffles, made, strict=True), start=1):
        if (shown.deck, shown.owner, len(shown.result)) != (right.deck, right.owner, len(right.result)):
            raise RecordError("wrong_shuffle", number=number, deck=shown.deck, expected=right.deck)
        for place, (card, expected) in enumerate(zip(shown.result, right.result, strict=True), start=1):
            if card != expected:
                raise RecordError("wrong_card", number=number, place=place, card=card, expected=expected)


def _check_end(game: AnyGame, record: Record, state: Any) -> None:
    outcome, seats = game.rules.outcome(state), len(record.cuts)
    if outcome is not None:
        left_last = bool(record.leaving) and record.leaving[-1].after == len(record.actions)
        expected = record.leaving[-1].how if left_last else outcome.reason
        if record.reason != expected:
            raise RecordError("wrong_reason", reason=record.reason, expected=expected)
        _check_result(record, tuple(sorted(outcome.winners)), ranks_of(outcome, seats))
        if (record.scores or ()) != outcome.scores:
            raise RecordError("wrong_scores", expected=list(outcome.scores))
        return
    if record.reason == ILLEGAL:
        raise RecordError("nothing_illegal")
    if record.reason in _WON_BY_NOBODY[game.kind]:
        _check_result(record, (), drawn_ranks(game, state, seats))
        return
    is_lost = game.kind is Kind.VERSUS and game.elimination is None
    allowed = ARENA_REASONS if record.seed is not None else _LOST if is_lost else ()
    if record.reason not in allowed or record.scores is not None:
        raise RecordError("not_over", reason=record.reason)
    _check_loss(game, record, state)


def _check_loss(game: AnyGame, record: Record, state: Any) -> None:
    """One seat lost to all others; with a team of an arena, everybody did."""
    is_awaited = record.reason in _LOST_TO_ACT and record.seed is None  # an arena also asks who only may act
    able = sorted(game.rules.to_act(state)) if is_awaited else range(len(record.cuts))
    if (record.winners, record.ranks) not in [_won_by_others(record, seat) for seat in able]:
        raise RecordError("impossible_winner", winner=_listed(record.winners), reason=record.reason)


def _won_by_others(record: Record, loser: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    seats = range(len(record.cuts))
    if GAMES[record.game].is_cooperative:
        return (), (1,) * len(seats)
    return tuple(seat for seat in seats if seat != loser), tuple(1 + (seat == loser) for seat in seats)


def _check_result(record: Record, winners: tuple[int, ...], ranks: tuple[int, ...]) -> None:
    if record.winners != winners:
        raise RecordError("wrong_winner", winner=_listed(record.winners), expected=_listed(winners))
    if record.ranks != ranks:
        raise RecordError("wrong_ranks", expected=list(ranks))


def _listed(winners: Sequence[int]) -> str:
    return ", ".join(map(str, winners)) or "nobody"
