"""Two things in one moment: whatever comes first, Discord shows the same in the end, once."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from simcord.env import Env

from bot.edge.delivery.delivery_state import DeliveryState
from bot.edge.delivery.message_handles import MessageHandle
from bot.edge.delivery.tables import Tables
from bot.edge.interactions.answers import Answer
from bot.edge.transport.gate import WithheldError
from bot.edge.transport.rate_limits import SECOND
from bot.store.rows import MessageRow
from tests.support.interleaving import after, before, counted, let_tasks_run, resign_meanwhile
from tests.support.play import chosen_turn, play_in_dm, play_typed
from tests.support.team import Club
from tests.support.world import World, answers_of, button, buttons, press, said, text_of

SWEEP, HOUR = 11, 3600  # seconds


@pytest.fixture
def club(simcord_env: Env, tmp_path: Path, languages: dict[int, str]) -> Club:
    return Club(simcord_env, tmp_path, languages)


async def end(world: World) -> None:
    question = await world.alice.slash(world.channel, "resign")
    await press(world.alice, question.response, "resign-sure")
    if not (await world.match()).is_over:  # a team's, which a computer could go on with
        await press(world.bob, world.table(), "no-stand-in")


async def test_two_who_play_again_in_one_moment_find_one_lobby(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    await club.team(2)
    await end(club)
    table = club.table()

    async def bob_too() -> None:
        club.emit(club.bob, "arb:again:1:0:", table)
        await let_tasks_run()

    after(monkeypatch, Answer, "public", bob_too)
    await press(club.alice, table, "rematch")
    (lobby,) = [message for message in club.channel.history() if button(message, "accept")]
    assert "⏳" not in text_of(lobby)


async def test_a_challenge_that_is_taken_while_it_is_posted_looks_taken(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.duel()
    await end(world)
    scheduler: Any = world.bot.scheduler
    table = world.table()

    async def bob_too() -> None:
        world.emit(world.bob, "arb:rematch:1:0:", table)
        await let_tasks_run()
        await scheduler._run_errands()

    after(monkeypatch, Answer, "public", bob_too)
    offered = await press(world.alice, table, "rematch")
    await world.env.advance_time(SWEEP)
    assert "Game 2 has begun" in text_of(answers_of(offered)[0])


async def test_a_lobby_that_expires_while_it_is_posted_looks_expired(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    scheduler: Any = club.bot.scheduler

    async def expires() -> None:
        await club.bot.store.gatherings.close(1, "expired")
        await scheduler._run_errands()

    after(monkeypatch, Answer, "public", expires)
    await club.lobby()
    await club.env.advance_time(SWEEP)
    assert button(club.lobbies()[0], "accept") is None


@pytest.mark.usefixtures("hourly")
@pytest.mark.parametrize("role", ["table", "panel"])
async def test_nothing_is_posted_twice_when_the_old_one_may_not_be_removed_just_now(
    world: World, monkeypatch: pytest.MonkeyPatch, role: str
) -> None:
    await world.duel(clock="daily")
    await world.env.advance_time(2 * HOUR)  # so that the table is posted anew
    remove, refusals = DeliveryState.remove, [WithheldError(SECOND)]

    async def refused(self: DeliveryState, shown: MessageRow, key: MessageHandle | None) -> None:
        if refusals and shown.role.startswith(role):
            raise refusals.pop()
        await remove(self, shown, key)

    monkeypatch.setattr(DeliveryState, "remove", refused)
    await play_in_dm(world, await world.match())
    await world.env.advance_time(SWEEP)
    await world.env.advance_time(HOUR)
    assert not refusals
    assert len(world.tables()) == 1
    for person in world.people:
        assert len([one for one in person.user.dm_channel.history() if buttons(one)]) == 1


@pytest.mark.usefixtures("hourly")
@pytest.mark.parametrize("name", ["show", "posted"])
async def test_a_redraw_that_is_asked_for_while_the_table_is_posted_anew_outdates_the_new_one(
    world: World, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Whether it comes before the table is drawn, from a game that was read earlier, or before it is written down."""
    await world.duel(clock="daily")
    await world.env.advance_time(2 * HOUR)
    drawn = counted(monkeypatch, Tables, "_draw")
    before(monkeypatch, Tables, name, lambda: world.bot.announcer.redraw(1))
    await end(world)
    await world.env.advance_time(HOUR)
    assert len(drawn) == 2
    assert len(world.tables()) == 1


@pytest.mark.parametrize("when", [before, after])
async def test_a_game_that_ends_while_somebody_looks_at_their_hand(
    world: World, monkeypatch: pytest.MonkeyPatch, when: Callable[..., None]
) -> None:
    await world.duel()
    when(monkeypatch, Answer, "private", lambda: resign_meanwhile(world))
    looked = await press(world.bob, world.table(), "hand")
    assert "resigned" in said(looked)


async def test_who_plays_while_their_panel_is_brought_up_to_date_sees_what_they_played(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their answer comes first, and what the other did last, from a game that was read before."""
    match = await world.duel(first="challenger")
    opened = await press(world.bob, world.table(), "hand")

    async def plays() -> None:
        now = await world.match()
        world.emit(world.bob, f"arb:act:1:{now.revision}:{chosen_turn(now)[0]}", opened.response)
        await let_tasks_run()

    before(monkeypatch, MessageHandle, "edit", plays)
    await play_typed(world, match)
    assert (await world.match()).revision > (await world.match()).row.public_revision, "a card is staged"
    assert button(opened.response, "act", "undo")
    assert said(opened) == said(await world.bob.slash(world.channel, "hand"))


async def test_who_looks_at_a_panel_while_it_is_replaced_is_not_told_of_a_failure(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.duel(first="challenger")

    async def plays() -> None:
        moves = " ".join((*chosen_turn(await world.match()), "end"))
        world.bot.computer_turns.moved(await world.bot.referee.act(1, world.alice.id, moves, key="elsewhere"))
        await let_tasks_run()

    before(monkeypatch, Answer, "private", plays)
    old = world.panel(world.bob)
    looked = await press(world.bob, old, "hand")
    assert "went wrong" not in said(looked)
    (panel,) = [one for one in world.bob.user.dm_channel.history() if buttons(one)]
    assert panel.id != old.id
    assert "Your turn" in text_of(panel)


async def test_a_look_at_a_game_that_is_over_is_not_remembered_for_ever(world: World) -> None:
    await world.duel()
    await end(world)
    await world.forge(world.bob, "arb:hand:1:0:", world.table())
    assert world.bot.announcer.delivery._games
    await world.env.advance_time(SWEEP)
    assert world.bot.announcer.delivery._games == {}
