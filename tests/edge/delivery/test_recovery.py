"""What was posted but not written down is found again, and not posted a second time."""

import asyncio
from dataclasses import replace
from typing import Any

import aiohttp
import pytest
from simcord.backend import serializers

from bot.edge.delivery.delivery_state import DeliveryState
from bot.edge.interactions.answers import Answer
from bot.store.sqlite.gatherings import Gatherings
from bot.store.sqlite.messages import PING, TABLE, panel
from tests.edge.delivery.test_pings import pings
from tests.support.interleaving import after
from tests.support.play import chosen_turn, play_in_dm, play_typed
from tests.support.tiers import has_long_version, one_in
from tests.support.world import World, button, buttons, press, text_of

SWEEP, PATIENCE = 11, 70  # seconds: the longest pause before a failed request is tried again, and a sweep


@has_long_version
@pytest.mark.parametrize("status", one_in(3, [403, 404, 500]))
async def test_where_nobody_may_look_just_now_nothing_is_posted_either(world: World, status: int) -> None:
    """As while everything is refused: that says nothing about what is there."""
    await world.duel()
    await world.env.advance_time(5)
    (table,) = world.tables()
    await world.bot.store.messages.forget(1, TABLE)
    world.fail("GET", f"/channels/{world.channel.id}/messages", status=status, times=2)
    await world.restart()
    assert [one.id for one in world.tables()] == [table.id]
    await world.env.advance_time(120)
    assert [one.id for one in world.tables()] == [table.id]
    shown = (await world.bot.store.messages.of(1))[TABLE]
    assert shown.message_id == table.id, "it was found again"


# Posted, and nobody heard of it

BROKEN = [aiohttp.ServerDisconnectedError(), KeyError("id")]  # a line that was cut, an answer that cannot be read


@pytest.fixture(params=BROKEN, ids=["cut off", "unreadable"])
def broken(request: pytest.FixtureRequest, expected_errors: list[str]) -> Exception:
    error: Exception = request.param
    if isinstance(error, KeyError):
        expected_errors.append("game 1 could not be shown: KeyError")
    return error


def break_off(world: World, channel_id: int, error: Exception) -> list[Any]:
    """The next message of the bot's own to that channel is posted, and its answer is lost. What was posted there."""
    request, posted = world.bot.http.request, list[Any]()
    place = f"/channels/{channel_id}/messages"

    async def lossy(route: Any, **options: Any) -> Any:
        answer = await request(route, **options)
        if route.method == "POST" and route.url.endswith(place):
            posted.append(answer)
            if len(posted) == 1:
                raise error
        return answer

    world.bot.http.request = lossy  # type: ignore[method-assign]
    return posted


async def test_a_table_is_not_posted_twice(world: World, broken: Exception) -> None:
    await world.duel()
    await world.restart()
    world.env.backend.delete_message(world.channel.id, world.table().id)
    posted = break_off(world, world.channel.id, broken)
    await play_in_dm(world, await world.match())
    await world.env.advance_time(PATIENCE)
    assert len(posted) == len(world.tables()) == 1
    assert (await world.bot.store.messages.of(1))[TABLE].message_id == world.table().id
    assert "Last turn" in text_of(world.table())


def break_answer_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """A public answer is given, and nobody hears that it was."""

    async def cut() -> None:
        raise aiohttp.ServerDisconnectedError

    after(monkeypatch, Answer, "public", cut)


