"""`/hand`, `/table`, `/games`, `/resign`, `/draw`, `/verify`, `/rules`, `/settings`: what they show, and to whom."""

import re
from typing import Any

import discord
import pytest

from tests.support.play import play_out, play_typed
from tests.support.world import World, answers_of, button, is_private, press, said, text_of


async def test_a_hand_is_for_its_player(world: World) -> None:
    match = await world.duel()
    hand = match.state.sides[0].hand
    mine = await world.alice.slash(world.channel, "hand")
    assert is_private(mine)
    assert ", ".join(map(str, hand)) in re.sub(r" \([^)]*\)", "", said(mine))
    from_dm = await world.alice.user.slash("hand")
    assert ", ".join(map(str, hand)) in re.sub(r" \([^)]*\)", "", said(from_dm))
    for options, words in (({}, "no running game"), ({"game": 1}, "do not play"), ({"game": 9}, "no such game")):
        refused = await world.chloe.slash(world.channel, "hand", **options)
        assert is_private(refused)
        assert words in said(refused)


async def test_the_table_is_posted_where_it_is_wanted(world: World) -> None:
    await world.duel()
    old = world.table().id
    await world.chloe.slash(world.channel, "table")
    assert len(world.tables()) == 1
    assert world.table().id != old
    from_dm = await world.alice.user.slash("table", game=1)
    assert is_private(from_dm)
    refused = await world.chloe.slash(world.guild.create_text_channel("elsewhere"), "table")
    assert is_private(refused)
    assert "no running game" in said(refused)


async def test_my_games_with_turn_time_and_link(world: World) -> None:
    none = await world.alice.slash(world.channel, "games")
    assert "no running game" in said(none)
    await world.duel()
    listed = await world.alice.slash(world.channel, "games")
    assert is_private(listed)
    link = f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{world.table().id}"
    for words in (f"[#1]({link})", "Le Duel vs Bob", "<t:"):
        assert words in said(listed)


@pytest.mark.parametrize("by_button", [True, False])
async def test_resigning_asks_first(world: World, by_button: bool) -> None:  # noqa: FBT001
    await world.duel()
    asked = await (press(world.bob, world.table(), "resign") if by_button else world.bob.slash(world.channel, "resign"))
    assert is_private(asked)
    assert not (await world.match()).is_over
    await press(world.bob, asked.response, "resign-sure")
    match = await world.match()
    assert (match.row.reason, match.row.winners) == ("resigned", (0,))
    assert "Bob resigned" in text_of(world.table())
    assert "Bob resigned" in text_of(world.panel(world.alice))
    again = await world.bob.slash(world.channel, "resign", game=1)
    assert "over" in said(again)


async def test_a_draw_is_offered_declined_and_taken(world: World) -> None:
    await world.duel()
    await _offer_draw(world, world.alice)
    offer = world.channel.history()[-1]
    assert "**Alice** offers a draw" in text_of(offer)
    assert offer.content == f"<@{world.bob.id}>, you are offered a draw."
    own = await press(world.alice, offer, "draw-sure")
    assert is_private(own)
    assert "offered a draw already" in said(own)
    spectator = await press(world.chloe, offer, "draw-sure")
    assert is_private(spectator)
    assert "do not play" in said(spectator)
    await press(world.bob, offer, "draw-decline")
    declined = world.channel.history()[-1]
    assert "declined" in text_of(declined)
    assert declined.embeds[0].title == "Le Duel · Alice vs Bob"
    assert not (await world.match()).is_over
    await _offer_draw(world, world.bob)
    await press(world.alice, world.channel.history()[-1], "draw-sure")
    match = await world.match()
    assert (match.row.reason, match.row.winners) == ("agreed_draw", ())
    await world.assert_sound()


