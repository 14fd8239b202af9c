"""`/leaderboard`, `/profile` and `/history` as people use them, and results announced where a server wants them."""

import asyncio
import re
from dataclasses import replace
from typing import Any, cast

import discord
import pytest

from bot.drawing import palette
from bot.referee.erase_person import Erasure, erase_person
from bot.store.ratings_rows import ALL_TIME
from bot.store.rows import PersonRow
from tests.support.play import chosen_turn, play_typed
from tests.support.results import finish
from tests.support.world import World, button, buttons, press, said, text_of


async def load(world: World, people: int) -> None:
    """So many people more, who have all lost to Alice."""
    for number in range(people):
        await world.bot.store.people.seen(PersonRow(9000 + number, f"Player {number}", "en"), 1)
        await finish(world, world.alice, 9000 + number, days=number)


async def seen_by_bot(world: World) -> None:
    for person, name in ((world.alice, "Alice"), (world.bob, "Bob"), (world.chloe, "Chloé")):
        await world.bot.store.people.seen(PersonRow(person.id, name, "en"), 1)


async def test_an_empty_board_invites_to_play(world: World) -> None:
    answer: Any = await world.alice.slash(world.channel, "leaderboard")
    assert answer.response.flags.ephemeral
    assert "Be the first" in text_of(answer.response)
    assert answer.response.attachments == []


async def test_a_board_has_a_picture_that_says_the_same(world: World) -> None:
    await seen_by_bot(world)
    await finish(world, world.alice, world.bob)
    answer: Any = await world.bob.slash(world.channel, "leaderboard")
    text = text_of(answer.response)
    assert text.index("Alice") < text.index("**Bob**")
    assert "`1.`" in text
    assert "(provisional)" in text
    (picture,) = answer.response.attachments
    assert picture.description.startswith("1. Alice:")
    assert picture.filename == "leaderboard.png"


async def test_pages_turn_and_the_askers_own_line_is_always_there(world: World) -> None:
    await seen_by_bot(world)
    await load(world, 24)
    answer: Any = await world.alice.slash(world.channel, "leaderboard")
    assert "Page 1 of 3" in text_of(answer.response)
    pressed: Any = await world.alice.click(answer.response, label="Next")
    text = text_of(pressed.response)
    assert "Page 2 of 3" in text
    assert "**Alice**" in text
    assert "…" in text
    pressed = await world.alice.click(pressed.response, label="Next")
    assert "Page 3 of 3" in text_of(pressed.response)
    bob: Any = await world.bob.slash(world.channel, "leaderboard")
    assert "You are not on it yet" in text_of(bob.response)


async def test_who_left_is_shown_as_such(world: World) -> None:
    await seen_by_bot(world)
    await world.bot.store.people.seen(PersonRow(4242, "Zoé", "en"), 1)
    await finish(world, 4242, world.alice)
    answer: Any = await world.alice.slash(world.channel, "leaderboard")
    assert "Zoé (left)" in text_of(answer.response)
    asked = len(world.requests())
    await world.alice.slash(world.channel, "leaderboard")
    assert len(world.requests()) == asked, "an answer is remembered"
    elsewhere: Any = await world.alice.slash(world.channel, "leaderboard", scope="global")
    assert "(left)" not in text_of(elsewhere.response)


