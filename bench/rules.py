"""The cost of the rules on one core: whole random games, replays, and counting all turns of a position."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from bench.report import Row, rates
from bot.games.core import AnyGame, Seat, apply_all
from bot.games.le_duel.game import LE_DUEL
from bot.games.le_duel.position import Position
from bot.games.registry import GAMES
from bot.players.le_duel.simple import choose_random
from tests.support.reference_le_duel import first_fault, sequences, tops_of
from tools.sequences import count_sequences

T = TypeVar("T")

LOOP = "plain loop"
REFERENCE = "naive judge"
ADDITIONS = 100_000
RECORDS = 20
OPENINGS = 3  # positions after four turns, whose turns are counted


def run() -> Iterator[Row]:
    works = {f"{key}: random play, {game.seats[0]} at the table": _random_play(game) for key, game in GAMES.items()}
    works["le-duel: two random computers"] = _computer_play()
    loops, *figures = rates(_loop, *works.values())
    yield Row(f"{LOOP} of {ADDITIONS:,} additions", loops, "loops/s", 1, LOOP)
    for name, figure in zip(works, figures, strict=True):
        yield Row(name, figure, "games/s", figure / loops, LOOP)
    records = [_record(seed) for seed in range(RECORDS)]
    yield from _compared("replaying le-duel records", "games/s", _replays(records), _reference_replays(records))
    yield from _compared("counting all turns of le-duel positions", "turns/s", _counts(records), _naive_counts(records))


def _compared(name: str, unit: str, ours: Callable[[], int], naive: Callable[[], int]) -> Iterator[Row]:
    baseline, figure = rates(naive, ours)
    yield Row(f"{REFERENCE} {name}", baseline, unit, 1, REFERENCE)
    yield Row(name, figure, unit, figure / baseline, REFERENCE)


class _Dice:
    """A shuffle and choices from one seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def __call__(self, deck: str, cards: Sequence[T], *, owner: Seat | None) -> tuple[T, ...]:
        return tuple(self.random.sample(list(cards), len(cards)))


def _loop() -> int:
    total = 0
    for number in range(ADDITIONS):
        total += number
    return 1


def _random_play(game: AnyGame) -> Callable[[], int]:
    dice = _Dice(1)

    def play() -> int:
        state = game.rules.start(game.seats[0], {}, dice)
        while waited_for := game.rules.to_act(state):
            seat = min(waited_for)
            state = game.rules.apply(state, seat, dice.random.choice(game.rules.legal(state, seat)), dice)
        return 1

    return play


def _computer_play() -> Callable[[], int]:
    seeds = iter(range(10**9))

    def play() -> int:
        _record(next(seeds))
        return 1

    return play


def _record(seed: int) -> dict[str, Any]:
    """A game between two random computers, as an arena record."""
    game, dice = LE_DUEL, _Dice(seed)
    decks = [dice("draw", range(2, 60), owner=None) for _ in range(2)]
    state = game.rules.start(2, {"first": 0}, _RecordedShuffle(decks))
    turns: list[str] = []
    while state.outcome is None:
        turns.append(choose_random(game.rules.observe(state, state.turn), dice.random))
        state = apply_all(game, state, state.turn, game.parse_turn(turns[-1]))
    (winner,) = state.outcome.winners
    record = {"game": game.key, "decks": decks, "first": 0, "turns": turns}
    return {**record, "winner": winner, "reason": state.outcome.reason}


class _RecordedShuffle:
    """A shuffle that returns the decks of a record."""

    def __init__(self, decks: Sequence[Sequence[Any]]) -> None:
        self.decks = decks

    def __call__(self, deck: str, cards: Sequence[T], *, owner: Seat | None) -> tuple[T, ...]:
        return tuple(cards) if owner is None else tuple(self.decks[owner])


def _replay(record: Mapping[str, Any], turns: int) -> Any:
    game = LE_DUEL
    state = game.rules.start(2, {"first": record["first"]}, _RecordedShuffle(record["decks"]))
    for turn in record["turns"][:turns]:
        state = apply_all(game, state, state.turn, game.parse_turn(turn))
    return state


def _replays(records: Sequence[Mapping[str, Any]]) -> Callable[[], int]:
    def replay() -> int:
        for record in records:
            outcome = _replay(record, len(record["turns"])).outcome
            assert outcome is not None
            assert outcome.reason == record["reason"]
        return len(records)

    return replay


def _reference_replays(records: Sequence[Mapping[str, Any]]) -> Callable[[], int]:
    def replay_all() -> int:
        for record in records:
            assert first_fault(record) is None
        return len(records)

    return replay_all


def _positions(records: Sequence[Mapping[str, Any]]) -> list[Position]:
    return [_replay(record, 4).position for record in records[:OPENINGS]]


def _counts(records: Sequence[Mapping[str, Any]]) -> Callable[[], int]:
    positions = _positions(records)
    return lambda: sum(sum(count_sequences(position)) for position in positions)


def _naive_counts(records: Sequence[Mapping[str, Any]]) -> Callable[[], int]:
    positions = _positions(records)
    return lambda: sum(sum(1 for _ in sequences(here.hand, tops_of(*here.tops))) for here in positions)
