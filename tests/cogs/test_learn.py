"""The rules and the tutorial through the real cogs: in the server and in DMs, in both languages, wrong taps and all."""

import io
import re
from typing import Any

import pytest
from PIL import Image

from bot.games.registry import GAMES
from bot.referee.tutorial import tutorial_of
from bot.table.locale import LANGUAGES, Locale, locale_for
from bot.table.pictures.registry import story_for
from tests.support.tiers import has_long_version, one_in
from tests.support.world import World, answers_of, argument_of, button, buttons, is_private, press, said, text_of

LESSONS = ("27^A,48vA", "17^A,58vA", "52vA,44vA,39vA", "21^A,33^E", "26^A,30vA")


async def begin(world: World, person: Any) -> Any:
    return (await person.slash(world.channel, "tutorial")).response


async def tap(person: Any, message: Any, what: str) -> None:
    """The button of an action, a card or a way out, whatever is done before it."""
    (argument,) = (one for one in _arguments(message) if tapped(one) == what)
    await press(person, message, "tutorial", argument)


def tapped(argument: str) -> str:
    """What a button stands for; a choice carries only its path."""
    path = argument.rpartition("/")[2]
    return next((known for verb in ("act", "pick") if (known := argument_of(f"arb:{verb}:0:0:{path}")) != path), path)


def _arguments(message: Any) -> list[str]:
    return [custom_id.split(":")[4] for custom_id in buttons(message) if custom_id.startswith("arb:tutorial:")]


async def place(person: Any, message: Any, notation: str) -> None:
    await tap(person, message, str(int(notation[:2])))
    await tap(person, message, notation)


async def learn(person: Any, message: Any, *, turns: int = 5) -> None:
    for lesson in LESSONS[:turns]:
        for notation in lesson.split(","):
            await place(person, message, notation)
        await tap(person, message, "end")


# The rules


@has_long_version
@pytest.mark.parametrize("language", one_in(2, LANGUAGES))
@pytest.mark.parametrize("game", [key for key in GAMES if story_for(key) is not None])
async def test_every_page_of_the_rules_has_its_picture(
    world: World, game: str, language: str, real_pictures: None
) -> None:
    world.languages[world.alice.id] = language
    message: Any = (await world.alice.slash(world.channel, "rules", game=game)).response
    drawn = []
    for page in range(1, 5):
        assert locale_for(language).text(f"rules.{game}.{page}.body") in text_of(message)
        (picture,) = message.message.attachments
        assert picture.description == locale_for(language).text(f"lesson.{game}.{page}.alt")
        drawn.append(await picture.read())
        if page < 4:
            await world.alice.click(message, label=locale_for(language).text("button.next"))
    assert len(set(drawn)) == 4
    assert all(Image.open(io.BytesIO(png)).width == 720 for png in drawn)


async def test_a_page_past_the_last_is_the_last(world: World) -> None:
    await world.duel()
    forged = await world.forge(world.alice, "arb:rules:99:2:le-duel", world.table())
    assert "Page 4 of 4" in said(forged)
    assert answers_of(forged)[0].message.attachments


async def test_rules_open_beside_the_table_and_lead_to_the_tutorial(world: World) -> None:
    await world.duel()
    before = text_of(world.table())
    opened = await press(world.chloe, world.table(), "rules")
    assert is_private(opened)
    await press(world.chloe, opened.response, "tutorial")
    assert "Tutorial · lesson 1 of 5" in text_of(opened.response)
    assert text_of(world.table()) == before


# The tutorial


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_whole_tutorial(world: World, language: str) -> None:
    words, message = await whole_tutorial(world, "le-duel", language)
    (picture,) = message.message.attachments
    assert words.text("le-duel.stuck", player="Arbitre").rstrip(".") in (picture.description or "")


