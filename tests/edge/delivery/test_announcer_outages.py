"""Discord fails for a while: nothing is lost, and what was not shown is shown later."""

import asyncio
import logging
from typing import Any

import pytest

from bot.edge.delivery.announcer import Announcer
from bot.operations.logs import formatter
from bot.referee.clocks import SECOND, SUSPENDED_AFTER
from bot.referee.computers import Computers
from bot.referee.referee import Referee
from bot.store.sqlite.store import Store
from tests.support.play import chosen_turn, play_in_dm, play_typed
from tests.support.world import World, button, is_private, press, said, text_of

SWEEP = 10  # seconds
CARD = "the ace of nobody's"
PATIENCE = 70  # seconds: the longest pause before a failed request is tried again, and a sweep


async def test_the_table_catches_up_after_an_outage(world: World) -> None:
    await world.duel()
    await world.restart()
    world.fail("*", "/channels/*", status=503)
    for _ in range(3):
        await play_typed(world, await world.match())
        await world.env.advance_time(SWEEP)
    assert "Last turn" not in text_of(world.table())
    assert (await world.match()).turns == 3
    world.recover()
    await world.env.advance_time(PATIENCE)
    assert "Last turn" in text_of(world.table())
    assert "Your turn" in text_of(world.panel(world.mover(await world.match())))
    assert len(world.tables()) == 1


async def test_one_place_that_fails_keeps_no_other_waiting(world: World) -> None:
    match = await world.duel(first="challenger")
    world.fail("POST", f"/channels/{world.bob.user.dm_channel.id}/messages", status=500)
    await play_in_dm(world, match)
    assert "Last turn" in text_of(world.table())
    world.recover()
    await world.env.advance_time(2 * SWEEP)
    assert "Your turn" in text_of(world.panel(world.bob))


async def test_what_was_still_to_be_shown_when_the_bot_died_is_shown_by_the_next(world: World) -> None:
    """Though the table has been shown, and the game is over: nobody will touch it again."""
    match = await world.duel(first="challenger")
    await play_in_dm(world, match)
    world.fail("*", f"/channels/{world.bob.user.dm_channel.id}/*", status=500)
    question = await world.alice.slash(world.channel, "resign")
    await press(world.alice, question.response, "resign-sure")
    assert (await world.match()).is_over
    assert "resigned" in text_of(world.table())
    assert "resigned" not in text_of(world.panel(world.bob))
    world.recover()
    await world.restart()
    await world.env.advance_time(2 * SWEEP)
    assert "resigned" in text_of(world.panel(world.bob))
    assert await world.bot.store.messages.behind() == []


@pytest.mark.parametrize("failure", [{"status": 404, "code": 10062}, {"status": 400, "code": 40060}, {"status": 500}])
async def test_who_cannot_be_answered_has_played_all_the_same(
    world: World, failure: dict[str, int], expected_errors: list[str]
) -> None:
    """The answer is lost, not the turn: the other player and the table are told."""
    match = await world.duel()
    mover = world.mover(match)
    other = world.bob if mover is world.alice else world.alice
    world.fail("POST", "/interactions/*", **failure, times=1)
    if failure["status"] == 500:
        expected_errors.append("failure ")
    await mover.slash(world.channel, "play", moves=" ".join((*chosen_turn(match), "end")))
    assert (await world.match()).turns == 1
    assert "Last turn" in text_of(world.table())
    assert "Your turn" in text_of(world.panel(other))
    await play_in_dm(world, await world.match())
    await world.assert_sound()