async def test_a_table_that_was_an_answer_is_not_posted_twice(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    challenge = await world.challenge()
    break_answer_off(monkeypatch)
    await press(world.bob, challenge.response, "accept")
    await world.env.advance_time(PATIENCE)
    (table,) = world.tables()
    assert (await world.bot.store.messages.of(1))[TABLE].message_id == table.id


async def test_a_table_that_moved_is_not_left_behind(
    world: World, monkeypatch: pytest.MonkeyPatch, expected_errors: list[str]
) -> None:
    await world.duel()
    old = world.table().id
    break_answer_off(monkeypatch)
    expected_errors.append("failure ")
    await world.chloe.slash(world.channel, "table")
    await world.env.advance_time(PATIENCE)
    (table,) = world.tables()
    assert table.id != old
    assert (await world.bot.store.messages.of(1))[TABLE].message_id == table.id


async def test_a_panel_is_not_sent_twice(world: World, broken: Exception) -> None:
    await world.duel(first="challenger")
    posted = break_off(world, world.bob.user.dm_channel.id, broken)
    await play_typed(world, await world.match())
    await world.env.advance_time(PATIENCE)
    (found,) = [one for one in world.bob.user.dm_channel.history() if buttons(one)]
    assert len(posted) == 1
    assert (await world.bot.store.messages.of(1))[panel(1)].message_id == found.id
    assert button(found, "pick")


async def lose_a_call(world: World, broken: Exception) -> list[Any]:
    """Bob is called in the channel, and its answer is lost. What was posted there."""
    world.close_dms(*world.people)
    await world.duel(first="challenger")
    await world.restart()
    posted = break_off(world, world.channel.id, broken)
    moves = " ".join((*chosen_turn(await world.match()), "end"))
    world.bot.computer_turns.moved(await world.bot.referee.act(1, world.alice.id, moves, key="elsewhere"))
    return posted


async def test_nobody_is_called_twice(world: World, broken: Exception) -> None:
    posted = await lose_a_call(world, broken)
    await world.env.advance_time(PATIENCE)
    (found,) = pings(world)
    assert len(posted) == 1
    assert (await world.bot.store.messages.of(1))[PING].message_id == found.id


async def test_a_call_that_is_answered_before_it_is_known_to_be_posted_goes(world: World, broken: Exception) -> None:
    posted = await lose_a_call(world, broken)
    while not posted:
        await world.env.advance_time(1)
    (lost,) = pings(world)
    await play_typed(world, await world.match())
    await world.env.advance_time(PATIENCE)
    assert lost.id not in [call.id for call in pings(world)]


async def test_a_result_is_told_again_under_the_same_nonce(world: World, broken: Exception) -> None:
    """Discord itself then sees that it has it already: there is nothing on it by which it could be found."""
    news = world.guild.create_text_channel("news")
    servers = world.bot.store.servers
    await servers.put(replace(await servers.get(world.guild.id), results_channel=news.id))
    await world.duel()
    posted = break_off(world, news.id, broken)
    question = await world.alice.slash(world.channel, "resign")
    await press(world.alice, question.response, "resign-sure")
    await world.env.advance_time(PATIENCE)
    assert len(posted) == 2
    told = [
        one.json for one in world.requests() if one.path == f"/channels/{news.id}/messages" and one.method == "POST"
    ]
    assert [(one["nonce"], one["enforce_nonce"]) for one in told] == [("news1", True)] * 2


async def test_a_panel_that_was_played_on_at_once_is_not_there_twice(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot dies before the old one is gone. Its player has no news any more when it is back, but two panels."""
    await play_in_dm(world, await world.duel(first="opponent"))
    await world.env.advance_time(SWEEP)
    with monkeypatch.context() as crash:
        crash.setattr(DeliveryState, "remove", _die)
        await play_in_dm(world, await world.match())
        await play_in_dm(world, await world.match())
    assert len([one for one in world.bob.user.dm_channel.history() if buttons(one)]) == 2
    await world.restart()
    await world.env.advance_time(SWEEP)
    for person in world.people:
        assert len([one for one in person.user.dm_channel.history() if buttons(one)]) == 1


async def _die(*_values: Any) -> None:
    raise asyncio.CancelledError


async def test_what_another_bot_shows_is_not_ours(world: World) -> None:
    """It may count its games as we do: what it has posted is neither taken for ours nor removed."""
    await world.duel()
    await world.env.advance_time(SWEEP)
    (table,) = world.tables()
    stored = world.env.backend.get_message(world.channel.id, table.id)
    payload: Any = serializers.message_payload(world.env.backend, stored)
    other = world.env.create_user("another-bot", bot=True)
    world.guild.add_member(other)
    shown = {name: payload[name] for name in ("components", "embeds")}
    theirs = world.env.backend.create_message(world.channel.id, other.id, "", **shown)
    await world.bot.store.messages.forget(1, TABLE)
    await world.restart()
    await world.env.advance_time(SWEEP)
    assert [one.id for one in world.tables()] == [table.id, theirs.id]
    assert (await world.bot.store.messages.of(1))[TABLE].message_id == table.id


async def test_what_was_looked_through_once_is_not_again(world: World) -> None:
    """A look costs a request: after a start each game is looked at once, not at every turn."""
    await play_in_dm(world, await world.duel())
    await world.env.advance_time(SWEEP)
    await world.restart()
    await play_in_dm(world, await world.match())
    await world.env.advance_time(SWEEP)
    looked = _looks(world)
    for _ in range(4):
        await play_in_dm(world, await world.match())
    assert _looks(world) == looked > 0


def _looks(world: World) -> int:
    return sum(one.method == "GET" and one.path.endswith("/messages") for one in world.requests())


@pytest.mark.usefixtures("every_minute")
async def test_a_search_that_is_refused_for_good_is_given_up(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def lost(*_: Any) -> None:
        """The bot dies first."""

    with monkeypatch.context() as crash:
        crash.setattr(Gatherings, "posted", lost)
        await world.challenge()
    world.fail("GET", f"/channels/{world.channel.id}/messages", status=400, code=50035)
    await world.env.advance_time(1)
    await world.restart()
    row = await world.bot.store.gatherings.get(1)
    assert row is not None
    assert row.status == "cancelled"
    await world.env.advance_time(15 * 60 + PATIENCE)
    asked = len(world.requests())
    await world.env.advance_time(3 * SWEEP)
    assert len(world.requests()) == asked, "it is not asked for again at every sweep"


async def test_an_invitation_that_could_not_be_looked_for_at_the_boot_is_looked_for_later(
    world: World, monkeypatch: pytest.MonkeyPatch, expected_errors: list[str]
) -> None:
    """It is open and nowhere to be seen, and would be in its host's way until it expires."""
    expected_errors.append("failure")

    async def lost(*_: Any) -> None:
        """The bot dies before anything is posted or noted."""

    with monkeypatch.context() as crash:
        crash.setattr(Answer, "public", lost)
        crash.setattr(Gatherings, "posted", lost)
        await world.alice.slash(world.channel, "challenge", opponent=world.bob)
    await world.env.advance_time(5)
    world.fail("GET", f"/channels/{world.channel.id}/messages", status=503, times=2)
    await world.restart()
    (row,) = await world.bot.store.gatherings.open_unposted(world.bot.referee.now() + 1)
    await world.env.advance_time(120)
    after_all = await world.bot.store.gatherings.get(row.id)
    assert after_all is not None
    assert after_all.status == "cancelled"
