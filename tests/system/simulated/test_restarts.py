"""Nothing is lost in a restart: the same game, action by action, however often the bot is restarted."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from bot.edge.delivery.announcer import Announcer
from bot.edge.scheduler import PERIOD
from bot.referee import dealing, referee, replay_check
from bot.referee.computers import Computers
from bot.referee.match import Match
from bot.referee.referee import Referee, Sweep
from bot.referee.replay_check import difference
from bot.referee.shuffle import FairShuffle
from bot.store.rows import GameRow
from bot.store.sqlite.games import Games
from bot.store.sqlite.messages import Messages
from tests.support.play import chosen_turn, play_typed, taps
from tests.support.tiers import only_long
from tests.support.world import World, button, press, text_of

CHOOSE = partial(chosen_turn, level="random")
SECRET = bytes([53]) * 32  # a game of seven turns

Restart = Callable[[World], Awaitable[None]]


@pytest.fixture(autouse=True)
def _same_decks(monkeypatch: pytest.MonkeyPatch) -> None:
    def known(row: GameRow) -> FairShuffle:
        return FairShuffle(SECRET, "restarts", row.game, ("a", "b"), version=1)

    for module in (dealing, referee, replay_check):
        monkeypatch.setattr(module, "fair_shuffle", known)


def _course(match: Match) -> list[str]:
    """Every action of the uninterrupted game, computed by the rules alone."""
    played: list[str] = []
    while match.game.rules.outcome(match.state) is None:
        (seat,) = match.to_act
        for text in (*CHOOSE(match), "end"):
            match = replace(match, state=match.game.rules.apply(match.state, seat, match.game.parse(text)))
            played.append(text)
    return played


async def _assert_same(world: World, expected: list[str]) -> None:
    match, actions = await world.match(), await world.bot.store.games.actions(1)
    assert [action.text for action in actions] == expected
    assert (match.row.reason, difference(match.row, actions)) == ("stuck", None)


async def _in_dm(world: World, _opened: Any) -> Any:
    return world.panel(world.mover(await world.match()))


async def _in_ephemeral(world: World, opened: Any) -> Any:
    """The panel opened at the start of the turn; no second one is opened."""
    match = await world.match()
    return opened or (await press(world.mover(match), world.table(), "hand")).response


@only_long
@pytest.mark.parametrize(
    ("restart", "where"),
    [(World.restart, _in_dm), (World.restart, _in_ephemeral), (World.restart_in_order, _in_dm)],
)
async def test_a_restart_after_every_single_tap_changes_nothing(
    world: World, restart: Restart, where: Callable[[World, Any], Awaitable[Any]]
) -> None:
    if where is _in_ephemeral:
        world.close_dms(*world.people)
    match = await world.duel()
    expected = _course(match)
    await restart(world)
    while not match.is_over:
        person, opened = world.mover(match), None
        for verb, argument in taps(match, CHOOSE):
            opened = await where(world, opened)
            await press(person, opened, verb, argument)
            await restart(world)
        match = await world.match()
    await _assert_same(world, expected)
    assert "wins" in text_of(world.table())
    assert len(world.tables()) == 1


async def test_a_restart_after_every_typed_turn_changes_nothing(world: World) -> None:
    match = await world.duel()
    expected = _course(match)
    while not match.is_over:
        moves = " ".join((*CHOOSE(match), "end"))
        await world.mover(match).slash(world.channel, "play", moves=moves)
        await world.restart()
        match = await world.match()
    await _assert_same(world, expected)


async def test_a_computer_that_was_thinking_thinks_again(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        world.bot.computer_turns, "moved", lambda _match: None
    )  # the bot stops before the computer moves
    await world.alice.slash(world.channel, "challenge", level="greedy", first="opponent")
    assert (await world.match()).turns == 0
    await world.restart()
    assert (await world.match()).turns == 1


async def _unshown(self: Announcer, game_id: int) -> None:
    """A crash right after the commit: nothing is shown."""


async def test_what_was_played_but_not_shown_is_shown_after_the_boot(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await world.duel()
    with monkeypatch.context() as crash:
        crash.setattr(Announcer, "_work", _unshown)
        await play_typed(world, match)
    assert "Last turn" not in text_of(world.table())
    await world.restart()
    assert "Last turn" in text_of(world.table())
    after = await world.match()
    assert button(world.panel(world.mover(after)), "pick")


async def test_panels_that_were_never_sent_are_sent_after_the_boot(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table is the answer to Accept; the panels would have come after it."""
    with monkeypatch.context() as crash:
        crash.setattr(Announcer, "_work", _unshown)
        await world.duel()
    assert len(world.tables()) == 1
    assert not world.alice.user.dm_channel.history()
    await world.restart()
    for person in world.people:
        assert "hand" in text_of(world.panel(person)).lower()
    assert len(world.tables()) == 1


async def test_who_had_looked_elsewhere_finds_their_turn_in_their_dms_after_the_boot(world: World) -> None:
    """They were answered with the panel in the channel before the DM was sent. The stored state is up to date then;
    only the boot's check of every running game finds it."""
    await world.duel(first="challenger")
    world.bot.announcer._is_closed = True
    await play_typed(world, await world.match())
    await world.bob.slash(world.channel, "hand")
    world.bot.announcer._is_closed = False
    await world.env.advance_time(10)
    assert await world.bot.store.messages.behind() == []
    await world.restart()
    assert button(world.panel(world.bob), "pick")
    assert len(world.bob.user.dm_channel.history()) == 1


