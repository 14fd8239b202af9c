"""Whole duels over the network: the bot's own process, discord.py's own client, both languages, tapped and typed, over
a good gateway and one that drops the connection and duplicates every event."""

import sqlite3
from pathlib import Path

from bot.table.controls import Verb
from bot.table.locale import locale_for
from tests.system.network.faults import EVENT, Kind, Rule
from tests.system.network.members import Member
from tests.system.network.players import Player, duel, recklessly
from tests.system.network.process import PATIENT, BotProcess
from tests.system.network.server import NetworkDiscord

SAID_SO = "all as recorded"


async def test_two_play_each_in_their_language(tmp_path: Path) -> None:
    async with NetworkDiscord(seed=1, patience=PATIENT) as network:
        guild = network.state.guild("Club", locale="fr")
        channel = network.state.channel(guild, "duels")
        alice = Player(network, guild, "Alice", choose=recklessly)
        bob = Player(network, guild, "Bob", locale="fr", choose=recklessly)
        async with BotProcess(network, tmp_path) as bot:
            tapped = await duel(alice, bob, channel)
            assert await shows_the_end(alice, channel, tapped)
            assert_read_in(alice, "en", tapped)
            assert_read_in(bob, "fr", tapped)
            network.faults.add(Rule(Kind.DROP, 0.1, EVENT, times=1), Rule(Kind.TWICE))
            bob.is_typing = alice.is_typing = True
            typed = await duel(bob, alice, channel)
            assert await shows_the_end(bob, channel, typed)
            assert await bot.stop() == 0
        assert ends_of(bot.database) == {tapped: "stuck", typed: "stuck"}
        assert network.ledger.missing(bot.database) == []
        assert {move.user_id for move in network.ledger.moves} == {alice.id, bob.id}
        assert await bot.run("check") == (0, f"2 games checked, {SAID_SO}\n")
        assert network.state.gaps == []
        assert network.meter.violations == []
        assert set(network.meter.answers) == {200, 204}  # what came twice was answered once
        assert (network.gateway.identified, network.gateway.resumed) == (1, 1)


async def shows_the_end(member: Member, channel: int, game_id: int) -> bool:
    """Whether the public table of a game comes to show its end."""
    return await member.network.until(
        lambda: any(it.is_over and it.game_id == game_id for it in member.sees(channel) if not it.is_ephemeral),
        channel,
        timeout=PATIENT,
    )


def assert_read_in(player: Player, language: str, game_id: int) -> None:
    """This player's last panel is in their language, whatever the server's is."""
    panel = player.panel(game_id)
    assert panel is not None
    labels = {it.label for it in panel.buttons if it.control is not None and it.control.verb is Verb.REMATCH}
    assert labels == {locale_for(language).text("button.rematch")}


def ends_of(database: Path) -> dict[int, str]:
    """Why each game ended."""
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as connection:
        found = dict(connection.execute("SELECT id, reason FROM games"))
    connection.close()
    return found
