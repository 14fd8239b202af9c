"""The simulated Discord delivers every action to the bot and every answer back, and shows each person only what they
may see."""

import asyncio

import pytest

from bot.playground import simulator as module
from bot.playground import views
from bot.playground.playground import Playground
from bot.playground.simulator import Answer, RefusedError


async def run(playground: Playground, seat: str, name: str, **values: object) -> Answer:
    world = playground.simulator
    return await world.command(playground.seats[seat], world.channel_id, [name], values)


def texts(playground: Playground, seat: str) -> list[str]:
    seen = views.messages(playground.simulator, playground.seats[seat])
    return [it["content"] for it in seen.values()]


async def greeting(playground: Playground) -> int:
    answer = await run(playground, "alice", "greet", who=str(playground.seats["bob"]))
    assert answer.message is not None
    return answer.message


def labels(playground: Playground, message: int) -> list[str]:
    world = playground.simulator
    kept = next(it for it in world.messages(playground.seats["bob"], world.channel_id) if it.id == message)
    return [it["label"] for row in kept.components for it in row["components"]]


async def test_command_reaches_the_bot_with_people_numbers_and_language(playground: Playground) -> None:
    alice, bob = playground.seats["alice"], playground.seats["bob"]
    playground.set_locale("fr", "alice")
    await run(playground, "alice", "greet", who=str(bob), times="3")
    assert f"<@{alice}> greets <@{bob}> 3 times (fr)" in texts(playground, "chloe")


async def test_command_from_somebodys_menu(playground: Playground) -> None:
    world, alice, bob = playground.simulator, playground.seats["alice"], playground.seats["bob"]
    assert views.person_commands(world, alice, world.channel_id) == [{"name": "Poke", "names": {}}]
    await world.person_command(alice, world.channel_id, "Poke", bob)
    assert f"<@{alice}> pokes <@{bob}>" in texts(playground, "chloe")
    with pytest.raises(RefusedError, match="command-gone"):
        await world.person_command(alice, world.channel_id, "Push", bob)


async def test_private_answer_is_seen_by_its_owner_only(playground: Playground) -> None:
    await run(playground, "alice", "whisper")
    assert "between us" in texts(playground, "alice")
    assert "between us" not in texts(playground, "bob") + texts(playground, "chloe")


async def test_answer_is_edited_by_a_task_older_than_the_question(playground: Playground) -> None:
    await run(playground, "alice", "later")
    async with asyncio.timeout(5):
        while "now" not in texts(playground, "bob"):
            with playground.simulator.subscribe() as changed:
                await changed.wait()


async def test_private_message_is_seen_by_its_owner_only(playground: Playground) -> None:
    await run(playground, "alice", "write")
    async with asyncio.timeout(5):
        while "sent" not in texts(playground, "alice"):
            with playground.simulator.subscribe() as changed:
                await changed.wait()
    assert "in your box" in texts(playground, "alice")
    assert "in your box" not in texts(playground, "bob") + texts(playground, "chloe")


async def test_private_answer_can_be_dismissed_and_a_public_one_cannot(playground: Playground) -> None:
    world, alice = playground.simulator, playground.seats["alice"]
    private, public = (await run(playground, "alice", "whisper")).message, await greeting(playground)
    assert private is not None
    with pytest.raises(RefusedError, match="not-private"):
        world.dismiss(alice, world.channel_id, public)
    with pytest.raises(RefusedError, match="message-gone"):
        world.dismiss(playground.seats["bob"], world.channel_id, private)
    world.dismiss(alice, world.channel_id, private)
    assert "between us" not in texts(playground, "alice")


async def test_form_is_opened_filled_in_once_and_answered(playground: Playground) -> None:
    world, alice = playground.simulator, playground.seats["alice"]
    opened = await run(playground, "alice", "ask")
    assert opened.modal["title"] == "A question"
    control = opened.modal["components"][0]
    field = (control.get("component") or control["components"][0])["custom_id"]
    with pytest.raises(RefusedError, match="modal-gone"):
        await world.submit(playground.seats["bob"], opened.interaction, {field: "mine"})
    with pytest.raises(RefusedError, match="modal-values"):
        await world.submit(alice, opened.interaction, {field: "far too long a word"})
    await world.submit(alice, opened.interaction, {field: "sesame"})
    assert "You said sesame" in texts(playground, "alice")
    with pytest.raises(RefusedError, match="modal-gone"):
        await world.submit(alice, opened.interaction, {field: "again"})


