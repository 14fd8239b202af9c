"""Checks of the database, its copies and the running bot. Opens the database read-only."""

import http.client
import json
import os
from datetime import datetime
from pathlib import Path

from bot.doctor.findings import Findings, ok, problem, warning
from bot.operations.backups import Backups
from bot.operations.health import ask_running_bot
from bot.operations.settings import Settings
from bot.referee.check import findings as replayed
from bot.store.sqlite.copying import check_integrity, schema_of
from bot.store.sqlite.database import MIGRATIONS, StoreError, migrations
from bot.store.sqlite.process_lock import is_locked

HOUR = 3600.0  # seconds
LATE = 36 * HOUR  # a copy is made each day


def database(read: Settings) -> Findings:
    path = Path(read.database)
    if not path.exists():
        yield from _missing(path)
        return
    if not os.access(path, os.R_OK | os.W_OK) or not os.access(path.parent, os.W_OK):
        yield problem("database", f"{path} or its folder cannot be written to", "give them to the user the bot runs as")
    try:
        check_integrity(path)
        yield from _games(path)
    except StoreError as error:
        yield problem("database", str(error), "stop the bot and put a copy in its place: python -m bot restore FILE")


def _missing(path: Path) -> Findings:
    place = next(folder for folder in path.absolute().parents if folder.is_dir())
    if os.access(place, os.W_OK):
        yield ok("database", f"{path} is not there yet; the bot makes it when it starts")
    else:
        yield problem("database", f"{path} cannot be made", f"let the user the bot runs as write to {place}")


def _games(path: Path) -> Findings:
    schema, newest = schema_of(path), migrations(MIGRATIONS)[-1][0]
    if schema > newest:
        yield problem("database", f"schema {schema} was written by a newer Arbitre", "update the program")
        return
    if schema < newest:
        yield ok("database", f"sound; schema {schema} becomes {newest} when the bot starts, after a copy")
        return
    count, wrong = 0, list[str]()
    for number, fault in replayed(path):
        count += 1
        if fault is not None:
            wrong.append(f"game {number}: {fault}")
    if wrong:
        yield problem(
            "database", f"{len(wrong)} of {count} games are not as recorded ({wrong[0]})", "python -m bot check"
        )
    else:
        yield ok("database", f"sound, schema {schema}, {count} games replayed, all as recorded")


def backups(read: Settings, now: datetime) -> Findings:
    copies = Backups.of(read)
    if not copies.are_automatic:
        yield warning(
            "copies", "none are made by themselves", "set ARBITRE_BACKUPS_DAILY, or run python -m bot backup daily"
        )
    if not Path(read.database).exists():
        return
    age = copies.age(now)
    if age is None:
        yield warning(
            "copies", f"there is none in {copies.folder}", "python -m bot backup; a running bot makes one each day"
        )
    elif age > LATE:
        said = f"the newest is {age / 24 / HOUR:.1f} days old"
        yield warning("copies", said, "look for 'no copy of the database' in the log, and run python -m bot backup")
    else:
        yield ok("copies", f"{len(copies.dated())} in {copies.folder}, the newest {age / HOUR:.0f} hours old")


def running(read: Settings) -> Findings:
    """The health of a bot running on this database, if it can be asked."""
    if not Path(read.database).parent.is_dir() or not is_locked(Path(read.database)):
        yield ok("bot", "not running")
    elif read.metrics_port is None:
        yield ok("bot", "running; with ARBITRE_METRICS_PORT it could be asked how it is")
    else:
        yield from _health(read.metrics_port)


def _health(port: int) -> Findings:
    try:
        said = json.loads(ask_running_bot(port)[1])
        failing, look_at = dict(said["failing"]), dict(said["look_at"])
    except (OSError, http.client.HTTPException, ValueError, LookupError, TypeError):
        yield warning("bot", f"running, but nobody answers at port {port}", "start it anew with the settings of today")
        return
    for what, why in failing.items():
        yield problem("bot", f"{what}: {why}", "see its log")
    for what, why in look_at.items():
        yield warning("bot", f"{what}: {why}", "see its log")
    if not failing and not look_at:
        yield ok("bot", "running and well")
