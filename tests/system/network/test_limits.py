"""Games at a brisk pace stay within Discord's limits: no request is over a limit or refused."""

from pathlib import Path

from tests.support.tiers import only_long
from tests.system.network.crowds import Crowd
from tests.system.network.meter import A_SECOND
from tests.system.network.process import BotProcess
from tests.system.network.server import NetworkDiscord

PAIRS, TEAMS = 27, 3
GAMES = PAIRS + TEAMS
SPEED = 2.0  # for the bot and the limits alike: half of the time is spent waiting for rate limits


@only_long
async def test_many_games_pass_no_limit(tmp_path: Path) -> None:
    async with NetworkDiscord(seed=2, speed=SPEED) as network:
        crowd = Crowd(network, PAIRS, TEAMS)
        async with BotProcess(network, tmp_path, is_drawing=False, speed=SPEED) as bot:
            await crowd.play(clock="daily")
            assert await crowd.behind() == []
        assert network.meter.violations == []
        assert network.meter.peak <= A_SECOND
        assert network.meter.invalid == 0
        assert network.meter.requests["bot"] > GAMES  # the test measured something
        assert network.ledger.missing(bot.database) == []
        assert network.state.gaps == []
