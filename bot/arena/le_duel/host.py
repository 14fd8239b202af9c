"""One game between two guests: the host's side of the line protocol. Turns are judged by the game's contract alone, and
every way a game can end yields a record."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from bot.arena.le_duel.guests import Guest
from bot.arena.lines import GuestError
from bot.games.core import Outcome, RuleError, Seat, UnreadableError, apply_all
from bot.games.le_duel.game import LE_DUEL
from bot.games.le_duel.state import State, other
from bot.games.le_duel.whole_turns import decks, last_turn
from bot.referee.record_fields import ILLEGAL, PROTOCOL, arena_binding, arena_secret
from bot.referee.shuffle import FairShuffle, commitment
from bot.referee.turn_records import TurnRecord

SEATS = (Seat(0), Seat(1))
_CUTS = ("", "")
_SHUFFLE = 1  # the scheme of records of the first edition
_game = LE_DUEL


@dataclass(slots=True)
class _Progress:
    """The game's current state, and the turns and times for its record."""

    state: State
    turns: list[str] = field(default_factory=list)
    ms: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))

    def add(self, seat: Seat, turn: str, started: float) -> None:
        self.turns.append(turn)
        self.ms[seat].append(round((perf_counter() - started) * 1000, 3))


class _Forfeit(Exception):  # noqa: N818 (ends the game; not an error)
    def __init__(self, seat: Seat, reason: str) -> None:
        super().__init__(reason)
        self.outcome = Outcome(reason, frozenset({other(seat)}), ())


async def play_game(guests: Sequence[Guest], seed: int, number: int) -> TurnRecord:
    """Play game `number` of a run. Guest i has seat i; of two games on the same decks each guest starts one."""
    secret, binding = arena_secret(seed, number), arena_binding(seed, number)
    shuffle = FairShuffle(secret, binding, _game.key, _CUTS, version=_SHUFFLE)
    options = {"first": number % 2}
    progress = _Progress(_game.rules.start(len(SEATS), options, shuffle))
    outcome = await _play(progress, guests, f"{seed}:{number}")
    (winner,) = outcome.winners
    await asyncio.gather(*(guests[seat].finish(has_won=seat == winner) for seat in SEATS))
    return TurnRecord(
        game=_game.key,
        rules=_game.version,
        shuffle=_SHUFFLE,
        binding=binding,
        secret=secret,
        commitment=commitment(secret, binding, version=_SHUFFLE),
        cuts=_CUTS,
        options=options,
        decks=decks(shuffle),
        first=number % 2,
        turns=tuple(progress.turns),
        winner=winner,
        reason=outcome.reason,
        seed=seed,
        number=number,
        ms=(tuple(progress.ms[0]), tuple(progress.ms[1])),
    )


async def _play(progress: _Progress, guests: Sequence[Guest], dice: str) -> Outcome:
    try:
        await _begin(progress.state, guests, dice)
        while progress.state.outcome is None:
            await _play_turn(progress, guests)
    except _Forfeit as lost:
        return lost.outcome
    return progress.state.outcome


async def _begin(state: State, guests: Sequence[Guest], dice: str) -> None:
    """Deal to both at once. If neither guest can be reached, the one who starts loses."""
    begun = await asyncio.gather(
        *(guests[seat].begin(_game.rules.observe(state, seat), f"{dice}:{seat}") for seat in SEATS),
        return_exceptions=True,
    )
    for seat in (state.turn, other(state.turn)):
        match begun[seat]:
            case GuestError(reason=reason):
                raise _Forfeit(seat, reason)
            case BaseException() as error:
                raise error


async def _play_turn(progress: _Progress, guests: Sequence[Guest]) -> None:
    seat, before = progress.state.turn, progress.state
    started = perf_counter()
    try:
        text = await guests[seat].ask(_game.rules.observe(before, seat))
    except GuestError as failure:
        raise _Forfeit(seat, failure.reason) from None
    try:
        actions = _game.parse_turn(text)
    except UnreadableError:
        guests[seat].refuse("unreadable")
        raise _Forfeit(seat, PROTOCOL) from None
    try:
        progress.state = apply_all(_game, before, seat, actions)
    except RuleError as refusal:
        progress.add(seat, _refused_turn(actions), started)
        guests[seat].refuse(refusal.code)
        raise _Forfeit(seat, ILLEGAL) from None
    progress.add(seat, last_turn(progress.state), started)
    _show(progress.state, seat, before, guests)


def _refused_turn(actions: Sequence[Any]) -> str:
    """As records write it: without the closing action added by `parse_turn`."""
    return ",".join(map(_game.notation.notate, actions[:-1]))


def _show(state: State, mover: Seat, before: State, guests: Sequence[Guest]) -> None:
    drawn = sorted(set(state.sides[mover].hand) - set(before.sides[mover].hand))
    for seat in SEATS:
        guests[seat].show(_game.rules.observe(state, seat), drawn if seat == mover else None)
