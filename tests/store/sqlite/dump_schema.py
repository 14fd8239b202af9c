"""`python -m tests.store.sqlite.dump_schema NUMBER`: writes a small database of that schema to `schemas/`, as SQL.

Run it with the newest number before adding a migration, and commit the file: later migrations are tested from it.
"""

import asyncio
import shutil
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from unittest.mock import patch

from bot.referee.gatherings import Terms
from bot.store.rows import MessageRow, PersonRow, ServerRow
from bot.store.sqlite import database
from bot.store.sqlite.database import MIGRATIONS, migrations
from tests.store.support import ALICE, BOB, CHANNEL, CHLOE, GUILD, Harness, chosen_turn, open_harness

SCHEMAS = Path(__file__).parent / "schemas"


async def live(harness: Harness) -> None:
    """A row of every kind."""
    store = harness.store
    won = await harness.play_out(await harness.duel(cut="mot"))
    resigned = await harness.duel(clock="daily", first="opponent")
    await harness.referee.resign((await harness.play(resigned)).id, ALICE, harness.key())
    await harness.referee.gatherings.rematch(await harness.referee.match(resigned.id), BOB, CHANNEL, harness.key())
    running = await harness.play(await harness.play(await harness.duel(clock="daily")))
    await harness.referee.offer_draw(running.id, ALICE, harness.key())
    await harness.against_computer("greedy", clock="none")
    await harness.challenge(invited=(CHLOE,))
    for user_id, name in ((ALICE, "Alice"), (BOB, "Bob")):
        await store.people.seen(PersonRow(user_id, name, "fr"), 1)
    await store.servers.put(ServerRow(GUILD, (CHANNEL,), language="fr"))
    await store.messages.put(MessageRow(won.id, "table", CHANNEL, 300, won.row.public_revision, 1))
    for is_on in (False, True):
        await live_together(harness, {"fire": is_on})
    await wait_together(harness)
    if await store.database.row("SELECT 1 FROM sqlite_schema WHERE name = 'decks'"):  # since schema 9
        await harness.referee.gatherings.decks.create(ALICE, "duel", "Mine", {"slash": 3}, newest=0)


async def wait_together(harness: Harness) -> None:
    """Gatherings that wait for others, with their messages posted."""
    gatherings = harness.referee.gatherings
    terms = Terms(GUILD, CHANNEL, CHLOE, (ALICE,), ("mate",), game="the-game", size=None)
    team = await gatherings.open(terms, harness.key())
    await gatherings.sit(team.id, BOB)
    await harness.store.gatherings.posted(team.id, CHANNEL, 301, 0)
    anybody = await harness.challenge(invited=(), cut="word")
    await harness.store.gatherings.posted(anybody.id, CHANNEL, 302, 0)


async def live_together(harness: Harness, options: dict[str, bool]) -> None:
    """A team's whole game."""
    gatherings = harness.referee.gatherings
    terms = Terms(GUILD, CHANNEL, ALICE, game="the-game", size=None, options=options)
    team = await gatherings.open(terms, harness.key())
    await gatherings.sit(team.id, BOB)
    match = await gatherings.start(team.id, ALICE)
    match = await harness.referee.act(match.id, BOB, "claim", key=harness.key())
    while not match.is_over:
        match = await harness.play(match, f"{chosen_turn(match, 'nearest')} end")


async def dump(number: int) -> None:
    with tempfile.TemporaryDirectory(prefix="arbitre-") as name:
        folder = Path(name)
        for step, file in migrations(MIGRATIONS):
            if step <= number:
                shutil.copy(file, folder)
        with patch.object(database, "MIGRATIONS", folder):
            async with open_harness(folder) as harness:
                await live(harness)
        with closing(sqlite3.connect(harness.path)) as connection:
            (SCHEMAS / f"{number:04d}.sql").write_text("\n".join(connection.iterdump()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(dump(int(sys.argv[1])))
