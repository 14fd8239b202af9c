"""Signals between players and their lifetime (TG9). A signal names a pile, never a card."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from bot.games.core import RuleError, Seat
from bot.games.the_game.position import PILES, Pile
from bot.games.the_game.state import Action, Plea, Sent, Signal, State, Withdraw


def is_remark(action: Action) -> bool:
    return isinstance(action, Signal | Withdraw)


def active_signals(signals: Iterable[Sent], seat: Seat | None) -> dict[Pile, Plea]:
    """The seat's current signals by pile."""
    return {sent.signal.pile: sent.signal.plea for sent in signals if sent.seat == seat}


def legal_signals(signals: Iterable[Sent], seat: Seat) -> Iterator[Signal | Withdraw]:
    """For each pile, the signals the seat has not sent, and the withdrawal of the one it has."""
    asked = active_signals(signals, seat)
    for pile in PILES:
        yield from (Signal(plea, pile) for plea in Plea if plea is not asked.get(pile))
        if pile in asked:
            yield Withdraw(pile)


def send(state: State, seat: Seat, signal: Signal) -> State:
    """A second signal about the same pile replaces the first."""
    if len(state.hands) == 1:
        raise RuleError("nobody_to_signal")
    if active_signals(state.signals, seat).get(signal.pile) is signal.plea:
        raise RuleError("already_signalled", pile=signal.pile.letter)
    others = (sent for sent in state.signals if (sent.seat, sent.signal.pile) != (seat, signal.pile))
    return replace(state, signals=_ordered((*others, Sent(seat, signal))))


def withdraw(state: State, seat: Seat, pile: Pile) -> State:
    if pile not in active_signals(state.signals, seat):
        raise RuleError("nothing_to_withdraw", pile=pile.letter)
    return replace(state, signals=_ordered(s for s in state.signals if (s.seat, s.signal.pile) != (seat, pile)))


def after_covering(signals: Iterable[Sent], piles: Iterable[Pile]) -> tuple[Sent, ...]:
    """Remove every seat's signals about covered piles."""
    gone = frozenset(piles)
    return tuple(sent for sent in signals if sent.signal.pile not in gone)


def _ordered(signals: Iterable[Sent]) -> tuple[Sent, ...]:
    return tuple(sorted(signals, key=lambda sent: (sent.seat, sent.signal.pile)))
