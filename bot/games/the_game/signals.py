"""The two signals players may give each other, and what becomes of them (TG9). No card but a pile's name enters."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from bot.games.core import RuleError, Seat
from bot.games.the_game.position import PILES, Pile
from bot.games.the_game.state import Plea, Sent, Signal, State, Withdraw


def standing(signals: Iterable[Sent], seat: Seat | None) -> dict[Pile, Plea]:
    """What a seat asks at present."""
    return {sent.signal.pile: sent.signal.plea for sent in signals if sent.seat == seat}


def legal_signals(signals: Iterable[Sent], seat: Seat) -> Iterator[Signal | Withdraw]:
    """For each pile what the seat does not ask already, and the way back from what it does."""
    asked = standing(signals, seat)
    for pile in PILES:
        yield from (Signal(plea, pile) for plea in Plea if plea is not asked.get(pile))
        if pile in asked:
            yield Withdraw(pile)


def send(state: State, seat: Seat, signal: Signal) -> State:
    """A second signal about the same pile takes the first one's place."""
    if len(state.hands) == 1:
        raise RuleError("nobody_to_signal")
    if standing(state.signals, seat).get(signal.pile) is signal.plea:
        raise RuleError("already_signalled", pile=signal.pile.letter)
    others = (sent for sent in state.signals if (sent.seat, sent.signal.pile) != (seat, signal.pile))
    return replace(state, signals=_ordered((*others, Sent(seat, signal))))


def withdraw(state: State, seat: Seat, pile: Pile) -> State:
    if pile not in standing(state.signals, seat):
        raise RuleError("nothing_to_withdraw", pile=pile.letter)
    return replace(state, signals=_ordered(s for s in state.signals if (s.seat, s.signal.pile) != (seat, pile)))


def after_covering(signals: Iterable[Sent], piles: Iterable[Pile]) -> tuple[Sent, ...]:
    """Whoever asked: a covered pile's signals have had their say."""
    gone = frozenset(piles)
    return tuple(sent for sent in signals if sent.signal.pile not in gone)


def _ordered(signals: Iterable[Sent]) -> tuple[Sent, ...]:
    return tuple(sorted(signals, key=lambda sent: (sent.seat, sent.signal.pile)))
