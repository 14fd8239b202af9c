"""A person's copy is read apart from what others ask."""

import asyncio
import sqlite3
import threading
from pathlib import Path

from tests.store.support import ALICE, open_harness


async def test_an_export_and_other_readers_do_not_wait_for_each_other(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        match = await harness.duel()
        may_end = threading.Event()

        def wait(_connection: sqlite3.Connection) -> bool:
            return may_end.wait(60)

        reading = asyncio.create_task(harness.store.database.read(wait))
        async with asyncio.timeout(30):
            kept = await harness.store.privacy.export(ALICE)
        assert [game["id"] for game in kept["games"]] == [match.id]
        may_end.set()
        assert await reading
