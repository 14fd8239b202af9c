"""Forged interactions: presses, modals, commands and autocompletes mangled from real ones, reproducible by seed (a
fuzzer).

They enter where Discord's do (`parse_interaction_create`), and answers are captured before they are sent, so that there
can be many.
"""

import asyncio
import json
import logging
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from discord.webhook.async_ import AsyncWebhookAdapter, async_context
from simcord.backend import serializers

from bot.table.controls import Control, Verb, read_control
from bot.table.learning.tutorial_pages import PLAY, read_tap
from bot.table.privacy_pages import DELETE_SURE
from tests.support.world import World, buttons, press

PRESS, COMMAND, SUGGESTION, DIALOGUE = 3, 2, 4, 5  # Discord's interaction types
MESSAGE, LATER = 4, 5  # Discord's response types that show a new message
EPHEMERAL = 1 << 6
FINISHED = 3
AT_ONCE = 50
TABLES = ("games", "seats", "actions", "gatherings", "gathering_seats", "shown", "results", "servers")

NUMBERS = (
    "0",
    "1",
    "2",
    "3",
    "4",
    "-1",
    "+1",
    "1.0",
    "1e3",
    "9" * 15,
    "9" * 16,
    "9" * 60,
    "",
    " 1",
    "١",
    "²",
    "0x1",
    "1_0",
)
REVISIONS = ("0", "1", "2", "-1", "9" * 9, "9" * 10, "", "٣", "00", "\t0")
WORDS = (
    "",
    "end",
    "undo",
    "12",
    "12^A",
    "12^A,57vA,end",
    "12^A 57vA end",
    "^",
    "é" * 40,
    "\u202e12^A",
    "\u2066hand\u2069",
    "a" * 40,
    "🂡🎲👩‍👩‍👧",
    "'; DROP TABLE games;--",
    "{card}",
    "{0.__class__}",
    "%s%n",
    "../../etc/passwd",
    "\x00",
    "12\x00^A",
    "`",
    "@everyone",
    "<@1>",
    "-12^A",
    "99^A",
    "60vA",
    "12^E,13^E,14^E",
    "expert=on",
    "fire=",
    "/play",
    "copy",
    "le-duel",
    "the-game",
    "nonsense",
    "\ud800",
    "\ufeff12^A",
    "１２^A",
    "12\u200b^A",
)
VALUES = (*WORDS, "x" * 6000, 0, 1, 2, -1, 2**31, 2**63 - 1, 2**63, -(2**63) - 1, 10**40, 1.5, True, False)
STRING, INTEGER, BOOLEAN, USER = 3, 4, 5, 6  # Discord's option types
_OF_A_GAME = {"game": INTEGER}
OPTIONS: dict[str, dict[str, int]] = {
    "play": {"moves": STRING, "game": INTEGER},
    **dict.fromkeys(("undo", "end", "hand", "resign", "draw", "verify", "hint", "replay"), _OF_A_GAME),
    "rules": {"game": STRING},
    "profile": {"member": USER, "game": STRING},
    "history": {"member": USER},
    "leaderboard": {"game": STRING, "scope": STRING, "period": STRING},
    "challenge": {"game": STRING, "clock": STRING, "first": STRING, "level": STRING},
    "team": {"game": STRING, "clock": STRING, "computers": INTEGER},
    "settings": {"clock": STRING, "language": STRING, "threads": BOOLEAN, "season": STRING},
    "games": {},
    "challenges": {},
    "tutorial": {"game": STRING},
    "privacy": {},
    "deck": {"deck": STRING, "import": STRING},
    "cards": {"card": STRING},
    "rematch": {},
    "nonsense": {"anything": STRING},
}
MADE_INVALID = {
    "challenge": ("game", "first", "level", "clock"),
    "team": ("game",),
}  # options given an invalid value, since the command would be accepted otherwise
SUGGESTED = ("play", "undo", "end", "hand", "resign", "draw", "replay", "table", "deck", "cards")
_CODES = (*range(127), *range(160, 0x2FFF, 7))
_SUSPECT = tuple(word for word in WORDS if word and word not in ("le-duel", "the-game"))


