"""Hundreds of random games, each compared with the independent reference implementation (`judge`)."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import TypeVar

import pytest

from bot.games.core import Seat, Shuffle, whole_turns_of
from bot.games.the_game.position import Place
from bot.games.the_game.state import EndTurn, State
from tests.games.contract import SeededShuffle
from tests.games.the_game.builders import GAME
from tests.games.the_game.judge import Table, judge
from tests.support.tiers import has_long_version, only_long, sized

T = TypeVar("T")
GAMES_EACH = sized(1, 4)
MODES = [{"expert": expert, "fewer": fewer, "fire": fire} for expert, fewer, fire in product((False, True), repeat=3)]


@dataclass(frozen=True, slots=True)
class RoughlySorted:
    """A shuffle that leaves cards near their sorted place, so that random play reaches the end of the draw pile."""

    seed: str

    def __call__(self, deck: str, cards: Sequence[T], *, owner: Seat | None) -> tuple[T, ...]:
        dice = random.Random(f"{self.seed} {deck} {owner}")
        places = {number: number + dice.gauss(0, 4) for number in range(len(cards))}
        return tuple(cards[number] for number in sorted(places, key=places.__getitem__))


def random_game(
    seats: int, options: dict[str, bool], shuffle: Shuffle, seed: str
) -> tuple[State, list[tuple[int, str]]]:
    """Random play: small steps more often, so that games get far, and a random end of turn."""
    dice = random.Random(seed)
    state = GAME.rules.start(seats, {**options, "first": dice.randrange(seats)}, shuffle)
    log: list[tuple[int, str]] = []
    while state.outcome is None:
        assert state.turn is not None
        after = random_turn(state, state.turn, dice)
        if GAME.rules.turns(after) > GAME.rules.turns(state):
            log.append((state.turn, whole_turns_of(GAME).last_turn(after)))
        state = after
    return state, log


def random_turn(state: State, seat: Seat, dice: random.Random) -> State:
    """The state after a random turn, or before it if that turn could not be ended."""
    before, carefulness = state, 1 - dice.random() ** 4
    while GAME.rules.turns(state) == GAME.rules.turns(before):
        legal = GAME.rules.legal(state, seat)
        places = [action for action in legal if isinstance(action, Place)]
        if EndTurn() in legal and (not places or dice.random() < 0.7):
            return GAME.rules.apply(state, seat, EndTurn())
        if not places:
            return before
        nearest = min((distance(state, place), place) for place in places)[1]
        state = GAME.rules.apply(state, seat, nearest if dice.random() < carefulness else dice.choice(places))
    return state


def distance(state: State, place: Place) -> int:
    top = state.position.tops["abcd".index(place.pile)]
    return place.card - top if place.pile in "ab" else top - place.card


def shuffles(seed: str) -> tuple[Shuffle, ...]:
    return SeededShuffle(seed), RoughlySorted(seed)


@has_long_version
@pytest.mark.parametrize(
    "options", MODES, ids=lambda options: "-".join(k for k, on in options.items() if on) or "plain"
)
@pytest.mark.parametrize("seats", GAME.seats)
def test_two_readings_agree(seats: int, options: dict[str, bool]) -> None:
    for number in range(GAMES_EACH):
        seed = f"{seats} {options} {number}"
        for shuffle in shuffles(seed):
            state, log = random_game(seats, options, shuffle, seed)
            assert state.outcome is not None
            (deck,) = whole_turns_of(GAME).decks(shuffle)
            assert judge(deck, seats, options, log) == [state.outcome.reason, str(state.outcome.scores[0])], seed
            assert judge(deck, seats, options, log[:-1]) == ["going on"], seed
            assert len(set(state.outcome.scores)) == 1


@only_long
def test_these_games_end_in_every_way() -> None:
    """Coverage check of the comparison above."""
    seeds = [(seats, options, f"{seats} {options} {n}") for seats in GAME.seats for options in MODES for n in range(2)]
    games = [random_game(seats, mode, shuffle, seed)[0] for seats, mode, seed in seeds for shuffle in shuffles(seed)]
    ends = Counter((game.outcome.reason, not game.draw) for game in games if game.outcome is not None)
    for end in [("blocked", False), ("blocked", True), ("burnt", False), ("beaten", True)]:
        assert ends[end] >= 2, ends


@pytest.mark.parametrize(
    ("turn", "fault"),
    [("02a", "too few"), ("03a,02a", "does not lie well"), ("02a,50b", "not in hand")],
)
def test_the_second_reading_finds_faults(turn: str, fault: str) -> None:
    with pytest.raises(AssertionError, match=fault):
        Table(range(2, 100), 2, {}, starts=0).play(turn)