@pytest.mark.parametrize("by_button", [False, True])
async def test_who_would_offer_a_draw_beside_another_is_asked_to_answer_it(world: World, *, by_button: bool) -> None:
    """Or a question about offering one would end the game."""
    await world.duel()
    await _offer_draw(world, world.alice)
    ask = (
        world.forge(world.bob, "arb:draw:1:0:", world.table()) if by_button else world.bob.slash(world.channel, "draw")
    )
    asked = await ask
    assert is_private(asked)
    assert "**Alice** offers a draw" in said(asked)
    shown = answers_of(asked)[-1]
    assert button(shown, "draw-sure")
    await press(world.bob, shown, "draw-decline")
    assert (await world.match()).row.draw_offer is None


async def test_nobody_is_asked_about_a_draw_they_have_offered(world: World) -> None:
    await world.duel()
    await _offer_draw(world, world.alice)
    again = await world.alice.slash(world.channel, "draw")
    assert is_private(again)
    assert "offered a draw already" in said(again)


async def _offer_draw(world: World, person: Any) -> None:
    asked = await person.slash(world.channel, "draw")
    assert is_private(asked)
    shown = await press(person, asked.response, "draw-sure")
    assert button(shown.response, "draw") is None  # once is enough


async def test_a_draw_offer_lapses_with_the_turn(world: World) -> None:
    match = await world.duel()
    await _offer_draw(world, world.mover(match))
    await play_typed(world, match)
    late = await world.forge(world.mover(await world.match()), "arb:draw-decline:1:0:", world.table())
    assert is_private(late)
    assert "no draw offer" in said(late)


@pytest.mark.parametrize("ends", [False, True])
@pytest.mark.parametrize("restarts", [False, True])
async def test_a_draw_offer_that_has_lapsed_is_gone(
    world: World,
    ends: bool,  # noqa: FBT001
    restarts: bool,  # noqa: FBT001
) -> None:
    match = await world.duel()
    await _offer_draw(world, world.mover(match))
    (offer,) = _draw_offers(world)
    if restarts:
        await world.restart()
    if ends:
        asked = await world.bob.slash(world.channel, "resign")
        await press(world.bob, asked.response, "resign-sure")
    else:
        await play_typed(world, match)
    assert _draw_offers(world) == []
    if not ends:
        await play_typed(world, await world.match())
    removals = [it for it in world.env.http_requests if it.method == "DELETE" and it.path.endswith(f"/{offer.id}")]
    assert len(removals) == 1


async def test_a_draw_offer_is_gone_once_it_is_taken_or_declined_elsewhere(world: World) -> None:
    await world.duel()
    await _offer_draw(world, world.alice)
    panel = await world.bob.slash(world.channel, "hand")
    (offer,) = _draw_offers(world)
    declined = await world.forge(world.bob, "arb:draw-decline:1:0:", panel.response)
    assert "Your hand" in said(panel)  # under the news
    assert "declined" in said(declined)
    assert _draw_offers(world) == []
    await _offer_draw(world, world.alice)
    (again,) = _draw_offers(world)
    assert again.id != offer.id
    await press(world.bob, again, "draw-sure")
    assert (await world.match()).is_over
    assert _draw_offers(world) == []


async def test_a_draw_declined_where_it_was_offered_stays_as_such(world: World) -> None:
    match = await world.duel()
    mover = world.mover(match)
    await _offer_draw(world, mover)
    (offer,) = _draw_offers(world)
    await press(next(it for it in world.people if it is not mover), offer, "draw-decline")
    await play_typed(world, match)
    assert "declined" in text_of(next(it for it in world.channel.history() if it.id == offer.id))


def _draw_offers(world: World) -> list[discord.Message]:
    return [it for it in world.channel.history() if button(it, "draw-decline")]


async def test_the_computer_takes_no_draw(world: World) -> None:
    await world.challenge(opponent=None, level="greedy")
    assert "does not take draws" in said(await world.alice.slash(world.channel, "draw"))
    for verb in ("draw", "draw-sure"):
        assert "does not take draws" in said(await world.forge(world.alice, f"arb:{verb}:1:0:", world.table()))