async def whole_tutorial(world: World, game: str, language: str) -> tuple[Locale, Any]:
    """Every lesson as its text tells it, to the last page."""
    world.languages[world.alice.id] = language
    words, lessons = locale_for(language), tutorial_of(GAMES[game]).lessons
    message: Any = (await world.alice.slash(world.channel, "tutorial", game=game)).response
    assert message.ephemeral
    for number, lesson in enumerate(lessons, start=1):
        assert words.text("tutorial.title", turn=number, turns=len(lessons)) in text_of(message)
        body = words.text(f"tutorial.{game}.{number}.body")
        assert body in text_of(message)
        for action in lesson.actions:
            card = action[:2].lstrip("0")
            if card.isdecimal():
                assert f"**{card}**" in body
                await tap(world.alice, message, card)
            elif action.startswith("!"):
                await tap(world.alice, message, "signal")
            await tap(world.alice, message, action)
    assert words.text(f"tutorial.{game}.done") in text_of(message)
    return words, message


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_tutorial_of_a_team(world: World, language: str) -> None:
    """It has a lesson out of turn, and ends with a game beside a computer."""
    _, message = await whole_tutorial(world, "the-game", language)
    await tap(world.alice, message, "play")
    match = await world.match(1)
    assert (match.game.key, match.seat(match.seats[1]).level) == ("the-game", "mate")


async def test_the_hand_shows_what_each_turn_draws(world: World) -> None:
    """LD10: two, two, two after three placed, then up to six."""
    message = await begin(world, world.alice)
    await world.bot.store.people.set_details(world.alice.id, has_details=True)
    sizes = []
    for lesson in LESSONS[:4]:
        for notation in lesson.split(","):
            await place(world.alice, message, notation)
        await tap(world.alice, message, "end")
        hand = re.search(r"Your hand:\*\* ([\d ·]+)", text_of(message))
        assert hand is not None
        sizes.append(len(hand[1].split("·")))
    assert sizes == [6, 6, 5, 6]


async def test_it_ends_with_a_game_against_the_computer(world: World) -> None:
    message = await begin(world, world.alice)
    await learn(world.alice, message)
    await tap(world.alice, message, "play")
    match = await world.match(1)
    assert (match.seat(match.seats[1]).level, match.row.is_rated) == ("easy", False)
    assert match.seat_of(world.alice.id) == 0
    assert button(world.table(), "hand")


async def test_the_invitation_keeps_to_the_servers_channels(world: World) -> None:
    other = world.guild.create_text_channel("elsewhere")
    settings = await world.bot.store.servers.get(world.guild.id)
    await world.bot.store.servers.put(type(settings)(settings.guild_id, channels=(other.id,)))
    message = await begin(world, world.alice)
    await learn(world.alice, message)
    (play,) = (one for one in _arguments(message) if one.endswith("/play"))
    refused = await press(world.alice, message, "tutorial", play)
    assert f"Games are played in <#{other.id}>" in said(refused)


async def test_in_a_dm_it_ends_with_a_game_there(world: World) -> None:
    message = (await world.alice.user.slash("tutorial")).response
    await learn(world.alice, message)
    await tap(world.alice, message, "play")
    assert (await world.match(1)).row.is_in_dm
    assert button(world.panel(world.alice), "pick") or button(world.panel(world.alice), "hand")


@has_long_version
@pytest.mark.parametrize(
    ("turns", "taps", "reason"),
    one_in(
        3,
        [
            (0, ("end",), "A turn has at least 2 cards; you have placed 0."),
            (0, ("27", "27^E"), "That pile is still at its base: 27 cannot improve it."),
            (0, ("12", "12^A"), "your first turn goes like this"),
            (0, ("27", "27^A", "12", "12^A"), "12 does not go on 27"),
            (0, ("27", "27^A", "end"), "A turn has at least 2 cards; you have placed 1."),
            (1, ("12", "12^A"), "12 does not go on 27"),
            (1, ("33", "33^A"), "This turn is for jumping"),
            (2, ("44", "44vA"), "52, 44 and 39"),
            (2, ("52", "52vA", "44", "44vA", "end"), "this turn is for placing three"),
            (3, ("5", "05^A"), "5 does not go on 17"),
            (3, ("12", "12^E"), "21 on your ▲ and 33 on my ▲"),
            (3, ("33", "33^E", "12", "12^E"), "Only one card a turn goes to your opponent’s side."),
            (4, ("55", "55^E"), "this turn is for leaving me stuck"),
            (4, ("26", "26^A", "12", "12vE"), "this turn is for leaving me stuck"),
        ],
    ),
)
async def test_a_wrong_tap_says_why_and_changes_nothing(
    world: World, turns: int, taps: tuple[str, ...], reason: str
) -> None:
    message = await begin(world, world.alice)
    await learn(world.alice, message, turns=turns)
    for one in taps[:-1]:
        await tap(world.alice, message, one)
    staged = _staged(message)
    await tap(world.alice, message, taps[-1])
    assert "⚠️" in text_of(message)
    assert reason in text_of(message)
    assert _staged(message) == staged
    for notation in LESSONS[turns].split(","):
        if chr(ord("a") + LESSONS[turns].split(",").index(notation)) not in staged:
            await place(world.alice, message, notation)
    await tap(world.alice, message, "end")
    assert "⚠️" not in text_of(message)


