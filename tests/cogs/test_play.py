"""`/play`, `/undo`, `/end` and what `/play` offers to go on with."""

import re
from typing import Any

import pytest

from bot.referee.match import Match
from tests.support.play import chosen_turn, play_out, play_typed
from tests.support.world import World, is_private, press, said

STRICT = re.compile(r"(\d\d[\^v][AE]|undo|end)(,(\d\d[\^v][AE]|undo|end))*")


def hand_of(match: Match) -> tuple[int, ...]:
    (seat,) = match.to_act
    hand: tuple[int, ...] = match.state.sides[seat].hand
    return hand


async def play(world: World, person: Any, moves: str, **options: Any) -> str:
    answer = await person.slash(world.channel, "play", moves=moves, **options)
    assert is_private(answer)
    return said(answer)


async def test_what_cannot_be_read_says_how_to_write(world: World) -> None:
    mover = world.mover(await world.duel())
    for moves, words in (("hello", "I cannot read “hello”"), ("99^", "no card 99"), (",,,", "I cannot read")):
        assert words in await play(world, mover, moves)
    assert (await world.match()).revision == 0


async def test_what_is_not_legal_says_why_and_plays_nothing_of_it(world: World) -> None:
    """All or nothing: a legal card before a refused one does not stay."""
    match = await world.duel()
    mover, hand = world.mover(match), hand_of(match)
    missing = next(card for card in range(2, 60) if card not in hand)
    refused = await play(world, mover, f"{hand[0]}^ {missing}^ end")
    assert f"{missing} is not in your hand" in refused
    assert "Your hand" in refused
    assert "at least 2 cards" in await play(world, mover, f"{hand[0]}^ end")
    assert "still at its base" in await play(world, mover, f"{hand[0]}^E")
    assert (await world.match()).revision == 0


async def test_who_is_not_on_turn_is_told_so(world: World) -> None:
    match = await world.duel()
    waiting = world.bob if world.mover(match) is world.alice else world.alice
    assert "not your turn" in await play(world, waiting, "12^")
    assert "no running game" in await play(world, world.chloe, "12^")
    assert "do not play" in await play(world, world.chloe, "12^", game=1)
    assert "no such game" in await play(world, world.chloe, "12^", game=7)


async def test_cards_one_by_one_undone_and_ended(world: World) -> None:
    match = await world.duel()
    mover, (first, second, *_) = world.mover(match), chosen_turn(match)
    await play(world, mover, first)
    undone = await mover.slash(world.channel, "undo")
    assert "Placed this turn" not in said(undone)
    again = await mover.slash(world.channel, "undo")
    assert "nothing to take back" in said(again)
    too_soon = await mover.slash(world.channel, "end")
    assert "at least 2 cards" in said(too_soon)
    await play(world, mover, f"{first} {second}")
    await mover.slash(world.channel, "end")
    assert (await world.match()).turns == 1
    await world.assert_sound()


async def test_a_finished_game_takes_no_more(world: World) -> None:
    await world.duel()
    await play_out(world, play_typed)
    assert "over" in await play(world, world.alice, "12^", game=1)


async def test_typed_loosely_and_in_french(world: World) -> None:
    match = await world.duel()
    first, second, *_ = chosen_turn(match)
    loosely = f" {int(first[:2])} {first[2]}{first[3].lower()} ; {int(second[:2])}{second[2]} {second[3].lower()}, FIN"
    await play(world, world.mover(match), loosely)
    assert (await world.match()).turns == 1


async def test_several_games_in_one_channel_and_elsewhere(world: World) -> None:
    """Without a number: the one of this channel where it is my turn. With one: that one."""
    await world.duel(first="challenger")
    elsewhere = world.guild.create_text_channel("elsewhere")
    for channel, number in ((world.channel, 2), (elsewhere, 3)):
        made = await world.alice.slash(channel, "challenge", opponent=world.chloe, first="challenger")
        await press(world.chloe, made.response, "accept")
        assert (await world.match(number)).row.channel_id == channel.id
    await world.alice.slash(elsewhere, "play", moves=" ".join((*chosen_turn(await world.match(3)), "end")))
    assert (await world.match(3)).turns == 1
    await play(world, world.alice, " ".join((*chosen_turn(await world.match(2)), "end")), game=2)
    assert (await world.match(2)).turns == 1
    await play(world, world.alice, " ".join((*chosen_turn(await world.match(1)), "end")))
    assert (await world.match(1)).turns == 1


# Autocomplete


async def offered(person: Any, world: World, typed: str, **filled: Any) -> list[str]:
    choices = await person.autocomplete(world.channel, "play", "moves", typed, **filled)
    assert not any("^" in choice["name"] for choice in choices), "notation is for machines"
    return [choice["value"] for choice in choices]


