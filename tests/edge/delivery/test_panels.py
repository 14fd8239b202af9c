"""Where a player's panel is, and what it says there: the first DM, several open at once, one on its way to nobody."""

from typing import Any

import pytest

from bot.drawing.picture_cache import PictureCache
from bot.referee.erase_person import Erasure, erase_person
from bot.table.learning.tutorial_pages import PLAY
from tests.support.play import play_in_dm, play_typed, taps
from tests.support.world import World, answers_of, button, is_private, press, said, text_of

SWEEP, PATIENCE = 10, 70  # seconds
LAST_LESSON = 5


@pytest.mark.parametrize("is_in_dm", [True, False])
async def test_everything_somebody_has_open_says_how_it_ended(world: World, is_in_dm: bool) -> None:  # noqa: FBT001
    """They resign from a question, which becomes the result; their DM does too, and an older panel is gone."""
    await world.duel()
    opened = await press(world.bob, world.table(), "hand")
    if is_in_dm:
        question = await world.forge(world.bob, "arb:resign:1:0:", world.panel(world.bob))
    else:
        question = await world.bob.slash(world.channel, "resign")
    await press(world.bob, answers_of(question)[-1], "resign-sure")
    await world.env.settle()
    for text in (said(question), text_of(world.panel(world.bob)), text_of(world.panel(world.alice))):
        assert "Bob resigned" in text
    assert [answer for answer in answers_of(opened) if answer.ephemeral] == []


async def test_a_picked_card_asks_where_it_goes(world: World) -> None:
    match = await world.duel()
    person = world.mover(match)
    (_, card), (_, place) = taps(match)[:2]
    await press(person, world.panel(person), "pick", card)
    assert f"Where does **{card}** go?" in text_of(world.panel(person))
    await press(person, world.panel(person), "act", place)
    assert "Where does" not in text_of(world.panel(person))


async def test_a_panel_in_dms_follows_what_is_played_elsewhere(world: World) -> None:
    """It keeps no live buttons of a turn that is over; and one that is pressed instead takes its place."""
    match = await world.duel()
    person, other = world.mover(match), world.people[1 - min(match.to_act)]
    await play_typed(world, match)
    assert "Your turn" not in text_of(world.panel(person))
    assert button(world.panel(person), "pick") is None
    await world.env.advance_time(2 * 60 + SWEEP)
    word = other.user.dm_channel.history()[-1]
    assert "Your turn in **Le Duel" in word.content
    await press(other, word, "hand")
    assert [one.id for one in other.user.dm_channel.history()] == [word.id]
    assert (await world.bot.store.messages.of(1))[f"panel{1 - min(match.to_act)}"].message_id == word.id
    await play_in_dm(world, await world.match())
    assert (await world.match()).turns == 2


async def test_a_look_at_the_hand_does_not_keep_the_first_dm_away(world: World) -> None:
    challenge = await world.challenge()
    world.fail("POST", f"/channels/{world.bob.user.dm_channel.id}/messages", status=500)
    await press(world.bob, challenge.response, "accept")
    looked = await press(world.bob, world.table(), "hand")
    assert is_private(looked)
    assert world.bob.user.dm_channel.history() == []
    world.recover()
    await world.env.advance_time(PATIENCE)
    assert button(world.panel(world.bob), "hand") or button(world.panel(world.bob), "pick")


async def test_a_double_click_after_the_tutorial_begins_one_game(world: World) -> None:
    lesson = await world.alice.slash(world.channel, "tutorial")
    for _ in range(2):
        world.emit(world.alice, f"arb:tutorial:{LAST_LESSON}:0:le-duel//{PLAY}", lesson.response)
    await world.env.settle()
    assert len(world.tables()) == 1
    assert await world.bot.store.games.get(2) is None
    await world.env.advance_time(PATIENCE)
    await world.forge(world.alice, f"arb:tutorial:{LAST_LESSON}:0:le-duel//{PLAY}", lesson.response)
    assert await world.bot.store.games.get(2) is not None


async def test_a_game_against_the_computer_gets_a_thread_too(world: World) -> None:
    row = await world.bot.store.servers.get(world.guild.id)
    await world.bot.store.servers.put(type(row)(row.guild_id, has_threads=True))
    begun = await world.alice.slash(world.channel, "challenge", level="random")
    (thread,) = world.channel.threads
    assert is_private(begun)
    assert f"<#{thread.id}>" in said(begun)
    assert len(world.tables(thread)) == 1
    assert world.tables() == []


async def test_a_dm_on_its_way_to_who_has_left_leaves_nothing_behind(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They have their data deleted in the very moment their panel is sent."""
    await world.duel(first="challenger")
    request, sent = world.bot.http.request, list[int]()
    place = f"/channels/{world.bob.user.dm_channel.id}/messages"

    async def slow(route: Any, **options: Any) -> Any:
        answer = await request(route, **options)
        if route.method == "POST" and route.url.endswith(place) and not sent:
            sent.append(int(answer["id"]))
            await erase_person(world.bot.referee, world.bob.id, Erasure())
        return answer

    with monkeypatch.context() as patch:
        patch.setattr(world.bot.http, "request", slow)
        await play_in_dm(world, await world.match())
    await world.env.advance_time(SWEEP)
    assert len(sent) == 1
    assert "panel1" not in await world.bot.store.messages.of(1)
    assert sent[0] not in [message.id for message in world.bob.user.dm_channel.history()]


@pytest.mark.usefixtures("real_pictures")
async def test_nobody_is_kept_from_playing_by_a_picture(
    world: World, monkeypatch: pytest.MonkeyPatch, expected_errors: list[str]
) -> None:
    """A font that went missing, or a name no letters can be found for: table, panels and result go on in words."""

    def draw(_studio: PictureCache, _sketch: object) -> bytes:
        raise OSError("cannot open resource")

    monkeypatch.setattr(PictureCache, "draw", draw)
    expected_errors.append("a picture could not be drawn: OSError")
    await play_in_dm(world, await world.duel())
    assert (await world.match()).turns == 1
    await world.bob.slash(world.channel, "profile")
    resigned = await world.bob.slash(world.channel, "resign")
    await press(world.bob, answers_of(resigned)[-1], "resign-sure")
    await world.env.settle()
    for message in (world.table(), world.panel(world.alice), world.panel(world.bob)):
        assert "Bob resigned" in text_of(message)
        assert message.attachments == []
