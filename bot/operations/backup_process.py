"""Runs `python -m bot backup` in a child process with low priority, so that no game waits for it."""

import asyncio
import os
import sys
from contextlib import suppress

from bot.operations.backups import Backups
from bot.resources.paths import ROOT

MAX_REASON = 300


async def run_backup_command(backups: Backups, *flags: str) -> tuple[str, str | None]:
    """What it said, and why it failed, if it did. Cancelled, it is killed."""
    try:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", "backup", *flags, *_options(backups)),
            cwd=ROOT,
            env={name: value for name, value in os.environ.items() if not name.startswith("DISCORD_TOKEN")},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
    except OSError as error:
        return "", str(error)
    try:
        out, err = await process.communicate()
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
    said = out.decode(errors="replace").strip()
    if process.returncode == 0:
        return said, None
    lines = err.decode(errors="replace").strip().splitlines()
    return said, (lines[-1] if lines else f"status {process.returncode}")[:MAX_REASON]


def _options(backups: Backups) -> tuple[str, ...]:
    return (
        *("--database", str(backups.database.absolute()), "--to", str(backups.folder.absolute())),
        *("--daily", str(backups.daily), "--weekly", str(backups.weekly)),
    )
