"""The real process on a real disk that fills up while people play, while it stops, and before it starts."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.support.tiers import only_long
from tests.system.faults.disks import Disk
from tests.system.faults.inspection import Inspector
from tests.system.faults.killable_bot import KillableBot
from tests.system.faults.test_full_disk import FULL, plain
from tests.system.network.crowds import Crowd
from tests.system.network.players import Player
from tests.system.network.replies import Reply
from tests.system.network.server import NetworkDiscord


def collect_replies(player: Player, replies: list[Reply], news: asyncio.Event) -> None:
    interact = player._interact

    async def collected(*args: Any, **options: Any) -> Reply:
        reply = await interact(*args, **options)
        replies.append(reply)
        news.set()
        return reply

    player._interact = collected  # type: ignore[method-assign]


async def until_told(replies: list[Reply], news: asyncio.Event) -> None:
    """Wait until a player has been told, in their language, that the disk is full."""
    async with asyncio.timeout(120):
        while not any(sentence in plain(it.shown.text) for it in replies if it.shown for sentence in FULL.values()):
            news.clear()
            await news.wait()


def leave_no_log(database: Path) -> None:
    """A log that a full disk did not let be checkpointed has room in which a bot could start."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert not database.with_name(f"{database.name}-wal").exists()


@only_long
async def test_a_bot_whose_disk_fills_up(disk: Disk, tmp_path: Path) -> None:
    replies, news = list[Reply](), asyncio.Event()
    async with NetworkDiscord(seed=5) as network:
        crowd = Crowd(network, 2, impatience=3.0)
        (bot := KillableBot(network, tmp_path, None)).database = disk.folder / "arbitre.sqlite3"
        for player in crowd.players:
            collect_replies(player, replies, news)
        await bot.begin()
        assert await bot.until_ready()
        await crowd.begin()
        disk.fill()
        playing = asyncio.create_task(crowd.resume())
        await until_told(replies, news)
        disk.empty()
        await playing
        assert await crowd.behind() == []
        disk.fill()
        assert await bot.stop() == 0
        assert "Traceback" not in bot.log
        inspector = Inspector(network, bot.database, 0)
        assert inspector.losses() == []
        disk.empty()
        leave_no_log(bot.database)
        disk.fill()
        await bot.begin()
        assert await bot.until_ended() == 1
        assert bot.log.splitlines()[-1].startswith(f"arbitre: {bot.database} cannot be ")
        assert "Traceback" not in bot.log
        disk.empty()
        await bot.begin()
        assert await bot.until_ready()
        assert await bot.stop() == 0
        assert inspector.losses() == []
        assert len(network.ledger.moves) > 0
