"""Finished games looked at again through the real cogs: who may, and what they see. A running game shows nothing."""

import io
import re
from pathlib import Path
from typing import Any, cast

import pytest
from PIL import Image

from bot.__main__ import main
from bot.referee.match import Match
from bot.referee.records import Record, read, verify
from bot.referee.replays import chances_of, replay_of
from bot.referee.reviews import biggest_swing
from bot.table.locale import locale_for
from tests.support.play import play_out, play_typed
from tests.support.world import World, answers_of, button, buttons, is_private, press, said, text_of

TWO_MEBIBYTES = 2 * 1024 * 1024


async def finished(world: World, turns: int = 4) -> Match:
    """A game that Alice resigns after a few turns."""
    match = await world.duel()
    while match.turns < turns:
        await play_typed(world, match)
        match = await world.match()
    return await world.bot.referee.resign(match.id, world.alice.id, "resigned in a test")


async def open_replay(world: World, person: Any, number: int = 1) -> Any:
    return (await person.slash(world.channel, "replay", game=number)).response


def page_number(message: Any) -> int:
    found = re.search(r"(?:turn|tour) (\d+) (?:of|sur)", text_of(message))
    assert found is not None
    return int(found[1])


async def test_every_step_leads_where_it_says(world: World) -> None:
    await finished(world)
    message = await open_replay(world, world.chloe)
    assert message.ephemeral
    seen = [page_number(message)]
    for step in ("on", "on", "back", "last", "first"):
        await press(world.chloe, message, "replay", step)
        seen.append(page_number(message))
    assert seen == [0, 1, 2, 1, 4, 0]


async def test_a_turn_is_said_in_words_with_all_hands_open(world: World) -> None:
    match = await finished(world)
    replay = replay_of(match, await world.bot.store.games.actions(match.id))
    message = await open_replay(world, world.alice)
    for turn in range(1, 5):
        await press(world.alice, message, "replay", "on")
        text, view = text_of(message), replay.views[turn]
        words = re.search(rf"\*\*Turn {turn} of 4\.\*\* (Alice|Bob): (.*) draws \d card", text)
        assert words is not None
        assert re.findall(r"(\d+) on", words[2]) == [str(place.card) for place in view.last.places]
        for side in view.sides:
            assert " · ".join(map(str, side.hand)) in text
    assert "**Bob** wins. Alice resigned." in text_of(message)


async def test_buttons_at_the_ends_lead_nowhere_and_all_differ(world: World) -> None:
    await finished(world, 1)
    message = await open_replay(world, world.alice)
    enabled = {custom_id.split(":")[-1]: not one.disabled for custom_id, one in buttons(message).items()}
    assert [enabled[step] for step in ("first", "back", "on", "last")] == [False, False, True, True]
    await press(world.alice, message, "replay", "last")
    enabled = {custom_id.split(":")[-1]: not one.disabled for custom_id, one in buttons(message).items()}
    assert [enabled[step] for step in ("first", "back", "on", "last")] == [True, True, False, False]
    assert set(enabled) == {"first", "back", "on", "last", "turning", "film", "plot", "record", ""}, (
        "and to the review, and to all"
    )


async def test_the_turning_point_is_the_turn_that_changed_the_chances_most(world: World) -> None:
    match = await finished(world, 6)
    message = await open_replay(world, world.alice)
    await press(world.alice, message, "replay", "turning")
    expected = biggest_swing(chances_of(match, await world.bot.store.games.actions(1)))
    assert page_number(message) == expected
    assert "The turning point" in text_of(message)
    await press(world.alice, message, "replay", "turning")
    assert page_number(message) == expected


async def test_a_game_nobody_played_has_one_page(world: World) -> None:
    await finished(world, 0)
    message = await open_replay(world, world.alice)
    assert page_number(message) == 0
    assert "Alice resigned" in text_of(message)
    assert all(one.disabled for custom_id, one in buttons(message).items() if ":replay:1:0:" in custom_id
               and custom_id.rsplit(":", 1)[1] in ("first", "back", "on", "last", "turning"))  # fmt: skip
    for extra in ("film", "plot", "record"):
        pressed = await press(world.alice, message, "replay", extra)
        assert pressed.followups or pressed.response