@dataclass(frozen=True)
class Forged:
    person: Any
    kind: int
    data: dict[str, Any]
    message: Any = None


@dataclass
class Answered:
    """The answers to an interaction, in order."""

    answers: list[dict[str, Any]] = field(default_factory=list)

    def is_private(self) -> bool:
        return bool(self.answers) and all(
            answer["type"] not in (MESSAGE, LATER) or answer["data"].get("flags", 0) & EPHEMERAL
            for answer in self.answers
            if answer.get("data") or answer["type"] == LATER  # an older panel's deletion says nothing
        )


class CapturingAdapter(AsyncWebhookAdapter):
    """Captures all interaction answers instead of sending them."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.answered: dict[str, Answered] = {}

    async def request(self, route: Any, *_: Any, **options: Any) -> Any:
        sent = options.get("payload") or {}
        for part in options.get("multipart") or ():
            if part["name"] == "payload_json":
                sent = json.loads(part["value"])
        answer = sent if "type" in sent else {"type": MESSAGE, "data": sent}
        self.answered.setdefault(route.webhook_token, Answered()).answers.append(answer)
        if route.path.endswith("/callback"):
            return {"interaction": {"id": route.webhook_id, "type": 3, "response_message_id": "1"}}
        return dict(_SENT)


_SENT: dict[str, Any] = {
    "id": "1",
    "channel_id": "1",
    "author": {"id": "1", "username": "arbitre", "discriminator": "0", "avatar": None},
    "content": "",
    "timestamp": "2026-01-01T00:00:00+00:00",
    "edited_timestamp": None,
    "tts": False,
    "mention_everyone": False,
    "mentions": [],
    "mention_roles": [],
    "attachments": [],
    "embeds": [],
    "components": [],
    "pinned": False,
    "type": 0,
}


class ErrorLog(logging.Handler):
    """Collects log records of level ERROR and above."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


