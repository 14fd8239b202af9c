"""A simulated server with people in it and the ways they play, for the tests of the edge."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord.interactions
from simcord.actors import MemberActor
from simcord.backend import serializers
from simcord.backend.models.interaction import ResponseKind
from simcord.builders import ChannelHandle, UserHandle
from simcord.env import Env
from simcord.results import InteractionResult

from bot.drawing.picture_cache import PictureCache
from bot.edge.app import Arbitre, create_bot
from bot.edge.scheduler import Scheduler
from bot.games.core import Choice
from bot.operations.settings import Settings
from bot.referee.match import Match
from bot.referee.replay_check import difference
from bot.table.game import pages
from bot.table.locale import Locale
from bot.table.match_view import MatchView
from bot.table.page import Button
from tests.support.quick_simcord import PATIENT

CLOSED_DM = 50007


def new_bot(folder: Path) -> Arbitre:
    return create_bot(Settings(database=folder / "arbitre.sqlite3"), pace=0)


def draw_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Return a blank picture; names and alt texts stay real. Drawing is tested elsewhere."""

    async def blank(_cache: PictureCache, _sketch: object) -> bytes:
        return b"\x89PNG"

    monkeypatch.setattr(PictureCache, "drawn", blank)


def patch_locales(monkeypatch: pytest.MonkeyPatch) -> dict[int, str]:
    """A table of locales by user id; simcord gives everyone English."""
    languages: dict[int, str] = {}
    payload = simcord.interactions.base_payload

    def translated(backend: Any, **options: Any) -> Any:
        interaction, made = payload(backend, **options)
        made["locale"] = languages.get(options["user_id"], "en-US")
        if options["guild_id"]:
            made["guild_locale"] = backend.get_guild(options["guild_id"]).preferred_locale
        return interaction, made

    monkeypatch.setattr(simcord.interactions, "base_payload", translated)
    return languages


def sweep_seldom(monkeypatch: pytest.MonkeyPatch, seconds: int) -> None:
    """The bot looks at the clock that seldom, or hours would take many sweeps. To be asked for before it starts."""
    start = Scheduler.start

    def start_slowly(scheduler: Scheduler) -> None:
        for loop in (scheduler.tick, scheduler.pulse):
            loop.change_interval(seconds=seconds)
        start(scheduler)

    monkeypatch.setattr(Scheduler, "start", start_slowly)


class World:
    """A server with one channel, Alice, Bob, Chloé, and the bot."""

    def __init__(self, env: Env, folder: Path, languages: dict[int, str], *, preferred_locale: str = "en-US") -> None:
        env.settle_timeout = PATIENT
        self.env = env
        self.folder = folder
        self.languages = languages
        self.guild = env.create_guild("Club", preferred_locale=preferred_locale)
        self.channel = self.guild.create_text_channel("duels")
        self.alice, self.bob, self.chloe = (
            self.guild.add_member(env.create_user(name.lower(), global_name=name)) for name in ("Alice", "Bob", "Chloé")
        )

    @property
    def bot(self) -> Arbitre:
        bot = self.env.bot
        assert isinstance(bot, Arbitre)
        return bot

    @property
    def bot_member(self) -> MemberActor:
        """The bot as a member, for command options."""
        return MemberActor(self.env, self.guild, UserHandle(self.env, self.env.backend.bot_user))

    @property
    def people(self) -> tuple[Any, Any]:
        """By seat, once Alice has challenged Bob."""
        return self.alice, self.bob

    async def restart(self) -> None:
        """Restart after a crash: the old bot is dropped, not closed."""
        await self.env.restart_bot(new_bot(self.folder))

    async def restart_in_order(self) -> None:
        """Close the bot, then restart."""
        await self.bot.close()
        await self.restart()

    def close_dms(self, *people: Any, code: int = CLOSED_DM) -> None:
        for person in people:
            self.fail("POST", f"/channels/{person.user.dm_channel.id}/messages", status=403, code=code)

    def fail(self, method: str, path: str, *, status: int, code: int = 0, times: int | None = None) -> None:
        """Let Discord refuse these requests from now on, or `times` times."""
        self.env.inject_error(method, path, status=status, code=code, message="refused", times=times)

    def recover(self) -> None:
        """Let Discord accept every request again."""
        self.env.backend.faults.clear()

    async def challenge(self, **options: Any) -> Any:
        named = {"opponent": self.bob, **options}
        return await self.alice.slash(
            self.channel, "challenge", **{name: value for name, value in named.items() if value is not None}
        )

    async def duel(self, **options: Any) -> Match:
        """Alice challenges, Bob accepts."""
        challenge = await self.challenge(**options)
        await press(self.bob, answers_of(challenge)[-1], "accept")
        return await self.match(1)

    async def match(self, number: int = 1) -> Match:
        return await self.bot.referee.match(number)

    def mover(self, match: Match) -> Any:
        return self.people[min(match.to_act)]

    def tables(self, channel: ChannelHandle | None = None) -> list[discord.Message]:
        """The messages of a channel that are a game's table, the newest last."""
        messages = (channel or self.channel).history()
        tables = (m for m in messages if m.embeds and not m.flags.ephemeral)
        return [m for m in tables if button(m, "hand") or button(m, "rematch")]

    def table(self) -> discord.Message:
        return self.tables()[-1]

    def panel(self, person: Any) -> discord.Message:
        """The newest panel in a person's DM."""
        messages = person.user.dm_channel.history()
        panels: list[discord.Message] = [one for one in messages if one.components and one.embeds]
        return panels[-1]

    def payload(self, person: Any, kind: int, data: dict[str, Any], channel_id: int | None = None) -> tuple[Any, Any]:
        """An interaction's gateway payload, and simcord's object for its answer."""
        channel = self.env.backend.get_channel(channel_id or self.channel.id)
        return simcord.interactions.base_payload(
            self.env.backend,
            type=kind,
            channel_id=channel.id,
            guild_id=channel.guild_id,
            user_id=person.id,
            data=data,
        )

    def emit(self, person: Any, custom_id: str, message: Any) -> tuple[Any, dict[str, Any]]:
        """Emit a press as a gateway event, whether or not the button is on that message. Does not wait; call
        `env.settle()`."""
        stored = self.env.backend.get_message(_channel_id(message), message.id)
        interaction, payload = self.payload(person, 3, {"custom_id": custom_id, "component_type": 2}, stored.channel_id)
        payload["message"] = dict(serializers.message_payload(self.env.backend, stored))
        interaction.source_message_id = stored.id
        self.env.backend.emit("INTERACTION_CREATE", payload)
        return interaction, payload

    async def forge(self, person: Any, custom_id: str, message: Any) -> InteractionResult:
        """A press of a button that Discord does not show this person."""
        interaction, _ = self.emit(person, custom_id, message)
        await self.env.settle()
        return InteractionResult(self.env, interaction)

    async def forge_data(self, person: Any, data: dict[str, Any], message: Any) -> InteractionResult:
        """A component's interaction with any data."""
        stored = self.env.backend.get_message(_channel_id(message), message.id)
        interaction, payload = self.payload(person, 3, data, stored.channel_id)
        payload["message"] = dict(serializers.message_payload(self.env.backend, stored))
        interaction.source_message_id = stored.id
        self.env.backend.emit("INTERACTION_CREATE", payload)
        await self.env.settle()
        return InteractionResult(self.env, interaction)

    async def assert_sound(self, number: int = 1) -> None:
        """The stored game follows from its actions; a finished one also verifies."""
        match = await self.match(number)
        assert difference(match.row, await self.bot.store.games.actions(number)) is None
        if match.is_over:
            assert (await self.bot.referee.verify(number))[1] is None

    def requests(self) -> list[Any]:
        """The bot's requests to Discord outside the interaction endpoints."""
        return [
            entry for entry in self.env.http_requests if not entry.path.startswith(("/interactions/", "/webhooks/"))
        ]


