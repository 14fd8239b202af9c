"""Checks of the machine: installed versions, free disk space, and settings."""

import platform
import re
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from bot.doctor.findings import Findings, ok, problem, warning
from bot.operations.settings import Settings, unknown_settings
from bot.resources.paths import PINS

SAFE_SQLITE = (3, 51, 3)  # before it, two concurrent writers or checkpointers can damage a database
LEAST_FREE = 200 * 1024 * 1024  # bytes
COPIES_FIT = 3  # the database, a copy in progress, and a file being vacuumed
SHOWN = 5
_READABLE_BY_OTHERS = 0o044
_PIN = re.compile(r"^(?P<name>[\w.-]+)==(?P<version>[^\s;]+)(?P<marker> *;)?", re.ASCII | re.MULTILINE)


def settings(read: Settings, folder: Path) -> Findings:
    unknown = unknown_settings(folder)
    if unknown:
        yield warning("settings", f"nothing is called {', '.join(unknown)}", "see .env.example for the names there are")
    file = folder / ".env"
    if file.is_file() and read.token and file.stat().st_mode & _READABLE_BY_OTHERS:
        yield warning("settings", "others on this machine can read .env and the token in it", "chmod 600 .env")
    if not unknown:
        yield ok("settings", f"database {read.database}, copies in {read.backup_folder}, log level {read.log_level}")


def disk(read: Settings) -> Findings:
    database = Path(read.database)
    for name, folder in {"disk": database.parent, "disk of copies": read.backup_folder}.items():
        place = _existing(folder)
        if name != "disk" and place.stat().st_dev == _existing(database.parent).stat().st_dev:
            continue
        size = database.stat().st_size if database.is_file() else 0
        free, needed = shutil.disk_usage(place).free, max(LEAST_FREE, COPIES_FIT * size)
        says = f"{_megabytes(free)} free at {place}"
        if free <= size:
            yield problem(name, says, "not even one copy of the database fits; make room before anything is lost")
        elif free < needed:
            yield warning(name, says, f"make room: {_megabytes(needed)} let copies and deletions work")
        else:
            yield ok(name, says)


def _existing(folder: Path) -> Path:
    """The folder, or its nearest existing parent."""
    absolute = folder.absolute()
    return next(place for place in (absolute, *absolute.parents) if place.is_dir())


def _megabytes(count: int) -> str:
    return f"{count / 1024 / 1024:,.0f} MB"


def versions() -> Findings:
    yield ok("python", platform.python_version())
    yield ok("discord.py", metadata.version("discord.py"))
    note = (
        ""
        if sqlite3.sqlite_version_info >= SAFE_SQLITE
        else (
            "; before 3.51.3 two writers at once can damage a database: while the bot runs, open it with nothing but"
            " Arbitre's own commands, which only read"
        )
    )
    yield ok("sqlite", f"{sqlite3.sqlite_version}{note}")


def dependencies(pins: Path = PINS) -> Findings:
    advice = f"{sys.executable} -m pip install --require-hashes -r {pins}"
    try:
        wrong = list(_not_as_pinned(_read_pins(pins)))
    except (OSError, ValueError) as error:
        yield warning("packages", f"what should be installed cannot be read ({error})", "get the project's files anew")
        return
    if not wrong:
        yield ok("packages", "all as pinned")
        return
    more = f" and {len(wrong) - SHOWN} more" if len(wrong) > SHOWN else ""
    yield warning("packages", f"{'; '.join(wrong[:SHOWN])}{more}", advice)


def _read_pins(path: Path) -> list[re.Match[str]]:
    pinned = list(_PIN.finditer(path.read_text(encoding="utf-8")))
    if not pinned:
        raise ValueError(f"{path} pins nothing")
    return pinned


def _not_as_pinned(pinned: list[re.Match[str]]) -> Iterator[str]:
    """A package pinned with a marker may be missing: the marker was evaluated when the lock was installed."""
    versions: dict[str, list[str]] = {}
    for pin in pinned:
        versions.setdefault(pin["name"], []).append(pin["version"])
    marked = {pin["name"] for pin in pinned if pin["marker"]}
    for name, allowed in versions.items():
        try:
            version = metadata.version(name)
        except metadata.PackageNotFoundError:
            if name not in marked:
                yield f"{name} {allowed[0]} is missing"
        else:
            if version not in allowed:
                yield f"{name} is {version}, not {' or '.join(allowed)}"
