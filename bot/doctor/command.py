"""The command line of the doctor: every check in turn, a line for each finding. Status 1 if something does not work."""

import argparse
import asyncio
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from discord.http import Route

from bot.doctor import machine, remote, storage
from bot.doctor.findings import Finding, Findings, is_well, problem
from bot.operations.settings import Settings, SettingsError, read_settings

WIDTH = 14


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Looks over everything the bot needs, changes nothing, and says what to do about what it finds."
    )


def run(_arguments: argparse.Namespace) -> int:
    found: list[Finding] = []
    for finding in _everything():
        print(finding.line(WIDTH), flush=True)
        found.append(finding)
    return 0 if is_well(found) else 1


def _everything() -> Iterator[Finding]:
    yield from machine.versions()
    yield from machine.dependencies()
    try:
        settings = read_settings()
    except SettingsError as error:
        yield problem("settings", str(error), "see .env.example; the rest was not looked at")
        return
    yield from _with(settings)


def _with(settings: Settings) -> Iterable[Finding]:
    yield from machine.settings(settings, Path())
    yield from _as_far_as_allowed("disk", machine.disk(settings))
    yield from _as_far_as_allowed("database", storage.database(settings))
    yield from _as_far_as_allowed("copies", storage.backups(settings, datetime.now(UTC)))
    yield from _as_far_as_allowed("bot", storage.running(settings))
    yield from asyncio.run(remote.examine(settings.token, Route.BASE))


def _as_far_as_allowed(about: str, check: Findings) -> Findings:
    """What cannot be looked at keeps nothing else from being."""
    try:
        yield from check
    except OSError as error:
        yield problem(about, f"it cannot be looked at: {error}", "run the doctor as the user the bot runs as")
