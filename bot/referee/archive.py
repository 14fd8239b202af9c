"""Stored games replayed: the snapshot must follow from the actions, and a finished game becomes a record anyone can
verify."""

from collections.abc import Iterator, Sequence
from typing import Any

from bot.games.core import Seat
from bot.games.registry import GAMES
from bot.referee.challenges import fair_shuffle, first_seat, first_state
from bot.referee.records import Record
from bot.store.rows import PLAY, ActionRow, GameRow


def states(row: GameRow, actions: Sequence[ActionRow]) -> Iterator[Any]:
    """The first state, and the one after each of the players' actions."""
    game, state = GAMES[row.game], first_state(row)
    yield state
    for action in actions:
        if action.verb == PLAY:
            state = game.apply(state, Seat(action.seat or 0), game.parse(action.text))
            yield state


def difference(row: GameRow, actions: Sequence[ActionRow]) -> str | None:
    """What of a stored game does not follow from its actions, or None."""
    game = GAMES[row.game]
    if [action.revision for action in actions] != list(range(1, row.revision + 1)):
        return "actions are missing"
    try:
        *_, last = states(row, actions)
    except ValueError:
        return "an action is not legal"
    if game.dump(last) != row.snapshot:
        return "the snapshot is not where the actions lead"
    return _wrong_result(row, actions, game.outcome(last))


def _wrong_result(row: GameRow, actions: Sequence[ActionRow], outcome: Any) -> str | None:
    if outcome is not None:
        expected = (outcome.reason, tuple(sorted(outcome.winners)))
        return None if (row.reason, row.winners) == expected else "the result is not the one played"
    ending = next((action.verb for action in actions if action.verb != PLAY), None)
    if ending != row.reason or (row.reason is None) != (row.ended_at is None):
        return "the result is not the one on record"
    return None


def record_of(row: GameRow, actions: Sequence[ActionRow]) -> Record:
    """The record of a finished game, its secret revealed."""
    game = GAMES[row.game]
    turns: list[str] = []
    for state in states(row, actions):
        if game.turns(state) > len(turns):
            turns.append(game.last_turn(state))
    return Record(
        game=row.game,
        rules=row.version,
        shuffle=row.shuffle,
        binding=row.binding,
        secret=row.secret,
        commitment=row.commitment,
        cuts=tuple(seat.cut for seat in row.seats),
        options=row.options,
        decks=game.decks(len(row.seats), fair_shuffle(row)),
        first=first_seat(row),
        turns=tuple(turns),
        winner=row.winners[0] if len(row.winners) == 1 else None,
        reason=row.reason or "",
    )
