"""`python -m bot backup [--to FILE|FOLDER] [--database PATH]`: a verified copy, whether or not a bot is running."""

import argparse
import asyncio
import contextlib
import os
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from bot.operations.backups import Backups, make_copy
from bot.operations.erase_from_backups import settle
from bot.operations.exit_status import exit_status
from bot.operations.settings import Settings, read_settings
from bot.store.sqlite.database import StoreError
from bot.store.sqlite.reading import require_file

MOST_DIGITS = 4
NICENESS = 10  # running games come first


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--to", metavar="PATH", help="a new file, or a folder; otherwise the folder the bot would use")
    parser.add_argument("--database", metavar="PATH", help="the file to copy; otherwise the one the bot would use")
    parser.add_argument("--thin-out", action="store_true", help="then remove old copies, as the bot does each day")
    parser.add_argument(
        "--clean",
        action="store_true",
        help="make no copy, but erase deleted people from those there are",
    )
    for kind in ("daily", "weekly"):
        parser.add_argument(
            f"--{kind}", type=_number, metavar="N", help=f"{kind} copies to keep; otherwise as in settings"
        )


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of copies")
    return int(text)


def run(arguments: argparse.Namespace) -> int:
    with contextlib.suppress(OSError):
        os.nice(NICENESS)
    return exit_status(lambda: _back_up(_settings(arguments), arguments))


def _settings(arguments: argparse.Namespace) -> Settings:
    """The command line takes precedence over the environment."""
    given = {
        "database": None if arguments.database is None else Path(arguments.database),
        "daily_backups": arguments.daily,
        "weekly_backups": arguments.weekly,
    }
    return replace(read_settings(), **{name: value for name, value in given.items() if value is not None})


def _back_up(settings: Settings, arguments: argparse.Namespace) -> str:
    target = None if arguments.to is None else Path(arguments.to)
    require_file(Path(settings.database))
    if target is not None and not target.is_dir():
        with Backups.of(settings).locked():
            return _summary(target, make_copy(Path(settings.database), _require_new(target)))
    backups = Backups.of(settings if target is None else replace(settings, backups=target))
    if arguments.clean:
        left = asyncio.run(settle(backups, lambda: datetime.now(UTC)))
        return f"{left} {'copy still holds' if left == 1 else 'copies still hold'} data of deleted people"
    now = datetime.now(UTC).replace(microsecond=0)
    path, count = backups.make(now)
    gone = backups.prune(now) if arguments.thin_out else []
    return _summary(path, count) + (
        f"; {len(gone)} old {'copy' if len(gone) == 1 else 'copies'} removed" if gone else ""
    )


def _require_new(target: Path) -> Path:
    if target.exists():
        raise StoreError(f"{target} is there already; choose another name, or a folder")
    if not target.parent.is_dir():
        raise StoreError(f"there is no folder {target.parent}")
    return target


def _summary(path: Path, count: int | None) -> str:
    if count is None:
        return f"{path}: sound, but not replayed, for its schema is older than this program's"
    return f"{path}: {count} {'game' if count == 1 else 'games'} replayed, all as recorded"
