"""The command line: `python -m bot <command>`, which is `arbitre <command>` where the package is installed.

Only the table of commands and their shared error handling enter here. A command is a module of its own, imported when
it is called, with `add_arguments(parser)` and `run(arguments) -> int`. A module raises `argparse.ArgumentTypeError` for
any bad input; it is printed here in one line.
"""

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, NoReturn, Protocol, cast

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

COMMANDS: dict[str, tuple[str, str]] = {
    "run": ("connect to Discord", "bot.edge.run"),
    "sync": ("register the commands with Discord at once, for development", "bot.edge.sync_command"),
    "arena": ("two programs play each other, refereed", "bot.arena.command"),
    "guest": ("our computer as a program at the table, on standard input and output", "bot.arena.le_duel.guest"),
    "play": ("play in the browser on a simulated Discord, no token needed", "bot.playground.command"),
    "backup": ("copy the database, also while the bot runs", "bot.operations.backup_command"),
    "restore": ("put such a copy in the database's place", "bot.operations.restore_command"),
    "health": ("ask the running bot how it is", "bot.operations.health_command"),
    "doctor": ("look over everything the bot needs, and say what to do", "bot.doctor.command"),
    "check": ("replay every stored game against its snapshot", "bot.operations.check_command"),
    "ratings": ("compute every rating and record anew from the results", "bot.operations.ratings_command"),
    "cards": ("check a card file of DUEL, and print its cards", "bot.operations.duel.cards_command"),
    "verify": ("replay records and recompute their shuffles", "bot.arena.verification"),
}
_OURS = ("bot", "cogs")
FAILED = 1
BAD_INPUT = 2
INTERRUPTED = 128 + signal.SIGINT
PIPE_CLOSED = 128 + 13  # what a shell reports for SIGPIPE


class Command(Protocol):
    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...

    def run(self, arguments: argparse.Namespace) -> int: ...


class _Parser(argparse.ArgumentParser):
    """Raise instead of exiting on an error; let a BrokenPipeError from printing the help through."""

    def error(self, message: str) -> NoReturn:
        raise argparse.ArgumentTypeError(message)

    def print_help(self, file: "SupportsWrite[str] | None" = None) -> None:
        print(self.format_help(), end="", file=file)


def main(argv: Sequence[str], called: str = "python -m bot") -> int:
    try:
        status = _dispatch(argv, called)
        sys.stdout.flush()
    except argparse.ArgumentTypeError as complaint:
        _complain(str(complaint))
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _give_up_output()
        return PIPE_CLOSED
    except OSError as error:
        _give_up_output()
        _complain(str(error))
        return FAILED
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] in _OURS:
            raise
        _complain(f"this Python has no {error.name}: run `make install`, then .venv/bin/python in place of python")
        return FAILED
    return status


def _give_up_output() -> None:
    """Point standard output at /dev/null: the interpreter would otherwise report the failed flush at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _dispatch(argv: Sequence[str], called: str) -> int:
    name, *rest = argv or ("",)
    if name in COMMANDS:
        help_line, module = COMMANDS[name]
        command = cast("Command", import_module(module))
        parser = _Parser(prog=f"{called} {name}", description=help_line, allow_abbrev=False)
        command.add_arguments(parser)
        return _run(command, parser, rest)
    if name in ("-h", "--help"):
        print(_overview(called))
        return 0
    raise argparse.ArgumentTypeError(
        f"{f'there is no command {name!r}' if name else 'a command is missing'}; there are: {', '.join(COMMANDS)}"
    )


def _run(command: Command, parser: argparse.ArgumentParser, argv: Sequence[str]) -> int:
    try:
        arguments = parser.parse_args(argv)
    except SystemExit:  # --help has been printed
        return 0
    return command.run(arguments)


def _overview(called: str) -> str:
    width = max(map(len, COMMANDS))
    lines = (f"  {name:{width}}  {help_line}" for name, (help_line, _) in COMMANDS.items())
    return "\n".join((f"usage: {called} <command> [--help]", "", *lines))


def _complain(message: str) -> None:
    """Print one line, whatever characters the message holds."""
    line = "".join(sign if sign.isprintable() else " " for sign in " ".join(message.split()))
    print(f"arbitre: {line}", file=sys.stderr)


def _open_missing_streams() -> None:
    """Replace a standard stream that was closed before the start (None) with /dev/null."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 (open until the process ends)


def console() -> int:
    """The installed program `arbitre`."""
    _open_missing_streams()
    return main(sys.argv[1:], "arbitre")


if __name__ == "__main__":
    _open_missing_streams()
    sys.exit(main(sys.argv[1:]))
