"""Erases a person from the database and its backups: from each backup as if it had been done when that was made. A
sound backup is only ever replaced by a cleaned one. Until then the person's id is noted beside the copies: what failed
is tried again after the next daily copy, and a restore cleans what it restores."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import ExitStack, asynccontextmanager, suppress
from datetime import datetime
from pathlib import Path

from bot.operations.backup_process import run_backup_command
from bot.operations.backups import UNFINISHED, Backups
from bot.referee.erase_person import Erasure, erase_person
from bot.referee.referee import Referee
from bot.referee.rulings import Rulings
from bot.store.sqlite.copying import check_integrity, discard
from bot.store.sqlite.database import DamagedError, StoreError
from bot.store.sqlite.files import copy_in_steps, replace_durably
from bot.store.sqlite.store import Store

log = logging.getLogger(__name__)

CLEAN = "--clean"  # of `python -m bot backup`
OWED = "erasures.json"  # whose data is still to be erased from which copy
LOCK_POLL_SECONDS = 0.2  # between two attempts to take the lock


async def erase_everywhere(referee: Referee, user_id: int, erasure: Erasure, backups: Backups) -> int:
    """Return the number of backups that still hold the person and are cleaned later."""
    await erase_and_note(referee, user_id, erasure, backups)
    return await settle_apart(backups)


async def erase_and_note(referee: Referee, user_id: int, erasure: Erasure, backups: Backups) -> None:
    """Erase a person from the database, and note that they are to be erased from every backup: before, because a crash
    may come between the two. Waits for a copy in progress first: it may hold the person too, and while it reads, the
    database's log cannot be emptied."""
    async with _locked(backups):
        owed = owed_by(backups)
        for copy in backups.copies():
            owed[copy.name] = sorted({*owed.get(copy.name, ()), user_id})
        _note(backups, owed)
        await erase_person(referee, user_id, erasure)
        _note(backups, owed_by(backups))  # copies made before a schema change are gone


async def settle_apart(backups: Backups) -> int:
    """As `settle`, in a process of its own: every backup is copied, and no game may wait for that."""
    if (backups.folder / OWED).exists():
        _, failure = await run_backup_command(backups, CLEAN)
        if failure is not None:
            log.warning("deleted people could not be erased from the copies yet: %s", failure)
    return len(owed_by(backups))


@asynccontextmanager
async def _locked(backups: Backups) -> AsyncIterator[None]:
    with ExitStack() as stack:
        while not stack.enter_context(backups.locked(wait=False)):
            stack.close()
            await asyncio.sleep(LOCK_POLL_SECONDS)
        yield


async def settle(backups: Backups, clock: Callable[[], datetime]) -> int:
    """Erase the people noted as deleted from all backups in one pass; return how many still hold one. What fails
    is tried again at the next call."""
    async with _locked(backups):
        owed = owed_by(backups)
        for name in list(owed):
            if await _erase_from(backups.folder / name, owed[name], clock):
                del owed[name]
                _note(backups, owed)
        if not owed:
            _note(backups, owed)  # whose copies are gone
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


async def _erase_from(copy: Path, user_ids: Iterable[int], clock: Callable[[], datetime]) -> bool:
    unfinished = copy.with_name(f"{copy.name}{UNFINISHED}")
    try:
        await asyncio.to_thread(copy_in_steps, copy, unfinished)
        for user_id in user_ids:
            await erase_from_file(unfinished, user_id, clock)
        await asyncio.to_thread(check_integrity, unfinished)
        await asyncio.to_thread(replace_durably, unfinished, copy)
    except Exception as error:
        log.warning("deleted people could not be erased from a copy yet: %s", type(error).__name__)
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
