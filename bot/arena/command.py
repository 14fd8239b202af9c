"""`python -m bot arena`: two guests play a run of games. Reads the command line, shows progress, writes the records and
prints the totals; the games are played in `tournament`."""

import argparse
import json
import secrets
import socket
import sys
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from typing import BinaryIO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from bot.arena.arguments import HIGHEST_SEED, level, loopback, os_error_text, whole_number
from bot.arena.report import Tally, table
from bot.arena.tournament import Entrant, Plan, ShellCommand, TcpProgram
from bot.arena.tournament import run as play
from bot.referee.turn_records import TurnRecord, to_json

_DEFAULT_ADDRESS = ("127.0.0.1", 5860)
_NARROWEST = 100  # columns of the table when the output is not a terminal


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--guest",
        metavar="CMD",
        type=_entrant,
        action="append",
        required=True,
        help="given twice: a shell command, level:NAME for one of our computers, or tcp for a program that connects",
    )
    parser.add_argument("--games", metavar="N", type=whole_number(1, 1_000_000), default=100, help="how many (100)")
    parser.add_argument("--seed", metavar="S", type=whole_number(0, HIGHEST_SEED), help="what the decks follow from")
    parser.add_argument(
        "--move-ms",
        metavar="MS",
        type=whole_number(1, 3_600_000),
        default=1000,
        help="time a guest has for a turn (1000)",
    )
    parser.add_argument("--jobs", metavar="J", type=whole_number(1, 64), default=1, help="games played at once (1)")
    parser.add_argument("--out", metavar="FILE", help="where to write one JSON object a game")
    parser.add_argument(
        "--listen",
        metavar="HOST:PORT",
        type=loopback,
        help="where tcp guests connect, in order of arrival (127.0.0.1:5860)",
    )


def _entrant(text: str) -> tuple[str, Entrant]:
    kind, colon, name = text.partition(":")
    if kind == "level" and colon:
        return text, level(name)
    if not text.strip():
        raise argparse.ArgumentTypeError("a guest needs a command")
    return text, TcpProgram() if text == "tcp" else ShellCommand(text)


def run(arguments: argparse.Namespace) -> int:
    guests: Sequence[tuple[str, Entrant]] = arguments.guest
    if len(guests) != 2:
        raise argparse.ArgumentTypeError(f"two --guest are needed, not {len(guests)}")
    seed = secrets.randbelow(2**32) if arguments.seed is None else arguments.seed
    plan = Plan((guests[0][1], guests[1][1]), arguments.games, seed, arguments.move_ms, arguments.jobs)
    with ExitStack() as stack:
        listener = _listen(arguments, plan, stack)
        out = (
            None if arguments.out is None else _open(arguments.out, stack)
        )  # last, so that a refused run creates no file
        if listener is not None:
            host, port = listener.getsockname()[:2]
            print(f"Waiting for programs on {host}:{port}", file=sys.stderr, flush=True)
        return _play_and_show(plan, [name for name, _ in guests], listener, out)


def _listen(arguments: argparse.Namespace, plan: Plan, stack: ExitStack) -> socket.socket | None:
    tcp_programs = sum(isinstance(entrant, TcpProgram) for entrant in plan.entrants)
    if not tcp_programs:
        if arguments.listen is not None:
            raise argparse.ArgumentTypeError("--listen is for tcp guests, and there is none")
        return None
    if tcp_programs > 1 and plan.jobs > 1:
        raise argparse.ArgumentTypeError("two tcp guests cannot be told apart at several tables: --jobs must be 1")
    host, port = arguments.listen or _DEFAULT_ADDRESS
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = stack.enter_context(socket.create_server((host, port), family=family))
    except OSError as error:
        raise argparse.ArgumentTypeError(f"cannot listen on {host}:{port}: {error.strerror}") from None
    return listener


def _open(path: str, stack: ExitStack) -> BinaryIO:
    try:
        out = open(path, "wb")  # noqa: SIM115 (the stack closes it)
    except (OSError, ValueError) as error:
        raise argparse.ArgumentTypeError(f"cannot write {path}: {os_error_text(error)}") from None
    stack.callback(_close, out)
    return out


def _close(out: BinaryIO) -> None:
    with suppress(OSError):  # reported when the write failed
        out.close()


class _WriteError(Exception):
    """A record could not be written: the disk is full or the file is gone."""


def _play_and_show(plan: Plan, names: Sequence[str], listener: socket.socket | None, out: BinaryIO | None) -> int:
    tallies = [Tally(name) for name in names]
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    screen = Console(stderr=True)
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as progress:
        bar = progress.add_task("", total=plan.games)

        def deliver(record: TurnRecord) -> None:
            for seat, tally in enumerate(tallies):
                tally.add(record, seat)
            if out is not None:
                _write(out, record)
            progress.advance(bar)

        try:
            play(plan, listener, deliver)
        except _WriteError as error:
            print(f"arbitre: cannot write the record: {error}", file=sys.stderr)
            return 1
    console = Console()
    if not console.is_terminal:
        console.width = max(console.width, _NARROWEST)
    with console.capture() as shown:  # printed below: rich exits the process on a closed pipe
        console.print(table(tallies, plan.games))
    print(shown.get(), end="")
    print(f"seed {plan.seed}, {plan.games} games")
    return 0


def _write(out: BinaryIO, record: TurnRecord) -> None:
    try:
        out.write(json.dumps(to_json(record), separators=(",", ":")).encode() + b"\n")
        out.flush()
    except OSError as error:
        raise _WriteError(os_error_text(error)) from None
