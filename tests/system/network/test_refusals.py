"""Discord refuses everything but the gateway for ten minutes: a bot that kept sending requests would be banned at ten
thousand refusals in that time. Time runs fast for the bot."""

import asyncio
from pathlib import Path

from tests.support.tiers import only_long
from tests.system.network.crowds import Crowd
from tests.system.network.faults import Kind, Rule
from tests.system.network.process import REGISTERED, BotProcess
from tests.system.network.server import NetworkDiscord

PAIRS = 10
SPEED = 60.0
TEN_MINUTES = 600 / SPEED
MOST = 100


@only_long  # tests/edge/transport/test_breaker_bans.py is the quicker one of its kind
async def test_ten_minutes_of_refusals_cost_few_requests(tmp_path: Path) -> None:
    async with NetworkDiscord(seed=4, speed=SPEED) as network:
        crowd = Crowd(network, PAIRS)
        async with BotProcess(network, tmp_path, is_drawing=False, speed=SPEED) as bot:
            await bot.until_logged(REGISTERED)
            await crowd.begin(clock="daily")
            assert network.meter.invalid == 0
            network.faults.add(Rule(Kind.FORBIDDEN))
            await _try_to_play(crowd)
            refused = network.meter.invalid
            assert 0 < refused < MOST, network.meter.routes
            network.faults.clear()
            await crowd.resume()
            assert await crowd.behind() == []
        assert network.ledger.missing(bot.database) == []


async def _try_to_play(crowd: Crowd) -> None:
    """Every player tries to play, and looks again whenever nothing happens."""
    playing = [
        asyncio.create_task(player.play(group.game_id, group.channel_id))
        for group in crowd.groups
        for player in group.players
    ]
    await asyncio.sleep(TEN_MINUTES)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
