"""`/challenge`, its menu, its buttons and its dialogue: every way in, and every refusal."""

import re
from typing import Any

import discord
import pytest

from tests.support.results import finish
from tests.support.world import World, answers_of, button, buttons, is_private, press, said, text_of


async def test_a_challenge_says_all_there_is_to_know(world: World) -> None:
    challenge = (await world.challenge(clock="daily", first="opponent", rated=False, cut="pepper")).response
    text = text_of(challenge)
    for words in (f"<@{world.bob.id}>", "**Alice** challenges **Bob**", "Unrated", "24 hours", "Bob starts"):
        assert words in text
    row = await world.bot.referee.gatherings.get(1)
    assert row.commitment in text
    assert row.secret.hex() not in text
    assert "Alice’s cut: `pepper`" in text
    verbs = {custom_id.split(":")[1] for custom_id in buttons(challenge)}
    assert verbs == {"accept", "cut", "decline", "cancel", "rules"}


async def test_an_open_challenge_is_for_whoever_comes_first(world: World) -> None:
    challenge = (await world.challenge(opponent=None)).response
    assert "whoever accepts first" in text_of(challenge)
    assert button(challenge, "decline") is None
    await press(world.chloe, challenge, "accept")
    match = await world.match()
    assert {seat.user_id for seat in match.row.seats} == {world.alice.id, world.chloe.id}


async def test_nobody_duels_themselves_or_another_bot(world: World) -> None:
    machine = world.guild.add_member(world.env.create_user("machine", bot=True))
    for opponent, words in ((world.alice, "cannot challenge yourself"), (machine, "Other bots do not play")):
        refused = await world.challenge(opponent=opponent)
        assert is_private(refused)
        assert words in said(refused)


async def test_who_is_no_member_cannot_be_challenged_and_the_asker_is_told(world: World) -> None:
    """Discord lets people name anybody; whoever is not here has no member to go with the name."""
    stranger = world.env.create_user("stranger")
    refused = await world.challenge(opponent=stranger)
    assert is_private(refused)
    assert "not in this server" in said(refused)
    assert await world.bot.store.gatherings.get(1) is None


async def test_a_command_from_before_an_update_is_answered(world: World) -> None:
    """Somebody's Discord still offers what we no longer have."""
    record, payload = world.payload(world.alice, 2, {"id": "1", "name": "bygone", "type": 1, "options": []})
    world.env.backend.emit("INTERACTION_CREATE", payload)
    await world.env.settle()
    assert record.ephemeral
    assert record.responded


async def test_the_same_open_challenge_is_made_once(world: World) -> None:
    first = (await world.challenge()).response
    again = await world.challenge()
    assert is_private(again)
    assert "asked this already" in said(again)
    await world.challenge(opponent=world.chloe)
    await press(world.alice, first, "cancel")
    await world.challenge()
    assert (await world.bot.referee.gatherings.get(3)).invited == {world.bob.id}


async def test_challenges_stay_in_the_channels_for_them(world: World) -> None:
    row = await world.bot.store.servers.get(world.guild.id)
    elsewhere = world.guild.create_text_channel("elsewhere")
    await world.bot.store.servers.put(type(row)(row.guild_id, channels=(elsewhere.id,)))
    refused = await world.challenge()
    assert is_private(refused)
    assert f"<#{elsewhere.id}>" in said(refused)
    made = await world.alice.slash(elsewhere, "challenge", opponent=world.bob)
    assert button(made.response, "accept")


async def test_a_deleted_channel_is_nobodys_only_place_to_play(world: World) -> None:
    role = world.guild.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    boss = world.guild.add_member(world.env.create_user("boss"), roles=[role])
    named = world.guild.create_text_channel("games")
    await boss.slash(world.channel, "settings", channel=named)
    assert f"<#{named.id}>" in said(await world.challenge())
    world.env.backend.delete_channel(named.id)
    made = await world.challenge()
    assert button(made.response, "accept")
    assert "everywhere" in said(await boss.slash(world.channel, "settings"))


