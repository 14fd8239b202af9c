"""Time by the virtual clock: warnings, forfeits, reminders, and what passes while the bot is down."""

import re
from typing import Any

import discord
import pytest

from bot.edge.transport.gate import NEW_DM, Gate, WithheldError
from bot.referee.referee import Referee, Sweep
from tests.support.play import chosen_turn, play_in_dm, play_typed
from tests.support.tiers import only_long
from tests.support.world import World, button, is_private, press, said, text_of

MINUTE, HOUR, DAY = 60, 60 * 60, 24 * 60 * 60
TURN = 3 * MINUTE
SWEEP = 10


def deadlines(world: World) -> list[int]:
    return [int(found) for found in re.findall(r"<t:(\d+):R>", text_of(world.table()))]


def nudges(person: Any, *, is_live: bool = True) -> list[str]:
    """What somebody was told about their time, by DM; an invitation to a slow game is none of it. In live games without
    the word before time runs out."""
    told = [message.content for message in person.user.dm_channel.history() if message.content]
    return [text for text in told if "asks you to play" not in text and not (text.startswith("⏳") and is_live)]


async def test_the_first_miss_warns_and_the_second_loses(world: World) -> None:
    await world.duel()
    await play_typed(world, await world.match())
    late = world.mover(await world.match())
    (first,) = deadlines(world)
    await world.env.advance_time(TURN + 11)
    (warning,) = nudges(late)
    assert "Time ran out in **Le Duel vs " in warning
    (second,) = deadlines(world)
    assert second > first
    assert f"<t:{second}:R>" in warning
    await world.env.advance_time(TURN + 11)
    match = await world.match()
    assert match.row.reason == "timeout"
    assert match.row.winners == (0 if late is world.bob else 1,)
    assert "ran out of time" in text_of(world.table())
    assert "ran out of time" in text_of(world.panel(late))
    await world.assert_sound()


async def test_a_game_nobody_moved_in_is_called_off(world: World) -> None:
    await world.duel()
    await world.env.advance_time(2 * TURN + 30)
    match = await world.match()
    assert (match.row.reason, match.row.winners) == ("called_off", ())
    assert "called off: nobody moved" in text_of(world.table())
    (picture,) = world.table().attachments
    assert "called off: nobody moved" in (picture.description or "")


async def test_playing_in_time_forgets_nothing_and_costs_nothing(world: World) -> None:
    """A warning stays on record for the game; each turn has its own time."""
    await world.duel()
    for _ in range(4):
        await world.env.advance_time(TURN - MINUTE)
        await play_in_dm(world, await world.match())
    match = await world.match()
    assert not match.is_over
    assert [seat.warnings for seat in match.row.seats] == [0, 0]


@pytest.mark.usefixtures("hourly")
async def test_a_reminder_comes_once_with_a_quarter_left(world: World) -> None:
    await world.duel(clock="daily")
    late = world.mover(await world.match())
    await world.env.advance_time(17 * HOUR)
    assert nudges(late) == []
    await world.env.advance_time(2 * HOUR)
    (reminder,) = nudges(late, is_live=False)
    assert "Your turn in **Le Duel vs " in reminder
    await press(late, late.user.dm_channel.history()[-1], "hand")
    assert "Your turn" in text_of(late.user.dm_channel.history()[-1])
    await world.env.advance_time(4 * HOUR)
    assert len(nudges(late, is_live=False)) <= 1
    await play_typed(world, await world.match())
    other = world.mover(await world.match())
    await world.env.advance_time(19 * HOUR)
    assert len(nudges(other, is_live=False)) == 1


@pytest.mark.usefixtures("hourly")
async def test_no_reminders_where_the_server_wants_none(world: World) -> None:
    row = await world.bot.store.servers.get(world.guild.id)
    await world.bot.store.servers.put(type(row)(row.guild_id, has_reminders=False))
    await world.duel(clock="daily")
    await world.env.advance_time(20 * HOUR)
    assert nudges(world.mover(await world.match())) == []


@only_long
@pytest.mark.usefixtures("hourly")
async def test_a_game_both_have_abandoned_ends(world: World) -> None:
    """With a clock it is lost by whoever was on turn; without one it is called off after two weeks."""
    await world.duel(clock="daily")
    await play_typed(world, await world.match())
    challenge = await world.challenge(clock="none")
    await world.bob.click(challenge.response, custom_id=button(challenge.response, "accept"))
    await play_typed(world, await world.match(2), game=2)
    await world.env.advance_time(2 * DAY + 2 * HOUR)
    assert (await world.match(1)).row.reason == "timeout"
    assert not (await world.match(2)).is_over
    await world.env.advance_time(13 * DAY)
    assert (await world.match(2)).row.reason == "called_off"
    await world.alice.slash(world.channel, "table", game=2)
    assert "called off: nobody had played for two weeks" in text_of(world.table())


async def test_a_warning_reaches_who_has_closed_their_dms_by_name(world: World) -> None:
    world.close_dms(*world.people)
    late = world.mover(await world.duel())
    await world.env.advance_time(TURN + 11)
    (nudge,) = [m for m in world.channel.history() if "Time ran out" in m.content]
    assert nudge.content.startswith(f"<@{late.id}>")
    assert [user.id for user in nudge.mentions] == [late.id]


