"""Somebody who has their data deleted is taken out of the copies too, in each as if they had left when it was made. A
copy in which that cannot be done is removed: it would hold what nobody may keep any more."""

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
from bot.store.sqlite.files import give_name
from bot.store.sqlite.store import Store

log = logging.getLogger(__name__)

MOMENT = 0.2  # seconds between two looks whether somebody is done


async def depart_everywhere(
    referee: Referee, user_id: int, erasure: Erasure, backups: Backups, clock: Callable[[], datetime]
) -> None:
    """Whoever makes a copy just now is waited for: it may hold them too, and what is being read cannot be wiped."""
    with ExitStack() as stack:
        while not stack.enter_context(backups.at_work(patiently=False)):
            stack.close()
            await asyncio.sleep(MOMENT)
        await erase_person(referee, user_id, erasure)
        for copy in backups.copies():
            await _depart_from(copy, user_id, clock)


async def _depart_from(copy: Path, user_id: int, clock: Callable[[], datetime]) -> None:
    unfinished = copy.with_name(f"{copy.name}{UNFINISHED}")
    try:
        await asyncio.to_thread(shutil.copy2, copy, unfinished)
        await _forget(unfinished, user_id, clock)
        await asyncio.to_thread(check_integrity, unfinished)
        await asyncio.to_thread(give_name, unfinished, copy)
    except Exception as error:
        discard(copy)
        log.warning("a copy could not be rid of somebody's data and was removed: %s", type(error).__name__)
    finally:
        discard(unfinished)


async def _forget(path: Path, user_id: int, clock: Callable[[], datetime]) -> None:
    store = await Store.open(path)
    try:
        await erase_person(Referee(store, clock, rulings=Rulings()), user_id, Erasure())
    finally:
        await store.close()
    with suppress(OSError):  # where it was copied before its schema was changed; not empty if it is somebody else's
        (path.parent / "backups").rmdir()