async def test_a_server_chooses_what_is_played_when_no_game_is_named(world: World) -> None:
    role = world.guild.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    boss = world.guild.add_member(world.env.create_user("boss"), roles=[role])
    assert "DUEL" in said(await boss.slash(world.channel, "settings", game="duel"))
    assert "DUEL" in said(await world.alice.slash(world.channel, "challenge"))
    assert "DUEL" in said(await world.alice.slash(world.channel, "leaderboard"))


@pytest.mark.parametrize("by_name", [True, False])
async def test_the_computer_accepts_at_once(world: World, by_name: bool) -> None:  # noqa: FBT001
    """Named as the opponent, or by a level alone."""
    await world.challenge(opponent=world.bot_member if by_name else None, level="greedy")
    match = await world.match()
    assert [seat.level for seat in match.row.seats] == [None, "greedy"]
    assert (match.row.clock, match.row.is_rated) == ("none", False)
    assert len(world.tables()) == 1
    assert button(world.panel(world.alice), "pick")


async def test_who_names_no_level_meets_a_middling_computer(world: World) -> None:
    await world.alice.slash(world.channel, "challenge", opponent=world.bot_member)
    match = await world.match()
    assert [seat.level for seat in match.row.seats if seat.user_id is None] == ["medium"]


async def test_a_challenge_from_the_menu(world: World) -> None:
    made = await world.alice.context_menu(world.channel, "Challenge", world.bob)
    await press(world.bob, made.response, "accept")
    assert (await world.match()).row.clock == "live"
    itself = await world.alice.context_menu(world.channel, "Challenge", world.alice)
    assert is_private(itself)


async def test_a_dialogue_that_was_put_away_is_not_remembered(world: World) -> None:
    """It is told apart by its custom id like any button; discord.py would keep it until somebody sends it, for ever."""
    challenge = (await world.challenge()).response
    await press(world.bob, challenge, "cut")
    assert world.bot._connection._view_store._modals == {}


async def test_a_cut_is_written_in_a_dialogue_and_goes_into_the_shuffle(world: World) -> None:
    challenge = (await world.challenge(cut="pepper")).response
    shown = await press(world.bob, challenge, "cut")
    assert shown.modal is not None
    await world.bob.submit_modal(shown, {"cut": "salt"})
    match = await world.match()
    assert [seat.cut for seat in match.row.seats] == ["pepper", "salt"]
    assert "Game 1 has begun" in text_of(challenge)
    assert len(world.tables()) == 1


async def test_a_dialogue_sent_too_late_is_refused(world: World) -> None:
    challenge = (await world.challenge()).response
    shown = await press(world.bob, challenge, "cut")
    await press(world.alice, challenge, "cancel")
    late = await world.bob.submit_modal(shown, {"cut": "salt"})
    assert is_private(late)
    assert "cancelled" in said(late)
    assert await world.bot.store.games.get(1) is None


async def test_declined_and_cancelled_look_closed(world: World) -> None:
    for person, verb, words in ((world.bob, "decline", "Declined"), (world.alice, "cancel", "Cancelled")):
        challenge = (await world.challenge()).response
        await press(person, challenge, verb)
        assert words in text_of(challenge)
        assert buttons(challenge) == {}


async def test_the_first_seat_is_as_agreed(world: World) -> None:
    match = await world.duel(first="opponent")
    assert world.mover(match) is world.bob


async def test_a_rematch_is_asked_for_by_command_button_and_from_a_dm(world: World) -> None:
    none = await world.alice.slash(world.channel, "rematch")
    assert is_private(none)
    assert "not finished a game" in said(none)
    await world.duel()
    running = await world.forge(world.alice, "arb:rematch:1:0:", world.table())
    assert "still running" in said(running)
    question = await world.bob.slash(world.channel, "resign")
    await press(world.bob, question.response, "resign-sure")
    sent = await press(world.alice, world.panel(world.alice), "rematch")
    challenge = world.channel.history()[-1]
    assert challenge.jump_url in said(sent)
    await press(world.bob, challenge, "accept")
    assert (await world.match(2)).row.rematch_of == 1


