"""Whole team games over the network: the lobby, the race for the first turn, signals, a computer as a mate; both
languages, over a gateway that drops the connection and duplicates every event."""

import sqlite3
from contextlib import closing
from pathlib import Path

from tests.support.tiers import only_long
from tests.system.network.crowds import Crowd
from tests.system.network.faults import EVENT, Kind, Rule
from tests.system.network.process import PATIENT, BotProcess
from tests.system.network.seen_message import is_talk
from tests.system.network.server import NetworkDiscord
from tests.system.network.test_duels import SAID_SO, ends_of

SPEED = 4.0  # shortens the computer's pause before a turn, most of the run time


@only_long
async def test_three_and_a_computer_play_together(tmp_path: Path) -> None:
    async with NetworkDiscord(seed=1, speed=SPEED, patience=PATIENT) as network:
        crowd = Crowd(network, 0, 1)
        (team,) = crowd.groups
        async with BotProcess(network, tmp_path, is_drawing=False, speed=SPEED) as bot:
            await crowd.play(clock="daily")
            first = team.game_id
            assert await crowd.behind() == []
            network.faults.add(Rule(Kind.DROP, 0.1, EVENT, times=1), Rule(Kind.TWICE))
            await crowd.play(clock="daily")
            assert await crowd.behind() == []
            assert await bot.stop() == 0
        assert ends_of(bot.database) == {first: "blocked", team.game_id: "blocked"}
        assert network.ledger.missing(bot.database) == []
        assert {move.user_id for move in network.ledger.moves} == {mate.id for mate in crowd.players}
        assert any(map(is_talk, _played(bot.database))), "nobody said anything"
        assert await bot.run("check") == (0, f"2 games checked, {SAID_SO}\n")
        assert network.state.gaps == []
        assert network.meter.violations == []


def _played(database: Path) -> list[str]:
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        return [text for (text,) in connection.execute("SELECT text FROM actions")]
