"""`python -m tests.games.the_game.soak`: thousands of games of The Game, for every team size in every mode, each
compared with the reference implementation (`judge`), which gets only the deck and the public turns.

Random players get a roughly sorted deck in every other game, or they would never reach the end of one. `--random` and
`--computers` set the number of games of either kind for each of the forty combinations; `--seats` and `--seed` split a
long run. Prints a line per combination as it completes. Exits with status 1 if any game ended otherwise than the
reference implementation says."""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from bot.games.core import RuleError, Seat, Shuffle, apply_all, whole_turns_of
from bot.games.the_game.game import THE_GAME
from bot.games.the_game.position import CARDS, Place, legal_places
from bot.games.the_game.state import Action, EndTurn, State
from bot.players.the_game.mates import choose_mate
from tests.games.the_game.judge import judge
from tests.games.the_game.test_rules_judged import RoughlySorted
from training.the_game import SeededShuffle, play_by_turns

GAME = THE_GAME
MODES: tuple[Mapping[str, bool], ...] = tuple(
    {"expert": bool(number & 4), "fewer": bool(number & 2), "fire": bool(number & 1)} for number in range(8)
)
SEED = 2_000_000
CAREFUL = 0.9  # probability that random play takes the nearest card, so that games get far
STOPS = 0.7
WIDTHS = (7, 17, 9, 6, 6, 7, 6, 11)  # of the printed columns


class Kind(NamedTuple):
    """A kind of players, its shuffles, and its number of games per combination."""

    name: str
    games: int
    play: Callable[[int, Mapping[str, bool], int], Iterator[State]]
    shuffle: Callable[[int], Shuffle]


def by_computers(seats: int, options: Mapping[str, bool], seed: int) -> Iterator[State]:
    return play_by_turns(seats, seed, choose_mate, options={**options})


def sometimes_sorted(seed: int) -> Shuffle:
    return RoughlySorted(str(seed)) if seed % 2 else SeededShuffle(seed)


def at_random(seats: int, options: Mapping[str, bool], seed: int) -> Iterator[State]:
    dice = random.Random(seed)
    state = GAME.rules.start(seats, {**options, "first": seed % seats}, sometimes_sorted(seed))
    yield state
    while state.outcome is None:
        assert state.turn is not None
        state = _random_turn(state, state.turn, dice)
        yield state


def _random_turn(state: State, seat: Seat, dice: random.Random) -> State:
    """A random legal turn by retrying; terminates, since a turn only starts if there is one (TG8)."""
    while True:
        try:
            return apply_all(GAME, state, seat, _thrown(state, dice))
        except RuleError:
            continue


def _thrown(state: State, dice: random.Random) -> list[Action]:
    position, places = state.position, list[Action]()
    while options := list(legal_places(position)):
        tops, is_careful = position.tops, dice.random() < CAREFUL
        place = min(options, key=lambda place: _step(place, tops)) if is_careful else dice.choice(options)
        places.append(place)
        position = position.after(place)
        if len(places) >= state.minimum and dice.random() < STOPS:
            break
    return places if state.is_last_hand and not position.hand else [*places, EndTurn()]


def _step(place: Place, tops: Sequence[int]) -> int:
    top = tops["abcd".index(place.pile)]
    return place.card - top if place.pile in "ab" else top - place.card


def fault(kind: Kind, seats: int, options: Mapping[str, bool], seed: int) -> tuple[str, str | None]:
    """How a game ended, and its differences from the reference implementation."""
    log: list[tuple[int, str]] = []
    for state in kind.play(seats, options, seed):
        if state.last is not None:
            log.append((state.last.seat, whole_turns_of(GAME).last_turn(state)))
    assert state.outcome is not None
    (deck,) = whole_turns_of(GAME).decks(kind.shuffle(seed))
    ended = [state.outcome.reason, *map(str, set(state.outcome.scores))]
    placed = sum(turn.count(",") + 1 for _, turn in log)
    try:
        found = judge(deck, seats, options, log)
    except AssertionError as broken:
        return ended[0], f"{seats} {options} {seed}: {broken}"
    if found != ended or found[1] != str(len(CARDS) - placed):
        return ended[0], f"{seats} {options} {seed}: {ended}, but {found} after {placed} cards"
    return ended[0], None


DICE = Kind("dice", 10_000, at_random, sometimes_sorted)
COMPUTERS = Kind("computers", 1_000, by_computers, SeededShuffle)


def soak(kinds: Sequence[Kind], sizes: Sequence[int], seed: int) -> Iterator[str]:
    """Every difference, as it is found."""
    print(_line("players", "mode", "by", "games", "beaten", "blocked", "burnt", "other score"))
    for kind, seats, options in product(kinds, sizes, MODES):
        ends, wrong = Counter[str](), list[str]()
        for number in range(seed, seed + kind.games):
            end, found = fault(kind, seats, options, number)
            ends[end] += 1
            wrong += [found] if found else []
        mode = " ".join(name for name, is_on in options.items() if is_on) or "plain"
        counts = (kind.games, ends["beaten"], ends["blocked"], ends["burnt"], len(wrong))
        print(_line(str(seats), mode, kind.name, *(f"{count:,}" for count in counts)), flush=True)
        yield from wrong


def _line(*cells: str) -> str:
    return "  ".join(cell.ljust(width) for cell, width in zip(cells, WIDTHS, strict=True)).rstrip()


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.games.the_game.soak", description="Count scores twice.")
    parser.add_argument("--random", type=int, default=DICE.games, help="games at random (default %(default)s)")
    parser.add_argument(
        "--computers", type=int, default=COMPUTERS.games, help="games by computers (default %(default)s)"
    )
    parser.add_argument("--seats", type=int, choices=list(GAME.seats), nargs="*", default=list(GAME.seats))
    parser.add_argument("--seed", type=int, default=SEED, help="number of the first deck (default %(default)s)")
    given = parser.parse_args(arguments)
    kinds = [DICE._replace(games=given.random), COMPUTERS._replace(games=given.computers)]
    faults = 0
    for line in soak([kind for kind in kinds if kind.games], given.seats, given.seed):
        print(line, flush=True)
        faults += 1
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
