"""Buttons pressed twice, late, by the wrong person, after the end, and the same press delivered twice."""

from dataclasses import replace

import pytest

from tests.support.play import chosen_turn, play_out, play_typed, taps
from tests.support.world import World, answers_of, button, is_private, press, said, text_of


async def test_a_double_click_plays_once(world: World) -> None:
    match = await world.duel()
    person, panel = world.mover(match), world.panel(world.mover(match))
    (_, card), (_, place) = taps(match)[:2]
    await press(person, panel, "pick", card)
    custom_id = button(world.panel(person), "act", place)
    assert custom_id is not None
    for _ in range(2):
        world.emit(person, custom_id, panel)
    await world.env.settle()
    assert (await world.match()).revision == 1
    assert "Placed this turn" in text_of(world.panel(person))
    await world.assert_sound()


async def test_the_same_delivery_twice_is_played_once(world: World) -> None:
    """Discord may tell us of one press twice; its number is the key."""
    match = await world.duel()
    person, panel = world.mover(match), world.panel(world.mover(match))
    _, payload = world.emit(person, f"arb:act:1:0:{chosen_turn(match)[0]}", panel)
    await world.env.settle()
    world.env.backend.emit("INTERACTION_CREATE", payload)
    await world.env.settle()
    assert (await world.match()).revision == 1
    assert [action.text for action in await world.bot.store.games.actions(1)] == chosen_turn(match)[:1]


async def test_the_same_delivery_twice_in_one_moment_is_played_once(world: World) -> None:
    match = await world.duel()
    person, panel = world.mover(match), world.panel(world.mover(match))
    _, payload = world.emit(person, f"arb:act:1:0:{chosen_turn(match)[0]}", panel)
    world.env.backend.emit("INTERACTION_CREATE", payload)
    await world.env.settle()
    assert (await world.match()).revision == 1


@pytest.mark.parametrize("verb", ["pick", "act"])
async def test_an_old_panel_answers_with_the_new_one(world: World, verb: str) -> None:
    match = await world.duel()
    person = world.mover(match)
    opened = await press(person, world.table(), "hand")
    custom_id = button(opened.response, "pick")
    assert custom_id is not None
    place = chosen_turn(match)[0]
    old = custom_id if verb == "pick" else f"arb:act:1:0:{place}"
    await play_typed(world, match)
    await play_typed(world, await world.match())
    before = (await world.match()).revision
    answer = await world.forge(person, old, world.table())  # a newer panel took the place of the old one
    assert is_private(answer)
    assert "Your turn" in said(answer)
    assert (await world.match()).revision == before


async def test_a_panel_of_a_finished_game_shows_the_result(world: World) -> None:
    match = await world.duel()
    person = world.mover(match)
    await play_out(world, play_typed)
    for custom_id in ("arb:hand:1:0:", "arb:pick:1:0:12", "arb:act:1:0:end", "arb:keep:1:0:"):
        answer = await world.forge(person, custom_id, world.table())
        assert is_private(answer)
        assert "wins" in said(answer)
    for custom_id in ("arb:resign:1:0:", "arb:resign-sure:1:0:", "arb:draw:1:0:", "arb:draw-sure:1:0:"):
        answer = await world.forge(person, custom_id, world.table())
        assert is_private(answer)
        assert "over" in said(answer)
    await world.assert_sound()


async def test_a_challenge_is_for_the_challenged(world: World) -> None:
    challenge = (await world.challenge()).response
    for person, verb, words in (
        (world.chloe, "accept", "not for you"),
        (world.chloe, "cut", "not for you"),
        (world.chloe, "decline", "not for you"),
        (world.chloe, "cancel", "Only the host"),
        (world.alice, "accept", "You are in already"),
        (world.alice, "cut", "You are in already"),
        (world.alice, "decline", "You are in already"),
        (world.bob, "cancel", "Only the host"),
    ):
        answer = await press(person, challenge, verb)
        assert is_private(answer), (person, verb)
        assert words in said(answer)
    assert button(challenge, "accept")
    await press(world.bob, challenge, "accept")
    assert (await world.match()).turns == 0


@pytest.mark.parametrize("status", ["accept", "decline", "cancel"])
async def test_a_closed_challenge_answers_privately(world: World, status: str) -> None:
    challenge = (await world.challenge()).response
    await press(world.alice if status == "cancel" else world.bob, challenge, status)
    for verb in ("accept", "cut", "decline", "cancel"):
        for person in (world.alice, world.bob, world.chloe):
            answer = await world.forge(person, f"arb:{verb}:1:0:", challenge)
            assert is_private(answer)
            assert said(answer).startswith(("This invitation was", "This game has started already"))
    assert await world.bot.store.games.get(2) is None


