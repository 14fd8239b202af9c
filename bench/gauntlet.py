"""Strength of Le Duel's computers: every level against every member of the gauntlet and every other level.

Each pair of games is played on the same decks, either starting, under the real rules and from observations alone.
`python -m bench gauntlet` plays a sample, `python -m bench.gauntlet` all games; `--level` and `--against` choose
pairings, `--keep FILE` stores played chunks, so that a stopped run resumes and several runs make one table (`--show`
prints it as it stands). A win rate is compared with an even score, a turn's time with one plain enumeration of a turn's
outcomes, timed repeatedly in the same run.
"""

import argparse
import math
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from statistics import median
from time import process_time
from typing import NamedTuple

from rich.console import Console
from rich.progress import Progress

from bench.played_chunks import Chunk, Pairing, Played, PlayedChunks
from bench.report import Row, show
from bot.games.core import Seat, apply_all
from bot.players.core import Chooser
from bot.players.le_duel.bitboard import Bitboard, bitboard_of
from bot.players.le_duel.outcomes import Turns
from bot.players.le_duel.simple import choose_greedy, choose_random
from bot.players.registry import LEVELS
from training.match import GAME, Match, SeededShuffle, play_pair
from training.rivals import RIVALS

MEASURED = ("easy", "medium", "hard", "expert")
CHOOSERS: dict[str, Chooser] = {
    **{name: level.choose for name, level in LEVELS.items() if level.game == GAME.key},
    **RIVALS,
}
GAMES = 1_000
SAMPLE = 40  # games a pairing in `python -m bench`: minutes instead of hours
FRESH = 3_000_000  # first deck number that was not used for tuning
PROCESSES = 2
PAIRS = 5  # pairs of games a chunk
EVEN = "even score"
ENUMERATION = "plain enumeration"
CONFIDENCE = 1.96  # standard deviations for 95 %


class Plan(NamedTuple):
    """The pairings and games to play, the number of processes, and the store of played chunks."""

    pairings: Sequence[Pairing]
    games: int
    seed: int
    jobs: int
    played_chunks: PlayedChunks


def run(games: int = SAMPLE, seed: int = FRESH) -> Iterator[Row]:
    yield from report(dict(matches(Plan(pairings(MEASURED), games, seed, PROCESSES, PlayedChunks(None)))))


def whole() -> Iterator[Row]:
    yield from run(GAMES)


def report(results: Mapping[Pairing, Sequence[Played]]) -> Iterator[Row]:
    enumeration = median(played.enumeration_ms for chunks in results.values() for played in chunks)
    yield Row(f"{ENUMERATION} of a turn's outcomes", enumeration, "ms", 1, ENUMERATION)
    for pairing, chunks in results.items():
        games, wins = sum(played.games for played in chunks), sum(played.wins for played in chunks)
        low, high = interval(wins, games)
        name = f"{pairing.level} against {pairing.opponent} (95 %: {low:.1%} to {high:.1%}, {games} games)"
        yield Row(name, 100 * wins / games, "% won", 2 * wins / games, EVEN)
    for level in dict.fromkeys(pairing.level for pairing in results):
        chunks = [played for pairing in results if pairing.level == level for played in results[pairing]]
        yield from _times(level, chunks, enumeration)


def _times(level: str, chunks: Sequence[Played], enumeration: float) -> Iterator[Row]:
    spent = sorted(ms for played in chunks for ms in played.ms)
    for share in (0.5, 0.99):
        figure = spent[int(share * (len(spent) - 1))]
        yield Row(f"{level}: a turn, p{100 * share:.0f}", figure, "ms", figure / enumeration, ENUMERATION)
    illegal = sum(played.illegal for played in chunks)
    yield Row(f"{level}: illegal turns of {len(spent):,}", illegal, "turns", illegal, "none")


def pairings(levels: Sequence[str], opponents: Sequence[str] = ()) -> list[Pairing]:
    """Levels meet each other once, the stronger one named first."""
    rivals = [name for name in CHOOSERS if name not in MEASURED]
    found = [Pairing(level, other) for level in levels for other in (*rivals, *MEASURED[: MEASURED.index(level)])]
    return [pairing for pairing in found if not opponents or pairing.opponent in opponents]


