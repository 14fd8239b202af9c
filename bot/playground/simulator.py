"""A Discord on this machine: with `simcord_parts` the only module of the playground that imports simcord, and may use
its private parts.

Nothing of the page, the browser or our games enters here. The bot is wired to simcord's backend without simcord's test
environment: no virtual clock and no settling, so that time is real and actions run concurrently.
"""

import asyncio
import contextlib
import itertools
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import discord
from simcord import OptionError, _dpy_internals
from simcord._modal import _modal_submit_nodes
from simcord.backend import Backend, errors, models, serializers
from simcord.backend.access import channel_accessible
from simcord.backend.cdn import CDN_BASE
from simcord.components import validate_modal, walk_components
from simcord.enums import SELECT_TYPES, AppCommandType, ComponentType, InteractionType, OptionType
from simcord.gateway import ShardRouter
from simcord.http import FakeHTTPClient, FakeWebhookAdapter
from simcord.interactions import base_payload, check_options, nest_options, parse_option_input, walk_to_subcommand

from bot.playground.simcord_parts import DiscardingList, LiveClock, NotifyingList

Json = Any
ANSWER_SECONDS = 3.0  # Discord's time limit for a bot's first answer
UNREFERENCED_SECONDS = 60.0  # a page may still be loading a picture that was just replaced
SAVED = ("users", "guilds", "channels", "messages", "dm_channels", "commands")
_THINKING = 1 << 7
_LONGEST_MESSAGE = 2000
_ENTITIES = (OptionType.USER, OptionType.CHANNEL, OptionType.ROLE, OptionType.MENTIONABLE)


class RefusedError(ValueError):
    """An action that Discord would not allow: a code and its values."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.values: Mapping[str, object] = values


@dataclass(frozen=True, slots=True)
class Answer:
    """The bot's answer: a modal to fill in, suggestions, or a message."""

    interaction: int
    message: int | None = None
    modal: Json = None
    choices: Sequence[Json] = ()


