"""Two running games: which one a command means, and that the answer names it."""

from typing import Any

import pytest

from bot.referee.match import Match
from tests.support.play import chosen_turn
from tests.support.world import World, button, buttons, is_private, press, said


async def two_games(world: World) -> tuple[Match, Match]:
    """Alice plays Bob and Chloé in one channel, and is on turn in both."""
    await world.duel(first="challenger")
    made = await world.challenge(opponent=world.chloe, first="challenger")
    await press(world.chloe, made.response, "accept")
    return await world.match(1), await world.match(2)


def own_card(match: Match, other: Match) -> int:
    """A card Alice holds in the first game only."""
    mine, others = (set(one.state.sides[0].hand) for one in (match, other))
    only: int = min(mine - others)
    return only


async def test_the_cards_held_tell_which_game_is_meant(world: World) -> None:
    games = await two_games(world)
    for match, other in (games, games[::-1]):
        answer = await world.alice.slash(world.channel, "play", moves=f"{own_card(match, other)}^")
        assert is_private(answer)
        assert (await world.match(match.id)).revision == 1
    assert "Le Duel vs Chloé" in said(await world.alice.slash(world.channel, "undo", game=2))
    assert "Le Duel vs Bob" in said(await world.alice.slash(world.channel, "undo"))
    assert [(await world.match(number)).revision for number in (1, 2)] == [2, 2]


async def test_the_notation_tells_which_game_is_meant(world: World) -> None:
    await world.duel(first="challenger")
    team = await world.alice.slash(world.channel, "team")
    await press(world.alice, team.response, "begin")
    card = (await world.match(2)).state.hands[0][0]
    answer = await world.alice.slash(world.channel, "play", moves=f"{card}A")
    assert "The Game" in said(answer)
    assert [(await world.match(number)).revision for number in (1, 2)] == [0, 1]


@pytest.mark.parametrize("number", [1, 2])
async def test_the_panel_used_last_is_meant(world: World, number: int) -> None:
    """Not the oldest game, nor the most urgent one."""
    await two_games(world)
    opponent = ("Bob", "Chloé")[number - 1]
    await world.alice.slash(world.channel, "hand", game=number)
    for command, options in (("hand", {}), ("play", {"moves": "banana"}), ("resign", {}), ("draw", {})):
        answer = await world.alice.slash(world.channel, command, **options)
        assert is_private(answer)
        assert f"Le Duel vs {opponent}" in said(answer)
    assert [(await world.match(one)).revision for one in (1, 2)] == [0, 0]


@pytest.mark.parametrize(
    ("command", "options", "verb"),
    [("hand", {}, "hand"), ("resign", {}, "resign"), ("draw", {}, "draw"), ("end", {}, "act"), ("undo", {}, "act")],
)
async def test_without_a_clue_a_button_for_each_game_is_shown(
    world: World, command: str, options: dict[str, Any], verb: str
) -> None:
    await two_games(world)
    asked = await world.alice.slash(world.channel, command, **options)
    assert is_private(asked)
    assert "Which game?" in said(asked)
    labels = {custom_id: it.label for custom_id, it in buttons(asked.response).items()}
    assert list(labels.values()) == ["#1 Le Duel vs Bob", "#2 Le Duel vs Chloé"]
    assert asked.response is not None
    second = next(it for it in labels if it.startswith(f"arb:{verb}:2:"))
    chosen = await world.alice.click(asked.response, custom_id=second)
    assert is_private(chosen)
    assert "Le Duel vs Chloé" in said(chosen)


async def test_the_button_plays_what_was_typed(world: World) -> None:
    one, two = await two_games(world)
    shared = set(one.state.sides[0].hand) & set(two.state.sides[0].hand)
    moves = f"{min(shared)}^" if shared else "end"
    asked = await world.alice.slash(world.channel, "play", moves=moves)
    played = await press(world.alice, asked.response, "act", moves)
    assert is_private(played)
    assert "Le Duel vs Bob" in said(played)
    assert ((await world.match(1)).revision, (await world.match(2)).revision) == (len(shared) > 0, 0)


