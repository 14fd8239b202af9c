"""Replays stored games: checks that the snapshot follows from the actions, and makes the verifiable record of a
finished game. Stores nothing."""

from collections.abc import Iterator, Sequence
from typing import Any

import orjson

from bot.games.core import AnyGame, Seat, Shuffle, ranks_of
from bot.games.registry import GAMES
from bot.referee.clocks import deadline
from bot.referee.dealing import fair_shuffle, promised
from bot.referee.match import ended_by_referee
from bot.referee.recorded_shuffle import Orders, RecordingShuffle
from bot.referee.records import LEFT, Leaving, Record
from bot.referee.shuffle import VERSIONS
from bot.store.rows import PLAY, ActionRow, GameRow

ABANDONED = "abandoned"  # by the action's seat, in one of those ways (TG12)
_WON_BY_NOBODY = frozenset({"agreed_draw", "called_off", ABANDONED})


def states(row: GameRow, actions: Sequence[ActionRow], shuffle: Shuffle | None = None) -> Iterator[Any]:
    """The initial state, and the state after each action and after each leaving that others outlast."""
    game, shuffle = GAMES[row.game], shuffle or fair_shuffle(row)
    state = game.rules.start(len(row.seats), row.options, shuffle)
    yield state
    for action in actions:
        seat = Seat(action.seat or 0)
        if action.verb == PLAY:
            state = game.rules.apply(state, seat, game.parse(action.text), shuffle)
        elif game.elimination is not None and action.verb in LEFT:
            state = game.elimination.leave(state, seat, shuffle)
        else:
            continue
        yield state


def changes_public_view(game: AnyGame, before: Any, after: Any) -> bool:
    """Whether an action changed the spectator's view."""
    return bool(game.rules.observe(before, None) != game.rules.observe(after, None))


def difference(row: GameRow, actions: Sequence[ActionRow]) -> str | None:
    """The first way in which a stored game does not follow from its secret and actions, or None."""
    return _origin_problem(row) or _numbering_problem(row, actions) or _course_problem(row, actions)


def _origin_problem(row: GameRow) -> str | None:
    if row.game not in GAMES:
        return f"there is no game {row.game}"
    if row.version != GAMES[row.game].version:
        return f"version {row.version} of the rules is not known"
    if row.shuffle not in VERSIONS:
        return f"version {row.shuffle} of the shuffle is not known"
    if promised(row) != row.commitment:
        return "the commitment is not that of the secret"
    return None


def _numbering_problem(row: GameRow, actions: Sequence[ActionRow]) -> str | None:
    """Revisions must run without a gap up to the game's; only the last action may end the game."""
    if [action.revision for action in actions] != list(range(1, row.revision + 1)):
        return "actions are missing, or too many"
    goes_on = frozenset({PLAY}) if GAMES[row.game].elimination is None else LEFT | {PLAY}
    if any(action.verb not in goes_on for action in actions[:-1]):
        return "actions come after the end"
    if any(action.verb == PLAY and action.seat is None for action in actions):
        return "an action is nobody's"
    return None


def _course_problem(row: GameRow, actions: Sequence[ActionRow]) -> str | None:
    game = GAMES[row.game]
    try:
        course = list(states(row, actions))
        is_strict = all(game.notation.notate(game.parse(a.text)) == a.text for a in actions if a.verb == PLAY)
    except ValueError:
        return "an action is not legal"
    if not is_strict:
        return "an action is not in strict notation"
    if not _is_snapshot_of(course[-1], row):
        return "the snapshot is not where the actions lead"
    if row.public_revision != _public_revision(game, course, actions):
        return "the public revision is not that of the last action everyone saw"
    return _ending_problem(row, actions, course[-1]) or _clock_problem(row, game, course)


def _is_snapshot_of(state: Any, row: GameRow) -> bool:
    codec = GAMES[row.game].codec
    try:
        stored = orjson.loads(row.snapshot)
        return _is_part_of(stored, codec.dump(state)) and bool(codec.load(stored) == state)
    except (ValueError, LookupError, TypeError):
        return False


def _is_part_of(stored: Any, expected: Any) -> bool:
    """Whether nothing stored is otherwise. Older code did not write every field: the codec says what that means."""
    if isinstance(stored, dict) and isinstance(expected, dict):
        return all(name in expected and _is_part_of(value, expected[name]) for name, value in stored.items())
    if isinstance(stored, list) and isinstance(expected, list):
        return len(stored) == len(expected) and all(map(_is_part_of, stored, expected))
    return bool(stored == expected)


def _public_revision(game: AnyGame, course: Sequence[Any], actions: Sequence[ActionRow]) -> int:
    if actions and actions[-1].verb != PLAY:
        return actions[-1].revision
    seen = (
        number
        for number in range(len(course) - 1, 0, -1)
        if changes_public_view(game, course[number - 1], course[number])
    )
    return next(seen, 0)


