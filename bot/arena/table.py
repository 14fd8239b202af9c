"""One game of any kind between guests, by protocol 2: the host shows views and asks for one action at a time. Every way
a game can end yields a record."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from bot.arena.lines import GuestError
from bot.arena.seats import PASS, Seated
from bot.games.core import AnyGame, Json, Options, Outcome, RuleError, Seat, UnreadableError, ranks_of
from bot.referee.clocks import default_action
from bot.referee.record_fields import ILLEGAL, PROTOCOL, arena_binding, arena_secret
from bot.referee.recorded_shuffle import RecordingShuffle
from bot.referee.records import Leaving, Record
from bot.referee.shuffle import VERSION, FairShuffle, commitment

PROTOCOL_VERSION = 2


@dataclass(frozen=True, slots=True)
class Setting:
    """What is played: the game, how many seats, its options, and the seed that the shuffles follow from."""

    game: AnyGame
    seats: int
    options: Options
    seed: int


class _Ended(Exception):  # noqa: N818 (ends the game; not an error)
    """A guest failed in a game that ends with it."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome.reason)
        self.outcome = outcome


@dataclass(slots=True)
class _Course:
    """A game in progress, and what its record will hold."""

    setting: Setting
    guests: Sequence[Seated]  # by seat
    shuffle: RecordingShuffle
    state: Any
    actions: list[tuple[int, str]] = field(default_factory=list)
    ms: list[float] = field(default_factory=list)
    leaving: list[Leaving] = field(default_factory=list)

    @property
    def game(self) -> AnyGame:
        return self.setting.game

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(map(Seat, range(self.setting.seats)))

    @property
    def outcome(self) -> Outcome | None:
        return self.game.rules.outcome(self.state)

    def view(self, seat: Seat) -> Any:
        return self.game.rules.observe(self.state, seat)

    def choices(self, seat: Seat) -> list[str]:
        return [self.game.notation.notate(action) for action in self.game.rules.legal(self.state, seat)]


async def play_game(setting: Setting, guests: Sequence[Seated], number: int) -> Record:
    """Play game `number` of a run; guests are by seat."""
    game, secret, binding = setting.game, arena_secret(setting.seed, number), arena_binding(setting.seed, number)
    cuts = ("",) * setting.seats
    shuffle = RecordingShuffle(FairShuffle(secret, binding, game.key, cuts))
    course = _Course(setting, guests, shuffle, game.rules.start(setting.seats, setting.options, shuffle))
    try:
        outcome = await _play(course, f"{setting.seed}:{number}")
    except _Ended as ended:
        outcome = ended.outcome
    winners, ranks = tuple(sorted(outcome.winners)), ranks_of(outcome, setting.seats)
    over: Json = {"winners": list(winners), "reason": outcome.reason, "ranks": list(ranks)}
    await asyncio.gather(*(guest.finish(over) for guest in guests))
    return Record(
        game=game.key,
        rules=game.version,
        shuffle=VERSION,
        binding=binding,
        secret=secret,
        commitment=commitment(secret, binding, game.key, game.agreed(setting.options)),
        cuts=cuts,
        options=setting.options,
        shuffles=tuple(shuffle.made),
        actions=tuple(course.actions),
        winners=winners,
        ranks=ranks,
        reason=outcome.reason,
        scores=outcome.scores or None,
        leaving=tuple(course.leaving),
        seed=setting.seed,
        number=number,
        ms=tuple(course.ms),
    )


async def _play(course: _Course, dice: str) -> Outcome:
    await _begin(course, dice)
    turns = -1
    while (outcome := course.outcome) is None:
        if (now := course.game.rules.turns(course.state)) > turns:
            turns = now
            await _hear_remarks(course)
        if course.outcome is None:
            await _step(course)
    if course.leaving and course.leaving[-1].after == len(course.actions):
        return Outcome(course.leaving[-1].how, outcome.winners, outcome.scores, outcome.ranks)
    return outcome