async def test_a_boot_tells_nobody_anything_twice(world: World) -> None:
    await world.duel()
    await play_typed(world, await world.match())
    await world.restart()
    sent = len(world.requests())
    await world.restart()
    assert [entry.method for entry in world.requests()[sent:] if "/messages" in entry.path] == []


async def _leave_a_computer_on_turn(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the bot stopped at that moment."""
    with monkeypatch.context() as asleep:
        asleep.setattr(Computers, "has_work", lambda *_: False)
        await world.alice.slash(world.channel, "challenge", level="random", first="opponent")


async def test_one_game_that_cannot_be_read_keeps_no_other_waiting(
    world: World, monkeypatch: pytest.MonkeyPatch, expected_errors: list[str]
) -> None:
    """Neither computers in other games nor the recovery of unposted challenges."""
    for _ in range(2):
        await _leave_a_computer_on_turn(world, monkeypatch)
    await world.bot.store.database.write("UPDATE games SET snapshot = '{}' WHERE id = 1")
    challenge = await world.challenge()
    await world.bot.store.database.write("UPDATE gatherings SET message_id = NULL WHERE status = 'open'")
    expected_errors += ["game 1 cannot be resumed", "game 1 could not be shown"]
    world.env.backend.advance_clock(1)
    await world.restart()
    await world.env.settle()
    assert (await world.match(2)).turns == 1
    (row,) = await world.bot.store.database.rows("SELECT message_id FROM gatherings WHERE status = 'open'")
    assert row["message_id"] == challenge.response.id


async def test_a_boot_that_cannot_read_is_made_up_for(
    world: World, monkeypatch: pytest.MonkeyPatch, expected_errors: list[str]
) -> None:
    """A transient disk error: the computer moves after the next sweep, not after the next start."""
    await _leave_a_computer_on_turn(world, monkeypatch)
    read = Messages.behind
    failing = [sqlite3.OperationalError("disk I/O error")]

    async def read_at_last(shown: Messages) -> list[int]:
        if failing:
            raise failing.pop()
        return await read(shown)

    monkeypatch.setattr(Messages, "behind", read_at_last)
    expected_errors.append("what the bot was at could not be taken up: OperationalError")
    await world.restart()
    await world.env.advance_time(PERIOD + 1)
    assert (await world.match(1)).turns == 1


async def test_a_computer_whose_game_could_not_be_read_at_the_boot_plays_on(
    world: World, monkeypatch: pytest.MonkeyPatch, expected_errors: list[str]
) -> None:
    """The rest of the boot succeeded, so that the boot as a whole is not repeated."""
    await _leave_a_computer_on_turn(world, monkeypatch)
    with_computers, match, failing = Games.running_with_computers, Referee.match, list[Exception]()

    async def found(games: Games) -> list[int]:
        numbers = await with_computers(games)
        failing.append(sqlite3.OperationalError("disk I/O error"))
        return numbers

    async def read_at_last(referee: Referee, game_id: int) -> Match:
        if failing:
            raise failing.pop()
        return await match(referee, game_id)

    monkeypatch.setattr(Games, "running_with_computers", found)
    monkeypatch.setattr(Referee, "match", read_at_last)
    expected_errors.append("game 1 cannot be resumed: OperationalError")
    await world.restart()
    await world.env.advance_time(PERIOD + 1)
    assert (await world.match(1)).turns == 1


async def test_a_bot_that_is_stopped_as_it_starts_has_not_failed(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its store is closed by then; nothing is logged, and the next start resumes everything."""
    await world.duel()
    scheduler: Any = world.bot.scheduler
    await world.bot.store.database.close()
    with monkeypatch.context() as stopped:
        stopped.setattr(world.bot, "is_closed", lambda: True)
        await scheduler._boot()
        await scheduler._resume(2)


async def test_a_new_session_is_no_boot(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord may start a session several times a day: nothing was lost, and not every game needs a check."""
    await world.duel()
    touched: list[int] = []
    monkeypatch.setattr(Announcer, "touch", lambda _self, game_id, *_: touched.append(game_id))
    scheduler: Any = world.bot.scheduler
    await scheduler.on_ready()
    assert touched == []


async def test_time_is_looked_at_while_a_boot_is_made_up_for(
    world: World, monkeypatch: pytest.MonkeyPatch, expected_errors: list[str]
) -> None:
    """It asks Discord for messages, which may take long: sweeps go on meanwhile."""
    await world.duel()
    failing = [sqlite3.OperationalError("disk I/O error")]

    async def hang(_shown: Messages) -> list[int]:
        if failing:
            raise failing.pop()
        await asyncio.sleep(24 * 60 * 60)
        return []

    monkeypatch.setattr(Messages, "behind", hang)
    expected_errors.append("what the bot was at could not be taken up: OperationalError")
    await world.restart()
    swept, sweep = list[int](), Referee.sweep

    async def counted(referee: Referee) -> Sweep:
        swept.append(1)
        return await sweep(referee)

    monkeypatch.setattr(Referee, "sweep", counted)
    await world.env.advance_time(3 * PERIOD + 1)
    assert len(swept) >= 2
