"""`python -m bot arena`: guests play a run of games. Reads the command line, shows progress, writes the records and
prints the totals; the games are played in `tournament`."""

import argparse
import json
import secrets
import socket
import sys
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import BinaryIO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from bot.arena.arguments import HIGHEST_SEED, level_of, loopback, os_error_text, whole_number
from bot.arena.connections import can_isolate
from bot.arena.registry import EXCHANGES, Exchange
from bot.arena.report import Tally, table
from bot.arena.table import Setting
from bot.arena.tournament import Entrant, Plan, ShellCommand, TcpProgram, entrant_at
from bot.arena.tournament import run as play
from bot.games.core import AnyGame, Json, RuleError, unshuffled
from bot.games.registry import GAMES
from bot.referee import turn_records
from bot.referee.records import AnyRecord, to_json
from bot.referee.turn_records import TurnRecord

_DEFAULT_ADDRESS = ("127.0.0.1", 5860)
NOT_ISOLATED = (
    "Guests are not isolated: this system allows no namespaces of their own, so a program could stop another, or read"
    " the seed from the command line."
)
_NARROWEST = 100  # columns of the table when the output is not a terminal


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--guest",
        metavar="CMD",
        type=_guest,
        action="append",
        required=True,
        help="given for each: a shell command, level:NAME for one of our computers, or tcp for a program that connects",
    )
    parser.add_argument(
        "--game", metavar="KEY", choices=sorted(GAMES), default=next(iter(EXCHANGES)), help=", ".join(GAMES)
    )
    parser.add_argument(
        "--protocol",
        type=int,
        choices=(1, 2),
        help=f"1: the own exchange of {', '.join(EXCHANGES)}, the default there; 2: that for every game",
    )
    parser.add_argument(
        "--seats", metavar="N", type=whole_number(1, 64), help="players at a table; guests cycle (as many as guests)"
    )
    parser.add_argument(
        "--option",
        metavar="NAME=JSON",
        type=_option,
        action="append",
        default=[],
        help="an option of the game, such as fire=true",
    )
    parser.add_argument(
        "--deck",
        metavar="NAME|FILE",
        type=_deck,
        action="append",
        default=[],
        help="given for each guest: the deck it brings, by name or in a file",
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


def _guest(text: str) -> str:
    if not text.strip():
        raise argparse.ArgumentTypeError("a guest needs a command")
    return text


def _entrant(game: str, text: str) -> Entrant:
    kind, colon, name = text.partition(":")
    if kind == "level" and colon:
        return level_of(game, name)
    return TcpProgram() if text == "tcp" else ShellCommand(text)


def _option(text: str) -> tuple[str, Json]:
    name, equals, value = text.partition("=")
    try:
        return name, json.loads(value if equals else "")
    except (ValueError, RecursionError):
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=JSON, such as fire=true") from None


def _deck(text: str) -> str:
    """The text itself, or that of the file it names."""
    path = Path(text)
    try:
        return path.read_text(encoding="utf-8") if path.is_file() else text
    except (OSError, ValueError) as error:
        raise argparse.ArgumentTypeError(f"cannot read {text}: {os_error_text(error)}") from None


def run(arguments: argparse.Namespace) -> int:
    guests: Sequence[str] = arguments.guest
    seed = secrets.randbelow(2**32) if arguments.seed is None else arguments.seed
    plan = Plan(
        entrants=tuple(_entrant(arguments.game, text) for text in guests),
        games=arguments.games,
        seed=seed,
        move_ms=arguments.move_ms,
        jobs=arguments.jobs,
        played=_played(arguments, seed),
        is_isolated=_is_isolated(guests),
    )
    with ExitStack() as stack:
        listener = _listen(arguments, plan, stack)
        out = (
            None if arguments.out is None else _open(arguments.out, stack)
        )  # last, so that a refused run creates no file
        if listener is not None:
            host, port = listener.getsockname()[:2]
            print(f"Waiting for programs on {host}:{port}", file=sys.stderr, flush=True)
        return _play_and_show(plan, guests, listener, out)


def _is_isolated(guests: Sequence[str]) -> bool:
    """Programs are kept from seeing and signalling each other and us, where the system allows it."""
    programs = [text for text in guests if text != "tcp" and not text.startswith("level:")]
    if not programs:
        return False
    if can_isolate():
        return True
    print(NOT_ISOLATED, file=sys.stderr, flush=True)
    return False


def _played(arguments: argparse.Namespace, seed: int) -> Setting | Exchange:
    """What protocol 2 plays, or the exchange of the game's own."""
    game, guests = GAMES[arguments.game], len(arguments.guest)
    protocol = arguments.protocol or (1 if game.key in EXCHANGES else 2)
    if protocol == 1:
        if game.key not in EXCHANGES:
            raise argparse.ArgumentTypeError(f"protocol 1 is for {', '.join(EXCHANGES)} alone")
        if arguments.option or arguments.deck or arguments.seats not in (None, 2):
            raise argparse.ArgumentTypeError("--option, --deck and --seats are for protocol 2")
        if guests != 2:
            raise argparse.ArgumentTypeError(f"two --guest are needed, not {guests}")
        return EXCHANGES[game.key]
    seats = arguments.seats or max(guests, min(game.seats))
    if seats not in game.seats or guests > seats:
        raise argparse.ArgumentTypeError(f"{game.key} is for {_count(game.seats)}; {guests} guests have {seats} seats")
    try:
        setting = Setting(game, seats, _options(arguments, game, seats), seed)
        game.rules.start(seats, setting.options, unshuffled)
    except RuleError as refusal:
        raise argparse.ArgumentTypeError(f"these options are refused: {refusal.code.replace('_', ' ')}") from None
    return setting


def _options(arguments: argparse.Namespace, game: AnyGame, seats: int) -> dict[str, Json]:
    """What is agreed, defaults too, so that a record says it, and what each seat brings: its guest's deck, or the usual
    one."""
    defaults = {name: values[0] for name, values in game.options.items() if values[0] is not None}
    agreed: dict[str, Json] = defaults | dict(arguments.option)
    if arguments.deck and not game.brought:
        raise argparse.ArgumentTypeError(f"nobody brings a deck to {game.key}")
    if len(arguments.deck) not in (0, len(arguments.guest)):
        raise argparse.ArgumentTypeError("--deck is given for each guest or not at all")
    decks = arguments.deck or [""]
    return agreed | {
        name: [read(decks[seat % len(decks)], agreed) for seat in range(seats)] for name, read in game.brought.items()
    }


def _count(seats: range) -> str:
    return str(seats[0]) if len(seats) == 1 else f"{seats[0]} to {seats[-1]}"


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

        def deliver(record: AnyRecord) -> None:
            for guest, tally in enumerate(tallies):
                tally.add(record, _seats_of(plan, record, guest))
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
        console.print(table(tallies, plan.games, asked="turn" if isinstance(plan.played, Exchange) else "action"))
    print(shown.get(), end="")
    print(f"seed {plan.seed}, {plan.games} games")
    return 0


def _seats_of(plan: Plan, record: AnyRecord, guest: int) -> list[int]:
    if isinstance(plan.played, Exchange):
        return [guest]
    number, guests = record.number or 0, len(plan.entrants)
    return [seat for seat in range(plan.played.seats) if entrant_at(seat, number, guests) == guest]


def _write(out: BinaryIO, record: AnyRecord) -> None:
    try:
        raw = turn_records.to_json(record) if isinstance(record, TurnRecord) else to_json(record)
        out.write(json.dumps(raw, separators=(",", ":")).encode() + b"\n")
        out.flush()
    except OSError as error:
        raise _WriteError(os_error_text(error)) from None
