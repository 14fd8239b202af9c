"""Makes a game row from a gathering: shuffle, deal, start the clock. Stores nothing."""

from dataclasses import replace
from typing import Any

from bot.games.core import Seat, Shuffle
from bot.games.registry import GAMES
from bot.referee import shuffle
from bot.referee.clocks import deadline
from bot.referee.match import snapshot_of
from bot.referee.recorded_shuffle import RecordedShuffle
from bot.store.rows import GameRow, GatheringRow, SeatRow


def fair_shuffle(row: GameRow) -> Shuffle:
    """The game's shuffle from its secret and cuts; from its recorded orders once an erasure removed a cut."""
    fair = shuffle.FairShuffle(row.secret, row.binding, row.game, tuple(seat.cut for seat in row.seats), row.shuffle)
    return fair if row.dealt is None else RecordedShuffle(row.dealt, fair)


def promised(row: GameRow) -> str:
    """The commitment that this game's secret, options and host's cut make."""
    host_cut = row.seats[0].cut if row.seats else ""  # a damaged row may have no seats
    agreed = (row.game, GAMES[row.game].agreed(row.options), host_cut)
    return shuffle.commitment(row.secret, row.binding, *agreed, version=row.shuffle)


def first_state(row: GameRow) -> Any:
    """The initial state, recomputed from the shuffle."""
    return GAMES[row.game].rules.start(len(row.seats), row.options, fair_shuffle(row))


def first_seat(row: GameRow) -> Seat | None:
    """The seat that started; arbitrary if several could (TG3), None if the deal ended the game."""
    return next(iter(GAMES[row.game].rules.to_act(first_state(row))), None)


def new_game(agreed: GatheringRow, seats: tuple[SeatRow, ...], now: int) -> GameRow:
    game = GAMES[agreed.game]
    draft = GameRow(
        id=0,
        game=game.key,
        version=game.version,
        guild_id=agreed.guild_id,
        channel_id=agreed.channel_id,
        options=agreed.options,
        clock=agreed.clock,
        is_rated=agreed.is_rated,
        binding=agreed.binding,
        secret=agreed.secret,
        commitment=agreed.commitment,
        shuffle=shuffle.version_of(agreed.secret, agreed.binding, agreed.commitment),
        created_at=now,
        moved_at=now,
        rematch_of=agreed.rematch_of,
        seats=seats,
    )
    return _with_first_state(draft, now)


def _with_first_state(draft: GameRow, now: int) -> GameRow:
    """Add the initial state. A hand that cannot place two cards loses at the deal (LD13)."""
    game, state = GAMES[draft.game], first_state(draft)
    outcome = game.rules.outcome(state)
    row = replace(draft, snapshot=snapshot_of(game, state))
    if outcome is None:
        return replace(row, deadline=deadline(game, state, draft.clock, now))
    return replace(row, ended_at=now, reason=outcome.reason, winners=tuple(sorted(outcome.winners)))
