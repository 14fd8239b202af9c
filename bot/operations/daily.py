"""A copy of the database each day, made by the running bot: in a process of its own and politely, so that no game waits
for it. Whatever goes wrong is said, and tried again; it stops nothing."""

import asyncio
import logging
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime

from bot.operations.backups import Backups
from bot.resources.paths import ROOT

log = logging.getLogger(__name__)

DAY = 24 * 60 * 60.0  # seconds, like all here
SOON = 60.0  # after a boot: people who waited for it come first
AGAIN = 60 * 60.0  # after a failure
LONGEST_COMPLAINT = 300

Report = Callable[[str | None], None]  # what went wrong, if anything


class DailyBackups:
    def __init__(self, backups: Backups, clock: Callable[[], datetime], report: Report, soon: float = SOON) -> None:
        self._backups = backups
        self._clock = clock
        self._report = report
        self._soon = soon

    async def run(self) -> None:
        """Until cancelled; a copy that is being made then is given up."""
        await asyncio.sleep(self._soon)
        while True:
            await asyncio.sleep(self._wait())
            complaint = await self._made()
            self._report(complaint)
            if complaint is not None:
                log.error("no copy of the database could be made: %s", complaint)
                await asyncio.sleep(AGAIN)

    def _wait(self) -> float:
        """No copy, or only some from the future because the clock was wrong: at once."""
        age = self._backups.age(self._clock())
        return 0.0 if age is None else max(0.0, DAY - age)

    async def _made(self) -> str | None:
        try:
            self._backups.make_folder()
            return await self._run(sys.executable, "-m", "bot", "backup", "--thin-out", *self._places())
        except OSError as error:
            return str(error)

    def _places(self) -> tuple[str, ...]:
        return (
            *("--database", str(self._backups.database.absolute()), "--to", str(self._backups.folder.absolute())),
            *("--daily", str(self._backups.daily), "--weekly", str(self._backups.weekly)),
        )

    async def _run(self, *command: str) -> str | None:
        process = await asyncio.create_subprocess_exec(
            *command,
            cwd=ROOT,
            env={name: value for name, value in os.environ.items() if not name.startswith("DISCORD_TOKEN")},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            out, err = await process.communicate()
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        if process.returncode == 0:
            log.info("a copy of the database was made: %s", out.decode(errors="replace").strip())
            return None
        lines = err.decode(errors="replace").strip().splitlines()
        return (lines[-1] if lines else f"status {process.returncode}")[:LONGEST_COMPLAINT]
