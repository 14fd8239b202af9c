"""A stored game with its rules and loaded state, and a cache of these. Read-only."""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import orjson

from bot.games.core import AnyGame, Deck, Outcome, Seat, Viewer, drawn_ranks
from bot.games.registry import GAMES
from bot.referee.errors import Refusal
from bot.store.rows import GameRow, SeatRow
from bot.store.sqlite.games import CACHED_GAMES


@dataclass(frozen=True, slots=True)
class Match:
    row: GameRow
    game: AnyGame
    state: Any

    def __repr__(self) -> str:  # keeps the state out of logs and errors
        return f"<match {self.row.id} revision {self.row.revision}>"

    @property
    def id(self) -> int:
        return self.row.id

    @property
    def revision(self) -> int:
        return self.row.revision

    @property
    def is_over(self) -> bool:
        return self.row.ended_at is not None

    @property
    def to_act(self) -> frozenset[Seat]:
        return frozenset() if self.is_over else self.game.rules.to_act(self.state)

    @property
    def next_seat(self) -> Seat | None:
        """Who comes after the player on turn, where that is not always the same: among three or more."""
        if len(self.row.seats) <= 2 or len(self.to_act) != 1:
            return None
        found = self.game.next_seat(self.state)
        return None if found in self.to_act else found

    @property
    def turns(self) -> int:
        return self.game.rules.turns(self.state)

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(Seat(seat.seat) for seat in self.row.seats)

    @property
    def is_against_computer(self) -> bool:
        return any(seat.level is not None for seat in self.row.seats)

    @property
    def present(self) -> frozenset[Seat]:
        """The seats of people who have not left."""
        return frozenset(
            Seat(one.seat) for one in self.row.seats if one.user_id is not None and not self.is_out(Seat(one.seat))
        )

    @property
    def absent(self) -> frozenset[Seat]:
        """The seats of those who left, while the others decide whether a computer takes them."""
        return frozenset(Seat(one.seat) for one in self.row.seats if one.absent is not None)

    def is_out(self, seat: Seat) -> bool:
        """Whether this seat was eliminated or left, and the others play on or may."""
        elimination = self.game.elimination
        if self.seat(seat).absent is not None:
            return True
        return elimination is not None and elimination.is_out(self.state, seat)

    @property
    def draw_offers(self) -> frozenset[Seat]:
        """The seats that want a draw."""
        return frozenset(seat for seat in self.seats if (self.row.draw_offer or 0) >> seat & 1)

    def check_draw_possible(self, seat: Seat | None) -> None:
        """Raise if a draw cannot be agreed in this game, or this seat has already offered one."""
        if self.game.is_cooperative:
            raise Refusal("no_draw_in_a_team")
        if self.is_against_computer:
            raise Refusal("no_draw_with_computer")
        if seat in self.draw_offers:
            raise Refusal("draw_offered_already")

    @property
    def decks(self) -> tuple[Deck, ...]:
        """By seat; empty where none are brought."""
        if self.game.collection is None:
            return ()
        (brought,) = self.game.brought
        return tuple(self.row.options[brought])

    def seat(self, seat: Seat) -> SeatRow:
        return self.row.seats[seat]

    def seat_of(self, user_id: int) -> Seat | None:
        return next((Seat(seat.seat) for seat in self.row.seats if seat.user_id == user_id), None)

    def seat_once_of(self, user_id: int) -> Seat | None:
        """Also one that was left to a computer."""
        left = (Seat(seat.seat) for seat in self.row.seats if seat.left_by == user_id)
        found = self.seat_of(user_id)
        return next(left, None) if found is None else found

    def others(self, seat: Seat) -> Iterable[Seat]:
        return (other for other in self.seats if other != seat)

    def view(self, viewer: Viewer) -> Any:
        """What this viewer may see. Every display of a match goes through this."""
        return self.game.rules.observe(self.state, viewer, is_over=self.is_over)


def match_of(row: GameRow) -> Match:
    return Match(row, GAMES[row.game], state_of(row))


def state_of(row: GameRow) -> Any:
    return GAMES[row.game].codec.load(orjson.loads(row.snapshot))


def ended_by_referee(row: GameRow, state: Any) -> Outcome:
    """The outcome of a game that its rules had not ended."""
    winners = frozenset(map(Seat, row.winners))
    ranks = () if winners else drawn_ranks(GAMES[row.game], state, len(row.seats))
    return Outcome(row.reason or "", winners, (), ranks)


def snapshot_of(game: AnyGame, state: Any) -> str:
    """The JSON stored in a row: a third of the size of the state, and parsed only on a cache miss."""
    return orjson.dumps(game.codec.dump(state)).decode()


class MatchCache:
    """Bounded cache of running matches, valid while the store returns the same row object; saves parsing."""

    def __init__(self) -> None:
        self._known: OrderedDict[int, Match] = OrderedDict()

    def get(self, row: GameRow) -> Match:
        known = self._known.get(row.id)
        if known is not None and known.row is row:
            return known
        return self.put(match_of(row))

    def put(self, match: Match) -> Match:
        """Cache the newest version of a match, or drop it if it is over; evict the least recently put."""
        self._known.pop(match.id, None)
        if not match.is_over:
            self._known[match.id] = match
            if len(self._known) > CACHED_GAMES:
                self._known.popitem(last=False)
        return match
