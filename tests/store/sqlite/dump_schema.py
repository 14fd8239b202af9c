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
from tests.store.support import ALICE, BOB, CHANNEL, CHLOE, GUILD, House, chosen_turn, open_house

SCHEMAS = Path(__file__).parent / "schemas"


async def live(house: House) -> None:
    """A row of every kind."""
    store = house.store
    won = await house.play_out(await house.duel(cut="mot"))
    resigned = await house.duel(clock="daily", first="opponent")
    await house.referee.resign((await house.play(resigned)).id, ALICE, house.key())
    await house.referee.challenges.rematch(await house.referee.match(resigned.id), BOB, CHANNEL, house.key())
    running = await house.play(await house.play(await house.duel(clock="daily")))
    await house.referee.offer_draw(running.id, ALICE, house.key())
    await house.against_computer("greedy", clock="none")
    await house.challenge(opponent_id=CHLOE)
    for user_id, name in ((ALICE, "Alice"), (BOB, "Bob")):
        await store.people.seen(PersonRow(user_id, name, "fr"), 1)
    await store.servers.put(ServerRow(GUILD, (CHANNEL,), language="fr"))
    await store.messages.put(MessageRow(won.id, "table", CHANNEL, 300, won.row.public_revision, 1))
    for options in (frozenset[str](), frozenset({"fire"})):
        await live_together(house, options)


async def live_together(house: House, options: frozenset[str]) -> None:
    """A team's whole game."""
    lobbies = house.referee.lobbies
    lobby = await lobbies.open(LobbyTerms(GUILD, CHANNEL, ALICE, options=options), house.key())
    await lobbies.join(lobby.id, BOB, house.key())
    match = await lobbies.start(lobby.id, ALICE)
    match = await house.referee.act(match.id, BOB, "claim", key=house.key())
    while not match.is_over:
        match = await house.play(match, f"{chosen_turn(match, 'nearest')} end")


async def dump(number: int) -> None:
    with tempfile.TemporaryDirectory(prefix="arbitre-") as name:
        folder = Path(name)
        for step, file in migrations(MIGRATIONS):
            if step <= number:
                shutil.copy(file, folder)
        with patch.object(database, "MIGRATIONS", folder):
            async with open_house(folder) as house:
                await live(house)
        with closing(sqlite3.connect(house.path)) as connection:
            (SCHEMAS / f"{number:04d}.sql").write_text("\n".join(connection.iterdump()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(dump(int(sys.argv[1])))