def _ending_problem(row: GameRow, actions: Sequence[ActionRow], last: Any) -> str | None:
    expected = _result(row, actions, last)
    if expected is None:
        return "the referee ended it in no way there is"
    if (row.reason, row.winners) != expected:
        return "the result is not the one played"
    ended_at = None if row.reason is None else actions[-1].at if actions else row.created_at
    if row.ended_at != ended_at:
        return "it did not end when its last action was"
    return None


def _clock_problem(row: GameRow, game: AnyGame, course: Sequence[Any]) -> str | None:
    """A deadline is set when others are to act than before. Without a clock it is for what the game does by itself:
    what it could do only since then need not be timed, and may be."""
    must, may = (deadline(game, state, row.clock, 0) is not None for state in (_asked(game, course), course[-1]))
    is_right = (may or must if row.deadline is not None else not must) if row.ended_at is None else row.deadline is None
    return None if is_right else "the clock runs where none should, or stands still"


def _asked(game: AnyGame, course: Sequence[Any]) -> Any:
    """The first state of the turn, or of the question, that goes on."""
    rules, last = game.rules, course[-1]
    for state in reversed(course):
        if (rules.turns(state), rules.to_act(state)) != (rules.turns(last), rules.to_act(last)):
            break
        asked = state
    return asked


def _result(row: GameRow, actions: Sequence[ActionRow], last: Any) -> tuple[str | None, tuple[int, ...]] | None:
    """Expected reason and winners; no reason while it runs, None for an impossible ending."""
    outcome = GAMES[row.game].rules.outcome(last)
    ending = actions[-1] if actions and actions[-1].verb != PLAY else None
    if ending is None:
        return (None, ()) if outcome is None else (outcome.reason, tuple(sorted(outcome.winners)))
    if GAMES[row.game].elimination is not None and ending.verb in LEFT:
        return (None, ()) if outcome is None else (ending.verb, tuple(sorted(outcome.winners)))
    seats = tuple(seat.seat for seat in row.seats)
    if outcome is not None:
        return None
    if ending.text and (abandoned_by(actions) is None or ending.seat not in seats):
        return None
    if ending.verb in _WON_BY_NOBODY:
        return ending.verb, ()
    if ending.verb not in LEFT or ending.seat not in seats:
        return None
    return ending.verb, tuple(seat for seat in seats if seat != ending.seat)


def abandoned_by(actions: Sequence[ActionRow]) -> tuple[Seat, str] | None:
    """The seat that abandoned a team's game, and how; None if not abandoned, or stored before this was noted."""
    ending = actions[-1] if actions else None
    if ending is None or ending.verb != ABANDONED or ending.seat is None or ending.text not in LEFT:
        return None
    return Seat(ending.seat), ending.text


def record_of(row: GameRow, actions: Sequence[ActionRow]) -> Record:
    """The record of a finished game, including its secret."""
    game, shuffle = GAMES[row.game], RecordingShuffle(fair_shuffle(row))
    *_, last = states(row, actions, shuffle)
    outcome = game.rules.outcome(last)
    played, leaving = list[tuple[int, str]](), list[Leaving]()
    for action in actions:
        if action.verb == PLAY:
            played.append((action.seat or 0, action.text))
        elif game.elimination is not None and action.verb in LEFT:
            leaving.append(Leaving(len(played), action.seat or 0, action.verb))
    return Record(
        game=row.game,
        rules=row.version,
        shuffle=row.shuffle,
        binding=row.binding,
        secret=row.secret,
        commitment=row.commitment,
        cuts=tuple(seat.cut for seat in row.seats),
        options=row.options,
        shuffles=tuple(shuffle.made),
        actions=tuple(played),
        leaving=tuple(leaving),
        winners=row.winners,
        ranks=ranks_of(outcome or ended_by_referee(row, last), len(row.seats)),
        reason=row.reason or "",
        scores=None if outcome is None else outcome.scores,
    )


def turn_texts(row: GameRow, actions: Sequence[ActionRow]) -> list[str]:
    """Each turn in notation: as the game writes whole turns, or the actions played in it."""
    game, texts = GAMES[row.game], list[str]()
    turns, played = 0, list[str]()
    course = states(row, actions)
    next(course)
    for action, state in zip(actions, course, strict=False):  # an end by the referee has no state of its own
        played += [action.text] if action.verb == PLAY else []
        if game.rules.turns(state) > turns:
            texts.append(",".join(played) if game.whole_turns is None else game.whole_turns.last_turn(state))
            turns, played = game.rules.turns(state), []
    return texts


def shuffle_orders(row: GameRow, actions: Sequence[ActionRow]) -> Orders:
    """The permutation of every shuffle of a game."""
    shuffle = RecordingShuffle(fair_shuffle(row))
    for _ in states(row, actions, shuffle):
        pass
    return shuffle.orders