def matches(plan: Plan) -> Iterator[tuple[Pairing, list[Played]]]:
    """Pairing by pairing; stored chunks are not played again."""
    pairs = max(1, plan.games // 2)
    starts = [(start, min(PAIRS, pairs - start)) for start in range(0, pairs, PAIRS)]
    console = Console(stderr=True)
    with ProcessPoolExecutor(plan.jobs) as pool, Progress(console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=len(plan.pairings) * len(starts))
        for pairing in plan.pairings:
            progress.update(task, description=f"{pairing.level} / {pairing.opponent}")
            chunks = [Chunk(pairing, plan.seed + start, count) for start, count in starts]
            played = [plan.played_chunks[chunk] for chunk in chunks if chunk in plan.played_chunks]
            progress.advance(task, len(played))
            waiting = [pool.submit(play_chunk, chunk) for chunk in chunks if chunk not in plan.played_chunks]
            for done in as_completed(waiting):
                plan.played_chunks.add(done.result())
                played.append(done.result())
                progress.advance(task)
            yield pairing, played


def play_chunk(chunk: Chunk) -> Played:
    choosers = CHOOSERS[chunk.pairing.level], CHOOSERS[chunk.pairing.opponent]
    seeds = range(chunk.seed, chunk.seed + chunk.pairs)
    match = sum((play_pair(choosers, seed) for seed in seeds), Match())
    ms = tuple(round(1000 * seconds, 3) for seconds in match.seconds[0])
    return Played(chunk, match.games, match.wins, match.illegal[0], ms, enumeration_ms(chunk.seed))


def interval(wins: int, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a win rate."""
    rate, square = wins / games, CONFIDENCE**2 / games
    centre, width = rate + square / 2, CONFIDENCE * math.sqrt(rate * (1 - rate) / games + square / (4 * games))
    return (centre - width) / (1 + square), (centre + width) / (1 + square)


def enumeration_ms(seed: int) -> float:
    """Mean over the positions of a game, after a warm-up."""
    boards = list(_boards(seed))
    _enumerate(boards)
    start = process_time()
    _enumerate(boards)
    return 1000 * (process_time() - start) / len(boards)


def _enumerate(boards: Iterable[Bitboard]) -> None:
    for board in boards:
        sum(1 for _ in Turns.of(board).every())


def _boards(seed: int) -> Iterator[Bitboard]:
    state, dice = GAME.rules.start(2, {"first": 0}, SeededShuffle(seed)), random.Random(seed)
    while GAME.rules.outcome(state) is None:
        view = GAME.rules.observe(state, state.turn)
        yield bitboard_of(view)
        choose = choose_greedy if state.turn == Seat(0) else choose_random
        state = apply_all(GAME, state, state.turn, GAME.parse_turn(choose(view, dice)))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.gauntlet", description="Measure how strong the levels are.")
    parser.add_argument("--games", type=int, default=GAMES, help="games a pairing (default %(default)s)")
    parser.add_argument("--level", choices=MEASURED, action="append", help="only this level; may be repeated")
    parser.add_argument("--against", choices=list(CHOOSERS), action="append", help="only this opponent; likewise")
    parser.add_argument("--seed", type=int, default=FRESH, help="number of the first decks (default %(default)s)")
    parser.add_argument("--jobs", type=int, default=PROCESSES, help="processes (default %(default)s)")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="write down what was played, and go on from there")
    parser.add_argument("--show", action="store_true", help="play nothing, show what FILE holds")
    given = parser.parse_args(arguments)
    played_chunks, chosen = PlayedChunks(given.keep), pairings(given.level or MEASURED, given.against or ())
    if not chosen:
        parser.error("these levels do not meet")
    if given.show:
        held = played_chunks.by_pairing()
        results = {pairing: held[pairing] for pairing in chosen if pairing in held}
    else:
        results = dict(matches(Plan(chosen, given.games, given.seed, given.jobs, played_chunks)))
    if not results:
        parser.error("nothing has been played yet")
    show("gauntlet", report(results), Console())
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