class Simulator:
    """One server with its people and a bot."""

    def __init__(
        self, *, server: str, bot_name: str, people: Sequence[str], channel: str, later: Sequence[str] = ()
    ) -> None:
        """`later` are people who came after worlds had been saved: the ids of all others stay."""
        # Created at simcord's fixed first instant, so that ids are the same in every run.
        self.backend = Backend()
        self.backend.bot_user.name = bot_name
        self.people = [self.backend.make_user(name.lower(), global_name=name).id for name in people]
        guild = self.backend.create_guild(server, owner_id=self.people[0])
        self.guild_id = guild.id
        self.channel_id = self.backend.create_channel(guild.id, channel).id
        self._admit(self.people)
        self._later = [self.backend.make_user(name.lower(), global_name=name) for name in later]
        self.people += [user.id for user in self._later]
        self._admit(self.people)
        self.backend.clock = LiveClock()
        self.locales: dict[int, str] = {}
        self._listeners: list[asyncio.Event] = []
        self._unreferenced: dict[str, float] = {}
        self.backend.http_requests = DiscardingList()
        self.backend.transcript = NotifyingList(self.notify)
        self._bot: discord.Client | None = None

    def _admit(self, people: Sequence[int]) -> None:
        for person in people:
            if person not in self.server().members:
                self.backend.add_member(self.guild_id, person)
            self.backend.get_dm_channel(person)

    @property
    def bot_id(self) -> int:
        return self.backend.bot_user.id

    @contextlib.contextmanager
    def subscribe(self) -> Iterator[asyncio.Event]:
        """An event that is set whenever something may have changed; the subscriber compares the state itself."""
        event = asyncio.Event()
        self._listeners.append(event)
        try:
            yield event
        finally:
            self._listeners.remove(event)

    def notify(self) -> None:
        for listener in self._listeners:
            listener.set()

    # The bot

    async def attach(self, bot: discord.Client) -> None:
        """Log the bot in and wait until it has seen the server."""
        self._bot = bot
        loop = asyncio.get_running_loop()
        _dpy_internals.install_http(bot, FakeHTTPClient(self.backend, loop))
        _dpy_internals.set_guild_ready_timeout(bot, 0.0)
        adapter = FakeWebhookAdapter(self.backend)
        state = _dpy_internals.get_state(bot)
        state.shard_count, state.shard_ids = 1, [0]
        router = ShardRouter(self.backend, state, bot.dispatch, 1, (0,))
        _dpy_internals.install_websocket(bot, router.websockets[0])

        def feed(event: str, payload: Mapping[str, Any]) -> None:
            with _answering_through(adapter):
                router.feed(event, payload)

        self.backend.subscribers.append(feed)
        with _answering_through(adapter):  # also for the tasks it starts now, such as the scheduler's loop
            await bot.login("playground")
        router.identify(0)
        for guild in self.backend.guilds.values():
            self.backend.emit("GUILD_CREATE", serializers.guild_create_payload(self.backend, guild))
        await bot.wait_until_ready()

    async def detach(self) -> None:
        bot, self._bot = self._bot, None
        if bot is not None:
            await bot.close()
        self.backend.subscribers.clear()

    # State

    def server(self) -> models.Guild:
        return self.backend.get_guild(self.guild_id)

    def set_locale(self, locale: str, person: int | None = None) -> None:
        """Set a person's language, or the server's."""
        if person is None:
            self.backend.edit_guild(self.guild_id, {"preferred_locale": locale})
        else:
            self.locales[person] = locale
            self.notify()

    def now(self) -> datetime:
        return self.backend.clock.now()

    def skip(self, seconds: float) -> None:
        """Let time pass at once."""
        self.backend.clock.advance(seconds)
        self.notify()

    @property
    def skipped(self) -> float:
        """Seconds by which it is later here than elsewhere."""
        return self.backend.clock.elapsed

    def user(self, user_id: int) -> models.User:
        return self.backend.get_user(user_id)

    def channels(self, person: int) -> list[models.Channel]:
        """The channels a person may open: the server's channels and open threads, then the DM with the bot."""
        guild = self.server()
        public = (self.backend.channels[channel] for channel in (*guild.channel_ids, *guild.thread_ids))
        found = [it for it in public if it.thread_metadata is None or not it.thread_metadata.archived]
        found.append(self.backend.get_dm_channel(person))
        return [channel for channel in found if channel_accessible(self.backend, channel.id, person)]

    def messages(self, person: int, channel_id: int) -> list[models.Message]:
        kept = self.backend.messages.get(channel_id, {})
        return [message for message in kept.values() if message.visible_to(person)]

    def payload(self, message: models.Message) -> dict[str, Any]:
        return dict(serializers.message_payload(self.backend, message))

    @staticmethod
    def is_thinking(message: models.Message) -> bool:
        return bool(message.flags & _THINKING)

    @staticmethod
    def buttons(message: models.Message, style: int) -> list[str]:
        """The custom ids of a message's enabled buttons of a style."""
        controls = walk_components(message.components)
        return [it["custom_id"] for it in controls if it.get("style") == style and not it.get("disabled")]

    def commands(
        self, person: int, channel_id: int, kind: AppCommandType = AppCommandType.CHAT_INPUT
    ) -> list[dict[str, Any]]:
        """The commands of the slash picker, or of a person's context menu."""
        return self.backend.visible_commands(user_id=person, channel_id=channel_id, type=kind)

    def person_commands(self, person: int, channel_id: int) -> list[dict[str, Any]]:
        return self.commands(person, channel_id, AppCommandType.USER)

    @staticmethod
    def picture_path(url: str) -> str:
        """A stored file's path on the page's server; any other URL is unchanged."""
        return url.removeprefix(CDN_BASE)

    def picture(self, path: str) -> bytes | None:
        return self.backend.cdn.get(CDN_BASE + path)

    # Actions

    def say(self, person: int, channel_id: int, text: str) -> None:
        self._require_access(person, channel_id)
        if not 0 < len(text) <= _LONGEST_MESSAGE:
            raise RefusedError("playground.message-refused")
        self.backend.create_message(channel_id, person, text)

    def dismiss(self, person: int, channel_id: int, message_id: int) -> None:
        """Remove an ephemeral message."""
        message = self._message(person, channel_id, message_id)
        if not message.is_ephemeral:
            raise RefusedError("playground.not-private")
        self.backend.delete_message(channel_id, message_id)
        self.notify()

    async def command(self, person: int, channel_id: int, path: Sequence[str], values: Mapping[str, Json]) -> Answer:
        """Run a slash command; `values` are as typed, people, channels and roles by id."""
        root, leaf, nesting = self._command(person, channel_id, path)
        options, resolved = self._options(person, " ".join(path), leaf, values)
        data = _command_data(root, nest_options(root, nesting, options), resolved)
        return await self._interact(person, channel_id, InteractionType.APPLICATION_COMMAND, data)

    async def person_command(self, person: int, channel_id: int, name: str, target: int) -> Answer:
        """Run a command from a person's context menu."""
        self._require_access(person, channel_id)
        root = next((it for it in self.person_commands(person, channel_id) if it["name"] == name), None)
        if root is None:
            raise RefusedError("playground.command-gone", name=name)
        data = {"id": root["id"], "name": name, "type": int(AppCommandType.USER), "target_id": str(target)}
        data["resolved"] = self._resolve(person, [str(target)])
        return await self._interact(person, channel_id, InteractionType.APPLICATION_COMMAND, data)

    async def complete(
        self, person: int, channel_id: int, path: Sequence[str], option: str, typed: str, values: Mapping[str, Json]
    ) -> Answer:
        """The bot's suggestions for an option being typed, given the options already filled in."""
        root, leaf, nesting = self._command(person, channel_id, path)
        declared = {it["name"]: it for it in leaf.get("options") or []}
        if not declared.get(option, {}).get("autocomplete"):
            raise RefusedError("playground.option", name=option)
        others = {name: value for name, value in values.items() if name != option}
        options, _ = self._options(person, " ".join(path), leaf, others, is_partial=True)
        options.append({"name": option, "type": declared[option]["type"], "value": typed, "focused": True})
        data = _command_data(root, nest_options(root, nesting, options), {})
        return await self._interact(person, channel_id, InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE, data)

    async def press(
        self, person: int, channel_id: int, message_id: int, custom_id: str, values: Sequence[str] | None = None
    ) -> Answer:
        """Press a button, or choose `values` in a menu.

        A control that was removed from its message after it was pressed still reaches the bot, as on Discord.
        """
        message = self._message(person, channel_id, message_id)
        shown = self.payload(message)
        control = next((it for it in walk_components(message.components) if it.get("custom_id") == custom_id), None)
        if control is None:
            control = _stand_in_control(custom_id, is_menu=values is not None)
            shown["components"] = [
                *shown["components"],
                {"type": int(ComponentType.ACTION_ROW), "components": [control]},
            ]
        if control.get("disabled"):
            raise RefusedError("playground.disabled")
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": int(control["type"])}
        if values is not None:
            data["values"] = list(values)
            if control["type"] in SELECT_TYPES and control["type"] != ComponentType.STRING_SELECT:
                data["resolved"] = self._resolve(person, values)
        return await self._interact(person, channel_id, InteractionType.MESSAGE_COMPONENT, data, shown)

    async def submit(self, person: int, interaction_id: int, values: Mapping[str, Json]) -> Answer:
        """Submit the modal that an interaction opened."""
        opened = self.backend.interactions.get(interaction_id)
        if opened is None or opened.modal is None or opened.user_id != person or opened.modal_consumed:
            raise RefusedError("playground.modal-gone")
        modal = validate_modal(opened.modal)
        try:
            components = _modal_submit_nodes(modal["components"], None, dict(values), {}, opened.channel_id, [])
        except errors.SetupError as error:
            raise RefusedError("playground.modal-values") from error
        source = opened.source_message_id
        kept = self.backend.messages.get(opened.channel_id, {})
        message = self.payload(kept[source]) if source in kept else None
        opened.modal_consumed = True
        data = {"custom_id": modal["custom_id"], "components": components}
        return await self._interact(person, opened.channel_id, InteractionType.MODAL_SUBMIT, data, message)

    # Interactions

    def _require_access(self, person: int, channel_id: int) -> models.Channel:
        if not channel_accessible(self.backend, channel_id, person):
            raise RefusedError("playground.channel-gone")
        return self.backend.get_channel(channel_id)

    def _message(self, person: int, channel_id: int, message_id: int) -> models.Message:
        self._require_access(person, channel_id)
        message = self.backend.messages.get(channel_id, {}).get(message_id)
        if message is None or not message.visible_to(person):
            raise RefusedError("playground.message-gone")
        return message

    def _command(
        self, person: int, channel_id: int, path: Sequence[str]
    ) -> tuple[dict[str, Any], dict[str, Any], list[str]]:
        self._require_access(person, channel_id)
        root = next((it for it in self.commands(person, channel_id) if it["name"] == path[0]), None)
        if root is None:
            raise RefusedError("playground.command-gone", name=" ".join(path))
        try:
            leaf, nesting = walk_to_subcommand(root, list(path[1:]))
        except errors.SetupError as error:
            raise RefusedError("playground.command-gone", name=" ".join(path)) from error
        return root, leaf, nesting

    def _options(
        self, person: int, name: str, leaf: dict[str, Any], values: Mapping[str, Json], *, is_partial: bool = False
    ) -> tuple[list[dict[str, Any]], dict[str, Any]]:
        """Typed values in Discord's form. A partial set leaves out values that cannot be parsed yet."""
        built: list[dict[str, Any]] = []
        resolved: dict[str, Any] = {}
        missing = dict(leaf)
        missing["options"] = [it for it in leaf.get("options") or [] if it["name"] not in values]
        for option in leaf.get("options") or []:
            if option["name"] not in values:
                continue
            try:
                value = self._option(person, name, option, values[option["name"]], resolved)
            except OptionError as error:
                if is_partial:
                    continue
                raise RefusedError("playground.option", name=option["name"]) from error
            built.append({"name": option["name"], "type": option["type"], "value": value})
        try:
            check_options(name, missing, {}, partial=is_partial)
        except OptionError as error:
            raise RefusedError("playground.option-missing", name=error.option) from error
        return built, resolved

    def _option(self, person: int, name: str, option: dict[str, Any], raw: Json, resolved: dict[str, Any]) -> Json:
        if option["type"] not in _ENTITIES:
            return parse_option_input(name, option, raw)
        for kind, found in self._resolve(person, [str(raw)]).items():
            resolved.setdefault(kind, {}).update(found)
        return str(raw)

    def _resolve(self, person: int, ids: Sequence[str]) -> dict[str, Any]:
        """People, channels and roles as Discord sends them along with their ids."""
        guild = self.server()
        resolved: dict[str, Any] = {}
        for raw in ids:
            number = int(raw) if raw.isascii() and raw.isdecimal() else 0
            if number in guild.members:
                resolved.setdefault("users", {})[raw] = serializers.user_payload(self.user(number))
                member = serializers.member_payload(self.backend, guild, guild.members[number], with_user=False)
                resolved.setdefault("members", {})[raw] = member
            elif number in guild.channel_ids or number in guild.thread_ids:
                channel = dict(serializers.channel_payload(self.backend, self.backend.get_channel(number)))
                channel["permissions"] = str(self.backend.compute_permissions(guild.id, person, number))
                resolved.setdefault("channels", {})[raw] = channel
            elif number in guild.roles:
                resolved.setdefault("roles", {})[raw] = serializers.role_payload(guild.roles[number])
            else:
                raise RefusedError("playground.nobody", name=raw)
        return resolved

    async def _interact(
        self, person: int, channel_id: int, kind: InteractionType, data: Json, message: Json = None
    ) -> Answer:
        channel = self._require_access(person, channel_id)
        interaction, payload = base_payload(
            self.backend, type=kind, channel_id=channel_id, guild_id=channel.guild_id, user_id=person, data=data
        )
        payload["locale"] = self.locales.get(person, "en-US")
        payload["authorizing_integration_owners"] = {"0": str(channel.guild_id or 0)}
        if channel.guild_id is not None:
            payload["guild_locale"] = self.server().preferred_locale
        if message is not None:
            payload["message"] = message
            interaction.source_message_id = int(message["id"])
        self.backend.emit("INTERACTION_CREATE", payload)
        await self._wait_for_answer(interaction)
        return Answer(interaction.id, interaction.message_id, interaction.modal, interaction.autocomplete_choices or ())

    async def _wait_for_answer(self, interaction: models.Interaction) -> None:
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                while not interaction.responded:
                    with self.subscribe() as changed:
                        await changed.wait()
        except TimeoutError:
            raise RefusedError("playground.no-answer") from None

    # Saving and loading

    def save(self, *, last: int) -> tuple[dict[str, Any], dict[str, bytes]]:
        """The state that must outlive the process, and the files it refers to. Ephemeral messages are left out, as on
        Discord.

        Also prunes: at most the `last` messages of a channel are kept; expired interactions and unreferenced files are
        dropped.
        """
        for channel_id, messages in self.backend.messages.items():
            kept = list(messages.items())[-last:]
            self.backend.messages[channel_id] = dict(kept)
        state = {name: getattr(self.backend, name) for name in SAVED}
        state["messages"] = {
            channel: {key: it for key, it in messages.items() if not it.is_ephemeral and not self.is_thinking(it)}
            for channel, messages in self.backend.messages.items()
        }
        state["locales"], state["skipped"] = self.locales, self.skipped
        self._prune()
        return state, dict(self._files(state["messages"]))

    def load(self, state: Mapping[str, Any], files: Mapping[str, bytes]) -> None:
        for name in SAVED:
            setattr(self.backend, name, state[name])
        self.locales = dict(state["locales"])
        self.backend.clock.elapsed = state.get("skipped", 0.0)
        self.backend.bot_user = self.backend.users[self.backend.bot_user.id]
        self.backend.cdn._blobs.update({CDN_BASE + path: data for path, data in files.items()})
        for message in itertools.chain.from_iterable(self.backend.messages.values()):
            self.backend._reserved_ids.add(message)
        for user in self._later:
            self.backend.users.setdefault(user.id, user)
        self._admit(self.people)

    def _files(self, messages: Mapping[int, Mapping[int, models.Message]]) -> Iterator[tuple[str, bytes]]:
        for message in itertools.chain.from_iterable(it.values() for it in messages.values()):
            for attachment in message.attachments:
                data = self.backend.cdn.get(attachment["url"])
                if data is not None:
                    yield self.picture_path(attachment["url"]), data

    def _prune(self) -> None:
        shown = {CDN_BASE + path for path, _ in self._files(self.backend.messages)}
        blobs = self.backend.cdn._blobs
        seconds = time.monotonic()
        self._unreferenced = {url: self._unreferenced.get(url, seconds) for url in blobs if url not in shown}
        for url, since in self._unreferenced.items():
            if seconds - since > UNREFERENCED_SECONDS:
                del blobs[url]
        now = self.backend.now_iso()
        for expired in [it for it in self.backend.interactions.values() if it.expires_at and it.expires_at < now]:
            del self.backend.interactions[expired.id]
            del self.backend.interaction_tokens[expired.token]