async def test_two_accept_an_open_challenge_and_one_plays(world: World) -> None:
    challenge = (await world.challenge(opponent=None)).response
    for person in (world.bob, world.chloe):
        world.emit(person, "arb:accept:1:0:", challenge)
    await world.env.settle()
    assert len(world.tables()) == 1
    assert await world.bot.store.games.get(2) is None


@pytest.mark.parametrize("verb", ["hand", "resign"])
async def test_the_table_is_for_its_players(world: World, verb: str) -> None:
    await world.duel()
    answer = await press(world.chloe, world.table(), verb)
    assert is_private(answer)
    assert "do not play" in said(answer)


async def test_anothers_panel_does_nothing_for_me(world: World) -> None:
    """A forged press on the panel of the player on turn, by the other and by a spectator."""
    match = await world.duel()
    mover = world.mover(match)
    opened = await press(mover, world.table(), "hand")
    before = said(opened)
    waiting = world.bob if mover is world.alice else world.alice
    for person in (waiting, world.chloe):
        for custom_id in ("arb:pick:1:0:12", f"arb:act:1:0:{chosen_turn(match)[0]}", "arb:act:1:0:end"):
            record, _ = world.emit(person, custom_id, world.table())
            await world.env.settle()
            assert record.ephemeral
    assert (await world.match()).revision == 0
    assert said(opened) == before


async def test_questions_can_be_put_away(world: World) -> None:
    await world.duel()
    for command in ("resign", "draw"):
        question = await world.alice.slash(world.channel, command)
        assert is_private(question)
        await press(world.alice, question.response, "keep")
        assert "hand" in said(question).lower()
    assert not (await world.match()).is_over


async def test_both_press_rematch_and_one_game_begins(world: World) -> None:
    await world.duel()
    question = await world.alice.slash(world.channel, "resign")
    await press(world.alice, question.response, "resign-sure")
    table = world.table()
    offered = await press(world.alice, table, "rematch")
    await press(world.bob, table, "rematch")
    rematch = await world.match(2)
    assert rematch.row.rematch_of == 1
    assert await world.bot.store.games.get(3) is None
    await world.env.advance_time(11)
    assert "Game 2 has begun" in text_of(answers_of(offered)[0])


async def test_both_press_rematch_in_one_moment_and_one_game_begins(world: World) -> None:
    await world.duel()
    question = await world.alice.slash(world.channel, "resign")
    await press(world.alice, question.response, "resign-sure")
    table = world.table()
    records = [world.emit(person, "arb:rematch:1:0:", table)[0] for person in world.people]
    await world.env.settle()
    assert all(record.responded for record in records)
    assert (await world.match(2)).row.rematch_of == 1
    assert await world.bot.store.games.get(3) is None


async def test_who_takes_a_rematch_is_answered_wherever_it_begins(world: World) -> None:
    await world.duel()
    question = await world.alice.slash(world.channel, "resign")
    await press(world.alice, question.response, "resign-sure")
    await press(world.alice, world.table(), "rematch")
    taken = await world.bob.slash(world.guild.create_text_channel("elsewhere"), "rematch")
    assert f"<#{world.channel.id}>" in said(taken)
    assert len(world.tables()) == 2


async def test_who_takes_a_rematch_is_told_of_its_thread(world: World) -> None:
    await world.duel()
    question = await world.alice.slash(world.channel, "resign")
    await press(world.alice, question.response, "resign-sure")
    row = await world.bot.store.servers.get(world.guild.id)
    await world.bot.store.servers.put(replace(row, has_threads=True))
    table = world.table()
    await press(world.alice, table, "rematch")
    taken = await press(world.bob, table, "rematch")
    (thread,) = world.channel.threads
    assert f"<#{thread.id}>" in said(taken)
    assert len(world.tables(thread)) == 1


async def test_a_rematch_swaps_who_starts(world: World) -> None:
    first = await world.duel()
    starter = world.mover(first)
    question = await starter.slash(world.channel, "resign")
    await press(starter, question.response, "resign-sure")
    await press(world.alice, world.table(), "rematch")
    await press(world.bob, world.channel.history()[-1], "accept")
    second = await world.match(2)
    seats = {seat.user_id: seat.seat for seat in second.row.seats}
    assert second.to_act == {seats[world.bob.id if starter is world.alice else world.alice.id]}
