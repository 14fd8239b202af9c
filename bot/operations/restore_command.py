"""`python -m bot restore FILE [--database PATH]`: puts a copy in the database's place, once it is proven. What was
there is kept aside. Whenever this is interrupted, the database is either the one before or the copy, never half."""

import argparse
import asyncio
import os
import shutil
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from bot.operations.backups import Backups, prove
from bot.operations.exit_status import told
from bot.operations.settings import file_named, read_settings
from bot.store.sqlite.copying import check_integrity, copy_to, discard, fold
from bot.store.sqlite.database import Database, StoreError
from bot.store.sqlite.files import companions, flush_folder, give_name, resemble
from bot.store.sqlite.process_lock import only_one
from bot.store.sqlite.reading import must_be_there

KEPT = "replaced-"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the copy to restore; it stays where it is")
    parser.add_argument("--database", metavar="PATH", help="the file to replace; otherwise the one the bot would use")


def run(arguments: argparse.Namespace) -> int:
    return told(lambda: _restored(arguments))


def _restored(arguments: argparse.Namespace) -> str:
    settings = read_settings()
    if arguments.database is not None:
        settings = replace(settings, database=file_named(arguments.database, "--database"))
    return restore(Path(arguments.file), Backups.of(settings), datetime.now(UTC).replace(microsecond=0))


def restore(file: Path, backups: Backups, now: datetime) -> str:
    """Says what is where now."""
    database = backups.database
    must_be_there(file)
    if database.is_dir():
        raise StoreError(f"{database} is a folder; choose a file")
    if database.exists() and file.samefile(database):
        raise StoreError(f"{file} is the database itself")
    with only_one(database), backups.at_work():
        backups.make_folder()
        fresh = backups.restoring
        try:
            count = _prepare(file, fresh)
            if database.exists():
                resemble(fresh, database)
            kept = _keep_aside(database, backups.named(now, KEPT))
            give_name(fresh, database)
        finally:
            _clear(backups)
    games = f"{count} {'game' if count == 1 else 'games'} replayed, all as recorded"
    return f"{database} is {file} now ({games}); " + (
        f"what was there is {kept}" if kept else "nothing was there before"
    )


def _prepare(file: Path, fresh: Path) -> int:
    """A copy of the copy, of today's schema and proven, beside the database."""
    check_integrity(file)
    copy_to(file, fresh)
    asyncio.run(_migrate(fresh))
    if companions(fresh)[0].exists():  # a rename would leave behind what is in it
        raise StoreError(f"{fresh} could not be closed; try again")
    count = prove(fresh)
    assert count is not None  # noqa: S101 (migrated above)
    return count


async def _migrate(path: Path) -> None:
    await (await Database.open(path)).close()


def _clear(backups: Backups) -> None:
    """With the copy that was made of it before its schema was changed."""
    discard(backups.restoring)
    for copy in backups.before_restoring():
        copy.unlink()


def _keep_aside(database: Path, name: Path) -> Path | None:
    """The same file under a second name. Its log goes first: one left there would be read into what comes after it."""
    if not database.exists():
        return None
    for companion, aside in zip(companions(database), companions(name), strict=True):
        if companion.exists():
            shutil.copy2(companion, aside)
    if fold(database):
        discard(name)
    for companion in companions(database):  # a damaged file is kept as it was, with its log
        companion.unlink(missing_ok=True)
    _second_name(database, name)
    flush_folder(database.parent)
    return name


def _second_name(file: Path, name: Path) -> None:
    try:
        os.link(file, name)
    except OSError:  # another disk, or one that knows no second names
        unfinished = name.with_name(f"{name.name}.part")
        shutil.copy2(file, unfinished)
        give_name(unfinished, name)
    flush_folder(name.parent)