async def test_the_result_leads_to_the_replay_from_the_table_and_from_a_dm(world: World) -> None:
    await world.duel()
    await play_out(world, play_typed)
    from_table = await press(world.chloe, world.table(), "replay", "open")
    assert is_private(from_table)
    assert page_number(from_table.response) == 0
    told = next(person for person in world.people if button(world.panel(person), "replay"))
    before = text_of(world.panel(told))
    from_dm = await press(told, world.panel(told), "replay", "open")
    assert "Replay · Alice vs Bob" in said(from_dm)
    assert before in [text_of(one) for one in told.user.dm_channel.history()]


async def test_steps_survive_a_restart(world: World) -> None:
    await finished(world)
    message = await open_replay(world, world.alice)
    await world.restart()
    await press(world.alice, message, "replay", "last")
    assert page_number(message) == 4


async def test_in_french(world: World) -> None:
    world.languages[world.bob.id] = "fr"
    await finished(world)
    message = await open_replay(world, world.bob)
    assert "La partie, tour par tour · Alice contre Bob" in text_of(message)
    await press(world.bob, message, "replay", "last")
    assert "**Tour 4 sur 4.**" in text_of(message)
    record = await press(world.bob, message, "replay", "record")
    (file,) = answers_of(record)[0].message.attachments
    french = locale_for("fr")
    result = french.text("replay.file.won", player="Bob", why=french.text("reason.resigned", loser="Alice"))
    assert f"# {result}\n" in (await file.read()).decode()


async def test_few_animations_are_drawn_at_a_time(world: World) -> None:
    """Each takes seconds, and whoever asks waits for those before."""
    await finished(world)
    message = await open_replay(world, world.chloe)
    waiting = cast("Any", world.bot.get_cog("Replays"))._filming
    waiting.add(world.chloe.id)
    assert "is being drawn" in said(await press(world.chloe, message, "replay", "film"))
    waiting.clear()
    waiting.update(range(4))
    assert "Try again in half a minute" in said(await press(world.chloe, message, "replay", "film"))
    waiting.clear()
    assert "Try again" not in said(await press(world.chloe, message, "replay", "film"))
    assert waiting == set()


async def test_a_whole_game_as_pictures(world: World, real_pictures: None) -> None:
    match = await finished(world)
    message = await open_replay(world, world.chloe)
    (table,) = message.message.attachments
    assert Image.open(io.BytesIO(await table.read())).size == (720, 680)
    film = await press(world.chloe, message, "replay", "film")
    (moving,) = answers_of(film)[0].message.attachments
    data = await moving.read()
    image: Any = Image.open(io.BytesIO(data))
    assert (image.format, image.n_frames) == ("WEBP", match.turns + 2)
    assert len(data) < TWO_MEBIBYTES
    assert moving.description == "An animation of the whole game: 4 turns, then the result."
    plot = await press(world.chloe, message, "replay", "plot")
    (drawn,) = answers_of(plot)[0].message.attachments
    assert "Alice’s chance to win" in said(plot)
    assert drawn.filename == "review.png"
    assert answers_of(film)[0].message.embeds[0].image.url is None, "Discord may not move it inside an embed"
    assert "Hand: " in (table.description or "")
    assert is_private(film)
    assert is_private(plot)


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_the_record_is_for_people_and_for_verify(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    world.languages[world.chloe.id] = language
    await world.duel(cut="# a cut\u2028 of one's own")
    match = await play_out(world, play_typed)
    message = await open_replay(world, world.chloe)
    pressed = await press(world.chloe, message, "replay", "record")
    assert is_private(pressed)
    (file,) = answers_of(pressed)[0].message.attachments
    assert file.filename == "arbitre-1.txt"
    data = await file.read()
    text = data.decode()
    remarks = [line for line in text.split("\n") if line.startswith("#")]
    turns = [line for line in remarks if re.match(r"# +\d+\. ", line)]
    record = read(text)
    assert isinstance(record, Record)
    played = [text for _, text in record.actions if text != "end"]
    assert ",".join(line.split()[2] for line in turns).split(",") == played
    assert len(turns) == match.turns
    assert any(match.row.commitment in line for line in remarks)
    players = f"Alice {locale_for(language).text('table.versus')} Bob"
    assert remarks[1] == "# " + locale_for(language).text("replay.file.players", players=players)
    assert verify(record) is None
    path = tmp_path / file.filename
    path.write_bytes(data)
    assert main(["verify", str(path)]) == 0
    assert "1 record is right" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["replay", "review", "verify"])
