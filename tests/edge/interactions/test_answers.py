"""When we, or Discord, are slow: an answer is announced in time, and still reaches the right eyes."""

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import discord
import pytest
from simcord.backend.models.interaction import ResponseKind
from simcord.http.client import FakeWebhookAdapter

import bot.edge.interactions.answers
from bot.edge.gateway.load import MANY
from bot.edge.interactions.answers import Answer, _Patience
from bot.store.sqlite.people import People
from tests.support.discord_limits import DIALOGUE
from tests.support.play import chosen_turn, play_in_dm, play_typed
from tests.support.world import World, answers_of, button, is_private, press, said, text_of

LABELLED = 18  # component type
LONG = 40  # turns of the event loop: everything here takes fewer


class NoPatience(_Patience):
    """Has run out at once. (simcord holds a timer of no seconds back until everything else is done.)"""

    def __init__(self, answer: Answer) -> None:
        self._announcing = None
        self._timer: Any = asyncio.get_running_loop().call_soon(self._run_out, answer)


@pytest.fixture
def impatience(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every answer is announced, if it was not given before; and some were, or nothing was late."""
    announced, announce = list[Answer](), Answer.defer

    async def defer(answer: Answer) -> None:
        announced.append(answer)
        await announce(answer)

    monkeypatch.setattr(Answer, "defer", defer)
    monkeypatch.setattr(bot.edge.interactions.answers, "_Patience", NoPatience)
    yield
    assert announced


@pytest.fixture
def slow_bot(impatience: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is asked takes longer than our patience."""
    seen = People.seen

    async def late(self: People, *values: Any) -> None:
        await _wait()
        await seen(self, *values)

    monkeypatch.setattr(People, "seen", late)


@pytest.fixture
def slow_discord(impatience: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Our patience ends while our answer is under way; a file takes longer than words."""
    request = FakeWebhookAdapter.request
    under_way: list[Any] = []

    async def late(self: FakeWebhookAdapter, route: Any, *values: Any, **options: Any) -> Any:
        under_way.append(route)
        for _ in range(3 if options.get("files") else 1):
            await _wait()
        return await request(self, route, *values, **options)

    async def defer_when_answered(answer: Answer) -> None:
        number = str(answer.interaction.id)
        while not any(number in route.url for route in under_way):  # noqa: ASYNC110 (simcord would wait for an event)
            await asyncio.sleep(0)
        await answer.defer()

    monkeypatch.setattr(FakeWebhookAdapter, "request", late)
    monkeypatch.setattr(bot.edge.interactions.answers, "_announce", defer_when_answered)


async def _wait() -> None:
    for _ in range(LONG):
        await asyncio.sleep(0)


async def test_whoever_waits_is_told_so_before_discord_gives_up(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """After three seconds it would; what is asked takes ten."""
    match, seen = await world.duel(), People.seen

    async def late(self: People, *values: Any) -> None:
        await asyncio.sleep(10)
        await seen(self, *values)

    monkeypatch.setattr(People, "seen", late)
    record, _ = world.emit(world.mover(match), "arb:hand:1:0:", world.table())
    await world.env.advance_time(2)
    assert record.response_kind == ResponseKind.DEFERRED_UPDATE
    assert record.followup_ids == []
    await world.env.advance_time(10)
    assert len(record.followup_ids) == 1


@pytest.mark.usefixtures("slow_bot")
async def test_a_late_challenge_is_public_and_can_be_accepted(world: World) -> None:
    await world.challenge()
    (message,) = world.channel.history(viewer=world.bob)
    assert "challenges **Bob**" in text_of(message)
    await press(world.bob, message, "accept")
    assert "Game 1 has begun" in text_of(world.channel.history()[0])
    assert len(world.tables()) == 1
    assert not any(one.flags.ephemeral for one in world.channel.history(viewer=world.bob))


@pytest.mark.usefixtures("slow_bot")
async def test_a_late_refusal_is_private(world: World) -> None:
    refused = await world.challenge(opponent=world.alice)
    assert is_private(refused)
    assert "cannot challenge yourself" in said(refused)
    assert world.channel.history(viewer=world.bob) == []


def _followups(world: World) -> int:
    return sum(request.method == "POST" and "/webhooks/" in request.path for request in world.env.http_requests)


@pytest.mark.usefixtures("slow_bot")
async def test_a_deferred_answer_is_edited_not_followed(world: World) -> None:
    """Follow-ups in its place are deprecated."""
    for command in ("hand", "rules", "replay", "games"):
        asked = await world.alice.slash(world.channel, command)
        assert asked.response is not None
        assert text_of(asked.response).strip()
    assert _followups(world) == 0


async def test_nor_is_a_promised_file(world: World) -> None:
    page = await world.alice.slash(world.channel, "privacy")
    copied = await press(world.alice, page.response, "privacy", "export")
    assert _followups(world) == 0
    assert copied.response is not None
    assert [file.filename for file in copied.response.message.attachments] == ["arbitre.json"]


async def test_a_dialogues_field_has_a_label_of_its_own(world: World) -> None:
    """The label inside a text field is deprecated."""
    challenge = await world.challenge()
    await press(world.bob, challenge.response, "cut")
    sent = [request.json for request in world.env.http_requests if isinstance(request.json, dict)]
    ((field,),) = (body["data"]["components"] for body in sent if body.get("type") == DIALOGUE)
    assert (field["type"], bool(field["label"])) == (LABELLED, True)
    assert not field["component"].get("label")


@pytest.mark.usefixtures("slow_bot")
async def test_a_late_hand_is_private_and_stays_so(world: World) -> None:
    """The table it was opened from is never touched by it, not even when the panel follows the other's turn."""
    match = await world.duel()
    before = text_of(world.table())
    waiting = world.bob if world.mover(match) is world.alice else world.alice
    opened = await press(waiting, world.table(), "hand")
    assert is_private(opened)
    assert "Your hand" in said(opened)
    assert text_of(world.table()) == before
    await play_typed(world, match)
    assert "Your turn" in said(opened)
    assert "Your turn" not in text_of(world.table())
    assert len(world.tables()) == 1


@pytest.mark.usefixtures("slow_bot")
@pytest.mark.parametrize("verb", ["decline", "cancel"])
async def test_a_late_answer_to_a_challenge_closes_its_message(world: World, verb: str) -> None:
    challenge = await world.challenge()
    (message,) = answers_of(challenge)
    await press(world.bob if verb == "decline" else world.alice, message, verb)
    (closed,) = world.channel.history()
    assert button(closed, "accept") is None


@pytest.mark.usefixtures("slow_bot")
async def test_a_late_table_is_public(world: World) -> None:
    await world.duel()
    old = world.table().id
    await world.chloe.slash(world.channel, "table")
    assert [table.id for table in world.tables()] != [old]
    assert len(world.tables()) == 1
    await play_in_dm(world, await world.match())
    assert "Last turn" in text_of(world.table())


@pytest.mark.usefixtures("slow_bot")
async def test_a_late_rule_sheet_and_its_next_page_are_private(world: World) -> None:
    await world.duel()
    sheet = await press(world.chloe, world.table(), "rules")
    assert is_private(sheet)
    (page,) = answers_of(sheet)
    await press(world.chloe, page, "rules")
    assert "Page 2" in said(sheet)
    assert button(world.table(), "hand")


@pytest.mark.usefixtures("slow_discord")
async def test_an_answer_under_way_is_not_announced_as_well(world: World) -> None:
    """Discord takes one first answer and refuses the second."""
    match = await world.duel()
    played = await world.mover(match).slash(world.channel, "play", moves=" ".join((*chosen_turn(match), "end")))
    assert is_private(played)
    assert "went wrong" not in said(played)
    assert (await world.match()).turns == 1
    callbacks = [entry.path for entry in world.env.http_requests if entry.path.startswith("/interactions/")]
    assert len(callbacks) == len(set(callbacks))


@pytest.mark.usefixtures("slow_discord")
async def test_a_copy_that_takes_its_time_arrives(world: World) -> None:
    asked: Any = await world.alice.slash(world.channel, "privacy")
    copy = await world.alice.click(asked.response, label="Get a copy")
    assert [file.filename for one in answers_of(copy) for file in one.attachments] == ["arbitre.json"]
    assert is_private(copy)


@pytest.mark.parametrize(("asking", "names"), [(0, ["hand.png"]), (MANY, [])])
async def test_while_many_wait_a_hand_comes_in_words(world: World, asking: int, names: list[str]) -> None:
    """A picture for one would keep all the others waiting; the words say as much."""
    match = await world.duel()
    waiting = world.bob if world.mover(match) is world.alice else world.alice
    for one in range(asking):
        world.bot.load.begin(one)
    opened = await press(waiting, world.table(), "hand")
    assert "Your hand" in said(opened)
    (answer,) = answers_of(opened)
    assert [file.filename for file in answer.attachments] == names


@pytest.fixture
def when_asked(monkeypatch: pytest.MonkeyPatch) -> list[Callable[[], None]]:
    """Called with every request that answers somebody."""
    request, ears = FakeWebhookAdapter.request, list[Callable[[], None]]()

    async def heard(self: FakeWebhookAdapter, *values: Any, **options: Any) -> Any:
        for ear in ears:
            ear()
        return await request(self, *values, **options)

    monkeypatch.setattr(FakeWebhookAdapter, "request", heard)
    return ears


async def test_whoever_waits_for_discord_is_none_of_the_crowd(
    when_asked: list[Callable[[], None]], world: World
) -> None:
    """Far from Discord dozens of answers are on their way at any moment, and there is all the time to draw."""
    match, waiting = await world.duel(), list[int]()
    when_asked.append(lambda: waiting.append(len(world.bot.load)))
    await play_in_dm(world, match)
    assert waiting
    assert set(waiting) == {0}


async def test_whoever_was_answered_waits_no_longer(world: World) -> None:
    await world.duel()
    await press(world.chloe, world.table(), "hand")
    assert len(world.bot.load) == 0


@pytest.mark.usefixtures("slow_bot")
async def test_a_dialogue_that_comes_too_late_is_asked_for_again(world: World) -> None:
    """It can only be a first answer, and that was the announcement: no failure, and whoever presses again has it."""
    await world.challenge()
    (message,) = world.channel.history(viewer=world.bob)
    pressed = await press(world.bob, message, "cut")
    assert pressed.modal is None
    assert is_private(pressed)
    assert "Please press the button again" in said(pressed)


@pytest.mark.usefixtures("slow_discord")
async def test_a_dialogue_on_its_way_is_not_overtaken_by_an_announcement(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord takes whichever arrives first, and refuses the other."""
    await world.challenge()
    (message,) = world.channel.history(viewer=world.bob)
    defer, announced = discord.InteractionResponse.defer, list[object]()

    async def noted(response: Any, **options: Any) -> Any:
        announced.append(response)
        return await defer(response, **options)

    monkeypatch.setattr(discord.InteractionResponse, "defer", noted)
    pressed = await press(world.bob, message, "cut")
    assert pressed.modal is not None
    assert announced == []
