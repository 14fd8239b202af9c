"""A team's gathering through the real cogs: every button by everyone, twice, late and after the start; expiry, also
while the bot is down; playing again."""

from pathlib import Path
from typing import Any

import pytest
from simcord.env import Env

from bot.referee.clocks import CHALLENGE_LASTS, DAY, SECOND
from tests.support.team import Club, play_out, tap_turn, type_turn
from tests.support.tiers import has_long_version, one_in
from tests.support.world import answers_of, button, buttons, is_private, press, said, text_of

HOSTS_BUTTONS = (
    ("begin", None, "Only the host"),
    ("cancel", None, "Only the host"),
    ("option", "expert=on", "Only the host"),
    ("option", "fewer=on", "Only the host"),
    ("option", "fire=on", "Only the host"),
    ("computers", "more", "Only the host"),
)


@pytest.fixture
def club(simcord_env: Env, tmp_path: Path, languages: dict[int, str]) -> Club:
    return Club(simcord_env, tmp_path, languages)


async def row(club: Club, number: int = 1) -> Any:
    return await club.bot.referee.gatherings.get(number)


def page(club: Club, number: int = -1) -> str:
    return text_of(club.lobbies()[number])


# The lobby


async def test_the_commitment_is_shown_before_anyone_can_start(club: Club) -> None:
    lobby = await club.lobby(expert=True, computers=2)
    stored = await row(club)
    assert stored.commitment in text_of(lobby)
    assert stored.secret.hex() not in text_of(lobby)
    assert "Expert" in text_of(lobby)
    assert text_of(lobby).count("🤖") == 2
    await press(club.alice, lobby, "begin")
    assert (await club.match()).row.commitment == stored.commitment


@pytest.mark.parametrize(("verb", "argument", "answer"), HOSTS_BUTTONS)
async def test_only_the_host_may(club: Club, verb: str, argument: str | None, answer: str) -> None:
    lobby = await club.lobby()
    await press(club.bob, lobby, "accept")
    before = await row(club)
    for person in (club.bob, club.chloe):
        refused = await press(person, lobby, verb, argument)
        assert is_private(refused)
        assert answer in said(refused)
    assert await row(club) == before


async def test_joining_and_leaving(club: Club) -> None:
    lobby = await club.lobby()
    for person in club.everyone[1:]:
        await press(person, lobby, "accept")
    assert all(name in page(club) for name in ("Alice", "Bob", "Chloé", "Dan", "Emma"))
    assert button(lobby, "accept") is None
    twice = await club.forge(club.bob, f"arb:accept:1:{(await row(club)).revision}:", lobby)
    assert is_private(twice)
    assert "You are in already" in said(twice)
    await press(club.bob, lobby, "leave-seat")
    assert "Bob" not in page(club)
    gone = await press(club.bob, lobby, "leave-seat")
    assert is_private(gone)
    assert "not joined" in said(gone)


async def test_a_full_lobby_takes_nobody_more(club: Club) -> None:
    lobby = await club.lobby(computers=4)
    assert button(lobby, "accept") is None
    refused = await club.forge(club.bob, "arb:accept:1:0:", lobby)
    assert is_private(refused)
    assert "no place left" in said(refused)


async def test_the_host_leaves_and_the_next_is_host(club: Club) -> None:
    lobby = await club.lobby()
    await press(club.bob, lobby, "accept")
    await press(club.alice, lobby, "leave-seat")
    assert "👑 Bob" in page(club)
    await press(club.bob, lobby, "leave-seat")
    assert "Cancelled" in page(club)
    assert buttons(club.lobbies()[-1]) == {}


async def test_the_host_sends_somebody_away(club: Club) -> None:
    lobby = await club.lobby()
    await press(club.bob, lobby, "accept")
    custom_id = button(lobby, "remove", str(club.bob.id))
    assert custom_id is not None
    refused = await club.forge(club.chloe, custom_id, lobby)
    assert "Only the host" in said(refused)
    await press(club.alice, lobby, "remove", str(club.bob.id))
    assert "Bob" not in page(club)
    await club.forge(club.alice, custom_id, lobby)
    assert "Bob" not in page(club)
    await press(club.bob, lobby, "accept")
    assert "Bob" in page(club)


async def test_options_and_computers(club: Club) -> None:
    lobby = await club.lobby()
    for name in ("expert", "fewer", "fire"):
        await press(club.alice, lobby, "option", f"{name}=on")
    assert (await row(club)).options == {"expert": True, "fewer": True, "fire": True}
    await press(club.alice, lobby, "option", "fewer=off")
    more = button(lobby, "computers", "more")
    assert more is not None
    await club.forge(club.alice, more, lobby)
    await club.forge(club.alice, more, lobby)  # the same press again
    assert page(club).count("🤖") == 1
    await press(club.alice, lobby, "computers", "more")
    assert page(club).count("🤖") == 2
    await press(club.alice, lobby, "computers", "fewer")
    assert page(club).count("🤖") == 1
    await press(club.alice, lobby, "begin")
    match = await club.match()
    assert match.row.options == {"expert": True, "fewer": False, "fire": True}
    assert len(match.row.seats) == 2


async def test_two_presses_at_once_start_one_game(club: Club) -> None:
    lobby = await club.lobby()
    custom_id = button(lobby, "begin")
    assert custom_id is not None
    for _ in range(2):
        club.emit(club.alice, custom_id, lobby)
    await club.env.settle()
    assert await club.bot.store.games.get(1) is not None
    assert await club.bot.store.games.get(2) is None
    assert "Game 1 has begun" in page(club)


