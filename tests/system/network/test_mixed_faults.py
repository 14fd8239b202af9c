"""Two in ten requests fail, in every way at once, and so does the gateway; all games, duels and teams, end
correctly."""

from collections import Counter
from pathlib import Path

from tests.support.tiers import has_long_version, sized
from tests.system.network.crowds import Crowd
from tests.system.network.faults import GATEWAY, REQUESTS, Kind, Rule, mixed_faults
from tests.system.network.process import BotProcess
from tests.system.network.server import NetworkDiscord
from tests.system.network.test_duels import SAID_SO, ends_of

PAIRS, TEAMS = sized((5, 1), (45, 5))
GAMES = PAIRS + TEAMS
CLOSED_DM = 50007
SHARE = 0.2
SPEED = 4.0  # otherwise waiting for the last retries would take longer than all the rest
IMPATIENCE = 4.0  # seconds until a player without an answer looks again


def bad_gateway() -> list[Rule]:
    """Events that come twice, late, after a cut or not at all; more often where there are few games, so that each
    comes."""
    return [
        Rule(Kind.TWICE, 0.05),
        Rule(Kind.LATE, 0.08, seconds=0.5),
        Rule(Kind.DROP, sized(0.04, 0.008)),
        Rule(Kind.RECONNECT, sized(0.03, 0.004)),
        Rule(Kind.INVALID, sized(0.05, 0.01), times=1),
    ]


@has_long_version
async def test_many_games_come_through_a_storm(tmp_path: Path) -> None:
    async with NetworkDiscord(seed=3, speed=SPEED) as network:
        crowd = Crowd(network, PAIRS, TEAMS, impatience=IMPATIENCE)
        async with BotProcess(network, tmp_path, is_drawing=False, speed=SPEED) as bot:
            network.faults.add(*_closed_dms(crowd), *mixed_faults(SHARE), *bad_gateway())
            await crowd.play(clock="daily")
            network.faults.clear()
            assert await crowd.behind() == []
            assert await bot.stop() == 0
        assert set(network.faults.injected) == {*REQUESTS, *GATEWAY}
        assert network.gateway.identified > 1
        assert network.gateway.resumed > 1
        ends = Counter(ends_of(bot.database).values())
        assert (ends["stuck"] + ends["placed_all"], ends["blocked"] + ends["beaten"]) == (PAIRS, TEAMS)
        assert len(network.ledger.moves) > GAMES  # moves were acknowledged
        assert network.ledger.missing(bot.database) == []
        assert await bot.run("check") == (0, f"{GAMES} games checked, {SAID_SO}\n")
        assert network.state.gaps == []


def _closed_dms(crowd: Crowd) -> list[Rule]:
    """Some people have closed DMs from the start."""
    return [
        Rule(Kind.FORBIDDEN, 1.0, "POST", f"/channels/{group.players[1].dm_channel}/messages", code=CLOSED_DM)
        for group in crowd.groups[:5]
    ]
