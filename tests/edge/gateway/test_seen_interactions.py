"""Discord may tell of one interaction twice, in one moment or later: it is dealt with once, and answered once."""

from typing import Any

from bot.edge.gateway.seen_interactions import REMEMBERED, SeenInteractions
from tests.support.world import World, button


def challenge(world: World) -> tuple[Any, dict[str, Any]]:
    """Alice challenges Bob: what Discord tells us, and simcord's record of the answer."""
    command = world.env.backend.find_command("challenge", world.guild.id)
    assert command is not None
    bob = str(world.bob.id)
    member = {"joined_at": world.env.backend.now_iso(), "roles": [], "flags": 0, "permissions": "0"}
    data = {
        "id": command["id"],
        "name": "challenge",
        "type": 1,
        "options": [{"name": "opponent", "type": 6, "value": bob}],
        "resolved": {
            "users": {bob: {"id": bob, "username": "bob", "discriminator": "0", "avatar": None}},
            "members": {bob: member},
        },
    }
    return world.payload(world.alice, 2, data)


async def test_a_challenge_told_twice_is_posted_once_and_stays_open(world: World) -> None:
    record, payload = challenge(world)
    for _ in range(2):
        world.env.backend.emit("INTERACTION_CREATE", payload)
    await world.env.settle()
    world.env.backend.emit("INTERACTION_CREATE", payload)
    await world.env.settle()
    messages = world.channel.history()
    assert [button(message, "accept") is not None for message in messages] == [True]
    assert record.message_id == messages[0].id
    assert record.followup_ids == []
    assert (await world.bot.referee.gatherings.get(1)).status == "open"


async def test_a_press_told_twice_is_answered_once(world: World) -> None:
    await world.duel()
    record, payload = world.emit(world.alice, "arb:hand:1:0:", world.table())
    world.env.backend.emit("INTERACTION_CREATE", payload)
    await world.env.settle()
    assert record.response_kind == "message"
    assert record.followup_ids == []


def test_the_oldest_are_forgotten() -> None:
    seen_interactions = SeenInteractions()
    assert all(seen_interactions.is_first(number) for number in range(REMEMBERED + 1))
    assert not seen_interactions.is_first(REMEMBERED)
    assert seen_interactions.is_first(0)