async def test_time_that_passed_while_the_bot_was_down_is_given_back(world: World) -> None:
    await world.duel()
    await play_typed(world, await world.match())
    await world.env.advance_time(MINUTE + 5)  # between two sweeps: whoever closes in order leaves word of it
    left = await _left(world)
    await world.bot.close()
    world.env.backend.advance_clock(2 * DAY)
    await world.restart()
    assert await _left(world) == pytest.approx(left, abs=1)
    await world.env.advance_time(MINUTE)
    match = await world.match()
    assert deadlines(world) == [(match.row.deadline or 0) // 1000], "the table says so too"
    assert not match.is_over
    assert [seat.warnings for seat in match.row.seats] == [0, 0]


async def test_it_is_given_back_before_anybody_can_play(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A press may come before the first sweep; given back after it, its whole turn would grow by days."""
    await world.duel()
    left = await _left(world)
    await world.bot.close()
    world.env.backend.advance_clock(2 * DAY)

    async def nothing(_self: Referee) -> Sweep:
        return Sweep((), (), (), ())

    monkeypatch.setattr(Referee, "sweep", nothing)
    await world.restart()
    assert await _left(world) == pytest.approx(left, abs=1)


async def _left(world: World) -> float:
    row = (await world.match()).row
    assert row.deadline is not None
    return (row.deadline - world.bot.referee.now()) / 1000


@pytest.mark.usefixtures("every_minute")
async def test_a_challenge_expires(world: World) -> None:
    challenge = await world.challenge()
    await world.env.advance_time(14 * MINUTE)
    assert button(challenge.response, "accept")
    await world.env.advance_time(MINUTE + 11)
    assert "Nobody came in time" in text_of(challenge.response)
    assert button(challenge.response, "accept") is None


async def test_a_challenge_that_expired_while_the_bot_was_down_says_so_after_the_boot(world: World) -> None:
    challenge = await world.challenge()
    await world.bot.close()
    world.env.backend.advance_clock(HOUR)
    await world.restart()
    await world.env.advance_time(11)
    assert "Nobody came in time" in text_of(challenge.response)


async def test_a_press_on_an_expired_challenge_is_answered_at_once(world: World) -> None:
    """Before any sweep has closed it."""
    challenge = await world.challenge()
    world.env.backend.advance_clock(HOUR)
    pressed = await world.bob.click(challenge.response, label="Accept")
    assert is_private(pressed)
    assert "expired" in said(pressed)


async def test_who_left_the_server_has_lost_once_they_are_late(world: World) -> None:
    await world.duel()
    await play_typed(world, await world.match())
    late = world.mover(await world.match())
    world.guild.remove_member(late)
    await world.env.advance_time(TURN + 11)
    match = await world.match()
    assert match.row.reason == "left"
    assert match.row.winners == (0 if late is world.bob else 1,)
    assert "left the server" in text_of(world.table())
    await world.assert_sound()


async def test_nobody_is_told_of_time_that_another_ran_out_of(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who was late plays before it is their turn to be told: it is the other one's turn by then."""
    await world.duel(first="challenger")
    challenge = await world.challenge(first="challenger")
    await world.bob.click(challenge.response, custom_id=button(challenge.response, "accept"))
    fetch, match = discord.Guild.fetch_member, await world.match(2)

    async def busy(guild: discord.Guild, member_id: int) -> discord.Member:
        if not (await world.match(2)).turns:
            text = ",".join((*chosen_turn(match), "end"))
            await world.bot.referee.act(2, world.alice.id, text, key="meanwhile")
        return await fetch(guild, member_id)

    monkeypatch.setattr(discord.Guild, "fetch_member", busy)
    await world.env.advance_time(TURN + 11)
    assert [seat.warnings for number in (1, 2) for seat in (await world.match(number)).row.seats] == [1, 0, 1, 0]
    assert nudges(world.bob) == []
    (warning,) = nudges(world.alice)
    assert "Time ran out in **Le Duel vs " in warning


async def test_who_cannot_be_told_for_now_is_told_a_little_later(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no room for one more request, nothing was asked, and nothing can be there twice."""
    await world.duel(first="challenger")
    ask_leave, refused = Gate.ask_leave, list[object]()

    def full(gate: Gate, place: object, *, is_edit: bool = False) -> None:
        if place == NEW_DM and len(refused) < 2:
            refused.append(place)
            raise WithheldError(1000)
        ask_leave(gate, place, is_edit=is_edit)

    await world.env.advance_time(TURN - 3 * SWEEP)  # after the word before time runs out
    monkeypatch.setattr(Gate, "ask_leave", full)
    await world.env.advance_time(4 * SWEEP)
    assert nudges(world.alice) == []
    await world.env.advance_time(3 * SWEEP)
    (warning,) = nudges(world.alice)
    assert "Time ran out in **Le Duel vs " in warning
    assert len(refused) == 2


async def test_a_gathering_is_gone_thirty_days_after_it_closed(world: World) -> None:
    await world.challenge(opponent=world.bob)
    await world.env.advance_time(20 * MINUTE)
    count = "SELECT count(*) AS count FROM gathering_seats"
    for age, left in ((29 * DAY, 2), (30 * DAY, 0)):
        await world.bot.store.database.write(
            "UPDATE gatherings SET expires_at = ?", (world.bot.referee.now() - age * 1000 - 1,)
        )
        await world.env.advance_time(2 * SWEEP)
        (row,) = await world.bot.store.database.rows(count)
        assert row["count"] == left
