"""The network Discord's state: people, servers, channels, messages, interactions. The only module here that imports
simcord, whose backend stores all of it, and the only place that may use its private parts. No socket, no fault
injection, and no clock but the real one enter here; it outlives any number of bot processes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO
from typing import Any

import discord
from simcord import intents as gateway_intents
from simcord._clock import Clock
from simcord.backend import Backend, models, serializers
from simcord.backend.errors import BackendError
from simcord.enums import AppCommandType, InteractionType, OptionType
from simcord.http import FakeHTTPClient, router
from simcord.interactions import base_payload

Json = Any
PATIENCE = 3.0  # Discord's time limit for a bot's first answer, in seconds
Interaction = models.Interaction
Message = models.Message
SLASH, PRESS, COMPLETE = (
    InteractionType.APPLICATION_COMMAND,
    InteractionType.MESSAGE_COMPONENT,
    InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE,
)
_ROUTES_ARE_LOADED = FakeHTTPClient  # importing it registers simcord's routes


class _LiveClock(Clock):
    def now(self) -> datetime:
        return datetime.now(UTC)


class _DiscardingList(list[Any]):
    """A log that simcord appends to and nothing here reads."""

    def append(self, _entry: Any) -> None:
        return


class _DiscardingDict(dict[str, bytes]):
    """Drops pictures: those of thousands of games would fill the memory."""

    def __setitem__(self, _url: str, _data: bytes) -> None:
        return


@dataclass(slots=True)
class Upload:
    """A file in the form that simcord's routes read."""

    filename: str
    fp: BytesIO
    description: str | None = None