@pytest.mark.parametrize("verb", ["accept", "leave-seat", "begin", "cancel", "option", "computers", "remove"])
async def test_after_the_start_every_button_is_answered(club: Club, verb: str) -> None:
    lobby = await club.lobby()
    await press(club.bob, lobby, "accept")
    await press(club.alice, lobby, "begin")
    argument = {"option": "fire=on", "computers": "more", "remove": str(club.bob.id)}.get(verb, "")
    for person in (club.alice, club.chloe):
        late = await club.forge(person, f"arb:{verb}:1:1:{argument}", lobby)
        assert is_private(late)
        assert "started already" in said(late)


async def test_one_lobby_a_host_and_a_new_one_after_cancelling(club: Club) -> None:
    lobby = await club.lobby()
    refused = await club.alice.slash(club.channel, "team")
    assert is_private(refused)
    assert "asked this already" in said(refused)
    await press(club.alice, lobby, "cancel")
    assert "Cancelled" in page(club)
    await club.lobby()
    assert (await row(club, 2)).status == "open"


@has_long_version
@pytest.mark.usefixtures("every_minute")
@pytest.mark.parametrize("is_down", one_in(2, [False, True]))
async def test_a_lobby_expires(club: Club, *, is_down: bool) -> None:
    lobby = await club.lobby()
    if is_down:
        await club.bot.close()
    await club.env.advance_time(CHALLENGE_LASTS // SECOND + 30)
    if is_down:
        await club.restart()
        await club.env.advance_time(30)
    assert "Nobody came in time" in page(club)
    late = await club.forge(club.bob, "arb:accept:1:0:", lobby)
    assert "expired" in said(late)


async def test_a_lobby_survives_a_restart(club: Club) -> None:
    lobby = await club.lobby()
    await press(club.bob, lobby, "accept")
    await club.restart()
    await press(club.chloe, lobby, "accept")
    await press(club.alice, lobby, "begin")
    assert len((await club.match()).row.seats) == 3


# Again


async def test_a_team_gathers_again_with_places_kept(club: Club) -> None:
    await club.team(3, fire=True)
    await play_out(club, tap_turn)
    await club.env.advance_time(1)  # or we may have asked as much of Discord as we allow ourselves in a second
    again = await press(club.bob, club.table(), "rematch")
    lobby = answers_of(again)[-1]
    stored = await row(club, 2)
    assert (stored.host_id, stored.options["fire"]) == (club.bob.id, True)
    assert f"<@{club.alice.id}>" in text_of(lobby)
    assert text_of(lobby).count("⏳") == 2
    joined = await press(club.chloe, club.panel(club.chloe), "rematch")  # from her DM: joins the same lobby
    assert lobby.message.jump_url in said(joined)
    assert page(club).count("⏳") == 1
    await press(club.bob, lobby, "begin")
    second = await club.match(2)
    assert [seat.user_id for seat in second.row.seats] == [club.bob.id, club.chloe.id]
    stranger = await press(club.emma, club.tables()[0], "rematch")
    assert "do not play" in said(stranger)


async def test_a_team_gathers_again_in_the_channels_for_games(club: Club) -> None:
    await club.team(2)
    await play_out(club, tap_turn)
    server = await club.bot.store.servers.get(club.guild.id)
    elsewhere = club.guild.create_text_channel("elsewhere")
    await club.bot.store.servers.put(type(server)(server.guild_id, channels=(elsewhere.id,)))
    for message in (club.table(), club.panel(club.bob)):
        assert f"Games are played in <#{elsewhere.id}>" in said(await press(club.bob, message, "rematch"))
    assert await club.bot.store.gatherings.get(2) is None


async def test_who_left_the_server_gathers_nobody_in_it(club: Club) -> None:
    await club.team(2)
    await play_out(club, tap_turn)
    club.guild.remove_member(club.bob)
    refused = await press(club.bob, club.panel(club.bob), "rematch")
    assert "You are no longer in the server" in said(refused)
    assert await club.bot.store.gatherings.get(2) is None


async def test_rematch_means_the_team_too(club: Club) -> None:
    await club.team(1, computers=1)
    await play_out(club, type_turn)
    await club.alice.slash(club.channel, "rematch")
    second = await club.match(2)
    assert [seat.level for seat in second.row.seats] == [None, "mate"]


@has_long_version
@pytest.mark.parametrize("clock", one_in(2, ["daily", "none"]))
async def test_a_slow_challenge_waits_for_days_and_is_told_by_dm(club: Club, clock: str) -> None:
    club.languages[club.bob.id] = "fr"
    await club.bob.slash(club.channel, "games")
    made = await club.challenge(clock=clock)
    assert made.response is not None
    (told,) = club.bob.user.dm_channel.history()
    link = f"https://discord.com/channels/{club.guild.id}/{club.channel.id}/{made.response.message.id}"
    assert link in told.content
    assert "**Alice** vous propose une partie de **Le Duel**" in told.content
    assert club.alice.user.dm_channel.history() == []
    await club.env.advance_time(CHALLENGE_LASTS // SECOND + 30)
    assert (await row(club)).expires_at - (await row(club)).created_at > 2 * DAY
    await press(club.bob, made.response, "accept")
    assert not (await club.match()).is_over
