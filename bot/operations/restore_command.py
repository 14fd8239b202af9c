"""`python -m bot restore FILE [--database PATH]`: replaces the database by a copy, once that is verified, and keeps the
old one. Interrupted at any point, it leaves either the old database or the copy, never a mixture."""

import argparse
import asyncio
import os
import shutil
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from bot.operations.backups import Backups, verify
from bot.operations.erase_from_backups import erase_from_file, owed_by
from bot.operations.exit_status import exit_status
from bot.operations.settings import file_path, read_settings
from bot.store.sqlite.copying import check_integrity, checkpoint, copy_to, discard
from bot.store.sqlite.database import StoreError
from bot.store.sqlite.files import copy_owner_and_mode, fsync_folder, replace_durably, wal_files
from bot.store.sqlite.process_lock import process_lock
from bot.store.sqlite.reading import require_file
from bot.store.sqlite.schema_check import check_schema
from bot.store.sqlite.store import COMMANDS, Store

REPLACED = "replaced-"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the copy to restore; it stays where it is")
    parser.add_argument("--database", metavar="PATH", help="the file to replace; otherwise the one the bot would use")


def run(arguments: argparse.Namespace) -> int:
    return exit_status(lambda: _restore(arguments))


def _restore(arguments: argparse.Namespace) -> str:
    settings = read_settings()
    if arguments.database is not None:
        settings = replace(settings, database=file_path(arguments.database, "--database"))
    return restore(Path(arguments.file), Backups.of(settings), datetime.now(UTC).replace(microsecond=0))


def restore(file: Path, backups: Backups, now: datetime) -> str:
    """Restore, and return a sentence of what is where."""
    database = backups.database
    require_file(file)
    if database.is_dir():
        raise StoreError(f"{database} is a folder; choose a file")
    if database.exists() and file.samefile(database):
        raise StoreError(f"{file} is the database itself")
    with process_lock(database), backups.locked():
        backups.make_folder()
        fresh = backups.restoring
        try:
            count = _prepare(file, fresh)
            for user_id in owed_by(backups).get(file.name, ()) if file.parent.samefile(backups.folder) else ():
                asyncio.run(erase_from_file(fresh, user_id, lambda: now))
            if database.exists():
                copy_owner_and_mode(fresh, database)
            kept = _keep_aside(database, backups.path_for(now, REPLACED))
            replace_durably(fresh, database)
        finally:
            _clear(backups)
    games = f"{count} {'game' if count == 1 else 'games'} replayed, all as recorded"
    return f"{database} is {file} now ({games}); " + (
        f"what was there is {kept}" if kept else "nothing was there before"
    )


def _prepare(file: Path, fresh: Path) -> int:
    """Copy the file beside the database, migrate and verify it. Returns the number of games."""
    check_integrity(file)
    check_schema(file)
    copy_to(file, fresh)
    asyncio.run(_migrate(fresh))
    if wal_files(fresh)[0].exists():  # a rename would leave its commits behind
        raise StoreError(f"{fresh} could not be closed; try again")
    count = verify(fresh)
    assert count is not None  # noqa: S101 (migrated above)
    return count


async def _migrate(path: Path) -> None:
    """Which commands were registered when the copy was made says nothing of those that are now."""
    store = await Store.open(path)
    try:
        await store.set_mark(COMMANDS, "")
    finally:
        await store.close()


def _clear(backups: Backups) -> None:
    """Delete the file to be restored, if it is still there, and its copy from before its migration."""
    discard(backups.restoring)
    for copy in backups.restoring_schema_copies():
        copy.unlink()


def _keep_aside(database: Path, name: Path) -> Path | None:
    """Give the old database a second name. Its log is copied and removed first: left there, SQLite would apply it to
    the new database. So it would if the database itself was moved away by hand and its log forgotten."""
    if not database.exists():
        for log, aside in zip(wal_files(database), wal_files(name), strict=True):
            if log.exists():
                shutil.move(log, aside)
        return None
    for log, aside in zip(wal_files(database), wal_files(name), strict=True):
        if log.exists():
            shutil.copy2(log, aside)
    try:
        is_sound = checkpoint(database)
    except StoreError:
        discard(name)
        raise
    if is_sound:
        discard(name)
    for log in wal_files(database):  # a damaged database is kept with the copy of its log
        log.unlink(missing_ok=True)
    _hard_link(database, name)
    fsync_folder(database.parent)
    return name


def _hard_link(file: Path, name: Path) -> None:
    try:
        os.link(file, name)
    except OSError:  # another disk, or one without hard links
        unfinished = name.with_name(f"{name.name}.part")
        shutil.copy2(file, unfinished)
        replace_durably(unfinished, name)
    fsync_folder(name.parent)