async def test_a_leaderboard_does_not_wait_for_discord(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has left is asked for meanwhile, and known the next time."""
    await seen_by_bot(world)
    fetch, may_answer = discord.Guild.fetch_member, asyncio.Event()

    async def slow(guild: discord.Guild, person: int) -> discord.Member:
        await may_answer.wait()
        return await fetch(guild, person)

    monkeypatch.setattr(discord.Guild, "fetch_member", slow)
    monkeypatch.setattr("bot.edge.members.TIMEOUT", 0.01)
    members = cast("Any", world.bot.get_cog("Standings")).members
    people = [4242, 4243]
    assert await members.gone(world.guild.id, people) == frozenset()
    assert len(members._asking) == 2
    await members.gone(world.guild.id, people)
    assert len(members._asking) == 2, "nobody is asked about twice at a time"
    may_answer.set()
    await asyncio.gather(*members._asking.values())
    assert set(members._known) == {(world.guild.id, person) for person in people}


async def test_seasons_and_their_archive(world: World) -> None:
    await seen_by_bot(world)
    await finish(world, world.alice, world.bob, days=200)
    answer: Any = await world.alice.slash(world.channel, "leaderboard", period="season")
    assert "No rated game on this board" in text_of(answer.response)
    pressed: Any = await world.alice.click(answer.response, label="Earlier")
    assert "season from" in text_of(pressed.response)
    assert "**Alice**" in text_of(pressed.response)
    whole: Any = await world.alice.click(pressed.response, label="All time")
    assert "All time" in text_of(whole.response)
    for period in ("month", "week"):
        answer = await world.alice.slash(world.channel, "leaderboard", period=period)
        assert "No rated game on this board" in text_of(answer.response)


async def test_buttons_survive_a_restart_and_strange_ones_are_answered(world: World) -> None:
    await seen_by_bot(world)
    await finish(world, world.alice, world.bob)
    answer: Any = await world.alice.slash(world.channel, "leaderboard")
    await world.restart()
    pressed: Any = await world.alice.click(answer.response, label="Everywhere")
    assert "Everywhere" in text_of(pressed.response)
    profile: Any = await world.alice.slash(world.channel, "profile")
    assert len({*buttons(profile.response)}) == 3


async def test_a_profile_tells_everything(world: World) -> None:
    await seen_by_bot(world)
    for days in (40, 30, 20, 10):
        await finish(world, world.alice, world.bob, days=days, turns=20 + days)
    answer: Any = await world.bob.slash(world.channel, "profile", member=world.alice)
    text = text_of(answer.response)
    assert "rank **1** of 2" in text
    assert "All games against people: **4–0** (gold 4–0)" in text
    assert "Starting: 4–0 · answering: 0–0" in text
    assert "4 wins in a row · best: 4" in text
    assert "Longest chain: 2 jumps in a row (game 1)" in text
    assert "Favourite openings: one card on ▲, one on ▼ (4 games, won: 4)" in text
    assert "Fastest win: 30 turns (game 4)" in text
    assert "You against them: **0–4**" in text
    assert "**#4** ✅ won, the opponent was stuck (+" in text
    (picture,) = answer.response.attachments
    assert "over the 4 rated games" in picture.description
    turned: Any = await world.bob.click(answer.response, label="Everywhere")
    assert "Everywhere" in text_of(turned.response)
    history: Any = await world.bob.click(turned.response, label="All games")
    assert "Games of Alice" in text_of(history.response)


async def test_somebody_who_has_not_played(world: World) -> None:
    answer: Any = await world.alice.slash(world.channel, "profile", member=world.chloe)
    assert "Chloé" in text_of(answer.response)
    assert "No rated game yet" in text_of(answer.response)
    assert await world.bot.store.people.get(world.chloe.id) is None, "asking about somebody stores nothing of them"
    own: Any = await world.chloe.slash(world.channel, "history")
    assert "Start with `/challenge`" in text_of(own.response)


async def test_a_history_turns_its_pages(world: World) -> None:
    await seen_by_bot(world)
    await load(world, 12)
    answer: Any = await world.alice.slash(world.channel, "history")
    text = text_of(answer.response)
    assert "#12" in text
    assert "#2**" not in text
    assert "Page 1 of 2 · 12 games" in text
    pressed: Any = await world.alice.click(answer.response, label="Next")
    assert "**#2**" in text_of(pressed.response)
    back: Any = await world.alice.click(pressed.response, label="Back")
    assert "Page 1 of 2" in text_of(back.response)


@pytest.mark.parametrize("command", ["leaderboard", "profile", "history"])
async def test_in_french(world: World, command: str) -> None:
    world.languages[world.alice.id] = "fr"
    await seen_by_bot(world)
    await finish(world, world.alice, world.bob)
    answer: Any = await world.alice.slash(world.channel, command)
    expected = {"leaderboard": "Classement", "profile": "**1–0** (or 1–0)", "history": "✅ gagnée"}
    assert expected[command] in text_of(answer.response)


async def test_a_server_decides_about_ratings_results_and_seasons(world: World) -> None:
    role = world.guild.create_role("Keepers", permissions=discord.Permissions(manage_guild=True))
    keeper = world.guild.add_member(world.env.create_user("keeper"), roles=[role])
    news = world.guild.create_text_channel("news")
    answer: Any = await keeper.slash(world.channel, "settings", ratings=False, results=news, season="2")
    text = text_of(answer.response)
    assert "**Rated games:** off" in text
    assert f"**Results announced in:** <#{news.id}>" in text
    assert "February" in text
    match = await world.duel()
    asked: Any = await world.alice.slash(world.channel, "resign")
    await press(world.alice, asked.response, "resign-sure")
    (message,) = news.history()
    assert "game 1: Alice vs Bob" in message.content
    assert "**Bob** wins" in message.content
    await world.bot.store.messages.forget(match.id, "table")
    await world.restart()
    assert len(news.history()) == 1, "told once"
    assert not match.row.is_rated
    answer = await keeper.slash(world.channel, "settings", results=news)
    assert "**Results announced in:** nowhere" in text_of(answer.response)
    await finish(world, world.alice, world.bob)
    season: Any = await world.alice.slash(world.channel, "leaderboard", period="season")
    assert "season from November 2025" in text_of(season.response)


@pytest.mark.parametrize(("hours", "count"), [(23, 1), (25, 0)])
async def test_a_result_is_no_news_long_after_the_fact(world: World, hours: int, count: int) -> None:
    """The bot was away when it would have been told."""
    news = world.guild.create_text_channel("news")
    servers = world.bot.store.servers
    await servers.put(replace(await servers.get(world.guild.id), results_channel=news.id))
    await world.duel()
    await world.bot.referee.resign(1, world.alice.id, "elsewhere")
    world.env.backend.advance_clock(hours * 60 * 60)
    await world.restart()
    assert "resigned" in text_of(world.table())
    assert len(news.history()) == count


async def test_a_game_played_in_discord_is_on_the_board_and_its_link_in_the_history(world: World) -> None:
    match = await world.duel(first="challenger")
    for person in (world.alice, world.bob):
        moves = " ".join((*chosen_turn(await world.match()), "end"))
        await person.slash(world.channel, "play", moves=moves)
    before = world.table().id
    asked: Any = await world.bob.slash(world.channel, "resign")
    await world.bob.click(asked.response, custom_id=button(asked.response, "resign-sure"))
    (table,) = world.tables()
    assert table.id != before, "the result is a new message: an edit notifies nobody"
    assert re.search(r"📈 Ratings: Alice \*\*\d+ \(\+\d+\)\*\* · Bob \*\*\d+ \(−\d+\)\*\*", text_of(table))
    colours = [one.embeds[0].colour for one in (world.panel(world.alice), world.panel(world.bob))]
    assert colours == [discord.Colour(palette.ACCENT_SUCCESS), discord.Colour(palette.ACCENT_DANGER)]
    board = await world.bot.store.standings.page((world.guild.id, "le-duel", ALL_TIME), 0, world.bob.id)
    assert [line.user_id for line in board.lines] == [world.alice.id, world.bob.id]
    history: Any = await world.alice.slash(world.channel, "history")
    assert f"[#{match.id}](https://discord.com/channels/{world.guild.id}/" in text_of(history.response)
    opened = await press(world.alice, history.response, "replay")
    assert "Replay · Alice vs Bob" in said(opened)


@pytest.mark.parametrize(("turns", "is_rated", "is_said"), [(1, True, True), (2, True, False), (1, False, False)])
async def test_a_rated_game_too_short_to_count_says_so_and_still_does_when_one_of_two_is_forgotten(
    world: World,
    turns: int,
    is_rated: bool,  # noqa: FBT001
    is_said: bool,  # noqa: FBT001
) -> None:
    await world.duel(rated=is_rated)
    for _ in range(turns):
        await play_typed(world, await world.match())
    asked: Any = await world.bob.slash(world.channel, "resign")
    await press(world.bob, asked.response, "resign-sure")
    told = "Too short to count for the ratings."
    assert (told in text_of(world.table())) is is_said
    assert (told in text_of(world.panel(world.alice))) is is_said
    await erase_person(world.bot.referee, world.bob.id, Erasure())
    await world.alice.slash(world.channel, "table", game=1)
    assert (told in text_of(world.table())) is is_said
