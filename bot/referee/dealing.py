"""Makes a game row from an accepted challenge or a started lobby: shuffle, deal, start the clock. Stores nothing."""

from dataclasses import replace
from typing import Any, Protocol

from bot.games.core import Seat, Shuffle
from bot.games.registry import GAMES
from bot.referee import shuffle
from bot.referee.clocks import deadline
from bot.referee.match import snapshot_of
from bot.referee.ratings import filing_of, season_of
from bot.referee.recorded_shuffle import RecordedShuffle
from bot.store.ratings_rows import Filing
from bot.store.rows import GameRow, SeatRow
from bot.store.sqlite.store import Store


class Agreement(Protocol):
    """Terms fixed before the deal: the fields a challenge and a lobby share."""

    @property
    def guild_id(self) -> int: ...

    @property
    def channel_id(self) -> int: ...

    @property
    def game(self) -> str: ...

    @property
    def options(self) -> dict[str, Any]: ...

    @property
    def clock(self) -> str: ...

    @property
    def is_rated(self) -> bool: ...

    @property
    def binding(self) -> str: ...

    @property
    def secret(self) -> bytes: ...

    @property
    def commitment(self) -> str: ...

    @property
    def rematch_of(self) -> int | None: ...


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


def new_game(agreed: Agreement, seats: tuple[SeatRow, ...], now: int) -> GameRow:
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
        snapshot="",
        revision=0,
        public_revision=0,
        deadline=None,
        is_reminded=False,
        draw_offer=None,
        created_at=now,
        moved_at=now,
        ended_at=None,
        reason=None,
        winners=(),
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


async def filing_at_deal(store: Store, row: GameRow) -> Filing | None:
    """The filing of a game that is over at the deal; None for any other."""
    if row.ended_at is None:
        return None
    server = await store.servers.get(row.guild_id)
    return filing_of(row, first_seat(row), 0, {}, season_of(row.ended_at, server.season_start))