async def test_the_last_own_game_is_meant_when_none_is_named(world: World, command: str) -> None:
    nothing = await world.alice.slash(world.channel, command)
    assert "You have not finished a game yet" in said(nothing)
    await finished(world, 1)
    found = await world.alice.slash(world.channel, command)
    assert "game 1" in said(found).lower()


@pytest.mark.parametrize("command", ["replay", "review", "verify"])
async def test_own_finished_games_are_suggested(world: World, command: str) -> None:
    await finished(world, 1)
    offered = await world.alice.autocomplete(world.channel, command, "game", "")
    assert [choice["value"] for choice in offered] == [1]
    assert offered[0]["name"].startswith("#1 · Le Duel vs Bob · ")
    assert not await world.chloe.autocomplete(world.channel, command, "game", "")


@pytest.mark.parametrize("who", ["alice", "bob", "chloe"])
async def test_a_running_game_shows_nothing_to_anybody(world: World, who: str) -> None:
    match = await world.duel()
    await play_typed(world, match)
    person, running = getattr(world, who), await world.match()
    hands = [hand for side in running.state.sides for hand in (" · ".join(map(str, side.hand)),)]
    asked = await person.slash(world.channel, "replay", game=1)
    forged = [
        await world.forge(person, f"arb:replay:1:{turn}:{argument}", world.table())
        for turn in (0, 1, 999)
        for argument in ("open", "first", "last", "turning", "film", "plot", "record", "", "x")
    ]
    for result in (asked, *forged):
        assert said(result).strip() == "This game is still running. Its cards are shown when it is over."
        assert is_private(result)
        assert not any(one.message.attachments for one in answers_of(result))
        assert not any(hand in said(result) for hand in hands)


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        ("replay", "Replay"),
        ("review", "Review of game 1"),
        ("verify", "Secret, revealed now"),
        ("table", "resigned"),
    ],
)
async def test_games_of_another_server_are_for_their_players(world: World, command: str, shown: str) -> None:
    await finished(world, 1)
    elsewhere = world.env.create_guild("Elsewhere")
    channel = elsewhere.create_text_channel("duels")
    stranger = elsewhere.add_member(world.env.create_user("dora", global_name="Dora"))
    alice = elsewhere.add_member(world.alice.user)
    for refused in (await stranger.slash(channel, command, game=1), await stranger.user.slash(command, game=1)):
        assert said(refused) == "Other people’s games can be looked at in the server they were played in."
        assert is_private(refused)
    assert shown in said(await alice.slash(channel, command, game=1))
    assert shown in said(await alice.user.slash(command, game=1))
    assert shown in said(await world.chloe.slash(world.channel, command, game=1))


async def test_a_number_that_is_no_game_and_a_turn_that_is_none(world: World) -> None:
    await finished(world, 2)
    assert "There is no such game" in said(await world.alice.slash(world.channel, "replay", game=99))
    forged = await world.forge(world.alice, "arb:replay:1:999999999:on", world.table())
    assert page_number(forged.response) == 2
    assert button(forged.response, "replay", "first")
