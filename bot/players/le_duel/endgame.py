"""Exact endgame solver with perfect information: both draw piles are empty, so the opponent's hand is the rest of
their colour.

Searches to the last card, up to `nodes` positions. Uses no evaluation."""

from typing import NamedTuple

from bot.games.le_duel.position import MINIMUM
from bot.players.le_duel.bitboard import Bitboard, cards_of
from bot.players.le_duel.outcomes import TurnOutcome, Turns


class TooLargeError(Exception):
    """The node budget is exhausted."""


class _Position(NamedTuple):
    """Cards and tops of the player on turn, then of the other."""

    hand: int
    up: int
    down: int
    their_hand: int
    their_up: int
    their_down: int


class Endgame:
    """A memoized search; one transposition table and node budget per instance."""

    def __init__(self, nodes: int) -> None:
        self._nodes = nodes
        self._settled: dict[_Position, bool] = {}

    def winning(self, board: Bitboard) -> TurnOutcome | None:
        """An outcome that wins against every defence, or None if there is none. Raises `TooLargeError`."""
        turns = Turns.of(board)
        if (outcome := turns.winning()) is not None:
            return outcome
        return next((outcome for outcome in _in_order(turns) if self._loses(_after(board.unseen, outcome))), None)

    def _loses(self, position: _Position) -> bool:
        """Whether the player on turn loses whatever they do."""
        known = self._settled.get(position)
        if known is None:
            known = self._settled[position] = self._settle(position)
        return known

    def _settle(self, position: _Position) -> bool:
        if position.hand.bit_count() < MINIMUM:
            return True
        if self._nodes <= 0:
            raise TooLargeError
        self._nodes -= 1
        turns = Turns.of(_board(position))
        if position.their_hand.bit_count() < MINIMUM:
            return turns.is_stuck()  # any turn wins: LD13 ends the other's next one
        if turns.winning() is not None:
            return False
        return not any(self._loses(_after(position.their_hand, outcome)) for outcome in _in_order(turns))


def _board(position: _Position) -> Bitboard:
    hand, up, down, their_hand, their_up, their_down = position
    return Bitboard(cards_of(hand), up, down, their_up, their_down, 0, their_hand, their_hand.bit_count(), 0, 0)


def _after(their_hand: int, outcome: TurnOutcome) -> _Position:
    return _Position(their_hand, outcome.their_up, outcome.their_down, outcome.left, outcome.up, outcome.down)


def _in_order(turns: Turns) -> list[TurnOutcome]:
    """Move ordering, likely winners first: little help, own piles moved little."""
    board = turns.board

    def cost(outcome: TurnOutcome) -> int:
        gift = board.their_up - outcome.their_up + outcome.their_down - board.their_down
        return outcome.up - outcome.down + gift

    return sorted((outcome for outcome in turns.every() if outcome.left.bit_count() != 1), key=cost) + [
        outcome for outcome in turns.every() if outcome.left.bit_count() == 1
    ]
