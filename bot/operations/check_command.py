"""`python -m bot check [--database PATH]`: replays every stored game against its snapshot. Only reads."""

import argparse
from pathlib import Path

from bot.operations.settings import SettingsError, read_settings
from bot.referee.check import findings
from bot.store.sqlite.database import StoreError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--database", metavar="PATH", help="the file to check; otherwise the one the bot would use")


def run(arguments: argparse.Namespace) -> int:
    count = wrong = 0
    try:
        for number, problem in findings(_database(arguments.database)):
            count += 1
            if problem is not None:
                wrong += 1
                print(f"game {number}: {problem}")
    except (StoreError, SettingsError, ValueError) as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    games = f"{count} {'game' if count == 1 else 'games'} checked"
    print(f"{games}, {wrong} not as recorded" if wrong else f"{games}, all as recorded")
    return 1 if wrong else 0


def _database(given: str | None) -> Path:
    return Path(read_settings().database if given is None else given)
