"""Erases a person from the database and its backups: from each backup as if it had been done when that was made. A
sound backup is only ever replaced by a cleaned one. Where that fails, the person's id is noted beside the copies, the
next daily copy tries again, and a restore cleans what it restores."""

import asyncio
import json
import logging
import shutil
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import ExitStack, asynccontextmanager, suppress
from datetime import datetime
from pathlib import Path

from bot.operations.backups import UNFINISHED, Backups
from bot.referee.erase_person import Erasure, erase_person
from bot.referee.referee import Referee
from bot.referee.rulings import Rulings
from bot.store.sqlite.copying import check_integrity, discard
from bot.store.sqlite.database import DamagedError, StoreError
from bot.store.sqlite.files import replace_durably
from bot.store.sqlite.store import Store

log = logging.getLogger(__name__)

OWED = "erasures.json"  # whose data is still to be erased from which copy
LOCK_POLL_SECONDS = 0.2  # between two attempts to take the lock


async def erase_everywhere(
    referee: Referee, user_id: int, erasure: Erasure, backups: Backups, clock: Callable[[], datetime]
) -> int:
    """Return the number of backups that still hold the person and are cleaned later."""
    await erase_and_note(referee, user_id, erasure, backups)
    return await settle_all(backups, clock)


async def erase_and_note(referee: Referee, user_id: int, erasure: Erasure, backups: Backups) -> None:
    """Erase a person from the database, and note that they are to be erased from every backup. Waits for a copy in
    progress first: it may hold the person too, and while it reads, the database's log cannot be emptied."""
    async with _locked(backups):
        await erase_person(referee, user_id, erasure)
        owed = owed_by(backups)
        for copy in backups.copies():
            owed.setdefault(copy.name, []).append(user_id)
        _note(backups, owed)


async def settle_all(backups: Backups, clock: Callable[[], datetime]) -> int:
    """Erase from the backups whoever is noted, all of them in one pass; return how many still hold somebody."""
    async with _locked(backups):
        return await _settle(backups, owed_by(backups), clock)


@asynccontextmanager
async def _locked(backups: Backups) -> AsyncIterator[None]:
    with ExitStack() as stack:
        while not stack.enter_context(backups.locked(wait=False)):
            stack.close()
            await asyncio.sleep(LOCK_POLL_SECONDS)
        yield


async def settle_owed(backups: Backups, clock: Callable[[], datetime]) -> int:
    """Try again what could not be erased from backups; return how many of them still hold somebody. What fails is
    tried again at the next call."""
    owed: dict[str, list[int]] = {}
    try:
        with backups.locked(wait=False) as is_acquired:
            owed = owed_by(backups) if is_acquired else {}
            return await _settle(backups, owed, clock) if owed else 0
    except OSError as error:
        log.warning("copies could not be rid of somebody's data yet: %s", type(error).__name__)
        return len(owed)


def owed_by(backups: Backups) -> dict[str, list[int]]:
    """The ids that are still to be erased, by name of the copy that holds them."""
    try:
        raw = json.loads((backups.folder / OWED).read_bytes())
    except FileNotFoundError:
        return {}
    except ValueError:
        log.error("%s cannot be read; whose data the copies still hold is not known", backups.folder / OWED)
        return {}
    names = {copy.name for copy in backups.copies()}
    return {name: ids for name, ids in raw.items() if name in names}


def _note(backups: Backups, owed: dict[str, list[int]]) -> None:
    path = backups.folder / OWED
    if not owed:
        path.unlink(missing_ok=True)
        return
    unfinished = path.with_name(f"{OWED}{UNFINISHED}")
    unfinished.touch(mode=0o600)
    unfinished.write_text(json.dumps(owed), encoding="ascii")
    replace_durably(unfinished, path)


async def _settle(backups: Backups, owed: dict[str, list[int]], clock: Callable[[], datetime]) -> int:
    for name in list(owed):
        if await _erase_from(backups.folder / name, owed[name], clock):
            del owed[name]
            _note(backups, owed)
    return len(owed)


async def _erase_from(copy: Path, user_ids: Iterable[int], clock: Callable[[], datetime]) -> bool:
    unfinished = copy.with_name(f"{copy.name}{UNFINISHED}")
    try:
        await asyncio.to_thread(shutil.copy2, copy, unfinished)
        for user_id in user_ids:
            await erase_from_file(unfinished, user_id, clock)
        await asyncio.to_thread(check_integrity, unfinished)
        await asyncio.to_thread(replace_durably, unfinished, copy)
    except Exception as error:
        log.warning("a copy could not be rid of somebody's data yet: %s", type(error).__name__)
        return await asyncio.to_thread(_discard_if_damaged, copy)
    finally:
        discard(unfinished)
    return True


def _discard_if_damaged(copy: Path) -> bool:
    """A damaged copy can be neither cleaned nor restored: it is no backup, and goes. One that just cannot be read now
    stays. Return whether it is gone."""
    try:
        check_integrity(copy)
    except DamagedError:
        discard(copy)
        log.warning("a damaged copy was removed")
    except StoreError:
        return False
    return not copy.exists()


async def erase_from_file(path: Path, user_id: int, clock: Callable[[], datetime]) -> None:
    store = await Store.open(path)
    try:
        await erase_person(Referee(store, clock, rulings=Rulings()), user_id, Erasure())
    finally:
        await store.close()
    with suppress(OSError):  # of the copy made before migrating; not empty if it is another database's
        (path.parent / "backups").rmdir()