async def test_a_failure_is_told_with_a_number_that_is_in_the_log(
    world: World, expected_errors: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    match = await world.duel()
    world.fail("POST", "/interactions/*", status=500, times=1)
    expected_errors.append("failure ")
    played = await world.mover(match).slash(world.channel, "play", moves=" ".join(chosen_turn(match)))
    (logged,) = [record.getMessage() for record in caplog.records if record.getMessage().startswith("failure ")]
    number = logged.split()[1].rstrip(":")
    assert f"`{number}`" in said(played)
    assert "your game is safe" in said(played)
    assert all(answer.ephemeral for answer in [played.response, *played.followups] if answer is not None)


@pytest.mark.parametrize(
    ("place", "name", "error"),
    [
        (Referee, "act", "failure "),
        (Announcer, "_bring_up", "game 1 could not be shown: "),
        (Computers, "play", "game 1: the computer failed: "),
        (Referee, "sweep", "the sweep failed: "),
        (Store, "heartbeat", "the sweep failed: "),
    ],
)
async def test_what_a_failure_says_for_itself_is_told_to_nobody(
    world: World,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    expected_errors: list[str],
    place: type,
    name: str,
    error: str,
) -> None:
    """It may quote what somebody holds, wherever it comes from."""
    caplog.set_level(logging.DEBUG)
    expected_errors.append(error)
    await world.challenge(opponent=None, level="greedy", first="challenger")
    with monkeypatch.context() as patch:
        patch.setattr(place, name, _quote)
        moves = " ".join((*chosen_turn(await world.match()), "end"))
        played = await world.alice.slash(world.channel, "play", moves=moves)
        await world.env.advance_time(2 * SWEEP)
    assert CARD not in said(played)
    assert any(record.getMessage().startswith(error) for record in caplog.records)
    assert [line for line in map(formatter("logfmt").format, caplog.records) if CARD in line] == []


async def _quote(*_values: Any, **_options: Any) -> None:
    raise ValueError(CARD)


async def test_resigning_without_an_answer_ends_the_game_all_the_same(world: World, expected_errors: list[str]) -> None:
    await world.duel()
    question = await world.bob.slash(world.channel, "resign")
    world.fail("POST", "/interactions/*", status=500, times=1)
    expected_errors.append("failure ")
    await press(world.bob, question.response, "resign-sure")
    assert "Bob resigned" in text_of(world.table())
    assert "Bob resigned" in text_of(world.panel(world.alice))


async def test_a_challenge_that_could_not_be_posted_is_in_nobodys_way(world: World) -> None:
    world.fail("POST", "/interactions/*", status=500, times=1)
    lost = await world.challenge()
    assert is_private(lost)
    assert "Discord did not take the message" in said(lost)
    again = await world.challenge()
    await press(world.bob, again.response, "accept")
    assert (await world.match(1)).turns == 0


async def test_accepting_works_though_the_challenge_is_gone(world: World) -> None:
    """Deleted by a moderator between the press and our answer."""
    challenge = await world.challenge()
    world.fail("POST", "/interactions/*", status=404, code=10008, times=1)
    await press(world.bob, challenge.response, "accept")
    assert len(world.tables()) == 1
    assert "Your" in text_of(world.panel(world.bob))


async def test_a_sweep_that_fails_is_followed_by_another(
    world: World, monkeypatch: pytest.MonkeyPatch, expected_errors: list[str]
) -> None:
    await world.duel()
    expected_errors.append("the sweep failed: ZeroDivisionError")
    with monkeypatch.context() as patch:
        patch.setattr(world.bot.referee, "sweep", _divide)
        await world.env.advance_time(SWEEP)
    await world.env.advance_time(3 * 60)
    assert (await world.match()).row.seats[min((await world.match()).to_act)].warnings == 1


async def _divide() -> None:
    raise ZeroDivisionError


async def test_time_is_kept_though_nobody_can_be_told(world: World) -> None:
    """Warnings of two games fall due while every message fails: both clocks go on."""
    await world.duel()
    challenge = await world.chloe.slash(world.channel, "challenge", opponent=world.alice)
    await press(world.alice, challenge.response, "accept")
    world.fail("POST", "/channels/*", status=502)
    await world.env.advance_time(3 * 60 + SWEEP)
    for number in (1, 2):
        assert sum(seat.warnings for seat in (await world.match(number)).row.seats) == 1


async def test_a_clock_waits_for_no_answer_of_discords(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Telling somebody about their time takes for ever; the time passes all the same."""
    await world.duel()
    await play_typed(world, await world.match())

    async def endless(_match: Any, _code: str) -> None:
        await asyncio.sleep(24 * 60 * 60)

    monkeypatch.setattr(world.bot.announcer.pings, "nudge", endless)
    await world.env.advance_time(2 * (3 * 60 + SWEEP) + SWEEP)
    assert (await world.match()).row.reason == "timeout"


async def test_a_touch_is_never_lost_on_a_task_that_is_done(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Touched in the very moment the work ends, the game is looked at again."""
    await world.duel()
    announcer = world.bot.announcer
    seen: list[int] = []

    async def bring_up(game_id: int) -> None:
        seen.append(game_id)
        if len(seen) == 1:
            task = announcer._tasks[game_id]
            task.add_done_callback(lambda _: announcer.touch(game_id))

    monkeypatch.setattr(announcer, "_bring_up", bring_up)
    announcer.touch(1)
    while announcer._tasks:
        await asyncio.gather(*announcer._tasks.values())
    assert len(seen) == 2


async def test_a_computer_that_failed_is_asked_again(
    world: World, monkeypatch: pytest.MonkeyPatch, expected_errors: list[str]
) -> None:
    """Or its opponent would wait for it until the next start."""
    expected_errors.append("game 1: the computer failed: ValueError")
    with monkeypatch.context() as patch:
        patch.setattr(Computers, "play", _quote)
        await world.challenge(opponent=None, level="greedy", first="opponent")
        assert (await world.match()).turns == 0
    await world.env.advance_time(SWEEP)
    assert (await world.match()).turns == 1
    assert button(world.panel(world.alice), "pick")


async def test_the_time_is_asked_for_however_long_a_sweep_takes(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever does not ask for a minute counts as asleep, and would give that minute back to every clock."""
    asked: list[int] = []

    async def endless() -> None:
        await asyncio.sleep(24 * 60 * 60)

    def now() -> int:
        asked.append(1)
        return 0

    with monkeypatch.context() as patch:
        patch.setattr(world.bot.referee, "sweep", endless)
        await world.env.advance_time(SWEEP)
        patch.setattr(world.bot.referee, "now", now)
        await world.env.advance_time(SUSPENDED_AFTER // SECOND)
    assert len(asked) >= 3
