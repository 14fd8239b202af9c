"""The host's cost of an arena turn: games between two programs that only repeat known answers, compared with a line's
round trip to a child process through bare pipes in the same run."""

import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.report import Row, rates
from bot.arena import tournament
from bot.arena.registry import EXCHANGES
from bot.arena.tournament import Entrant, Plan, ShellCommand
from bot.players.registry import LEVELS
from bot.referee.records import AnyRecord
from bot.referee.turn_records import TurnRecord

TRIP = "bare pipe round trip"
GAMES, SEED, MOVE_MS = 60, 1, 60_000
LINE = b"card 12^A,57vA,08^E\n"
ECHO = "import sys\nfor line in sys.stdin: sys.stdout.write(line); sys.stdout.flush()"
REPLAYER = """import sys
answers = open(sys.argv[1])
for line in sys.stdin:
    if line == "playACard\\n":
        sys.stdout.write(answers.readline()); sys.stdout.flush()
    elif line[:5] == "hello":
        sys.stdout.write(line); sys.stdout.flush()
"""


def run() -> Iterator[Row]:
    computers = (LEVELS["greedy"], LEVELS["greedy"])
    with TemporaryDirectory() as folder, _round_trip() as trip:
        programs = _replayers(_play(computers), Path(folder))
        trips, by_programs, by_computers = rates(trip, _turns(programs), _turns(computers))
    yield Row(TRIP, 1e6 / trips, "µs", 1, TRIP)
    yield Row("arena turn, two programs", 1e6 / by_programs, "µs", trips / by_programs, TRIP)
    yield Row("arena turn, two greedy computers", 1e6 / by_computers, "µs", trips / by_computers, TRIP)


def _turns(guests: Sequence[Entrant]) -> Callable[[], int]:
    return lambda: sum(len(record.turns) for record in _play(guests))


def _play(guests: Sequence[Entrant]) -> Sequence[TurnRecord]:
    first, second = guests
    records: list[AnyRecord] = []
    tournament.run(
        Plan((first, second), GAMES, SEED, MOVE_MS, jobs=1, played=EXCHANGES["le-duel"]), None, records.append
    )
    assert {record.reason for record in records} <= {"placed_all", "stuck"}
    return [record for record in records if isinstance(record, TurnRecord)]


def _replayers(records: Sequence[TurnRecord], folder: Path) -> Sequence[ShellCommand]:
    """Programs that repeat the turns of known games on the same decks."""
    answers: tuple[list[str], list[str]] = ([], [])
    for record in records:
        for count, turn in enumerate(record.turns, start=record.first or 0):
            answers[count % 2].append(f"card {turn}\n")
    for seat, lines in enumerate(answers):
        (folder / str(seat)).write_text("".join(lines))
    return [ShellCommand(shlex.join(_python(REPLAYER, str(folder / str(seat))))) for seat in (0, 1)]


def _python(code: str, *arguments: str) -> list[str]:
    return [sys.executable, "-S", "-E", "-c", code, *arguments]


@contextmanager
def _round_trip() -> Iterator[Callable[[], int]]:
    """Send a line to a child process and wait for its echo."""
    with subprocess.Popen(_python(ECHO), stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        to_child, from_child = child.stdin, child.stdout

        def trip() -> int:
            to_child.write(LINE)
            to_child.flush()
            assert from_child.readline() == LINE
            return 1

        yield trip
