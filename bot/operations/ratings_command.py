"""`python -m bot ratings rebuild [--database PATH]`: recomputes ratings and tallies from the results."""

import argparse
import asyncio
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

from bot.operations.settings import SettingsError, file_path, read_settings
from bot.referee.results import rebuild
from bot.store.sqlite.database import StoreError, damage_as_store_error
from bot.store.sqlite.process_lock import process_lock
from bot.store.sqlite.rebuilding import Rebuilt
from bot.store.sqlite.store import Store


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=("rebuild",), help="rebuild: compute everything anew, and say what differed")
    parser.add_argument("--database", metavar="PATH", help="the file to work on; otherwise the one the bot would use")


def run(arguments: argparse.Namespace) -> int:
    begun = datetime.now(UTC)
    try:
        path = _database(arguments.database)
        if not path.is_file():
            raise StoreError(f"{path} is not there, or not a file")
        with process_lock(path), damage_as_store_error(path):
            rebuilt = asyncio.run(_rebuild(path))
    except (StoreError, SettingsError) as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    except sqlite3.OperationalError as error:  # above all a full disk
        raise argparse.ArgumentTypeError(f"{path} cannot be written: {error}; it is as it was") from None
    seconds = (datetime.now(UTC) - begun).total_seconds()
    outcome = f"{rebuilt.changed} were put right" if rebuilt.changed else "all as recorded"
    print(f"{rebuilt.games} results, {rebuilt.rows} rows that follow from them: {outcome} ({seconds:.1f} s)")
    return 0


def _database(given: str | None) -> Path:
    return Path(read_settings().database) if given is None else file_path(given, "--database")


async def _rebuild(path: Path) -> Rebuilt:
    store = await Store.open(path)
    try:
        return await rebuild(store)
    finally:
        await store.close()