@pytest.mark.parametrize("way", ["command", "button", "dm"])
async def test_rematches_stay_in_the_channels_for_games_too(world: World, way: str) -> None:
    await world.duel()
    question = await world.bob.slash(world.channel, "resign")
    await press(world.bob, question.response, "resign-sure")
    row = await world.bot.store.servers.get(world.guild.id)
    elsewhere = world.guild.create_text_channel("elsewhere")
    await world.bot.store.servers.put(type(row)(row.guild_id, channels=(elsewhere.id,)))
    if way == "command":
        refused = await world.alice.slash(world.channel, "rematch")
    else:
        refused = await press(world.alice, world.table() if way == "button" else world.panel(world.alice), "rematch")
    assert is_private(refused)
    assert f"Games are played in <#{elsewhere.id}>" in said(refused)
    made = await world.alice.slash(elsewhere, "rematch")
    assert button(made.response, "accept")


async def test_a_rematch_from_another_server_is_played_where_the_first_was(world: World) -> None:
    await world.duel()
    question = await world.bob.slash(world.channel, "resign")
    await press(world.bob, question.response, "resign-sure")
    abroad = world.env.create_guild("Abroad")
    tourist = abroad.add_member(world.alice.user)
    sent = await tourist.slash(abroad.create_text_channel("general"), "rematch")
    assert is_private(sent)
    assert button(world.channel.history()[-1], "accept")


@pytest.mark.parametrize("is_asked", [True, False])
async def test_who_left_the_server_neither_asks_for_a_rematch_there_nor_takes_one(
    world: World, *, is_asked: bool
) -> None:
    await world.duel()
    question = await world.bob.slash(world.channel, "resign")
    await press(world.bob, question.response, "resign-sure")
    if is_asked:
        await press(world.alice, world.panel(world.alice), "rematch")
    world.guild.remove_member(world.bob)
    refused = await press(world.bob, world.panel(world.bob), "rematch")
    assert "You are no longer in the server" in "\n".join(text_of(one) for one in answers_of(refused))
    assert (button(world.channel.history()[-1], "accept") is not None) == is_asked
    assert await world.bot.store.games.running() == 0


async def test_a_rematch_in_a_lost_channel_is_refused_and_in_nobodys_way(world: World) -> None:
    await world.duel()
    question = await world.bob.slash(world.channel, "resign")
    await press(world.bob, question.response, "resign-sure")
    world.env.backend.delete_channel(world.channel.id)
    refused = await press(world.alice, world.panel(world.alice), "rematch")
    assert "no longer write" in "\n".join(text_of(one) for one in answers_of(refused))
    elsewhere = world.guild.create_text_channel("elsewhere")
    made = await world.alice.slash(elsewhere, "rematch")
    assert button(made.response, "accept")


async def test_a_challenge_tells_what_is_known_of_both(world: World) -> None:
    new = await world.challenge()
    assert "Ratings" not in said(new)
    assert "Between them" not in said(new)
    await press(world.bob, new.response, "decline")
    for winner, loser in ((world.alice, world.bob), (world.alice, world.bob), (world.bob, world.alice)):
        await finish(world, winner, loser)
    told = said(await world.challenge())
    assert re.search(r"Ratings here: Alice \d{4}, Bob \d{4}\nBetween them: Alice 2 – 1 Bob", told)


async def test_the_list_of_what_is_open(world: World) -> None:
    assert "Nobody waits" in said(await world.bob.slash(world.channel, "challenges"))
    sees, not_ = discord.PermissionOverwrite(view_channel=True), discord.PermissionOverwrite(view_channel=False)
    overwrites: dict[Any, Any] = {world.guild.default_role: not_, world.alice: sees, world.bot_member: sees}
    hidden = world.guild.create_text_channel("hidden", overwrites=overwrites)
    anybody = answers_of(await world.alice.slash(world.channel, "challenge", clock="daily"))[-1]
    await world.alice.slash(hidden, "team")
    shown = await world.bob.slash(world.channel, "challenges")
    assert is_private(shown)
    assert f"/{world.channel.id}/{anybody.id})** · **Alice** challenges whoever accepts first" in said(shown)
    assert "The Game" not in said(shown), "in a channel he cannot see"
    assert "The Game" in said(await world.alice.slash(hidden, "challenges"))
    await press(world.bob, anybody, "accept")
    assert "Nobody waits" in said(await world.bob.slash(world.channel, "challenges"))