def buttons(message: Any) -> dict[str, discord.Button]:
    """A message's buttons by custom id."""
    whole = getattr(message, "message", message)
    children = (child for row in whole.components for child in getattr(row, "children", []))
    return {child.custom_id: child for child in children if isinstance(child, discord.Button) and child.custom_id}


def menus(message: Any) -> list[discord.SelectMenu]:
    """A message's enabled select menus."""
    whole = getattr(message, "message", message)
    children = (child for row in whole.components for child in getattr(row, "children", []))
    return [child for child in children if isinstance(child, discord.SelectMenu) and not child.disabled]


def button(message: Any, verb: str, argument: str | None = None) -> str | None:
    """The custom id of the enabled button with this verb (and argument or action), or None."""
    for custom_id in [custom_id for custom_id, found in buttons(message).items() if not found.disabled]:
        found = custom_id.split(":")[1]
        if found == verb and argument in (None, argument_of(custom_id)):
            return custom_id
    return None


_ACTIONS: dict[str, str] = {}  # of choices, by the custom ids they were given


def argument_of(custom_id: str) -> str:
    """A button's argument; for a choice, which carries only its path, the action it stands for."""
    return _ACTIONS.get(custom_id, custom_id.split(":")[4])


def _noting_actions(make: Callable[..., Button]) -> Callable[..., Button]:
    def make_noted(match_view: MatchView, locale: Locale, choice: Choice, argument: str) -> Button:
        made = make(match_view, locale, choice, argument)
        _ACTIONS[made.control.custom_id()] = choice.action
        return made

    return make_noted


pages._button = _noting_actions(pages._button)


async def press(person: Any, message: Any, verb: str, argument: str | None = None) -> InteractionResult:
    """Press the button with this verb, in the server or in the person's DM."""
    custom_id = button(message, verb, argument)
    assert custom_id is not None, f"no such button: {verb} {argument}"
    channel = person._env.backend.get_channel(_channel_id(message))
    pressed: InteractionResult = await (person if channel.guild_id else person.user).click(message, custom_id=custom_id)
    return pressed


def _channel_id(message: Any) -> int:
    return int(message.channel_id if hasattr(message, "channel_id") else message.channel.id)


def is_private(result: InteractionResult) -> bool:
    """Whether the whole answer is visible to the person who asked alone: a new ephemeral message, or an edit of their
    panel."""
    return result.acknowledged and all(
        one.ephemeral or isinstance(one.message.channel, discord.DMChannel) for one in answers_of(result)
    )


def answers_of(result: InteractionResult) -> list[Any]:
    """Every message an interaction was answered with that still exists. A late answer beside a pressed message leaves
    that one unchanged."""
    is_beside = result._interaction.response_kind == ResponseKind.DEFERRED_UPDATE and result.followups
    own = None if is_beside else result.response
    return [one for one in (own, *result.followups) if one is not None]


def said(result: InteractionResult) -> str:
    """The text of all messages an interaction was answered with."""
    return "\n".join(text_of(one) for one in answers_of(result))


def text_of(message: Any) -> str:
    """All text of a message, with what its pictures say to screen readers."""
    whole = getattr(message, "message", message)
    parts = [message.content or "", *(one.description or "" for one in whole.attachments)]
    for embed in message.embeds:
        parts += [embed.title or "", embed.description or "", embed.footer.text or ""]
    return "\n".join(parts)
