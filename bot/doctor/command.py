"""The doctor's command line: runs every check and prints a line a finding. Exit status 1 if there is a problem."""

import argparse
import asyncio
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from discord.http import Route

from bot.doctor import machine, remote, storage
from bot.doctor.findings import Finding, Findings, has_no_problem, problem
from bot.operations.settings import Settings, SettingsError, read_settings

WIDTH = 14


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Looks over everything the bot needs, changes nothing, and says what to do about what it finds."
    )


def run(_arguments: argparse.Namespace) -> int:
    found: list[Finding] = []
    for finding in _all_findings():
        print(finding.line(WIDTH), flush=True)
        found.append(finding)
    return 0 if has_no_problem(found) else 1


def _all_findings() -> Iterator[Finding]:
    yield from machine.versions()
    yield from machine.dependencies()
    try:
        settings = read_settings()
    except SettingsError as error:
        yield problem("settings", str(error), "see .env.example; the rest was not looked at")
        return
    yield from _with_settings(settings)


def _with_settings(settings: Settings) -> Iterable[Finding]:
    yield from machine.settings(settings, Path())
    yield from _guarded("disk", machine.disk(settings))
    yield from _guarded("database", storage.database(settings))
    yield from _guarded("copies", storage.backups(settings, datetime.now(UTC)))
    yield from _guarded("bot", storage.running(settings))
    yield from asyncio.run(remote.examine(settings.token, Route.BASE))


def _guarded(about: str, check: Findings) -> Findings:
    """Report an OSError as a finding, so that the other checks run."""
    try:
        yield from check
    except OSError as error:
        yield problem(about, f"it cannot be looked at: {error}", "run the doctor as the user the bot runs as")
