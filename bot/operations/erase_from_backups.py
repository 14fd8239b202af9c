"""Erases a person from the database and its backups: from each backup as if it had been done when that was made. A
backup in which that fails is deleted, because it would hold data that must not be kept."""

import asyncio
import logging
import shutil
from collections.abc import Callable
from contextlib import ExitStack, suppress
from datetime import datetime
from pathlib import Path

from bot.operations.backups import UNFINISHED, Backups
from bot.referee.erase_person import Erasure, erase_person
from bot.referee.referee import Referee
from bot.referee.rulings import Rulings
from bot.store.sqlite.copying import check_integrity, discard
from bot.store.sqlite.files import replace_durably
from bot.store.sqlite.store import Store

log = logging.getLogger(__name__)

LOCK_POLL_SECONDS = 0.2  # between two attempts to take the lock


async def erase_everywhere(
    referee: Referee, user_id: int, erasure: Erasure, backups: Backups, clock: Callable[[], datetime]
) -> None:
    """Wait for a copy in progress first: it may hold the person too, and a database being read cannot be vacuumed."""
    with ExitStack() as stack:
        while not stack.enter_context(backups.locked(wait=False)):
            stack.close()
            await asyncio.sleep(LOCK_POLL_SECONDS)
        await erase_person(referee, user_id, erasure)
        for copy in backups.copies():
            await _erase_from(copy, user_id, clock)


async def _erase_from(copy: Path, user_id: int, clock: Callable[[], datetime]) -> None:
    unfinished = copy.with_name(f"{copy.name}{UNFINISHED}")
    try:
        await asyncio.to_thread(shutil.copy2, copy, unfinished)
        await _erase(unfinished, user_id, clock)
        await asyncio.to_thread(check_integrity, unfinished)
        await asyncio.to_thread(replace_durably, unfinished, copy)
    except Exception as error:
        discard(copy)
        log.warning("a copy could not be rid of somebody's data and was removed: %s", type(error).__name__)
    finally:
        discard(unfinished)


async def _erase(path: Path, user_id: int, clock: Callable[[], datetime]) -> None:
    store = await Store.open(path)
    try:
        await erase_person(Referee(store, clock, rulings=Rulings()), user_id, Erasure())
    finally:
        await store.close()
    with suppress(OSError):  # of the copy made before migrating; not empty if it is another database's
        (path.parent / "backups").rmdir()
