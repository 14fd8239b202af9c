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

from bot.referee.lobbies import LobbyTerms
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
    await harness.referee.challenges.rematch(await harness.referee.match(resigned.id), BOB, CHANNEL, harness.key())
    running = await harness.play(await harness.play(await harness.duel(clock="daily")))
    await harness.referee.offer_draw(running.id, ALICE, harness.key())
    await harness.against_computer("greedy", clock="none")
    await harness.challenge(opponent_id=CHLOE)
    for user_id, name in ((ALICE, "Alice"), (BOB, "Bob")):
        await store.people.seen(PersonRow(user_id, name, "fr"), 1)
    await store.servers.put(ServerRow(GUILD, (CHANNEL,), language="fr"))
    await store.messages.put(MessageRow(won.id, "table", CHANNEL, 300, won.row.public_revision, 1))
    for options in (frozenset[str](), frozenset({"fire"})):
        await live_together(harness, options)


async def live_together(harness: Harness, options: frozenset[str]) -> None:
    """A team's whole game."""
    lobbies = harness.referee.lobbies
    lobby = await lobbies.open(LobbyTerms(GUILD, CHANNEL, ALICE, options=options), harness.key())
    await lobbies.join(lobby.id, BOB, harness.key())
    match = await lobbies.start(lobby.id, ALICE)
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
