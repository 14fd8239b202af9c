"""Whole games from challenge to result, in every way people play them."""

import pytest

from bot.referee.archive import difference
from tests.support.play import TurnPlayer, play_in_dm, play_in_ephemeral, play_out, play_typed
from tests.support.world import World, buttons, text_of


async def _assert_sound(world: World, number: int = 1) -> None:
    """The record leads to the snapshot, and verifies."""
    match, problem = await world.bot.referee.verify(number)
    assert problem is None
    assert difference(match.row, await world.bot.store.games.actions(number)) is None


@pytest.mark.parametrize("play", [play_typed, play_in_dm])
async def test_a_whole_duel(world: World, play: TurnPlayer) -> None:
    await world.duel()
    match = await play_out(world, play)
    await _assert_sound(world)
    winner = ("Alice", "Bob")[match.row.winners[0]]
    assert f"**{winner}** wins" in text_of(world.table())
    assert {custom_id.split(":")[1] for custom_id in buttons(world.table())} == {"rematch", "verify", "rules"}


async def test_a_whole_duel_with_dms_closed(world: World) -> None:
    world.close_dms(world.alice, world.bob)
    await world.duel()
    await play_out(world, play_in_ephemeral)
    await _assert_sound(world)


async def test_a_whole_duel_in_french(world: World) -> None:
    world.languages.update({world.alice.id: "fr", world.bob.id: "fr"})
    await world.duel()
    await play_out(world, play_in_dm)
    assert "Victoire de" in text_of(world.panel(world.alice))
    assert "Victoire de" in text_of(world.panel(world.bob))


async def test_a_whole_duel_against_the_computer(world: World) -> None:
    await world.alice.slash(world.channel, "challenge", level="greedy")
    match = await world.match()
    while not match.is_over:
        await play_typed(world, match)
        match = await world.match()
    await _assert_sound(world)


async def test_a_restart_after_every_action_changes_nothing(world: World) -> None:
    """The same game, restarted after each single action of its first turns."""
    await world.duel()
    match = await world.match()
    while not match.is_over:
        before = match.revision
        await play_in_dm(world, match)
        await world.restart()
        match = await world.match()
        assert match.revision > before
    await _assert_sound(world)
