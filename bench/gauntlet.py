"""How strong Le Duel's computers are: every level against every member of the gauntlet and every other level.

Each pair of games is played on the same decks, either starting, under the real rules and from observations alone.
`python -m bench gauntlet` plays a sample, `python -m bench.gauntlet` as many games as it takes, and with `--level` or
`--against` only some of them. A win rate is compared with an even score, a turn's
time with one plain enumeration of a turn's outcomes in the same run."""

import argparse
import math
import random
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from time import process_time
from typing import NamedTuple

from rich.console import Console
from rich.progress import Progress

from bench.report import Row, show
from bot.games.core import Seat, apply_all
from bot.players.core import Chooser
from bot.players.le_duel.outcomes import Turns
from bot.players.le_duel.sight import Sight, see
from bot.players.le_duel.simple import choose_greedy, choose_random
from bot.players.registry import LEVELS
from training.match import GAME, Match, SeededShuffle, play_pair
from training.rivals import RIVALS

MEASURED = ("easy", "medium", "hard", "expert")
CHOOSERS: dict[str, Chooser] = {**{name: level.choose for name, level in LEVELS.items()}, **RIVALS}
GAMES = 1_000
SAMPLE = 40  # games a pairing when everything is measured at once: minutes instead of hours
PROCESSES = 2
CHUNK = 5  # pairs of games a task
EVEN = "even score"
ENUMERATION = "plain enumeration"
CONFIDENCE = 1.96  # standard deviations for 95 %


class Pairing(NamedTuple):
    level: str
    opponent: str


def run(games: int = SAMPLE, levels: Sequence[str] = MEASURED, opponents: Sequence[str] = ()) -> Iterator[Row]:
    enumeration = _enumeration_ms()
    yield Row(f"{ENUMERATION} of a turn's outcomes", enumeration, "ms", 1, ENUMERATION)
    spent: dict[str, list[float]] = {}
    illegal = dict.fromkeys(levels, 0)
    for pairing, match in _matches(_pairings(levels, opponents), games):
        spent.setdefault(pairing.level, []).extend(match.seconds[0])
        illegal[pairing.level] += match.illegal[0]
        low, high = interval(match.wins, match.games)
        name = f"{pairing.level} against {pairing.opponent} (95 %: {low:.1%} to {high:.1%}, {match.games} games)"
        yield Row(name, 100 * match.wins / match.games, "% won", 2 * match.wins / match.games, EVEN)
    for level, seconds in spent.items():
        for share in (0.5, 0.99):
            figure = 1000 * sorted(seconds)[int(share * (len(seconds) - 1))]
            yield Row(f"{level}: a turn, p{100 * share:.0f}", figure, "ms", figure / enumeration, ENUMERATION)
        yield Row(f"{level}: illegal turns of {len(seconds):,}", illegal[level], "turns", illegal[level], "none")


def _pairings(levels: Sequence[str], opponents: Sequence[str]) -> list[Pairing]:
    """Levels meet each other once, the stronger one named first."""
    rivals = [name for name in CHOOSERS if name not in MEASURED]
    pairings = [
        Pairing(level, opponent) for level in levels for opponent in (*rivals, *MEASURED[: MEASURED.index(level)])
    ]
    return [pairing for pairing in pairings if not opponents or pairing.opponent in opponents]


def _matches(pairings: Sequence[Pairing], games: int) -> Iterator[tuple[Pairing, Match]]:
    pairs = max(1, games // 2)
    chunks = [range(start, min(start + CHUNK, pairs)) for start in range(0, pairs, CHUNK)]
    console = Console(stderr=True)
    with ProcessPoolExecutor(PROCESSES) as pool, Progress(console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=len(pairings) * len(chunks))
        for pairing in pairings:
            progress.update(task, description=f"{pairing.level} / {pairing.opponent}")
            match = Match()
            for done in as_completed([pool.submit(play_chunk, pairing, seeds) for seeds in chunks]):
                match += done.result()
                progress.advance(task)
            yield pairing, match


def play_chunk(pairing: Pairing, seeds: Iterable[int]) -> Match:
    choosers = CHOOSERS[pairing.level], CHOOSERS[pairing.opponent]
    return sum((play_pair(choosers, seed) for seed in seeds), Match())


def interval(wins: int, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a win rate."""
    rate, square = wins / games, CONFIDENCE**2 / games
    centre, width = rate + square / 2, CONFIDENCE * math.sqrt(rate * (1 - rate) / games + square / (4 * games))
    return (centre - width) / (1 + square), (centre + width) / (1 + square)


def _enumeration_ms() -> float:
    """The mean over the positions of some games, warmed up."""
    sights = [sight for seed in range(10) for sight in _sights(seed)]
    for _ in range(2):
        start = process_time()
        for sight in sights:
            sum(1 for _ in Turns.of(sight).every())
        spent = process_time() - start
    return 1000 * spent / len(sights)


def _sights(seed: int) -> Iterator[Sight]:
    state, dice = GAME.start(2, {"first": 0}, SeededShuffle(seed)), random.Random(seed)
    while GAME.outcome(state) is None:
        view = GAME.observe(state, state.turn)
        yield see(view)
        choose = choose_greedy if state.turn == Seat(0) else choose_random
        state = apply_all(GAME, state, state.turn, GAME.parse_turn(choose(view, dice)))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.gauntlet", description="Measure how strong the levels are.")
    parser.add_argument("--games", type=int, default=GAMES, help="games a pairing (default %(default)s)")
    parser.add_argument("--level", choices=MEASURED, action="append", help="only this level; may be repeated")
    parser.add_argument(
        "--against", choices=list(CHOOSERS), action="append", help="only this opponent; may be repeated"
    )
    given = parser.parse_args()
    show("gauntlet", run(given.games, given.level or MEASURED, given.against or ()), Console())


if __name__ == "__main__":
    main()