@pytest.mark.parametrize(("locale", "expected"), [("en-US", ["red", "rose"]), ("fr", ["rouge", "rose"])])
async def test_suggestions_come_from_the_bot_in_the_seats_language(
    playground: Playground, locale: str, expected: list[str]
) -> None:
    world, alice = playground.simulator, playground.seats["alice"]
    playground.set_locale(locale, "alice")
    answer = await world.complete(alice, world.channel_id, ["colour"], "name", "r", {})
    assert [it["value"] for it in answer.choices] == expected


async def test_rapid_presses_all_arrive_in_order(playground: Playground) -> None:
    world, bob = playground.simulator, playground.seats["bob"]
    message = await greeting(playground)
    presses = [world.press(bob, world.channel_id, message, f"count:{number}") for number in range(20)]
    await asyncio.gather(*presses)
    assert labels(playground, message)[0] == "Count 20"


async def test_disabled_button_is_refused(playground: Playground) -> None:
    world, bob = playground.simulator, playground.seats["bob"]
    with pytest.raises(RefusedError, match="disabled"):
        await world.press(bob, world.channel_id, await greeting(playground), "never")


async def test_bot_that_stays_silent_is_reported_and_holds_nobody_up(
    playground: Playground, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "ANSWER_SECONDS", 0.2)
    slow = asyncio.create_task(run(playground, "alice", "sleep"))
    await asyncio.sleep(0)
    await run(playground, "bob", "whisper")
    assert not slow.done()
    with pytest.raises(RefusedError, match="no-answer"):
        await slow


@pytest.mark.parametrize(
    ("name", "values", "code"),
    [
        ("unknown", {}, "command-gone"),
        ("greet", {}, "option-missing"),
        ("greet", {"who": "12"}, "nobody"),
        ("greet", {"who": "bob"}, "nobody"),
    ],
)
async def test_what_discord_would_not_send_is_refused(
    playground: Playground, name: str, values: dict[str, str], code: str
) -> None:
    with pytest.raises(RefusedError, match=code):
        await run(playground, "alice", name, **values)


async def test_number_that_is_none_is_refused(playground: Playground) -> None:
    with pytest.raises(RefusedError, match=r"playground\.option$"):
        await run(playground, "alice", "greet", who=str(playground.seats["bob"]), times="many")


async def test_people_talk_to_each_other(playground: Playground) -> None:
    world = playground.simulator
    world.say(playground.seats["bob"], world.channel_id, "well played")
    assert "well played" in texts(playground, "chloe")
    for text in ("", "x" * 2001):
        with pytest.raises(RefusedError, match="message-refused"):
            world.say(playground.seats["bob"], world.channel_id, text)


async def test_picker_lists_commands_with_their_french_names(playground: Playground) -> None:
    world = playground.simulator
    listed = views.commands(world, playground.seats["alice"], world.channel_id)
    greet = next(it for it in listed if it["path"] == ["greet"])
    assert greet["names"][0]["fr"] == "saluer"
    assert [it["name"] for it in greet["options"]] == ["who", "times"]


async def test_picture_has_a_size_an_address_and_words(playground: Playground) -> None:
    message = await greeting(playground)
    seen = views.messages(playground.simulator, playground.seats["chloe"])
    file = seen[str(playground.simulator.channel_id), str(message)]["attachments"][0]
    assert (file["width"], file["height"], file["description"]) == (64, 32, "navy")
    data = playground.simulator.picture(file["url"])
    assert data is not None
    assert data.startswith(b"\x89PNG")


async def test_only_two_languages(playground: Playground) -> None:
    with pytest.raises(RefusedError, match="language"):
        playground.set_locale("de", "alice")


async def test_replaced_picture_stays_for_a_while_and_then_goes(
    playground: Playground, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = playground.simulator
    message = await greeting(playground)
    kept = views.messages(world, playground.seats["chloe"])[str(world.channel_id), str(message)]
    address = kept["attachments"][0]["url"]
    world.backend.delete_message(world.channel_id, message)
    world.save(last=200)
    assert world.picture(address)
    monkeypatch.setattr(module, "UNREFERENCED_SECONDS", -1)
    world.save(last=200)
    assert world.picture(address) is None