@pytest.mark.parametrize("moves", ["x" * 41, "a:b", ".a.abcd", "12^\u202e"])
async def test_what_no_button_can_carry_opens_the_game_instead(world: World, moves: str) -> None:
    await two_games(world)
    asked = await world.alice.slash(world.channel, "play", moves=moves)
    opened = await press(world.alice, asked.response, "hand")
    assert "Your turn · Le Duel vs Bob" in said(opened)


async def test_the_channel_of_a_game_tells_which_is_meant(world: World) -> None:
    await world.duel(first="challenger")
    elsewhere = world.guild.create_text_channel("elsewhere")
    made = await world.alice.slash(elsewhere, "challenge", opponent=world.chloe, first="challenger")
    await press(world.chloe, made.response, "accept")
    for channel, opponent in ((world.channel, "Bob"), (elsewhere, "Chloé"), (world.channel, "Bob")):
        assert f"Le Duel vs {opponent}" in said(await world.alice.slash(channel, "hand"))


async def test_what_is_offered_is_of_every_game_it_could_be(world: World) -> None:
    one, two = await two_games(world)
    offered = await world.alice.autocomplete(world.channel, "play", "moves", "")
    cards = {int(choice["value"][:2]) for choice in offered}
    assert cards & {own_card(one, two)}
    assert cards & {own_card(two, one)}


async def test_my_games_have_a_line_and_a_button_each(world: World) -> None:
    await two_games(world)
    await world.alice.slash(world.channel, "play", moves=" ".join((*chosen_turn(await world.match(1)), "end")), game=1)
    listed = await world.alice.slash(world.channel, "games")
    assert is_private(listed)
    lines = said(listed).splitlines()
    assert any("Le Duel vs Bob" in line and "**Bob** to play" in line for line in lines)
    assert any("Le Duel vs Chloé" in line and "**Your turn**" in line for line in lines)
    styles = {it.label: it.style.name for it in buttons(listed.response).values()}
    assert styles == {"#1 Le Duel vs Bob": "secondary", "#2 Le Duel vs Chloé": "primary"}
    assert listed.response is not None
    second = next(it for it in buttons(listed.response) if it.startswith("arb:hand:2:"))
    opened = await world.alice.click(listed.response, custom_id=second)
    assert "Your turn · Le Duel vs Chloé" in said(opened)
    assert button(opened.response, "pick")


async def test_numbers_are_offered_with_game_opponents_date_and_result_the_newest_first(world: World) -> None:
    await two_games(world)
    offered = [it["name"] for it in await world.alice.autocomplete(world.channel, "hand", "game", "")]
    assert [name.split(" · ")[:2] for name in offered] == [["#2", "Le Duel vs Chloé"], ["#1", "Le Duel vs Bob"]]
    assert all(name.endswith("your turn") for name in offered)
    world.languages[world.bob.id] = "fr"
    (french,) = await world.bob.autocomplete(world.channel, "hand", "game", "alice")
    assert french["name"].startswith("#1 · Le Duel contre Alice · ")
    assert french["name"].endswith("à Alice de jouer")
    for number, person in ((1, world.alice), (2, world.chloe)):
        asked = await person.slash(world.channel, "resign", game=number)
        await press(person, asked.response, "resign-sure")
    ended = [it["name"] for it in await world.alice.autocomplete(world.channel, "replay", "game", "")]
    assert [(name.split(" · ")[1], name.split(" · ")[-1]) for name in ended] == [
        ("Le Duel vs Chloé", "✅ won"),
        ("Le Duel vs Bob", "❌ lost"),
    ]


async def test_every_confirmation_names_the_game_and_the_opponents(world: World) -> None:
    await two_games(world)
    for command in ("resign", "draw"):
        asked = await world.alice.slash(world.channel, command, game=2)
        assert "**Le Duel vs Chloé** (game 2)" in said(asked)
    await press(world.alice, asked.response, "draw-sure")
    offered = await world.forge(world.chloe, "arb:draw:2:0:", world.table())
    assert "offers a draw in **Le Duel vs Alice** (game 2)" in said(offered)