class DiscordState:
    """`gaps` lists requests that simcord does not support: a test with any proves nothing. `patience` is the time limit
    for an answer: Discord's, unless the test is about something else and must pass on a busy machine."""

    def __init__(self, patience: float = PATIENCE) -> None:
        self.patience = patience
        self.backend = Backend(clock=_LiveClock())
        self.backend.bot_user.name = "Arbitre"
        self.backend.http_requests = _DiscardingList()
        self.backend.transcript = _DiscardingList()
        self.backend.cdn._blobs = _DiscardingDict()
        self.locales: dict[int, str] = {}
        self.gaps: list[str] = []

    # Entities

    def guild(self, name: str, *, locale: str = "en-US") -> int:
        guild = self.backend.create_guild(name)
        self.backend.edit_guild(guild.id, {"preferred_locale": locale})
        return guild.id

    def channel(self, guild_id: int, name: str) -> int:
        return self.backend.create_channel(guild_id, name).id

    def person(self, guild_id: int, name: str, *, locale: str = "en-US") -> int:
        user = self.backend.make_user(name.lower(), global_name=name)
        self.backend.add_member(guild_id, user.id)
        self.locales[user.id] = locale
        return user.id

    def dm_channel(self, user_id: int) -> int:
        return self.backend.get_dm_channel(user_id).id

    def messages(self, channel_id: int, reader: int | None = None) -> list[Message]:
        """The newest last; ephemeral ones only for their reader."""
        return [it for it in self.backend.messages.get(channel_id, {}).values() if it.visible_to(reader)]

    def message(self, channel_id: int, message_id: int) -> Message | None:
        return self.backend.messages.get(channel_id, {}).get(message_id)

    def interaction_of(self, token: str) -> Interaction | None:
        number = self.backend.interaction_tokens.get(token)
        return None if number is None else self.backend.interactions.get(number)

    def payload(self, message: Message) -> dict[str, Any]:
        return dict(serializers.message_payload(self.backend, message))

    # Requests

    def ask(
        self, method: str, path: str, json: Json, params: Mapping[str, str], files: Sequence[Upload], reason: str | None
    ) -> tuple[int, Json]:
        """A request's status and body, as Discord would answer it."""
        try:
            arguments, handle = _route(method, path)
            body = handle(
                router.RequestContext(
                    self.backend,
                    arguments,
                    json=json,
                    params=dict(params),
                    files=list(files),
                    reason=reason,
                    method=method,
                    path=path,
                )
            )
        except (router.RouteNotImplemented, router.UnsupportedField) as gap:
            self.gaps.append(str(gap))
            return gap.status, gap.to_json()
        except BackendError as error:
            return error.status, error.to_json()
        except (KeyError, TypeError, ValueError) as error:
            self.gaps.append(f"{method} {path}: {type(error).__name__} {error}")
            return 400, {"code": 50035, "message": "Invalid Form Body"}
        return (204, None) if body is None else (200, body)

    # Gateway events

    def listen(self, hear: Callable[[str, Mapping[str, Any]], None]) -> None:
        self.backend.subscribers.append(hear)

    def tell(self, event: str, payload: Mapping[str, Any]) -> None:
        self.backend.emit(event, payload)

    def ready(self, session: str, address: str) -> dict[str, Any]:
        return {
            "v": 10,
            "user": dict(serializers.user_payload(self.backend.bot_user)),
            "guilds": [{"id": str(guild), "unavailable": True} for guild in self.backend.guilds],
            "session_id": session,
            "resume_gateway_url": address,
            "application": {"id": str(self.backend.application_id), "flags": 0},
            "private_channels": [],
        }

    def guilds(self) -> list[dict[str, Any]]:
        return [dict(serializers.guild_create_payload(self.backend, guild)) for guild in self.backend.guilds.values()]

    def allowed(self, event: str, payload: Mapping[str, Any], intents: discord.Intents) -> Mapping[str, Any] | None:
        """The event as a bot with these intents receives it, or None."""
        gate = gateway_intents.required_intent(event, payload)
        if gate is not None and not getattr(intents, gate):
            return None
        if event != "GUILD_CREATE":
            return payload
        pruned = dict(payload)
        gateway_intents.prune_guild_create(pruned, intents, self.backend.bot_user.id)
        return pruned

    # Interactions

    def interact(
        self, kind: InteractionType, person: int, channel_id: int, data: Json, message: Message | None = None
    ) -> tuple[Interaction, dict[str, Any]]:
        """A new interaction and its gateway payload. Nothing is sent."""
        guild_id = self.backend.get_channel(channel_id).guild_id
        interaction, payload = base_payload(
            self.backend, type=int(kind), channel_id=channel_id, guild_id=guild_id, user_id=person, data=data
        )
        interaction.initial_response_deadline = self.backend.iso_after(self.patience)
        payload["locale"] = self.locales.get(person, "en-US")
        payload["authorizing_integration_owners"] = {"0": str(guild_id or 0)}
        if guild_id is not None:
            payload["guild_locale"] = self.backend.get_guild(guild_id).preferred_locale
        if message is not None:
            payload["message"] = self.payload(message)
            interaction.source_message_id = message.id
        return interaction, payload

    def command_data(
        self, guild_id: int, name: str, values: Mapping[str, Json], focused: str | None = None
    ) -> dict[str, Any]:
        """A slash command in the gateway's form; people are given by id."""
        command = self.backend.find_command(name, guild_id)
        assert command is not None, f"the bot has no command /{name}"
        declared = {option["name"]: option for option in command["options"]}
        data: dict[str, Any] = {"id": command["id"], "name": name, "type": int(AppCommandType.CHAT_INPUT)}
        data["options"] = [
            {
                "name": key,
                "type": declared[key]["type"],
                "value": value,
                **({"focused": True} if key == focused else {}),
            }
            for key, value in self._written(declared, values)
        ]
        people = [int(value) for key, value in values.items() if declared[key]["type"] == OptionType.USER]
        if people:
            data["resolved"] = self._resolved(guild_id, people)
        return data

    @staticmethod
    def _written(declared: Mapping[str, Any], values: Mapping[str, Json]) -> list[tuple[str, Json]]:
        return [(key, str(it) if declared[key]["type"] == OptionType.USER else it) for key, it in values.items()]

    def _resolved(self, guild_id: int, people: Sequence[int]) -> dict[str, Any]:
        guild = self.backend.get_guild(guild_id)
        users = {str(it): serializers.user_payload(self.backend.get_user(it)) for it in people}
        members = {
            str(it): serializers.member_payload(self.backend, guild, guild.members[it], with_user=False)
            for it in people
            if it in guild.members
        }
        return {"users": users, "members": members}


def _route(method: str, path: str) -> tuple[dict[str, str], Callable[[router.RequestContext], Json]]:
    """Replaces simcord's dispatch, which copies every body: a third of all work when thousands of games are played."""
    segments = path.strip("/").split("/")
    found: tuple[int, dict[str, str], Callable[[router.RequestContext], Json]] | None = None
    for template, handle in router._ROUTES.get(method, ()):
        if len(template) != len(segments) or not all(
            part == segment or part.startswith("{") for part, segment in zip(template, segments, strict=True)
        ):
            continue
        arguments = {
            part[1:-1]: segment for part, segment in zip(template, segments, strict=True) if part.startswith("{")
        }
        literal = len(template) - len(arguments)
        if found is None or literal > found[0]:
            found = literal, arguments, handle
    if found is None:
        raise router.RouteNotImplemented(method, path)
    return found[1], found[2]