class Forger:
    """Chloé is in no game and Bob is not on turn; neither may change anything."""

    def __init__(self, world: World, seed: int) -> None:
        self.world = world
        self.chance = random.Random(seed)
        self.real = sorted(self._offered())
        self.table, self.panel = world.table(), world.panel(world.bob)  # no forged interaction changes them

    def _offered(self) -> set[str]:
        """Every custom id on a message that a person can see."""
        world = self.world
        places = (world.channel, *(person.user.dm_channel for person in (world.alice, world.bob)))
        seen = {custom_id for place in places for message in place.history() for custom_id in buttons(message)}
        return seen | {f"arb:{verb}:{number}:0:" for verb in Verb for number in (1, 2, 3)}

    def __iter__(self) -> Iterator[Forged]:
        makers = (self._press, self._press, self._press, self._command, self._suggestion, self._dialogue)
        while True:
            forged = self.chance.choice(makers)()
            if not self._is_allowed(forged):
                yield forged

    def _is_allowed(self, forged: Forged) -> bool:
        """Whether this person may do this, forged or not."""
        control = read_control(str(forged.data.get("custom_id", "")))
        if control is None:
            return False
        if control.verb is Verb.PRIVACY:
            return control.argument == DELETE_SURE
        if control.verb is Verb.TUTORIAL:
            return read_tap(control.argument).tap == PLAY
        if control.verb in (Verb.SHARE_BOARD, Verb.SHARE_PROFILE):
            return True  # anybody may show them to everybody
        if control.verb is Verb.SHARE_REPLAY:
            return control.number == FINISHED
        if control.verb is Verb.REVIEW:
            return control.number == FINISHED  # a review takes minutes of computing
        return forged.person is self.world.bob and _is_bobs(control)

    # Interactions

    def _press(self) -> Forged:
        world = self.world
        person = self.chance.choice((world.chloe, world.chloe, world.bob))
        message = self.chance.choice((self.table, self.panel)) if person is world.bob else self.table
        return Forged(person, PRESS, {"custom_id": self._custom_id(), "component_type": 2}, message)

    def _dialogue(self) -> Forged:
        value = str(self.chance.choice(VALUES))
        name = self.chance.choice(("cut", "cut", "other", ""))
        row = {"type": 1, "components": [{"type": 4, "custom_id": name, "value": value}]}
        custom_id = self.chance.choice((f"arb:cut:{self.chance.randrange(4)}:0:", self._custom_id()))
        return Forged(self.world.chloe, DIALOGUE, {"custom_id": custom_id, "components": [row]}, self.table)

    def _command(self) -> Forged:
        """Any command with any values; one that would change something for others gets an invalid value."""
        name = self.chance.choice(list(OPTIONS))
        chosen = {one: self.chance.choice(VALUES) for one in OPTIONS[name] if self.chance.random() < 0.7}
        if name in MADE_INVALID:
            chosen[self.chance.choice(MADE_INVALID[name])] = self.chance.choice(_SUSPECT)
        if self.chance.random() < 0.05:
            chosen["nobody_asked"] = "x"
        return Forged(self.world.chloe, COMMAND, _command_data(name, chosen))

    def _suggestion(self) -> Forged:
        name = self.chance.choice(SUGGESTED)
        options = OPTIONS.get(name, _OF_A_GAME)
        focus = self.chance.choice([one for one in options if one != "import"])  # nothing is suggested for it
        chosen = {one: self.chance.choice(VALUES) for one in options if one == focus or self.chance.random() < 0.5}
        return Forged(self.world.chloe, SUGGESTION, _command_data(name, chosen, focus=focus))

    # Custom ids

    def _custom_id(self) -> str:
        manglers = (self._other_parts, self._other_parts, self._other_letters, self._noise, self._whole)
        return self.chance.choice(manglers)()

    def _whole(self) -> str:
        """A real custom id, pressed by the wrong person."""
        return self.chance.choice(self.real)

    def _other_parts(self) -> str:
        parts = (self._whole().split(":") + [""] * 5)[:5]
        pools: tuple[Sequence[str], ...] = (
            ("arb", "ARB", "", "аrb"),
            (*Verb, "acts", "HAND", ""),
            NUMBERS,
            REVISIONS,
            WORDS,
        )
        for place in self.chance.sample(range(5), self.chance.randrange(1, 4)):
            if place or self.chance.random() < 0.2:
                parts[place] = self.chance.choice(pools[place])
        return ":".join(parts)

    def _other_letters(self) -> str:
        letters = list(self._whole())
        for _ in range(self.chance.randrange(1, 5)):
            at = self.chance.randrange(len(letters) + 1)
            if self.chance.random() < 0.5 and letters:
                del letters[min(at, len(letters) - 1)]
            else:
                letters.insert(at, self.chance.choice(":0123456789^vAE,/-=\x00\n\u202eé🂡 "))
        return "".join(letters)

    def _noise(self) -> str:
        length = self.chance.choice((1, 5, 30, 100, 100, 1000))
        return "".join(map(chr, self.chance.choices(_CODES, k=length)))


def _command_data(name: str, chosen: dict[str, Any], *, focus: str | None = None) -> dict[str, Any]:
    kinds = OPTIONS.get(name, _OF_A_GAME)
    given = [
        {"name": one, "type": kinds.get(one, STRING), "value": value, **({"focused": True} if one == focus else {})}
        for one, value in chosen.items()
    ]
    return {"id": "1", "name": name, "type": 1, "options": given}


def _is_bobs(control: Control) -> bool:
    """Bob may end his own game, and answer the challenge to him."""
    ends = control.number == 1 and control.verb in (Verb.RESIGN_SURE, Verb.DRAW_SURE, Verb.DRAW_DECLINE)
    return ends or control.verb in (Verb.ACCEPT, Verb.CUT, Verb.DECLINE, Verb.LEAVE, Verb.REMATCH)