async def test_only_ones_own_legal_continuations_are_offered(world: World) -> None:
    match = await world.duel()
    (seat,) = match.to_act
    mover = world.mover(match)
    legal = [match.game.notation.notate(action) for action in match.game.rules.legal(match.state, seat)]
    assert sorted(await offered(mover, world, "")) == sorted(legal)[:25]
    first = chosen_turn(match)[0]
    after = match.game.rules.apply(match.state, seat, match.game.parse(first))
    further = await offered(mover, world, first)
    allowed = {f"{first},{match.game.notation.notate(action)}" for action in match.game.rules.legal(after, seat)}
    assert further
    assert set(further) <= allowed


@pytest.mark.parametrize("begun", ["", "f", "e"])
async def test_the_end_of_a_turn_is_offered_in_french_and_read_as_such(world: World, begun: str) -> None:
    world.languages.update({person.id: "fr" for person in world.people})
    match = await world.duel()
    turn = ",".join(chosen_turn(match)[:2])
    (choice, *_) = await world.mover(match).autocomplete(world.channel, "play", "moves", f"{turn} {begun}")
    assert choice["value"] == f"{turn},end"
    assert re.fullmatch(
        r"\d+ [▲▼] \([+−]\d+\)( ⤴)?, \d+ [▲▼] \([+−]\d+\)( ⤴)?, Finir le tour \(piocher 2\)", choice["name"]
    )


async def test_what_is_offered_is_of_the_game_that_was_named(world: World) -> None:
    """Whoever has several fills in the number first, or the moves of another would be suggested."""
    await world.duel(first="challenger")
    made = await world.challenge(opponent=world.chloe, first="challenger")
    await press(world.chloe, made.response, "accept")
    for number in (1, 2):
        match = await world.match(number)
        legal = [
            match.game.notation.notate(action) for action in match.game.rules.legal(match.state, min(match.to_act))
        ]
        assert sorted(await offered(world.alice, world, "", game=number)) == sorted(legal)[:25]


@pytest.mark.parametrize("number", [2, -1, 2**63, 2**70, "1", True, None])
async def test_a_number_that_is_none_keeps_nobody_from_typing(world: World, number: Any) -> None:
    """Discord checks what is filled in once it is sent, not while somebody types."""
    await world.duel()
    command = world.env.backend.find_command("play", world.guild.id)
    assert command is not None
    typed = {"name": "moves", "type": 3, "value": "", "focused": True}
    options = [typed, {"name": "game", "type": 4, "value": number}]
    record, payload = world.payload(
        world.alice, 4, {"id": command["id"], "name": "play", "type": 1, "options": options}
    )
    world.env.backend.emit("INTERACTION_CREATE", payload)
    await world.env.settle()
    assert record.response_kind == "autocomplete"


async def test_every_offer_is_strict_and_can_be_played(world: World) -> None:
    match = await world.duel()
    mover = world.mover(match)
    typed = ""
    for _ in range(3):
        choices = await offered(mover, world, typed)
        assert 0 < len(choices) <= 25
        assert all(STRICT.fullmatch(choice) and len(choice) <= 100 for choice in choices)
        typed = choices[-1]
    await play(world, mover, typed)
    actions = await world.bot.store.games.actions(1)
    assert ",".join(action.text for action in actions) == typed


async def test_a_word_half_typed_is_gone_on_with(world: World) -> None:
    match = await world.duel()
    card = hand_of(match)[-1]
    choices = await offered(world.mover(match), world, str(card))
    assert choices
    assert all(choice.startswith(f"{card:02d}") for choice in choices)


@pytest.mark.parametrize("typed", ["", "1", "nonsense", "12^ 13^ 14^", "end", "\u202e", "12^," * 49])
async def test_others_are_offered_nothing(world: World, typed: str) -> None:
    match = await world.duel()
    waiting = world.bob if world.mover(match) is world.alice else world.alice
    for person, filled in ((waiting, {}), (world.chloe, {}), (world.chloe, {"game": 1}), (waiting, {"game": 1})):
        assert await offered(person, world, typed, **filled) == []


async def test_no_offer_is_longer_than_discord_takes(world: World) -> None:
    match = await world.duel()
    card = hand_of(match)[0]
    typed = f"{card}^ undo " * 24
    choices = await offered(world.mover(match), world, typed[:200])
    assert all(len(choice) <= 100 for choice in choices)


@pytest.mark.parametrize("language", ["en-US", "fr"])
async def test_a_label_left_in_the_field_is_read_like_its_notation(world: World, language: str) -> None:
    """Discord leaves the label of a chosen suggestion in the field, and people go on from there."""
    world.languages.update({person.id: language for person in world.people})
    match = await world.duel()
    mover, field = world.mover(match), ""
    for number in range(3):
        offered = await mover.autocomplete(world.channel, "play", "moves", field)
        end = [choice for choice in offered if choice["value"].endswith("end")]
        assert bool(end) is (number == 2)
        field = (end or [choice for choice in offered if choice["value"].endswith("A")])[0]["name"]
    assert "▲" in field or "▼" in field
    await play(world, mover, field)
    assert (await world.match()).turns == 1
