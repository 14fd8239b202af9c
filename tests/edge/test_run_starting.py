"""A bot that cannot start, or is sent away, says why in one line and ends with status 1; what may pass it waits for."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from bot.__main__ import BAD_INPUT, main
from bot.edge import run
from bot.store.sqlite.database import QUICK_CHECK_LIMIT
from tests.store.support import open_harness
from tests.support.tiers import has_long_version, one_in, only_long
from tests.system.network.faults import Kind, Rule
from tests.system.network.launch import GATEWAY
from tests.system.network.process import PATIENT, BotProcess
from tests.system.network.server import NetworkDiscord


async def last_words(bot: BotProcess) -> str:
    await bot.spawn()
    assert await bot._end() == 1
    assert "Traceback" not in bot.log
    return bot.log.splitlines()[-1]


@has_long_version
@pytest.mark.parametrize(
    ("rule", "said"),
    one_in(
        3,
        [
            (Rule(Kind.UNAVAILABLE, 1.0, "GET", "/users/@me"), "Discord does not let the bot in (503)"),
            (Rule(Kind.FORBIDDEN, 1.0, "GET", "/users/@me"), "Discord does not let the bot in (403)"),
            (Rule(Kind.RESET, 1.0, "GET", "/users/@me"), "Discord cannot be reached"),
        ],
    ),
)
async def test_discord_does_not_let_it_in(rule: Rule, said: str, tmp_path: Path) -> None:
    async with NetworkDiscord(seed=5) as network:
        network.state.guild("Club")
        network.faults.add(rule)
        assert (await last_words(BotProcess(network, tmp_path))).startswith(f"arbitre: {said}")


@only_long
async def test_a_token_that_was_reset_meanwhile(tmp_path: Path) -> None:
    async with NetworkDiscord(seed=5) as network:
        network.state.guild("Club")
        network.gateway._token = "another"  # noqa: S105 (opens nothing)
        assert (await last_words(BotProcess(network, tmp_path))).startswith(
            "arbitre: Discord does not accept this token"
        )


@only_long
async def test_a_gateway_that_nobody_answers_at_is_tried_again(tmp_path: Path) -> None:
    async with NetworkDiscord(seed=5) as network:
        network.state.guild("Club")
        bot = BotProcess(network, tmp_path, environment={GATEWAY: "ws://127.0.0.1:1/"})
        await bot.spawn()
        async with asyncio.timeout(PATIENT):
            while bot.log.count("gateway was not reached") < 2:  # noqa: ASYNC110 (it is another process)
                await asyncio.sleep(0.05)
        assert await bot.stop() == 0
        assert "Traceback" not in bot.log


async def test_a_gateway_that_answers_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each attempt comes later than the one before; what is wrong with anything else is not tried again."""
    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    bot: Any = Mock(ws=None, connect=AsyncMock(side_effect=[AttributeError] * 8 + [None]))
    await run._connect(bot)
    assert pauses == [1, 2, 4, 8, 16, 32, 60, 60]
    bot = Mock(ws=object(), connect=AsyncMock(side_effect=AttributeError))
    with pytest.raises(AttributeError):
        await run._connect(bot)


def spoil(path: Path, table: str) -> None:
    """A database too large to be looked through at a start, with a table in it that cannot be read."""
    with closing(sqlite3.connect(path)) as connection, connection:
        names = ((number, "x" * 100_000) for number in range(QUICK_CHECK_LIMIT // 100_000 + 1))
        connection.executemany("INSERT INTO people (user_id, name, locale, seen_at) VALUES (?, ?, 'en', 0)", names)
        sql = "SELECT rootpage, page_size FROM sqlite_schema, pragma_page_size WHERE name = ?"
        page, size = connection.execute(sql, (table,)).fetchone()
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * 12)


@only_long
async def test_a_large_database_that_is_damaged(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        pass
    spoil(harness.path, "meta")
    async with NetworkDiscord(seed=5) as network:
        network.state.guild("Club")
        bot = BotProcess(network, tmp_path)
        assert bot.database == harness.path
        assert (await last_words(bot)).startswith(f"arbitre: {harness.path} is damaged (")


async def test_ratings_of_a_large_database_that_is_damaged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with open_harness(tmp_path) as harness:
        pass
    spoil(harness.path, "standings")
    assert await asyncio.to_thread(main, ["ratings", "rebuild", "--database", str(harness.path)]) == BAD_INPUT
    assert capsys.readouterr().err.startswith(f"arbitre: {harness.path} is damaged (")