def _staged(message: Any) -> str:
    """Which actions of the lesson are done, as letters."""
    return _arguments(message)[0].split("/")[1]


async def test_cards_can_be_taken_back(world: World) -> None:
    message = await begin(world, world.alice)
    await place(world.alice, message, "48vA")
    assert _staged(message) == "b"
    await tap(world.alice, message, "undo")
    assert _staged(message) == ""
    await tap(world.alice, message, "12")
    assert "Where does **12** go?" in text_of(message)
    await tap(world.alice, message, "")
    assert "Where does" not in text_of(message)


async def test_it_goes_on_after_a_restart(world: World) -> None:
    message = await begin(world, world.alice)
    await learn(world.alice, message, turns=2)
    await place(world.alice, message, "52vA")
    await world.restart()
    for notation in ("44vA", "39vA"):
        await place(world.alice, message, notation)
    await tap(world.alice, message, "end")
    assert "Tutorial · lesson 4 of 5" in text_of(message)


async def test_it_can_be_left_and_begun_again(world: World) -> None:
    message = await begin(world, world.alice)
    await learn(world.alice, message, turns=3)
    await tap(world.alice, message, "leave")
    assert "You can begin again whenever you like" in text_of(message)
    await tap(world.alice, message, "again")
    assert "Tutorial · lesson 1 of 5" in text_of(message)
    await learn(world.alice, message)
    await tap(world.alice, message, "again")
    assert "Tutorial · lesson 1 of 5" in text_of(message)


async def test_nothing_is_stored_and_nobody_else_sees_it(world: World) -> None:
    message = await begin(world, world.alice)
    await learn(world.alice, message)
    assert await world.bot.store.games.running_of(world.alice.id) == []
    assert await world.bot.store.games.finished_of(world.alice.id, 1) == []
    assert not [one for one in world.channel.history() if not one.flags.ephemeral]


@has_long_version
@pytest.mark.parametrize(
    ("forged", "shown"),
    one_in(
        3,
        [
            ("arb:tutorial:3:0:le-duel//", "lesson 4 of 5"),
            ("arb:tutorial:5:0:le-duel//", "you win"),
            ("arb:tutorial:5:0:le-duel/a/end", "you win"),
            ("arb:tutorial:99:0:le-duel/a/", "lesson 1 of 5"),
            ("arb:tutorial:0:0:le-duel/z/", "lesson 1 of 5"),
            ("arb:tutorial:0:0:le-duel/aa/", "lesson 1 of 5"),
            ("arb:tutorial:0:0:le-duel/c/end", "A turn has at least 2 cards"),
            ("arb:tutorial:0:0:le-duel/%%%/", "lesson 1 of 5"),
            ("arb:tutorial:0:0:le-duel//%%%", "I cannot read"),
            ("arb:tutorial:0:0:le-duel//.a.zzzz", "lesson 1 of 5"),
            ("arb:tutorial:0:0:le-duel//play", "I cannot read"),
            ("arb:tutorial:0:0:le-duel//59", "I cannot read"),
            ("arb:tutorial:1:0:le-duel/ab/", "lesson 2 of 5"),
            ("arb:tutorial:0:0:none//", "lesson 1 of 5"),
            ("arb:tutorial:3:0:27^A/end", "lesson 4 of 5"),  # from when there was one tutorial only
            ("arb:tutorial:0:0:", "lesson 1 of 5"),
        ],
    ),
)
async def test_forged_buttons_stay_within_the_lesson(world: World, forged: str, shown: str) -> None:
    """Whatever a custom id says, it is a place in the same open script: no game of anybody's is touched."""
    match = await world.duel()
    hands = [" · ".join(map(str, side.hand)) for side in match.state.sides]
    result = await world.forge(world.chloe, forged, world.table())
    assert is_private(result)
    assert shown in said(result)
    assert not any(hand in said(result) for hand in hands)
    assert (await world.match()).revision == match.revision
