"""Who cannot be reached by DM is called in the channel, by name and once, and plays from there."""

from typing import Any

import pytest

from tests.support.play import play_in_ephemeral, play_out, play_typed
from tests.support.world import World, is_private, press, said, text_of


def pings(world: World) -> list[Any]:
    return [message for message in world.channel.history() if "it is your turn" in message.content]


def mentions_allowed(world: World, content: str) -> Any:
    """What the request that sent this said about mentions."""
    requests = [entry.json for entry in world.env.http_requests if isinstance(entry.json, dict)]
    bodies = [request.get("data", request) for request in requests]
    return [body["allowed_mentions"] for body in bodies if content in (body.get("content") or "")][-1]


@pytest.mark.parametrize("code", [50007, 50278])
async def test_a_closed_dm_becomes_a_ping_and_the_hand_is_at_hand(world: World, code: int) -> None:
    world.close_dms(world.alice, world.bob, code=code)
    match = await world.duel()
    (ping,) = pings(world)
    assert f"<@{world.mover(match).id}>" in ping.content
    hand = await world.mover(match).slash(world.channel, "hand")
    assert is_private(hand)
    assert "Your hand" in said(hand)
    await play_typed(world, match)
    assert (await world.match()).turns == 1


async def test_other_ways_of_not_being_there_are_closed_dms_too(world: World) -> None:
    """An account that is gone must not keep the table from the other."""
    world.fail("POST", "/users/@me/channels", status=400, code=50033)
    match = await world.duel()
    assert len(pings(world)) == 1
    await play_typed(world, match)
    assert "Last turn" in text_of(world.table())


async def test_a_ping_goes_when_it_is_answered_and_names_one_person(world: World) -> None:
    world.close_dms(*world.people)
    match = await world.duel()
    for _ in range(4):
        (ping,) = pings(world)
        mover = world.mover(match)
        assert ping.content.count("<@") == 1
        assert f"<@{mover.id}>" in ping.content
        assert mentions_allowed(world, "it is your turn") == {"parse": [], "users": [mover.id]}
        await play_in_ephemeral(world, match)
        match = await world.match()
        assert ping.id not in [message.id for message in world.channel.history()]
    await play_out(world, play_typed)
    assert pings(world) == []


async def test_who_has_just_been_answered_is_not_pinged(world: World) -> None:
    """Bob looks at his hand while Alice plays: his panel follows, and nobody calls him."""
    world.close_dms(*world.people)
    match = await world.duel(first="challenger")
    opened = await press(world.bob, world.table(), "hand")
    await play_typed(world, match)
    assert "Your turn" in said(opened)


async def test_a_challenge_calls_the_challenged_and_nobody_else(world: World) -> None:
    await world.challenge()
    assert mentions_allowed(world, "you are challenged") == {"parse": [], "users": [world.bob.id]}


async def test_only_pings_and_challenges_may_mention(world: World) -> None:
    world.alice.user._user.global_name = "<@&1> @everyone"
    await world.duel()
    await play_out(world, play_typed)
    for entry in world.env.http_requests:
        body = entry.json.get("data", entry.json) if isinstance(entry.json, dict) else {}
        if "@" in (body.get("content") or ""):
            assert body["allowed_mentions"]["users"]
        elif "embeds" in body:
            assert not body.get("allowed_mentions", {"parse": []})["parse"]


async def test_one_closed_and_one_open(world: World) -> None:
    world.close_dms(world.bob)
    match = await world.duel()
    while match.turns < 6:
        assert len(pings(world)) == (world.mover(match) is world.bob)
        await play_typed(world, match)
        match = await world.match()
    assert world.alice.user.dm_channel.history()
    assert not world.bob.user.dm_channel.history()