async def prepare(world: World) -> None:
    """Game 1 waits for Alice, who has challenged Bob once more; game 2 is against a computer, game 3 is over."""
    await world.duel(first="challenger")
    await world.alice.slash(world.channel, "challenge", level="random")
    other = await world.alice.slash(world.channel, "challenge", opponent=world.bob)
    await press(world.bob, other.response, "accept")
    question = await world.alice.slash(world.channel, "resign", game=FINISHED)
    await press(world.alice, question.response, "resign-sure")
    await world.challenge()


async def send_forged(
    world: World, *, count: int, seed: int = 1, forger: Forger | None = None, told: Any = None
) -> int:
    """Send `count` forged interactions of this forger, or of one with this seed; raise at the first that is accepted,
    unanswered, answered in public, or fails internally. Return the count."""
    adapter, errors, forger = CapturingAdapter(), ErrorLog(), forger or Forger(world, seed)
    token, root = async_context.set(adapter), logging.getLogger()
    root.addHandler(errors)
    try:
        before, source = await _everything(world), iter(forger)
        payloads = Payloads(world)
        for done in range(0, count, AT_ONCE):
            batch = [next(source) for _ in range(min(AT_ONCE, count - done))]
            await _deliver(world, payloads, adapter, batch)
            assert errors.lines == [], errors.lines[0]
            if done % (20 * AT_ONCE) == 0 or done + AT_ONCE >= count:
                assert await _everything(world) == before, f"something was accepted before {done + AT_ONCE}"
                if told is not None:
                    told(done + len(batch))
        return count
    finally:
        root.removeHandler(errors)
        async_context.reset(token)


async def _deliver(world: World, payloads: "Payloads", adapter: CapturingAdapter, batch: Sequence[Forged]) -> None:
    connection: Any = world.bot._connection
    adapter.answered.clear()
    others = asyncio.all_tasks()
    made = [payloads.of(one) for one in batch]
    for payload in made:
        connection.parse_interaction_create(payload)
    while pending := asyncio.all_tasks() - others:
        for problem in await asyncio.gather(*pending, return_exceptions=True):
            assert not isinstance(problem, Exception), repr(problem)
    for forged, payload in zip(batch, made, strict=True):
        answered = adapter.answered.get(payload["token"], Answered())
        assert answered.is_private(), f"{forged.kind} {forged.data!r}: {answered.answers}"


async def _everything(world: World) -> dict[str, list[tuple[Any, ...]]]:
    """All stored rows but those of people seen."""
    rows = world.bot.store.database.rows
    return {name: [tuple(row) for row in await rows(f"SELECT * FROM {name}")] for name in TABLES}  # noqa: S608 (ours)


class Payloads:
    """Interaction payloads as Discord sends them, from one real example for each person, type and message."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._examples: dict[tuple[int, int, int | None], dict[str, Any]] = {}
        self._number = 10**18

    def of(self, forged: Forged) -> dict[str, Any]:
        self._number += 1
        example = self._example(forged)
        data = {**forged.data, "id": str(self._number)} if forged.kind in (COMMAND, SUGGESTION) else forged.data
        return {**example, "id": str(self._number), "token": f"forged{self._number}", "data": data}

    def _example(self, forged: Forged) -> dict[str, Any]:
        place = (forged.person.id, forged.kind, None if forged.message is None else forged.message.id)
        if place not in self._examples:
            self._examples[place] = self._made(forged)
        return self._examples[place]

    def _made(self, forged: Forged) -> dict[str, Any]:
        world, message = self.world, forged.message
        channel_id = world.channel.id if message is None else message.channel.id
        _, payload = world.payload(forged.person, forged.kind, {}, channel_id)
        made = dict(payload)
        if message is not None:
            stored = world.env.backend.get_message(channel_id, message.id)
            made["message"] = dict(serializers.message_payload(world.env.backend, stored))
        return made
