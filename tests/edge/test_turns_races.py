"""Many presses in one moment: one winner a revision, an answer for everybody, a record that replays."""

import asyncio
import random
from typing import Any

import pytest
from simcord.results import InteractionResult

from bot.referee.match import Match
from bot.referee.referee import Referee
from tests.support.play import chosen_turn, play_typed
from tests.support.tiers import has_long_version, sized
from tests.support.world import World, is_private, said

CROWD = sized(40, 100)


async def _all_at_once(world: World, presses: list[tuple[Any, str, Any]]) -> list[InteractionResult]:
    records = [world.emit(person, custom_id, message)[0] for person, custom_id, message in presses]
    await world.env.settle()
    return [InteractionResult(world.env, record) for record in records]


def _assert_answered(results: list[InteractionResult]) -> None:
    for result in results:
        assert is_private(result)
        assert "went wrong" not in said(result)


@has_long_version
async def test_many_presses_of_one_button_play_it_once(world: World) -> None:
    match = await world.duel()
    mover, place = world.mover(match), chosen_turn(match)[0]
    presses = [(mover, f"arb:act:1:0:{place}", world.panel(mover))] * CROWD
    _assert_answered(await _all_at_once(world, presses))
    actions = await world.bot.store.games.actions(1)
    assert [action.text for action in actions] == [place]
    await world.assert_sound()


@has_long_version
async def test_every_legal_first_card_at_once_plays_one_of_them(world: World) -> None:
    match = await world.duel()
    mover = world.mover(match)
    (seat,) = match.to_act
    legal = [match.game.notation.notate(action) for action in match.game.rules.legal(match.state, seat)]
    presses = [(mover, f"arb:act:1:0:{legal[n % len(legal)]}", world.panel(mover)) for n in range(CROWD)]
    _assert_answered(await _all_at_once(world, presses))
    assert (await world.match()).revision == 1
    await world.assert_sound()


async def test_a_press_that_is_overtaken_is_answered_with_the_panel_as_it_stands(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which of two presses reaches the referee first is not told by which was pressed first."""
    match = await world.duel()
    mover, (seat,) = world.mover(match), match.to_act
    first, second = map(match.game.notation.notate, tuple(match.game.rules.legal(match.state, seat))[:2])
    look, has_come = Referee.match, asyncio.Event()

    async def look_later(referee: Referee, game_id: int) -> Match:
        if not looks:
            looks.append(game_id)
            await has_come.wait()
        has_come.set()
        return await look(referee, game_id)

    looks: list[int] = []
    monkeypatch.setattr(Referee, "match", look_later)
    answers = await _all_at_once(world, [(mover, f"arb:act:1:0:{it}", world.panel(mover)) for it in (first, second)])
    _assert_answered(answers)
    assert "⚠️" not in said(answers[0])
    assert [action.text for action in await world.bot.store.games.actions(1)] == [second]


@has_long_version
async def test_everybody_presses_everything_turn_after_turn(world: World) -> None:
    """Players and a spectator, cards, ends, undos, questions, hands; on the table and in panels, old and new."""
    chance = random.Random(3)
    await world.duel()
    for _ in range(3):
        match = await world.match()
        before = match.revision
        mover = world.mover(match)
        options = [*chosen_turn(match), "end", "undo", "12^A", "nonsense"]
        presses: list[tuple[Any, str, Any]] = []
        for _ in range(CROWD):
            person = chance.choice((mover, world.alice, world.bob, world.chloe))
            verb = chance.choice(("act", "act", "act", "pick", "hand", "resign", "draw"))
            revision = before + chance.randrange(3)
            message = world.panel(person) if person is mover and chance.random() < 0.5 else world.table()
            presses.append((person, f"arb:{verb}:1:{revision}:{chance.choice(options)}", message))
        _assert_answered(await _all_at_once(world, presses))
        await world.assert_sound()
        await _finish_turn(world)
    assert len(world.tables()) == 1


async def _finish_turn(world: World) -> None:
    """Whatever the crowd has staged goes back; then a turn as it should be."""
    match = await world.match()
    if match.is_over:
        return
    for _ in match.state.staged:
        await world.mover(match).slash(world.channel, "undo")
    await play_typed(world, await world.match())


@has_long_version
async def test_many_typed_turns_at_once_play_one(world: World) -> None:
    match = await world.duel()
    moves = " ".join((*chosen_turn(match), "end"))
    mover = world.mover(match)
    backend: Any = world.env.backend
    command = backend.find_command("play", world.guild.id, type=1)
    records = []
    for _ in range(CROWD):
        record, payload = world.payload(
            mover,
            2,
            {"id": command["id"], "name": "play", "type": 1, "options": [{"name": "moves", "type": 3, "value": moves}]},
        )
        backend.emit("INTERACTION_CREATE", payload)
        records.append(record)
    await world.env.settle()
    _assert_answered([InteractionResult(world.env, record) for record in records])
    assert (await world.match()).turns == 1
    await world.assert_sound()


@has_long_version
async def test_many_accept_one_challenge(world: World) -> None:
    people = [world.guild.add_member(world.env.create_user(f"guest{n}")) for n in range(CROWD)]
    challenge = (await world.challenge(opponent=None)).response
    results = await _all_at_once(world, [(person, "arb:accept:1:0:", challenge) for person in people])
    assert all(result.acknowledged for result in results)
    assert await world.bot.store.games.get(2) is None
    assert len(world.tables()) == 1
    assert sum("started already" in said(result) for result in results) == CROWD - 1
