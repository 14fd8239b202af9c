"""Makes a copy of the database each day. A failure is logged, reported and retried; it stops nothing."""

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime

from bot.operations.backup_process import run_backup_command
from bot.operations.backups import Backups
from bot.operations.erase_from_backups import settle_apart

log = logging.getLogger(__name__)

DAY = 24 * 60 * 60.0  # seconds, as all constants here
FIRST_DELAY = 60.0  # after a boot: answering players comes first
RETRY_DELAY = 60 * 60.0  # after a failure

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
                await settle_apart(self._backups)

    def _wait(self) -> float:
        """Seconds until the next copy is due. Zero if there is none, or only copies from the future, made while the
        clock was wrong."""
        age = self._backups.age(self._clock())
        return 0.0 if age is None else max(0.0, DAY - age)

    async def _make(self) -> str | None:
        try:
            self._backups.make_folder()
        except OSError as error:
            return str(error)
        said, failure = await run_backup_command(self._backups, "--thin-out")
        if failure is None:
            log.info("a copy of the database was made: %s", said)
        return failure