@contextlib.contextmanager
def _answering_through(adapter: FakeWebhookAdapter) -> Iterator[None]:
    """discord.py takes the adapter for interaction answers from a context variable, which a task inherits from its
    creator."""
    previous = _dpy_internals.set_webhook_adapter(adapter)
    try:
        yield
    finally:
        _dpy_internals.reset_webhook_adapter(previous)


def _stand_in_control(custom_id: str, *, is_menu: bool) -> dict[str, Any]:
    """discord.py looks up a pressed control in its message; this replaces one that was removed meanwhile."""
    if is_menu:
        return {"type": int(ComponentType.STRING_SELECT), "custom_id": custom_id, "options": []}
    return {"type": int(ComponentType.BUTTON), "custom_id": custom_id, "style": 2, "label": "…"}


def _command_data(root: dict[str, Any], options: list[dict[str, Any]], resolved: dict[str, Any]) -> dict[str, Any]:
    data = {"id": root["id"], "name": root["name"], "type": int(AppCommandType.CHAT_INPUT), "options": options}
    if resolved:
        data["resolved"] = resolved
    return data


def saved_models() -> dict[str, type]:
    """The classes of a saved state, by name."""
    return {name: getattr(models, name) for name in models.__all__ if isinstance(getattr(models, name), type)}