async def _begin(course: _Course, dice: str) -> None:
    """Greet all at once; of several who cannot be reached, the first seat fails first."""
    game = course.game
    hellos: list[Json] = [
        {
            "protocol": PROTOCOL_VERSION,
            "game": game.key,
            "version": game.version,
            "seat": seat,
            "seats": len(course.seats),
            "options": dict(course.setting.options),
        }
        for seat in course.seats
    ]
    begun = await asyncio.gather(
        *(course.guests[seat].begin(hellos[seat], course.view(seat), f"{dice}:{seat}") for seat in course.seats),
        return_exceptions=True,
    )
    for seat, failure in zip(course.seats, begun, strict=True):
        match failure:
            case GuestError(reason=reason):
                _drop(course, seat, reason)
            case BaseException():
                raise failure


async def _hear_remarks(course: _Course) -> None:
    """Once a turn, each seat that may remark without being waited for may make one remark, or pass."""
    for seat in course.seats:
        is_free = course.outcome is None and seat not in course.game.rules.to_act(course.state)
        if is_free and (choices := course.choices(seat)):
            await _ask(course, seat, choices, is_free=True)


async def _step(course: _Course) -> None:
    """Ask those the game waits for; where several may act, in order of seats, and the first who does not pass acts. If
    no seat does, the game itself does."""
    waiting = sorted(course.game.rules.to_act(course.state))
    for seat in waiting:
        if await _ask(course, seat, course.choices(seat), is_free=len(waiting) > 1):
            return
    overdue = default_action(course.game, course.state)
    if overdue is not None:
        _apply(course, *overdue, started=perf_counter())
    else:
        _drop(course, waiting[0], PROTOCOL)


async def _ask(course: _Course, seat: Seat, choices: Sequence[str], *, is_free: bool) -> bool:
    """Whether something happened: an action was played, or the guest failed."""
    started = perf_counter()
    try:
        answer = await course.guests[seat].ask(course.view(seat), choices, is_free=is_free)
    except GuestError as failure:
        _drop(course, seat, failure.reason)
        return True
    if answer == PASS and is_free:
        return False
    try:
        action = course.game.parse(answer)
    except UnreadableError:
        course.guests[seat].refuse("unreadable")
        _drop(course, seat, PROTOCOL)
        return True
    try:
        _apply(course, seat, action, started=started)
    except RuleError as refusal:
        course.guests[seat].refuse(refusal.code)
        if course.game.elimination is None:
            course.actions.append((seat, course.game.notation.notate(action)))
            course.ms.append(_since(started))
        _drop(course, seat, ILLEGAL)
    return True


def _apply(course: _Course, seat: Seat, action: Any, *, started: float) -> None:
    before = course.state
    course.state = course.game.rules.apply(before, seat, action, course.shuffle)
    course.actions.append((seat, course.game.notation.notate(action)))
    course.ms.append(_since(started))
    _show_changes(course, before)


def _show_changes(course: _Course, before: Any) -> None:
    for seat in course.seats:
        if course.game.rules.observe(before, seat) != (view := course.view(seat)):
            course.guests[seat].show(view)


def _since(started: float) -> float:
    return round((perf_counter() - started) * 1000, 3)


def _drop(course: _Course, seat: Seat, reason: str) -> None:
    """A guest failed. The others play on where the game can; else they win, and a team has lost as a whole."""
    elimination = course.game.elimination
    if elimination is None:
        others = frozenset[Seat]() if course.game.is_cooperative else frozenset(course.seats) - {seat}
        raise _Ended(Outcome(reason, others, ()))
    if not elimination.is_out(course.state, seat) and course.outcome is None:
        before = course.state
        course.state = elimination.leave(before, seat, course.shuffle)
        course.leaving.append(Leaving(len(course.actions), seat, reason))
        _show_changes(course, before)
