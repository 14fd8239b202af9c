"""Connections reset while an interaction is answered: every player still gets an answer and everything shown."""

from pathlib import Path

from bot.table.controls import Verb
from tests.support.tiers import only_long
from tests.system.network.faults import Kind, Rule
from tests.system.network.players import Player, recklessly
from tests.system.network.process import PATIENT, BotProcess
from tests.system.network.server import NetworkDiscord

ANSWERS = "/interactions/*"


@only_long
async def test_broken_connections_keep_nobody_from_an_answer(tmp_path: Path) -> None:
    async with NetworkDiscord(seed=5, patience=PATIENT) as network:
        guild = network.state.guild("Club")
        channel = network.state.channel(guild, "duels")
        alice, bob = (Player(network, guild, name, choose=recklessly) for name in ("Alice", "Bob"))
        async with BotProcess(network, tmp_path, is_drawing=False):
            await _begin_on_the_second_try(network, alice, bob, channel)
            for kind in (Kind.RESET, Kind.LOST):
                network.faults.add(Rule(kind, 1.0, "POST", ANSWERS, times=1))
                hand = (await alice.slash(channel, "hand")).shown
                assert hand is not None
                assert not hand.is_refusal, "an answer, not an excuse"
            assert network.faults.injected[Kind.LOST] == 1


async def _begin_on_the_second_try(network: NetworkDiscord, alice: Player, bob: Player, channel: int) -> None:
    """A challenge that was never shown does not block the next one; a game whose start was not answered shows its
    table."""
    twice = Rule(Kind.RESET, 1.0, "POST", ANSWERS, times=2)
    network.faults.add(twice)
    lost = await alice.slash(channel, "challenge", opponent=bob)
    assert lost.shown is None or lost.shown.find(Verb.ACCEPT) is None
    network.faults.clear()
    posted = await alice.slash(channel, "challenge", opponent=bob)
    assert posted.shown is not None
    accept = posted.shown.find(Verb.ACCEPT)
    assert accept is not None
    network.faults.add(twice)
    await bob.press(posted.shown, accept)
    network.faults.clear()
    assert await network.until(lambda: any(it.find(Verb.HAND) for it in alice.sees(channel)), channel, timeout=PATIENT)
    for player in (alice, bob):
        assert await network.until(player.dms, player.dm_channel, timeout=PATIENT)
