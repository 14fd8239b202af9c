"""Makes a copy of the database each day, in a child process with low priority, so that no game waits for it. A failure
is logged, reported and retried; it stops nothing."""

import asyncio
import logging
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime

from bot.operations.backups import Backups
from bot.operations.erase_from_backups import settle_owed
from bot.resources.paths import ROOT

log = logging.getLogger(__name__)

DAY = 24 * 60 * 60.0  # seconds, as all constants here
FIRST_DELAY = 60.0  # after a boot: answering players comes first
RETRY_DELAY = 60 * 60.0  # after a failure
MAX_REASON = 300

Report = Callable[[str | None], None]  # called with the reason of a failure, or None


class DailyBackups:
    def __init__(
        self, backups: Backups, clock: Callable[[], datetime], report: Report, first_delay: float = FIRST_DELAY
    ) -> None:
        self._backups = backups
        self._clock = clock
        self._report = report
        self._first_delay = first_delay

    async def run(self) -> None:
        """Run until cancelled, which kills a copy in progress."""
        await asyncio.sleep(self._first_delay)
        while True:
            await asyncio.sleep(self._wait())
            failure = await self._make()
            self._report(failure)
            if failure is not None:
                log.error("no copy of the database could be made: %s", failure)
                await asyncio.sleep(RETRY_DELAY)
            else:
                await settle_owed(self._backups, self._clock)

    def _wait(self) -> float:
        """Seconds until the next copy is due. Zero if there is none, or only copies from the future, made while the
        clock was wrong."""
        age = self._backups.age(self._clock())
        return 0.0 if age is None else max(0.0, DAY - age)

    async def _make(self) -> str | None:
        try:
            self._backups.make_folder()
            return await self._run(sys.executable, "-m", "bot", "backup", "--thin-out", *self._options())
        except OSError as error:
            return str(error)

    def _options(self) -> tuple[str, ...]:
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
        return (lines[-1] if lines else f"status {process.returncode}")[:MAX_REASON]