async def test_verifying_reveals_the_secret_only_at_the_end(world: World) -> None:
    await world.duel()
    running = await world.chloe.slash(world.channel, "verify", game=1)
    assert is_private(running)
    assert "when the game is over" in said(running)
    secret = (await world.match()).row.secret.hex()
    assert not any(secret in str(entry.json) for entry in world.env.http_requests)
    await play_out(world, play_typed)
    found = await world.chloe.slash(world.channel, "verify", game=1)
    assert is_private(found)
    assert secret in said(found)
    assert "✅" in said(found)
    pressed = await press(world.chloe, world.table(), "verify")
    assert said(pressed) == said(found)


async def test_rules_are_paged_for_oneself(world: World) -> None:
    sheet = await world.chloe.slash(world.channel, "rules")
    assert is_private(sheet)
    assert "Page 1 of" in said(sheet)
    pages = 1
    while (onward := _onward(sheet)) is not None:
        await world.forge(world.chloe, onward, sheet.response)
        pages += 1
        assert f"Page {pages} of" in said(sheet)
    assert pages >= 4
    assert f"Page {pages} of {pages}" in said(sheet)


def _onward(sheet: Any) -> str | None:
    """The button to the next page, while there is one."""
    message: discord.Message = sheet.response.message
    children = [child for row in message.components for child in getattr(row, "children", [])]
    found = [child.custom_id for child in children if child.label == "Next" and not child.disabled]
    return found[0] if found else None


async def test_settings_of_a_server_are_for_managers(world: World) -> None:
    assert "members who manage" in said(await world.chloe.slash(world.channel, "settings", threads=True)).lower()
    assert "everywhere" not in said(await world.chloe.slash(world.channel, "settings")), "her own alone"
    role = world.guild.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    boss = world.guild.add_member(world.env.create_user("boss"), roles=[role])
    shown = await boss.slash(world.channel, "settings")
    assert is_private(shown)
    assert "everywhere" in said(shown)
    for options, words in (
        ({"channel": world.channel}, f"<#{world.channel.id}>"),
        ({"channel": world.channel}, "everywhere"),
        ({"threads": True}, "A thread for each game:** on"),
        ({"clock": "daily"}, "24 hours a turn"),
        ({"language": "fr"}, "French"),
        ({"language": "server"}, "the server’s own"),
        ({"reminders": False}, "Reminders:** off"),
    ):
        assert words in said(await boss.slash(world.channel, "settings", **options)), options
    row = await world.bot.store.servers.get(world.guild.id)
    assert (row.channels, row.has_threads, row.clock, row.has_reminders) == ((), True, "daily", False)


async def test_two_managers_at_once_both_have_their_way(world: World) -> None:
    role = world.guild.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    command: Any = world.env.backend.find_command("settings", world.guild.id, type=1)
    for name, wish in (("one", "threads"), ("two", "ratings")):
        boss = world.guild.add_member(world.env.create_user(name), roles=[role])
        given = [{"name": wish, "type": 5, "value": wish == "threads"}]
        data = {"id": command["id"], "name": "settings", "type": 1, "options": given}
        _, payload = world.payload(boss, 2, data)
        world.env.backend.emit("INTERACTION_CREATE", payload)
    await world.env.settle()
    row = await world.bot.store.servers.get(world.guild.id)
    assert (row.has_threads, row.has_ratings) == (True, False)


async def test_settings_take_effect(world: World) -> None:
    row = await world.bot.store.servers.get(world.guild.id)
    await world.bot.store.servers.put(type(row)(row.guild_id, clock="daily", language="fr"))
    challenge = (await world.challenge()).response
    assert "24 heures" in text_of(challenge)
    await press(world.bob, challenge, "accept")
    assert (await world.match()).row.clock == "daily"
    assert button(world.table(), "hand")
