"""How people are told about their turns is theirs to set, and kept."""

from pathlib import Path
from typing import Any

import pytest
from simcord.env import Env

from tests.support.play import play_typed
from tests.support.team import Club, begin, type_turn
from tests.support.world import World, is_private, press, said


@pytest.fixture
def club(simcord_env: Env, tmp_path: Path, languages: dict[int, str]) -> Club:
    return Club(simcord_env, tmp_path, languages)


def called(world: World, person: Any) -> list[str]:
    """What the channel says to this person at the moment."""
    return [one.content for one in world.channel.history() if f"<@{person.id}>" in one.content]


def told(person: Any) -> list[str]:
    """The words in this person's DMs that are no panel."""
    return [one.content for one in person.user.dm_channel.history() if one.content]


async def set_notices(world: World, person: Any, *wishes: str) -> Any:
    shown = await person.slash(world.channel, "settings")
    for wish in wishes:
        shown = await press(person, shown.response, "notices", wish)
    assert is_private(shown)
    return shown


async def test_turns_are_told_as_one_wishes(world: World) -> None:
    assert "ping in the game’s channel" in said(await set_notices(world, world.bob, "channel"))
    match = await world.duel(first="challenger")
    assert world.bob.user.dm_channel.history() == [], "no panel either"
    await play_typed(world, match)
    (ping,) = called(world, world.bob)[-1:]
    assert "it is your turn" in ping
    await world.restart()
    await set_notices(world, world.bob, "none")
    await play_typed(world, await world.match())
    await play_typed(world, await world.match())
    assert (await world.match()).to_act == {1}
    assert [one for one in called(world, world.bob) if "your turn" in one] == []
    assert world.bob.user.dm_channel.history() == []
    await set_notices(world, world.bob, "dm")
    assert "Your turn" in str(world.panel(world.bob).embeds[0].title), "of the game that waits for him"


async def test_a_panel_from_before_goes_on_telling_the_truth(world: World) -> None:
    match = await world.duel(first="challenger")
    (panel,) = world.bob.user.dm_channel.history()
    await set_notices(world, world.bob, "none")
    await play_typed(world, match)
    (edited,) = world.bob.user.dm_channel.history()
    assert edited.id == panel.id, "an edit notifies nobody"
    assert "Your turn" in str(edited.embeds[0].title)


async def test_who_wishes_is_told_that_they_are_next(club: Club) -> None:
    for person in (club.bob, club.chloe):
        await set_notices(club, person, "early")
    await set_notices(club, club.chloe, "channel")
    match = await begin(club, await club.team(3))
    assert "You are next in game 1" in told(club.bob)[-1]
    await type_turn(club, match)
    assert told(club.bob) == [], "it is his turn"
    assert "You are next in game 1" in called(club, club.chloe)[-1]
    await set_notices(club, club.chloe, "not-early")
    await type_turn(club, await club.match())
    assert not any("next" in one for one in called(club, club.chloe))


async def test_settings_are_in_the_copy_of_one_s_data(world: World) -> None:
    await set_notices(world, world.alice, "channel", "early")
    (row,) = (await world.bot.store.privacy.export(world.alice.id))["people"]
    assert (row["notices"], row["early_notices"]) == ("channel", 1)
