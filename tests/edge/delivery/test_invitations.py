"""A challenge or a lobby whose message Discord does not take, or takes without our hearing of it: whoever asked is told
and may ask again at once, and nobody has to come back to it for ever."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
from simcord.env import Env

from bot.edge.interactions.answers import Answer
from tests.support.team import Club
from tests.support.tiers import has_long_version, one_in
from tests.support.world import World, button, is_private, press, said, text_of

SWEEP = 11  # seconds
EXPIRED = 15 * 60 + SWEEP
BROKEN = [aiohttp.ServerDisconnectedError(), TimeoutError()]
MISSING_PERMISSIONS, UNKNOWN_CHANNEL = 50013, 10003


@pytest.fixture
def club(simcord_env: Env, tmp_path: Path, languages: dict[int, str]) -> Club:
    return Club(simcord_env, tmp_path, languages)


def break_off(patch: pytest.MonkeyPatch, place: type, name: str, error: Exception, *, is_done: bool) -> None:
    """The connection is lost, before it was done or after."""
    method = getattr(place, name)

    async def broken(self: Any, *values: Any, **options: Any) -> Any:
        if is_done:
            await method(self, *values, **options)
        raise error

    patch.setattr(place, name, broken)


async def to_come_back_to(world: World) -> int:
    """How many gatherings each sweep looks through."""
    return len(await world.bot.store.database.rows("SELECT id FROM gatherings WHERE shown_revision < revision"))


def looking_open(world: World) -> list[discord.Message]:
    return [it for it in world.channel.history() if button(it, "accept")]


def from_afar(world: World, person: Any, verb: str) -> Any:
    """In their DMs."""
    return press(person, world.panel(person), verb)


async def end(world: World) -> None:
    question = await world.alice.slash(world.channel, "resign")
    await press(world.alice, question.response, "resign-sure")
    if not (await world.match()).is_over:  # a team's, which a computer could go on with
        await press(world.bob, world.table(), "no-stand-in")


Ask = Callable[[Club], Any]
ASKED: list[Ask] = [lambda club: club.challenge(), lambda club: club.alice.slash(club.channel, "team")]


@pytest.mark.parametrize("ask", ASKED, ids=["challenge", "lobby"])
@pytest.mark.parametrize("error", BROKEN)
async def test_who_loses_the_connection_is_told_and_asks_again(
    club: Club, monkeypatch: pytest.MonkeyPatch, ask: Ask, error: Exception
) -> None:
    with monkeypatch.context() as cut:
        break_off(cut, Answer, "public", error, is_done=False)
        lost = await ask(club)
    assert is_private(lost)
    assert "Discord did not take the message" in said(lost)
    await ask(club)
    assert len(looking_open(club)) == 1


@pytest.mark.parametrize("ask", ASKED, ids=["challenge", "lobby"])
async def test_what_was_refused_is_done_with(club: Club, ask: Ask) -> None:
    club.fail("POST", "/interactions/*", status=400, code=50035, times=1)
    assert "Discord did not take the message" in said(await ask(club))
    assert await to_come_back_to(club) == 0


@pytest.mark.usefixtures("every_minute")
@has_long_version
@pytest.mark.parametrize("ask", ASKED, ids=["challenge", "lobby"])
@pytest.mark.parametrize("is_done", one_in(2, [True, False]))
async def test_what_may_have_been_posted_is_looked_for_until_it_would_have_expired(
    club: Club,
    monkeypatch: pytest.MonkeyPatch,
    ask: Ask,
    is_done: bool,  # noqa: FBT001
) -> None:
    with monkeypatch.context() as cut:
        break_off(cut, Answer, "public", BROKEN[0], is_done=is_done)
        await ask(club)
    assert len(looking_open(club)) == is_done
    await club.env.advance_time(EXPIRED)
    await club.env.advance_time(SWEEP)
    assert looking_open(club) == []
    assert await to_come_back_to(club) == 0
    before = len(club.requests())
    await club.env.advance_time(SWEEP)
    assert len(club.requests()) == before


@pytest.mark.usefixtures("every_minute")
@has_long_version
@pytest.mark.parametrize("status", one_in(3, [403, 404, 503]))
async def test_while_nobody_may_look_it_is_not_given_up(
    club: Club, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    """A refusal that is meant for all of us says nothing of this channel."""
    with monkeypatch.context() as cut:
        break_off(cut, Answer, "public", BROKEN[0], is_done=True)
        await club.challenge()
    club.fail("GET", f"/channels/{club.channel.id}/messages", status=status)
    await club.env.advance_time(EXPIRED)
    assert len(looking_open(club)) == 1
    club.recover()
    await club.env.advance_time(180)
    assert looking_open(club) == []


@pytest.mark.parametrize("error", BROKEN)
async def test_a_rematch_from_afar_that_is_lost_can_be_asked_for_again(
    world: World, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    await world.duel()
    await end(world)
    with monkeypatch.context() as cut:
        break_off(cut, discord.PartialMessageable, "send", error, is_done=False)
        lost = await from_afar(world, world.alice, "rematch")
    assert "Discord did not take the message" in said(lost)
    again = await from_afar(world, world.alice, "rematch")
    assert "Discord" not in said(again)
    (challenge,) = looking_open(world)
    await press(world.bob, challenge, "accept")
    assert not (await world.match(2)).is_over


@pytest.mark.parametrize("error", BROKEN)
async def test_so_can_a_team_that_plays_again(club: Club, monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    await club.team(2)
    await end(club)
    with monkeypatch.context() as cut:
        break_off(cut, discord.PartialMessageable, "send", error, is_done=False)
        lost = await from_afar(club, club.alice, "rematch")
    assert "Discord did not take the message" in said(lost)
    await from_afar(club, club.alice, "rematch")
    assert len(looking_open(club)) == 1


@pytest.mark.parametrize(("status", "code"), [(403, MISSING_PERMISSIONS), (404, UNKNOWN_CHANNEL)])
async def test_where_the_channel_is_lost_they_are_told_so(club: Club, status: int, code: int) -> None:
    await club.team(2)
    await end(club)
    club.fail("POST", f"/channels/{club.channel.id}/messages", status=status, code=code)
    assert "can no longer write in the channel" in said(await from_afar(club, club.alice, "rematch"))
    assert await to_come_back_to(club) == 0


@pytest.mark.parametrize("status", [403, 500])
async def test_a_channel_that_is_refused_for_now_is_not_called_lost(world: World, status: int) -> None:
    """As everything is, by what stands before Discord."""
    await world.duel()
    await end(world)
    world.fail("POST", f"/channels/{world.channel.id}/messages", status=status, times=1)
    assert "Discord did not take the message" in said(await from_afar(world, world.alice, "rematch"))
    await world.env.advance_time(120)
    await from_afar(world, world.alice, "rematch")
    assert len(looking_open(world)) == 1


async def test_what_needs_no_message_is_never_looked_for(club: Club) -> None:
    """A rematch with the computer, and one's own game again, begin at once."""
    await club.challenge(opponent=None, level="greedy")
    await end(club)
    await from_afar(club, club.alice, "rematch")
    await end(club)
    lobby = await club.lobby()
    await press(club.alice, lobby, "begin")
    await end(club)
    await from_afar(club, club.alice, "rematch")
    await press(club.alice, club.table(), "hand")
    assert await to_come_back_to(club) == 0


async def test_one_that_cannot_be_shown_as_closed_keeps_no_other_waiting(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = (await club.challenge()).response
    second = (await club.chloe.slash(club.channel, "challenge", opponent=club.dan)).response
    lobby = await club.lobby()
    edit = discord.PartialMessage.edit

    async def slow(self: discord.PartialMessage, **options: Any) -> Any:
        if self.id == first.id:
            raise TimeoutError
        return await edit(self, **options)

    with monkeypatch.context() as patch:
        patch.setattr(discord.PartialMessage, "edit", slow)
        await club.env.advance_time(EXPIRED)
    assert looking_open(club) == [club.channel.history()[0]]
    assert "Nobody came in time" in text_of(second)
    assert button(lobby, "accept") is None
    await club.env.advance_time(SWEEP)
    assert looking_open(club) == []
